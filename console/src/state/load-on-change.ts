import { effect, type ReadonlySignal } from "@preact/signals";

const LOAD_INTERVAL_MS = 1500;

/**
 * Loads at once, and again soon after each change. Constant changes do not postpone a load, and no change ends a
 * running load. Returns a function that stops.
 */
export function loadOnChange(
  change: ReadonlySignal<unknown>,
  load: () => Promise<void>,
): () => void {
  /** The value of `change` when the newest load began. */
  let known: unknown;
  /** True while a load runs or is scheduled. */
  let isBusy = false;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function run(): Promise<void> {
    isBusy = true;
    known = change.peek();
    await load();
    isBusy = false;
    wait();
  }
  function wait(): void {
    if (isStopped || isBusy || change.peek() === known) return;
    isBusy = true;
    timer = setTimeout(run, LOAD_INTERVAL_MS);
  }
  void run();
  const end = effect(() => {
    void change.value;
    wait();
  });
  return () => {
    end();
    isStopped = true;
    clearTimeout(timer);
  };
}
