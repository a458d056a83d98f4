/** A position on its way to the service, as `newPositions` takes it. */
export interface Position {
  clientId: string;
  latitude: number;
  longitude: number;
  movingActivity: string;
  accuracy?: number;
  takenAt: number;
}

/** What a phone must not forget when it is switched off. */
export interface State {
  /** The id of the user to whom the rest belongs; 0 until somebody logs in. */
  userId: number;
  refreshToken: string;
  queue: Position[];
  /** The cursor of the last notification that the app has handled. */
  since: string;
}

/** Where the state is kept. `write` resolves when the state is stored safely. */
export interface Store {
  read(): Promise<State | undefined>;
  write(state: State): Promise<void>;
}

/** Keeps the state in memory, for tests and demos. */
export function memoryStore(): Store {
  let text: string | undefined;
  return {
    read: async () => (text === undefined ? undefined : JSON.parse(text)),
    write: async (state) => {
      text = JSON.stringify(state);
    },
  };
}
