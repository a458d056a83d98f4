import { EventEmitter } from "node:events";
import { afterEach, expect, jest, test } from "@jest/globals";
import type { FromHost, ToHost } from "../../src/hosts/host-messages.ts";

/** Tests who tells the service that it should end, and who is told that it has heard. */

const SIGNALS = ["SIGTERM", "SIGINT"] as const;
/** The main thread, or the parent of several hosts. */
let above: EventEmitter;
let told: unknown[];
afterEach(() => {
  for (const signal of SIGNALS) process.removeAllListeners(signal);
});

/** Loads the module as a process does: in a thread, as one of several hosts, or alone. */
async function load(as: "thread" | "host" | "alone"): Promise<Promise<string>[]> {
  above = new EventEmitter();
  told = [];
  const tell = (message: unknown) => void told.push(message);
  jest.resetModules();
  jest.unstable_mockModule("node:worker_threads", () => ({
    parentPort: as === "thread" ? Object.assign(above, { postMessage: tell }) : null,
  }));
  jest.unstable_mockModule("../../src/hosts/parent.ts", () => ({
    hostNumber: as === "host" ? 2 : undefined,
    tellParent: (message: FromHost) => tell(message),
    onParent: (kind: string, handle: (message: ToHost) => void) => void above.on(kind, handle),
  }));
  const { endSignal } = await import("../../src/hosts/signals.ts");
  // The promise is in a list, so that nobody waits for it yet.
  return [endSignal];
}

test.each(SIGNALS)("a thread hears %s from the main thread, and confirms it", async (signal) => {
  const [endSignal] = await load("thread");
  above.emit("message", signal);
  expect(await endSignal).toBe(signal);
  expect(told).toEqual(["heard"]);
  // The main thread handles the process's own signals.
  for (const one of SIGNALS) expect(process.listenerCount(one)).toBe(0);
});

test("one of several hosts hears from the parent that it must end, and confirms it", async () => {
  const [endSignal] = await load("host");
  above.emit("end", { kind: "end", reason: "restart" });
  expect(await endSignal).toBe("restart");
  expect(told).toEqual([{ kind: "heard" }]);
});

test.each(SIGNALS.flatMap((signal) => [["host", signal] as const, ["alone", signal] as const]))(
  "a process (%s) hears %s itself",
  async (as, signal) => {
    const [endSignal] = await load(as);
    process.emit(signal);
    expect(await endSignal).toBe(signal);
    expect(told).toEqual([]);
  },
);
