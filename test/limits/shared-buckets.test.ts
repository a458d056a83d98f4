import { expect, test } from "@jest/globals";
import { SharedBuckets } from "../../src/hosts/quota-stores.ts";

/** Makes the buckets of several hosts on one clock, and notes what they told each other. */
function hosts(count: number, burst: number, perSecond: number) {
  let now = 0;
  const told: [key: string, count: number][] = [];
  const all: SharedBuckets[] = Array.from(
    { length: count },
    (_, own) =>
      new SharedBuckets(
        { burst, perSecond },
        count,
        (key, taken) => {
          told.push([key, taken]);
          for (const [index, other] of all.entries()) if (index !== own) other.charge(key, taken);
        },
        () => now,
      ),
  );
  return {
    told,
    take: (host: number, key: string, taken = 1) => all[host]?.take(key, taken),
    owe: (host: number, key: string, owed: number) => all[host]?.owe(key, owed),
    pass: (seconds: number) => {
      now += 1000 * seconds;
    },
  };
}

test("a key that uses all hosts in turns gets the burst once, with at most an eighth more", () => {
  const { take } = hosts(4, 5000, 20);
  let taken = 0;
  let refused = 0;
  for (let turn = 0; refused < 4; turn += 1) {
    if (take(turn % 4, "a") === 0) taken += 1;
    else refused += 1;
  }
  expect(taken).toBeGreaterThanOrEqual(5000);
  expect(taken).toBeLessThanOrEqual(5000 * 1.125);
});

test("a key that uses all hosts gets the rate once, however it spreads its requests", () => {
  const { take, pass } = hosts(4, 5000, 20);
  let taken = 0;
  for (let second = 0; second < 3600; second += 1) {
    for (let host = 0; host < 4; host += 1) {
      for (let count = 0; count < 19; count += 1) if (take(host, "a") === 0) taken += 1;
    }
    pass(1);
  }
  expect(taken).toBeLessThanOrEqual(5000 * 1.125 + 3600 * 20);
  expect(taken).toBeGreaterThan(3600 * 20);
});

test("what a key takes at once from one host counts at all hosts", () => {
  const { take, pass } = hosts(2, 1000, 10);
  expect(take(0, "a", 1000)).toBe(0);
  expect(take(1, "a")).toBe(1);
  pass(10);
  expect(take(1, "a", 100)).toBe(0);
  expect(take(0, "a")).toBe(1);
});

test("what a key owes at one host counts at all hosts", () => {
  const { take, owe } = hosts(2, 1000, 10);
  owe(0, "a", 1500);
  expect([take(0, "a"), take(1, "a")]).toEqual([51, 51]);
});

test("hosts tell each other of a key only once it has taken a part of the burst", () => {
  const { take, told } = hosts(4, 5000, 20);
  for (let user = 0; user < 1000; user += 1) {
    for (let report = 0; report < 100; report += 1) take(0, `user ${user}`);
  }
  expect(told).toEqual([]);
  for (let report = 0; report < 57; report += 1) take(0, "user 1");
  expect(told).toEqual([["user 1", 157]]);
});

test("a refused request is not told to other hosts", () => {
  const { take, told } = hosts(2, 10, 1);
  take(0, "a", 10);
  expect(told).toEqual([["a", 10]]);
  take(0, "a", 10);
  expect(told).toHaveLength(1);
});

test("with very many keys, what was not told to other hosts yet is forgotten", () => {
  const { told, take } = hosts(1, 80, 1);
  for (let n = 0; n < 9; n += 1) take(0, "a");
  for (let n = 0; n < 100_000; n += 1) take(0, `other ${n}`);
  take(0, "a");
  expect(told).toEqual([]);
});
