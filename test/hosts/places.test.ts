import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import type { Host } from "../../src/hosts/host.ts";
import { fakeSleep } from "../helpers/fake-sleep.ts";

/** The hosts that were begun, oldest first. They are fakes without processes; `hosts.test.ts` has real ones. */
const begun: FakeHost[] = [];
/** The error with which the machine refuses to begin a process. */
let refusal: Error | undefined;

class FakeHost {
  readonly number: number;
  readonly ends: [reason: string, drain: number][] = [];
  hasServed = false;
  hasEnded = false;
  readonly #served = Promise.withResolvers<string>();
  readonly #gone = Promise.withResolvers<number | string>();
  readonly serving = this.#served.promise;
  readonly ended = this.#gone.promise;
  /** The exit code when it is told to end, and what it waits for before. */
  code = 0;
  lasts = Promise.resolve();

  constructor(number: number) {
    if (refusal) throw refusal;
    this.number = number;
    this.serving.catch(() => {});
    begun.push(this);
  }

  serve(): void {
    this.hasServed = true;
    this.#served.resolve(`welcome of host ${this.number}`);
  }

  die(how: number | string): void {
    this.hasEnded = true;
    this.#gone.resolve(how);
    this.#served.reject(new Error(`Host ${this.number} has ended before it served (${how}).`));
  }

  async end(reason: string, drain: number): Promise<void> {
    this.ends.push([reason, drain]);
    await this.lasts;
    this.die(this.code);
  }
}

fakeSleep();
jest.unstable_mockModule("../../src/hosts/host.ts", () => ({ Host: FakeHost }));
const { Hosts } = await import("../../src/hosts/hosts.ts");

beforeEach(() => {
  jest.useFakeTimers();
  begun.length = 0;
  refusal = undefined;
});
afterEach(() => void jest.useRealTimers());

const settled = () => jest.advanceTimersByTimeAsync(0);
const numbers = () => begun.map(({ number }) => number);
const host = (index: number) => begun[index] as FakeHost;

function makeHosts() {
  const logged: string[] = [];
  const errors: string[] = [];
  const adopted: Host[] = [];
  const times = { drain: 7_000, keepAlive: 3_000 };
  const hosts = new Hosts(
    (line, level) => void (level === "error" ? errors : logged).push(line),
    (one) => void adopted.push(one),
    times,
  );
  return { hosts, logged, errors, adopted };
}

/** Starts two hosts, which serve. */
async function startTwo() {
  const made = makeHosts();
  const started = made.hosts.start(2, () => {});
  host(0).serve();
  await settled();
  host(1).serve();
  await started;
  return made;
}

describe("a start", () => {
  test("begins the other hosts when the first one serves, and adopts each", async () => {
    const { hosts, adopted } = makeHosts();
    const welcomes: string[] = [];
    let hasStarted = false;
    const started = hosts.start(3, (text) => void welcomes.push(text));
    void started.then(() => {
      hasStarted = true;
    });
    await settled();
    expect(numbers()).toEqual([1]);
    host(0).serve();
    await settled();
    expect(numbers()).toEqual([1, 2, 3]);
    expect(welcomes).toEqual(["welcome of host 1"]);
    expect(adopted).toEqual(begun);
    host(1).serve();
    await settled();
    expect(hasStarted).toBe(false);
    host(2).serve();
    await started;
    expect([...hosts.running]).toEqual(begun);
  });

  test("begins no more hosts if a signal came meanwhile", async () => {
    const { hosts } = makeHosts();
    const started = hosts.start(2, () => {});
    host(0).serve();
    const ended = hosts.end("SIGTERM");
    await started;
    expect(await ended).toBe(0);
    expect(numbers()).toEqual([1]);
    expect(hosts.running.size).toBe(0);
  });
});

describe("a host that dies", () => {
  test("is replaced after half a second, and each replacement that does not serve doubles the pause", async () => {
    const { hosts, errors } = await startTwo();
    host(1).die("SIGKILL");
    await settled();
    expect(errors).toEqual(["hosts: host 2 has ended (SIGKILL): another one starts."]);
    let count = begun.length;
    for (const pause of [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      await jest.advanceTimersByTimeAsync(pause - 1);
      expect(begun).toHaveLength(count);
      await jest.advanceTimersByTimeAsync(1);
      count += 1;
      expect(begun).toHaveLength(count);
      expect(begun.at(-1)?.number).toBe(2);
      begun.at(-1)?.die(1);
    }
    await jest.advanceTimersByTimeAsync(30_000);
    expect(hosts.running.size).toBe(2);
    begun.at(-1)?.serve();
    begun.at(-1)?.die(1);
    await jest.advanceTimersByTimeAsync(499);
    expect(begun).toHaveLength(count + 1);
    await jest.advanceTimersByTimeAsync(1);
    expect(begun).toHaveLength(count + 2);
  });

  test("is replaced once the machine can begin a process again, with growing pauses between the attempts", async () => {
    const { hosts, errors } = await startTwo();
    host(1).die("SIGKILL");
    refusal = new Error("spawn ENOMEM");
    await jest.advanceTimersByTimeAsync(500 + 1_000);
    expect(errors).toEqual([
      "hosts: host 2 has ended (SIGKILL): another one starts.",
      "hosts: host 2 cannot begin (spawn ENOMEM): it is tried again.",
      "hosts: host 2 cannot begin (spawn ENOMEM): it is tried again.",
    ]);
    refusal = undefined;
    await jest.advanceTimersByTimeAsync(1_999);
    expect(numbers()).toEqual([1, 2]);
    await jest.advanceTimersByTimeAsync(1);
    expect(numbers()).toEqual([1, 2, 2]);
    expect(hosts.running.size).toBe(2);
  });

  test("is not replaced once all hosts end, and does not make that end a failure", async () => {
    const { hosts } = await startTwo();
    host(1).die("SIGKILL");
    await settled();
    expect(await hosts.end("SIGTERM")).toBe(0);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(numbers()).toEqual([1, 2]);
  });
});

describe("the end of all hosts", () => {
  test("drains all hosts at once, with the signal as the reason", async () => {
    const { hosts } = await startTwo();
    expect(await hosts.end("SIGINT")).toBe(0);
    expect(begun.map(({ ends }) => ends)).toEqual([[["SIGINT", 7_000]], [["SIGINT", 7_000]]]);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(numbers()).toEqual([1, 2]);
  });

  test("has the exit code 1 if one of them ended with 1", async () => {
    const { hosts } = await startTwo();
    host(1).code = 1;
    expect(await hosts.end("SIGTERM")).toBe(1);
  });
});

describe("a restart", () => {
  test("replaces one host after the other, and leaves the old host's clients time to go", async () => {
    const { hosts, logged, errors } = await startTwo();
    const restarted = hosts.restart();
    await settled();
    expect(numbers()).toEqual([1, 2, 1]);
    expect(host(0).ends).toEqual([]);
    host(2).serve();
    await settled();
    expect(host(0).ends).toEqual([["restart", 3_000]]);
    expect(numbers()).toEqual([1, 2, 1, 2]);
    expect(host(1).ends).toEqual([]);
    host(3).serve();
    await restarted;
    expect(host(1).ends).toEqual([["restart", 3_000]]);
    expect(logged.at(-1)).toBe("hosts: all are restarted.");
    // Those that were replaced leave no place empty.
    await jest.advanceTimersByTimeAsync(60_000);
    expect(numbers()).toEqual([1, 2, 1, 2]);
    expect([...hosts.running]).toEqual(begun.slice(2));
    expect(errors).toEqual([]);
  });

  test("that is asked for again while it runs happens once", async () => {
    const { hosts } = await startTwo();
    const both = [hosts.restart(), hosts.restart()];
    await settled();
    expect(numbers()).toEqual([1, 2, 1]);
    host(2).serve();
    await settled();
    host(3).serve();
    await Promise.all(both);
    void hosts.restart();
    await settled();
    expect(numbers()).toEqual([1, 2, 1, 2, 1]);
  });

  test("stops if a new host does not serve, and keeps the old hosts", async () => {
    const { hosts, errors } = await startTwo();
    const restarted = hosts.restart();
    await settled();
    host(2).die(1);
    await restarted;
    expect(errors.at(-1)).toMatch(/^hosts: not all are restarted: Host 1 has ended/);
    expect(host(0).ends).toEqual([]);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(numbers()).toEqual([1, 2, 1]);
  });

  test("begins no host after a signal, and ends one that has just begun to serve", async () => {
    const { hosts } = await startTwo();
    const restarted = hosts.restart();
    await settled();
    host(2).serve();
    const ended = hosts.end("SIGTERM");
    await restarted;
    expect(await ended).toBe(0);
    expect(numbers()).toEqual([1, 2, 1]);
    expect(begun.map(({ ends }) => ends)).toEqual(Array(3).fill([["SIGTERM", 7_000]]));
  });

  test("does not go on to the next host if a signal comes while an old host ends", async () => {
    const { hosts } = await startTwo();
    const { promise, resolve: goes } = Promise.withResolvers<void>();
    host(0).lasts = promise;
    const restarted = hosts.restart();
    await settled();
    host(2).serve();
    await settled();
    const ended = hosts.end("SIGTERM");
    goes();
    await restarted;
    expect(await ended).toBe(0);
    expect(numbers()).toEqual([1, 2, 1]);
  });
});
