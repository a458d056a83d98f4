import { setTimeout } from "node:timers/promises";

/** Requests that may be under way at once. */
const MOST_AT_ONCE = 24;
/** How far behind a schedule may be caught up with, in milliseconds; more would be a flood. */
const MOST_BEHIND = 200;

/** Waits; an abort ends it early, and is no error. */
export async function rest(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal }).catch(() => {});
}

/** Does something at a rate, so many times a second, until the signal; waits for what is under way then. */
export async function pace(
  rate: number,
  signal: AbortSignal,
  act: (index: number) => Promise<void>,
): Promise<void> {
  const underWay = new Set<Promise<void>>();
  let due = performance.now();
  for (let index = 0; !signal.aborted; index += 1) {
    if (underWay.size >= MOST_AT_ONCE) await Promise.race(underWay);
    due = Math.max(due, performance.now() - MOST_BEHIND);
    const wait = due - performance.now();
    if (wait > 0) await rest(wait, signal);
    if (signal.aborted) break;
    const done: Promise<void> = act(index).finally(() => underWay.delete(done));
    underWay.add(done);
    due += 1000 / rate;
  }
  await Promise.all(underWay);
}

/** Does something with each item, few at a time; an abort leaves out the rest. */
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
