import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import type { ToHost } from "../../src/hosts/host-messages.ts";
import { fakeSleep } from "../helpers/fake-sleep.ts";

/** A process that does nothing by itself. */
class FakeProcess extends EventEmitter {
  readonly told: ToHost[] = [];
  readonly signals: string[] = [];
  readonly process = {
    /** Undefined for a process that could not begin. */
    pid: 4711 as number | undefined,
    send: (message: ToHost) => void this.told.push(message),
    kill: (signal: string) => {
      this.signals.push(signal);
      this.emit("exit", null, signal);
    },
  };
}

let worker: FakeProcess;
let environment: unknown;
fakeSleep();
jest.unstable_mockModule("node:cluster", () => ({
  default: {
    isWorker: false,
    fork: (env: unknown) => {
      environment = env;
      worker = new FakeProcess();
      return worker;
    },
  },
}));
const { Host } = await import("../../src/hosts/host.ts");

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test("a host has its number, and has served once it sends its welcome text", async () => {
  const host = new Host(3);
  expect(environment).toEqual({ HOST_NUMBER: "3" });
  expect(host.hasServed).toBe(false);
  worker.emit("message", { kind: "serving", welcome: "Welcome." });
  expect(await host.serving).toBe("Welcome.");
  expect(host.hasServed).toBe(true);
});

test("a host that has heard that it must end is killed only after its time to drain", async () => {
  const host = new Host(3);
  const why: string[] = [];
  const ended = host.end("SIGTERM", 60_000, (line) => void why.push(line));
  expect(worker.told).toEqual([{ kind: "end", reason: "SIGTERM" }]);
  worker.emit("message", { kind: "heard" });
  await jest.advanceTimersByTimeAsync(84_999);
  expect(worker.signals).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  await ended;
  expect(worker.signals).toEqual(["SIGKILL"]);
  expect(why).toEqual(["SIGTERM: the service has not ended after 88 s. Killing host 3."]);
  expect(await host.ended).toBe("SIGKILL");
});

test("a host that has ended is told nothing, and not killed", async () => {
  const host = new Host(3);
  const why: string[] = [];
  const ended = host.end("restart", 0, (line) => void why.push(line));
  worker.emit("exit", 0, null);
  await ended;
  await jest.advanceTimersByTimeAsync(600_000);
  host.tell({ kind: "scrape", id: 1 });
  expect([worker.signals, why, worker.told.length]).toEqual([[], [], 1]);
  expect(await host.ended).toBe(0);
});

test("a host whose process cannot begin counts as ended, and says why", async () => {
  const host = new Host(3);
  worker.process.pid = undefined;
  worker.emit("error", new Error("spawn node EAGAIN"));
  expect(await host.ended).toBe("spawn node EAGAIN");
  await expect(host.serving).rejects.toThrow(
    "Host 3 has ended before it served (spawn node EAGAIN).",
  );
  expect(host.hasEnded).toBe(true);
});

test("an error of a host's process does not end the host, and after its exit not the parent either", async () => {
  const host = new Host(3);
  const failWrite = () => worker.emit("error", new Error("write EPIPE"));
  failWrite();
  await jest.advanceTimersByTimeAsync(0);
  expect(host.hasEnded).toBe(false);
  worker.emit("exit", null, "SIGKILL");
  expect(await host.ended).toBe("SIGKILL");
  failWrite();
});
