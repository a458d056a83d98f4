import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { FairQueue, type Lane } from "../../src/limits/fair-queue.ts";
import { HashQueue } from "../../src/people/passwords.ts";
import { until } from "../helpers/until.ts";

const stranger = (key: string): Lane => ({ key, isKnown: false });
const known = (key: string): Lane => ({ key, isKnown: true });

/** Makes a queue whose hashes end when the test says so, and notes their order. */
function heldQueue() {
  const queue = new HashQueue();
  const begun: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  /** Asks for a hash, and lets the queue take it. */
  const ask = async (lane: Lane, count = 1): Promise<void> => {
    for (let i = 0; i < count; i++) {
      const work = () => {
        begun.push(lane.key);
        return new Promise<void>((resolve) => ends.push(resolve));
      };
      void queue.run(lane, work).catch((error) => {
        expect(error.extensions).toEqual({
          code: "RATE_LIMITED",
          type: "AppError",
          reason: "TOO_MANY_LOGINS",
          retryAfter: 3,
        });
        expect(error.message).toMatch(/^Too many logins at once: /);
        refused.push(lane.key);
      });
    }
    await new Promise(setImmediate);
  };
  /** Ends the oldest running hash, and waits for the next to begin. */
  const end = async (count = 1): Promise<void> => {
    for (let i = 0; i < count; i++) {
      ends.shift()?.();
      await new Promise(setImmediate);
    }
  };
  return { queue, ask, end, begun, refused };
}

/** Makes a queue on which nothing more begins until a hash ends. */
async function busyQueue() {
  const queue = heldQueue();
  await queue.ask(stranger("first"), 8);
  const atOnce = queue.begun.length;
  expect(atOnce).toBeGreaterThan(0);
  expect(atOnce).toBeLessThan(4);
  // Lets all waiting hashes of this lane begin.
  await queue.end(8 - atOnce);
  queue.begun.length = 0;
  return { ...queue, atOnce };
}

test("the queue runs no more work at once than its limit", async () => {
  const queue = new FairQueue({ atOnce: 2 });
  let running = 0;
  const work = () => {
    running += 1;
    return new Promise<void>(() => {});
  };
  for (const key of ["a", "b", "c"]) void queue.run(stranger(key), work);
  await new Promise(setImmediate);
  expect(running).toBe(2);
});

test("lanes take turns, however often each of them asks", async () => {
  const { ask, end, begun } = await busyQueue();
  await ask(stranger("a"), 6);
  await ask(stranger("b"), 2);
  await ask(stranger("c"), 2);
  await end(6);
  expect(begun).toEqual(["a", "b", "c", "a", "b", "c"]);
});

test("a lane that comes late has its turn before one that has had turns", async () => {
  const { ask, end, begun } = await busyQueue();
  await ask(stranger("a"), 5);
  await end(2);
  await ask(stranger("late"));
  await end(1);
  expect(begun).toEqual(["a", "a", "late"]);
});

test("known lanes get every other turn, however many strangers wait", async () => {
  const { ask, end, begun } = await busyQueue();
  for (let i = 0; i < 8; i++) await ask(stranger(`stranger ${i}`));
  await ask(known("user"), 4);
  await end(8);
  expect(begun.map((key) => key.slice(0, 4))).toEqual(
    begun[0] === "user"
      ? ["user", "stra", "user", "stra", "user", "stra", "user", "stra"]
      : ["stra", "user", "stra", "user", "stra", "user", "stra", "user"],
  );
});

test("a known lane is never refused because of strangers, however many turns it has had", async () => {
  const { ask, end, refused } = await busyQueue();
  for (let i = 0; i < 100; i++) {
    await ask(known("user"));
    await end();
  }
  for (let i = 0; i < 64; i++) await ask(stranger(`stranger ${i}`));
  await ask(known("user"));
  expect(refused).toEqual(["stranger 63"]);
});

test("a lane with sixteen hashes waiting is refused the next one, and other lanes are not", async () => {
  const { ask, refused } = await busyQueue();
  await ask(stranger("a"), 20);
  await ask(stranger("b"));
  expect(refused).toEqual(Array(4).fill("a"));
});

test("refused work takes no room in the queue", async () => {
  const { ask, refused } = await busyQueue();
  await ask(stranger("a"), 16 + 60);
  await ask(stranger("b"), 16);
  expect(refused).toEqual(Array(60).fill("a"));
});

test("a full queue refuses the strangers who have had the most turns, and never a known lane", async () => {
  const { ask, end, begun, refused } = await busyQueue();
  await ask(stranger("greedy"), 16);
  await end(8);
  await ask(stranger("greedy"), 8);
  for (const key of ["b", "c", "d"]) await ask(stranger(key), 16);
  expect(refused).toEqual([]);
  await ask(known("user"));
  await ask(stranger("newcomer"));
  expect(refused).toEqual(["greedy", "greedy"]);
  begun.length = 0;
  await end(2);
  expect(begun.slice(0, 2)).toContain("user");
});

test("the queue goes on after work that failed", async () => {
  const queue = new HashQueue();
  const fail = () => Promise.reject(new Error("no memory"));
  for (let i = 0; i < 10; i++) await expect(queue.run(known("a"), fail)).rejects.toThrow("memory");
  expect(await queue.run(stranger("b"), async () => 1)).toBe(1);
});

test("the work of one lane begins in its order, and its newest is refused", async () => {
  const { queue, end } = await busyQueue();
  const begun: number[] = [];
  const refused: number[] = [];
  for (let n = 1; n <= 18; n++) {
    void queue.run(stranger("a"), async () => void begun.push(n)).catch(() => refused.push(n));
  }
  await new Promise(setImmediate);
  expect(refused).toEqual([17, 18]);
  await end();
  await until(() => begun.length === 16);
  expect(begun).toEqual(Array.from({ length: 16 }, (_, index) => index + 1));
});

test("turns that began without waiting count too", async () => {
  const { ask, end, begun } = heldQueue();
  // One lane has all turns.
  await ask(stranger("a"), 4);
  await ask(stranger("b"));
  const atOnce = begun.length;
  // The other hashes of the first lane were asked for earlier.
  await end();
  expect(begun.slice(atOnce)).toEqual(["b"]);
});

test("a known account and a stranger with the same key have separate lanes", async () => {
  const { ask, refused } = await busyQueue();
  await ask(stranger("a"), 16);
  await ask(known("a"), 16);
  expect(refused).toEqual([]);
});

describe("after a minute", () => {
  const NOW = Date.parse("2026-10-21T07:28:00Z");
  let now: jest.SpiedFunction<typeof Date.now>;
  beforeEach(() => {
    now = jest.spyOn(Date, "now").mockReturnValue(NOW);
  });
  afterEach(() => now.mockRestore());

  /** Gives one lane three turns, and lets another lane ask after this time. Returns which lane comes next. */
  async function nextAfter(milliseconds: number) {
    now.mockReturnValue(NOW);
    const { ask, end, begun } = await busyQueue();
    await ask(stranger("often"), 4);
    await end(3);
    now.mockReturnValue(NOW + milliseconds);
    await ask(stranger("other"));
    begun.length = 0;
    await end();
    return begun;
  }

  test("turns are forgotten, and not before", async () => {
    expect(await nextAfter(60_000)).toEqual(["other"]);
    expect(await nextAfter(60_001)).toEqual(["often"]);
  });

  test("the work that waits in a lane is not forgotten", async () => {
    const { ask, refused } = await busyQueue();
    await ask(stranger("a"), 16);
    now.mockReturnValue(NOW + 61_000);
    await ask(stranger("b"));
    await ask(stranger("a"));
    expect(refused).toEqual(["a"]);
  });
});
