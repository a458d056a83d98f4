import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { sentenceOf } from "../api/request.ts";
import { isExpired, session } from "./session.ts";

/** Something asked of the API: what came, what went wrong, and whether it is under way. */
export interface Loaded<T> {
  data: ReadonlySignal<T | undefined>;
  error: Signal<string>;
  isLoading: ReadonlySignal<boolean>;
  /** Asks anew; of several at once, the last counts. */
  load(): Promise<void>;
  /** Puts in place what is known without asking. */
  set(data: T): void;
}

/** Keeps what `ask` answers. What came before stays while it is asked anew, and where that fails. */
export function loaded<T>(ask: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const data = signal<T>();
  const error = signal("");
  const isLoading = signal(false);
  let running: AbortController | undefined;

  return {
    data,
    error,
    isLoading,
    set(value) {
      data.value = value;
    },
    async load() {
      if (!session.value || isExpired.value) return;
      running?.abort();
      const mine = new AbortController();
      running = mine;
      isLoading.value = true;
      try {
        const answer = await ask(mine.signal);
        if (running !== mine) return;
        data.value = answer;
        error.value = "";
      } catch (reason) {
        if (running === mine && !mine.signal.aborted) error.value = sentenceOf(reason);
      } finally {
        if (running === mine) isLoading.value = false;
      }
    },
  };
}
