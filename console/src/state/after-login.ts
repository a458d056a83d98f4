import { effect, untracked } from "@preact/signals";
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
