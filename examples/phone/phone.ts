import { backoff, rest } from "./backoff.ts";
import { ApiError, type Graphql, graphqlClient } from "./graphql.ts";
import { type Notification, readNotifications } from "./inbox.ts";
import { follow } from "./live.ts";
import { sendPositions } from "./outbox.ts";
import { logIn, Session } from "./session.ts";
import type { Position, State, Store } from "./store.ts";

export interface PhoneOptions {
  /** The URL of the service, such as https://alerts.example.org/graphql. It may change between requests. */
  url: string | (() => string);
  store: Store;
  /** Called once for each notification, and again when it has changed. The cursor is stored once this has resolved. */
  onNotification(notification: Notification): void | Promise<void>;
  /** Called when the session has ended: ask for the password, and call `logIn`. */
  onLoggedOut?(): void;
  /** How often to ask while there is no subscription, in milliseconds. */
  pollEvery?: number;
  /** The longest time between two tries, in milliseconds. */
  longestPause?: number;
}

/** A position to report. `report` adds the `clientId` and the time if they are missing. */
export type Report = Omit<Position, "clientId" | "takenAt"> &
  Partial<Pick<Position, "clientId" | "takenAt">>;

/** The most positions that wait. The oldest are forgotten first. */
const MOST_WAITING = 10_000;

/** A phone: it reports positions and gets notifications, through failures of the network, of the service and of itself. */
export class Phone {
  readonly #options: PhoneOptions;
  readonly #session: Session;
  readonly #graphql: Graphql;
  #state: State = { userId: 0, refreshToken: "", queue: [], since: "" };
  #writing: Promise<void> = Promise.resolve();
  #wakeSender = () => {};
  #wakeReader = () => {};
  #end = new AbortController();
  #running: Promise<unknown> | undefined;

  constructor(options: PhoneOptions) {
    this.#options = options;
    this.#graphql = (query, variables, token) =>
      graphqlClient(this.#url())(query, variables, token);
    this.#session = new Session(
      this.#graphql,
      () => this.#state.refreshToken,
      (refreshToken) => this.#change({ refreshToken }),
    );
  }

  #url = () => (typeof this.#options.url === "string" ? this.#options.url : this.#options.url());

  /** Reads the stored state. Returns true if the phone is logged in. */
  async open(): Promise<boolean> {
    this.#state = (await this.#options.store.read()) ?? this.#state;
    return this.#state.refreshToken !== "";
  }

  /** Logs in. Positions that wait are kept, unless they are another user's. */
  async logIn(email: string, password: string): Promise<void> {
    const begun = await logIn(this.#graphql, email, password);
    if (this.#state.userId === 0 || this.#state.userId === begun.userId) {
      await this.#takeOver(begun);
      return;
    }
    // The requests for the other user end first.
    const isRunning = this.#running !== undefined;
    await this.stop();
    await this.#takeOver({ ...begun, queue: [], since: "" });
    if (isRunning) this.start();
  }

  async #takeOver(changes: Partial<State>): Promise<void> {
    this.#session.forget();
    await this.#change(changes);
  }

  /** Starts sending and reading, until `stop`. */
  start(): void {
    this.#end = new AbortController();
    this.#running = Promise.all([this.#send(), this.#read(), this.#follow()]);
  }

  async stop(): Promise<void> {
    this.#end.abort();
    this.#wakeSender();
    this.#wakeReader();
    await this.#running;
    this.#running = undefined;
    await this.#writing;
  }

  /** The number of positions that wait to be sent. */
  get waiting(): number {
    return this.#state.queue.length;
  }

  /** Reports a position. It resolves when the position is stored on the phone. */
  async report(report: Report): Promise<void> {
    const position = {
      clientId: crypto.randomUUID(),
      takenAt: Math.floor(Date.now() / 1000),
      ...report,
    };
    await this.#change({ queue: [...this.#state.queue, position].slice(-MOST_WAITING) });
    this.#wakeSender();
  }

  /** Changes the state and stores it. One write runs at a time, and each has all changes before it. */
  async #change(changes: Partial<State>): Promise<void> {
    this.#state = { ...this.#state, ...changes };
    this.#writing = this.#writing
      .catch(() => {})
      .then(() => this.#options.store.write(this.#state));
    await this.#writing;
  }

  async #send(): Promise<void> {
    await this.#untilEnd(
      async () => {
        if (this.waiting === 0) return false;
        const sent = this.#state.queue.slice();
        const done = new Set(sent.slice(0, await sendPositions(this.#session, sent)));
        await this.#change({ queue: this.#state.queue.filter((one) => !done.has(one)) });
        return true;
      },
      (wake) => {
        this.#wakeSender = wake;
      },
    );
  }

  async #read(): Promise<void> {
    await this.#untilEnd(
      async () => {
        const rows = await readNotifications(this.#session, this.#state.since);
        for (const row of rows) {
          await this.#options.onNotification(row);
          await this.#change({ since: row.cursor });
        }
        return rows.length > 0;
      },
      (wake) => {
        this.#wakeReader = wake;
      },
      this.#options.pollEvery ?? 60_000,
    );
  }

  /** Works while there is something to do, then waits to be woken. Waits longer after each failure. */
  async #untilEnd(
    work: () => Promise<boolean>,
    wakeBy: (wake: () => void) => void,
    patience = 2 ** 31 - 1,
  ): Promise<void> {
    const { signal } = this.#end;
    for (let failures = 0; !signal.aborted; ) {
      let pause = new AbortController();
      wakeBy(() => pause.abort());
      try {
        const isBusy = await work();
        failures = 0;
        if (isBusy) continue;
        await rest(patience, AbortSignal.any([signal, pause.signal]));
      } catch (error) {
        failures += 1;
        this.#noteEnd(error);
        pause = new AbortController();
        const { retryAfter } = error as { retryAfter?: number };
        await rest(this.#pause(failures, retryAfter), signal);
      }
    }
  }

  /** Keeps a subscription open if it can. The reader also asks at its own pace, so that no websocket is needed. */
  async #follow(): Promise<void> {
    const { signal } = this.#end;
    for (let failures = 0; !signal.aborted; failures += 1) {
      try {
        const something = () => {
          failures = 0;
          this.#wakeReader();
        };
        await follow(this.#url(), await this.#session.token(), something, signal);
      } catch (error) {
        this.#noteEnd(error);
      }
      await rest(this.#pause(failures), signal);
    }
  }

  #pause = (failures: number, retryAfter?: number) =>
    backoff(failures, this.#options.longestPause, retryAfter);

  #noteEnd(error: unknown): void {
    if (error instanceof ApiError && error.code === "UNAUTHENTICATED")
      this.#options.onLoggedOut?.();
  }
}
