import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { HashQueue } from "../../src/auth/hash-queue.ts";
import { FairQueue, type Lane } from "../../src/limits/fair-queue.ts";
import { until } from "../helpers/until.ts";

const stranger = (key: string): Lane => ({ key, isKnown: false });
const known = (key: string): Lane => ({ key, isKnown: true });

/** A queue whose hashes end when the test says so, and which notes their order. */
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

/** A queue on which nothing more begins until a hash ends. */
async function busyQueue() {
  const queue = heldQueue();
  await queue.ask(stranger("first"), 8);
  const atOnce = queue.begun.length;
  expect(atOnce).toBeGreaterThan(0);
  expect(atOnce).toBeLessThan(4);
  // All that waits of it.
  await queue.end(8 - atOnce);
  queue.begun.length = 0;
  return { ...queue, atOnce };
}

test("runs as much at once as it is told, and no more", async () => {
  const refusal = () => new Error("full");
  const queue = new FairQueue({ atOnce: 2, mostWaiting: 9, mostInLane: 9, refusal });
  let running = 0;
  const work = () => {
    running += 1;
    return new Promise<void>(() => {});
  };
  for (const key of ["a", "b", "c"]) void queue.run(stranger(key), work);
  await new Promise(setImmediate);
  expect(running).toBe(2);
});

test("takes turns among lanes, whichever asks more often", async () => {
  const { ask, end, begun } = await busyQueue();
  await ask(stranger("a"), 6);
  await ask(stranger("b"), 2);
  await ask(stranger("c"), 2);
  await end(6);
  expect(begun).toEqual(["a", "b", "c", "a", "b", "c"]);
});

test("takes a lane that comes late before one that has had turns", async () => {
  const { ask, end, begun } = await busyQueue();
  await ask(stranger("a"), 5);
  await end(2);
  await ask(stranger("late"));
  await end(1);
  expect(begun).toEqual(["a", "a", "late"]);
});

test("gives known lanes every other turn, however many strangers wait", async () => {
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

test("never refuses a known lane for strangers, however often it had its turn", async () => {
  const { ask, end, refused } = await busyQueue();
  for (let i = 0; i < 100; i++) {
    await ask(known("user"));
    await end();
  }
  for (let i = 0; i < 64; i++) await ask(stranger(`stranger ${i}`));
  await ask(known("user"));
  expect(refused).toEqual(["stranger 63"]);
});

test("refuses the next hash of a lane with sixteen waiting, and takes those of others", async () => {
  const { ask, refused } = await busyQueue();
  await ask(stranger("a"), 20);
  await ask(stranger("b"));
  expect(refused).toEqual(Array(4).fill("a"));
});

test("what was refused takes no room", async () => {
  const { ask, refused } = await busyQueue();
  await ask(stranger("a"), 16 + 60);
  await ask(stranger("b"), 16);
  expect(refused).toEqual(Array(60).fill("a"));
});

test("refuses strangers who have had the most turns if it is full, and never a known lane", async () => {
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

test("goes on after a hash that failed", async () => {
  const queue = new HashQueue();
  const fail = () => Promise.reject(new Error("no memory"));
  for (let i = 0; i < 10; i++) await expect(queue.run(known("a"), fail)).rejects.toThrow("memory");
  expect(await queue.run(stranger("b"), async () => 1)).toBe(1);
});

test("is idle when nothing runs and nobody waits", async () => {
  const { queue, ask, end, begun } = heldQueue();
  await queue.idle();
  await ask(stranger("a"), 4);
  let isIdle = false;
  const waiting = [queue.idle(), queue.idle()];
  void Promise.all(waiting).then(() => {
    isIdle = true;
  });
  await end(3);
  expect([isIdle, begun.length]).toEqual([false, 4]);
  // One runs, and nobody waits.
  let isLate = false;
  void queue.idle().then(() => {
    isLate = true;
  });
  await new Promise(setImmediate);
  expect(isLate).toBe(false);
  await end();
  expect([isIdle, isLate]).toEqual([true, true]);
});

test("begins what one lane asks for in its order, and refuses its newest", async () => {
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

test("counts turns that began at once too", async () => {
  const { ask, end, begun } = heldQueue();
  // One lane has them all.
  await ask(stranger("a"), 4);
  await ask(stranger("b"));
  const atOnce = begun.length;
  // The rest of the first lane came before.
  await end();
  expect(begun.slice(atOnce)).toEqual(["b"]);
});

test("an account that is known at one address is a stranger elsewhere", async () => {
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

  /** A lane that has had three turns, and another one that had none. Returns who comes next. */
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

  test("what waits in a lane is not", async () => {
    const { ask, refused } = await busyQueue();
    await ask(stranger("a"), 16);
    now.mockReturnValue(NOW + 61_000);
    await ask(stranger("b"));
    await ask(stranger("a"));
    expect(refused).toEqual(["a"]);
  });
});
