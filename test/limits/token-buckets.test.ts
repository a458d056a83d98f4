import { expect, test } from "@jest/globals";
import { TokenBuckets } from "../../src/limits/quotas.ts";

/** Makes buckets on a clock that the test moves, in seconds. */
function buckets(burst: number, perSecond: number) {
  let now = 0;
  const store = new TokenBuckets({ burst, perSecond }, () => now);
  return {
    take: (key: string, count = 1) => store.take(key, count),
    owe: (key: string, count: number) => store.owe(key, count),
    pass: (seconds: number) => {
      now += 1000 * seconds;
    },
  };
}

test("a bucket gives the burst at once, and then the rate", () => {
  const { take, pass } = buckets(5000, 20);
  for (let i = 0; i < 5; i++) expect(take("a", 1000)).toBe(0);
  expect(take("a")).toBe(1);
  pass(1);
  for (let i = 0; i < 20; i++) expect(take("a")).toBe(0);
  expect(take("a")).toBe(1);
  expect(take("a", 1000)).toBe(50);
  pass(50);
  expect(take("a", 1000)).toBe(0);
  expect(take("a")).toBe(1);
});

test("a refusal takes nothing from the bucket", () => {
  const { take } = buckets(10, 1);
  expect(take("a", 8)).toBe(0);
  expect(take("a", 5)).toBe(3);
  expect(take("a", 2)).toBe(0);
});

test("what a key owes is taken from what its bucket holds by then", () => {
  const { take, owe, pass } = buckets(10, 1);
  take("a", 10);
  pass(5);
  owe("a", 3);
  expect(take("a", 10)).toBe(8);
});

test("each key has its own bucket", () => {
  const { take } = buckets(1, 1);
  expect([take("a"), take("a"), take("b")]).toEqual([0, 1, 0]);
});

test("a full bucket lets more than the burst pass, and then makes up for it", () => {
  const { take, pass } = buckets(10, 1);
  expect(take("a", 30)).toBe(0);
  expect(take("a")).toBe(21);
  pass(21);
  expect(take("a")).toBe(0);
  expect(take("a", 30)).toBe(10);
});

test("a bucket never holds more than the burst", () => {
  const { take, pass } = buckets(10, 1);
  take("a", 10);
  pass(1000);
  expect([take("a", 10), take("a")]).toEqual([0, 1]);
});

test("what a key has taken is remembered when the next generation of buckets begins", () => {
  const { take, pass } = buckets(10, 1);
  pass(9);
  expect(take("a", 10)).toBe(0);
  pass(2);
  // The next generation begins here.
  expect(take("b")).toBe(0);
  expect(take("a", 10)).toBe(8);
  pass(3);
  expect(take("a", 10)).toBe(5);
});

test("an empty bucket that nobody asks for is not forgotten before it is full", () => {
  const { take, pass } = buckets(10, 1);
  expect(take("a", 10)).toBe(0);
  for (let second = 0; second < 5; second++) {
    pass(1);
    take("b");
  }
  expect(take("a", 10)).toBe(5);
});

test("more than the burst is made up for in full, though other keys are used meanwhile", () => {
  const { take, pass } = buckets(10, 1);
  expect(take("a", 30)).toBe(0);
  for (let second = 0; second < 25; second++) {
    pass(1);
    take("b");
  }
  expect(take("a", 10)).toBe(5);
});

test("a wait is rounded up: after it, what was refused passes", () => {
  const { take, pass } = buckets(10, 3);
  expect(take("a", 10)).toBe(0);
  expect(take("a", 4)).toBe(2);
  pass(2);
  expect(take("a", 4)).toBe(0);
});

test("with more keys than fit, the newest are remembered, and the oldest forgotten", () => {
  const { take } = buckets(1, 1);
  expect(take("old")).toBe(0);
  for (let i = 0; i < 250_000; i++) take(`flood ${i}`);
  expect(take("flood 249999")).toBe(1);
  // The old key is forgotten. The buckets take the memory of 200,000 keys at most.
  expect(take("old")).toBe(0);
});
