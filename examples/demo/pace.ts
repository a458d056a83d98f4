import { setTimeout } from "node:timers/promises";

/** How many requests may run at once. */
const MAX_AT_ONCE = 24;
/** How much delay is caught up, in milliseconds. More would be a flood of requests. */
const MAX_DELAY = 200;

/** Waits for `milliseconds`. An abort ends the wait early, without an error. */
export async function rest(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal }).catch(() => {});
}

/** Calls a function at a rate, in calls a second, until the signal. Then waits for the running calls. */
export async function pace(
  rate: number,
  signal: AbortSignal,
  act: (index: number) => Promise<void>,
): Promise<void> {
  const underWay = new Set<Promise<void>>();
  let due = performance.now();
  for (let index = 0; !signal.aborted; index += 1) {
    if (underWay.size >= MAX_AT_ONCE) await Promise.race(underWay);
    due = Math.max(due, performance.now() - MAX_DELAY);
    const wait = due - performance.now();
    if (wait > 0) await rest(wait, signal);
    if (signal.aborted) break;
    const done: Promise<void> = act(index).finally(() => underWay.delete(done));
    underWay.add(done);
    due += 1000 / rate;
  }
  await Promise.all(underWay);
}

/** Calls a function for each item, a few at a time. After an abort, the remaining items are left out. */
export async function each<T>(
  items: readonly T[],
  atOnce: number,
  signal: AbortSignal,
  act: (item: T) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined && !signal.aborted; item = queue.shift()) {
      await act(item);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
