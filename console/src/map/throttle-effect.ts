import { effect, type ReadonlySignal } from "@preact/signals";

/**
 * Runs a function after a signal changes, at most once in `rest` milliseconds. It runs in a timer, so code that
 * changes the signal several times causes one run.
 */
export function throttleEffect(
  change: ReadonlySignal<unknown>,
  rest: number,
  run: () => void,
): void {
  let isWaiting = false;
  let lastRun = Number.NEGATIVE_INFINITY;
  effect(() => {
    void change.value;
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(
      () => {
        isWaiting = false;
        lastRun = performance.now();
        run();
      },
      Math.max(0, lastRun + rest - performance.now()),
    );
  });
}
