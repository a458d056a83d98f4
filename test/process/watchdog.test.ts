import { EventEmitter } from "node:events";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { fakeSleep } from "../helpers/fake-sleep.ts";

fakeSleep();
const { passSignals, watchEnd } = await import("../../src/ops/watchdog.ts");

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const never = new Promise<never>(() => {});
/** The time in which a host must end after it has drained, in milliseconds. */
const ENDING = 25_000;

/** Watches the end of a service. Returns the reasons for which it was forced. */
function watch(heard: Promise<unknown>, drain = 0): string[] {
  const forced: string[] = [];
  void watchEnd("SIGTERM", heard, drain, (why) => void forced.push(why));
  return forced;
}

describe("a service that was told to end", () => {
  test("has three seconds to hear it, and is then ended once", async () => {
    const forced = watch(never);
    await jest.advanceTimersByTimeAsync(2_999);
    expect(forced).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    const why = "SIGTERM: the service has been too busy to hear it for 3 s.";
    expect(forced).toEqual([why]);
    await jest.advanceTimersByTimeAsync(600_000);
    expect(forced).toEqual([why]);
  });

  test.each([
    ["without a drain", 0, 28],
    ["after a drain of two minutes", 120_000, 148],
  ])("has its time %s once it has heard, and is then ended", async (_when, drain, most) => {
    const forced = watch(Promise.resolve("heard"), drain);
    await jest.advanceTimersByTimeAsync(drain + ENDING - 1);
    expect(forced).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(forced).toEqual([`SIGTERM: the service has not ended after ${most} s.`]);
  });

  test("may hear it at the last moment", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const forced = watch(promise);
    await jest.advanceTimersByTimeAsync(2_999);
    resolve();
    await jest.advanceTimersByTimeAsync(ENDING - 1);
    expect(forced).toEqual([]);
  });
});

test.each(["SIGTERM", "SIGINT"] as const)(
  "%s is passed on to the thread once, and the time to end includes the drain",
  async (signal) => {
    const told: unknown[] = [];
    const forced: string[] = [];
    const thread = Object.assign(new EventEmitter(), {
      postMessage: (message: unknown) => void told.push(message),
    });
    const before = process.listenerCount(signal);
    passSignals(thread as never, 10_000, (why) => void forced.push(why));
    process.emit(signal);
    expect(told).toEqual([signal]);
    // The next signal ends the process as usual.
    expect(process.listenerCount(signal)).toBe(before);
    thread.emit("message", "heard");
    await jest.advanceTimersByTimeAsync(10_000 + ENDING - 1);
    expect(forced).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(forced).toEqual([`${signal}: the service has not ended after 38 s.`]);
    for (const other of ["SIGTERM", "SIGINT"] as const) process.removeAllListeners(other);
  },
);
