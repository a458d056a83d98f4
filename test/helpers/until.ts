import { setTimeout as sleep } from "node:timers/promises";

/** Asks again and again until something holds, and returns it; fails after so many milliseconds, with what there was. */
export async function until<T>(
  ask: () => Promise<T> | T,
  holds: (value: T) => boolean = Boolean,
  patience = 30_000,
): Promise<T> {
  const end = performance.now() + patience;
  for (;;) {
    const value = await ask();
    if (holds(value)) return value;
    if (performance.now() > end) {
      throw new Error(`still not after ${patience} ms: ${JSON.stringify(value)}`);
    }
    await sleep(25);
  }
}
