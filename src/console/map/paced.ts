import { effect, type ReadonlySignal } from "@preact/signals";

/**
 * Runs something after each change of a signal, of several changes once: at most once in `rest` milliseconds, and not
 * before what made the change is done.
 */
export function paced(change: ReadonlySignal<unknown>, rest: number, run: () => void): void {
  let isWaiting = false;
  let last = Number.NEGATIVE_INFINITY;
  effect(() => {
    void change.value;
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(
      () => {
        isWaiting = false;
        last = performance.now();
        run();
      },
      Math.max(0, last + rest - performance.now()),
    );
  });
}
