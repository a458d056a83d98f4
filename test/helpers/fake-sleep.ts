import { setImmediate } from "node:timers/promises";
import { jest } from "@jest/globals";

/**
 * Makes jest's fake clock control the waits of `node:timers/promises`, which it does not by itself. Call it before the
 * code is imported.
 */
export function fakeSleep(): void {
  jest.unstable_mockModule("node:timers/promises", () => ({
    setImmediate,
    setTimeout: (delay: number, value?: unknown, { signal }: { signal?: AbortSignal } = {}) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(resolve, delay, value);
        signal?.addEventListener("abort", () => {
          clearTimeout(timer);
          reject(signal.reason);
        });
        if (!signal?.aborted) return;
        clearTimeout(timer);
        reject(signal.reason);
      }),
  }));
}
