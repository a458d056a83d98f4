import { effect, type ReadonlySignal, type Signal, signal, untracked } from "@preact/signals";
import { messageOf } from "../api/request.ts";
import { isExpired, session } from "./session.ts";

/**
 * Runs a function once, when someone has logged in again after the session expired. A logout cancels it. Returns a
 * function that cancels it too.
 */
export function afterLogin(run: () => void): () => void {
  const stop = effect(() => {
    if (isExpired.value) return;
    stop();
    if (session.peek()) untracked(run);
  });
  return stop;
}

/** Data from the API, with its error message and loading state. */
export interface Loaded<T> {
  data: ReadonlySignal<T | undefined>;
  error: Signal<string>;
  isLoading: ReadonlySignal<boolean>;
  /** Loads the data again. A second call cancels the first. If the session has expired, it waits for the login. */
  load(): Promise<void>;
  /** Sets the data without a request. */
  set(data: T): void;
}

/** Keeps the result of `ask`. The old data stay during a reload, and after one that fails. */
export function loaded<T>(ask: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const data = signal<T>();
  const error = signal("");
  const isLoading = signal(false);
  let running: AbortController | undefined;
  let stopWaiting = () => {};

  async function load(): Promise<void> {
    stopWaiting();
    if (!session.value) return;
    if (isExpired.value) {
      stopWaiting = afterLogin(load);
      return;
    }
    running?.abort();
    const ownRun = new AbortController();
    running = ownRun;
    isLoading.value = true;
    try {
      const answer = await ask(ownRun.signal);
      if (running !== ownRun) return;
      data.value = answer;
      error.value = "";
    } catch (reason) {
      if (running !== ownRun || ownRun.signal.aborted) return;
      error.value = messageOf(reason);
      if (isExpired.value) stopWaiting = afterLogin(load);
    } finally {
      if (running === ownRun) isLoading.value = false;
    }
  }

  return {
    data,
    error,
    isLoading,
    set(value) {
      data.value = value;
    },
    load,
  };
}
