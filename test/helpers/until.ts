import { setTimeout as sleep } from "node:timers/promises";

/**
 * Polls a value until it meets a condition, and returns it. Fails with the last value after `patience` milliseconds.
 * That is long, because the machine may be busy, but shorter than a test may take.
 */
export async function until<T>(
  ask: () => Promise<T> | T,
  holds: (value: T) => boolean = Boolean,
  patience = 150_000,
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
