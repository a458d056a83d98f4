import { effect, untracked } from "@preact/signals";
import { isExpired, session } from "./session.ts";

/**
 * Runs a function once, when someone has logged in again over the page whose session has expired. A logout ends the
 * waiting. Returns a function that stops it.
 */
export function afterLogin(run: () => void): () => void {
  const stop = effect(() => {
    if (isExpired.value) return;
    stop();
    if (session.peek()) untracked(run);
  });
  return stop;
}
