import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { fakeSleep } from "../helpers/fake-sleep.ts";

/** The hosts that were begun, oldest first. They are fakes without processes; `hosts.test.ts` has real ones. */
const begun: FakeWorker[] = [];

class FakeWorker extends EventEmitter {
  readonly number: string;
  readonly told: string[] = [];
  hasEnded = false;
  readonly process = {
    pid: 4711 as number | undefined,
    kill: (signal: string) => void this.told.push(signal),
  };

  constructor({ HOST_NUMBER = "" }: Record<string, string>) {
    super();
    this.number = HOST_NUMBER;
    begun.push(this);
  }

  send(message: string): void {
    this.told.push(message);
  }

  async serve(): Promise<void> {
    this.emit("message", "serving");
    await settled();
  }

  isDead = () => this.hasEnded || this.process.pid === undefined;

  async exit(how: number | string): Promise<void> {
    this.hasEnded = true;
    this.emit("exit", ...(typeof how === "number" ? [how, null] : [null, how]));
    await settled();
  }
}

fakeSleep();
jest.unstable_mockModule("node:cluster", () => ({
  default: {
    isWorker: false,
    fork: (env: Record<string, string>) => new FakeWorker(env),
    get workers() {
      return { ...begun };
    },
  },
}));
const { Hosts } = await import("../../src/hosts/hosts.ts");

beforeEach(() => {
  jest.useFakeTimers();
  begun.length = 0;
});
afterEach(() => void jest.useRealTimers());

const settled = () => jest.advanceTimersByTimeAsync(0);
const numbers = () => begun.map(({ number }) => number).join("");
const host = (index: number) => begun.at(index) as FakeWorker;

/** Starts two hosts, which serve. */
async function startTwo() {
  const errors: string[] = [];
  const log = (line: string, level?: string) => void (level === "error" && errors.push(line));
  const hosts = new Hosts(log, () => {}, 3_000);
  const started = hosts.start(2);
  await host(0).serve();
  await host(1).serve();
  await started;
  return { hosts, errors };
}

test("the second host begins when the first one serves, which migrates the database", async () => {
  const hosts = new Hosts(
    () => {},
    () => {},
    3_000,
  );
  void hosts.start(2);
  await settled();
  expect(numbers()).toBe("1");
  await host(0).serve();
  expect(numbers()).toBe("12");
  expect([hosts.serves(1), hosts.serves(2)]).toEqual([true, false]);
});

test("a host that dies is replaced, after pauses that grow as long as the next one does not serve", async () => {
  const { hosts, errors } = await startTwo();
  await host(1).exit("SIGKILL");
  expect(errors).toEqual(["hosts: host 2 has ended (SIGKILL): another one starts."]);
  let count = 2;
  for (const pause of [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
    await jest.advanceTimersByTimeAsync(pause - 1);
    expect(begun).toHaveLength(count);
    await jest.advanceTimersByTimeAsync(1);
    count += 1;
    expect(begun).toHaveLength(count);
    // The machine has no memory for a process, or the process ends at once.
    if (count % 2 === 0) {
      host(-1).process.pid = undefined;
      host(-1).emit("error", new Error("spawn ENOMEM"));
    } else await host(-1).exit(1);
  }
  expect(hosts.serves(2)).toBe(false);
  await jest.advanceTimersByTimeAsync(30_000);
  await host(-1).serve();
  expect(hosts.serves(2)).toBe(true);
  // An error of a process that runs is none of its end.
  host(-1).emit("error", new Error("write EPIPE"));
  await jest.advanceTimersByTimeAsync(60_000);
  expect(begun).toHaveLength(count + 1);
});

test("a host is told that it is replaced when the next one serves, and killed if it does not end", async () => {
  const { hosts, errors } = await startTwo();
  const replaced = hosts.replaceAll();
  // Asking again changes nothing.
  await hosts.replaceAll();
  expect([numbers(), host(0).told]).toEqual(["121", []]);
  await host(2).serve();
  expect(host(0).told).toEqual(["replaced"]);
  await host(0).exit(0);
  expect(numbers()).toBe("1212");
  await host(3).serve();
  await jest.advanceTimersByTimeAsync(32_999);
  expect(host(1).told).toEqual(["replaced"]);
  await jest.advanceTimersByTimeAsync(1);
  expect(host(1).told).toEqual(["replaced", "SIGKILL"]);
  await host(1).exit("SIGKILL");
  await replaced;
  await jest.advanceTimersByTimeAsync(60_000);
  expect([numbers(), errors]).toEqual(["1212", []]);
});

test("a host that dies while its replacement starts leaves one host in its place", async () => {
  const { hosts } = await startTwo();
  void hosts.replaceAll();
  await host(0).exit(1);
  await jest.advanceTimersByTimeAsync(500);
  expect(numbers()).toBe("1211");
  await host(2).serve();
  await host(3).serve();
  expect([host(2).told, host(3).told]).toEqual([["replaced"], []]);
});

test("a signal ends all hosts, those that start too, and no others begin", async () => {
  const { hosts, errors } = await startTwo();
  void hosts.replaceAll();
  const ended = hosts.end();
  expect(begun.map(({ told }) => told)).toEqual(Array(3).fill(["SIGTERM"]));
  await host(2).exit("SIGTERM");
  await host(0).exit(0);
  await host(1).exit(0);
  expect(await ended).toBe(0);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(numbers()).toBe("121");
  expect(errors).toEqual([
    "hosts: not all are restarted: Host 1 has ended before it served (SIGTERM).",
  ]);
});

test("the exit code is 1 if a host has ended with another one than 0", async () => {
  const { hosts } = await startTwo();
  const ended = hosts.end();
  await host(0).exit(0);
  await host(1).exit(1);
  expect(await ended).toBe(1);
});
