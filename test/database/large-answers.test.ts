import { setImmediate } from "node:timers/promises";
import { expect, jest, test } from "@jest/globals";
import { BusyError } from "../../src/ops/app-error.ts";
import { fakeSleep } from "../helpers/fake-sleep.ts";
import { until } from "../helpers/until.ts";

fakeSleep();
const { isUsuallyLarge, makeAnswerTurns, noteSize } = await import(
  "../../src/database/large-answers.ts"
);
const FAKED: Parameters<typeof jest.useFakeTimers>[0] = {
  doNotFake: ["setImmediate", "nextTick", "queueMicrotask"],
};

test("answers count as large until a size is known, and for a while after a large answer", () => {
  const shape = {};
  expect(isUsuallyLarge(shape)).toBe(true);
  noteSize(shape, 100);
  expect(isUsuallyLarge(shape)).toBe(false);
  noteSize(shape, 1_000_000);
  noteSize(shape, 100);
  expect(isUsuallyLarge(shape)).toBe(true);
  for (let n = 1; n < 134; n += 1) noteSize(shape, 100);
  expect(isUsuallyLarge(shape)).toBe(true);
  noteSize(shape, 100);
  expect(isUsuallyLarge(shape)).toBe(false);
});

test.each([
  [65_536, false],
  [65_537, true],
])("an answer of %i bytes is large: %j", (bytes, isLarge) => {
  const shape = {};
  noteSize(shape, bytes);
  expect(isUsuallyLarge(shape)).toBe(isLarge);
});

test("two large answers are read at the same time, and users take turns", async () => {
  const turns = makeAnswerTurns(60_000);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (userId: string) =>
    turns.large(userId, () => {
      begun.push(userId);
      return new Promise<void>((end) => ends.push(end));
    });
  const asked = [..."aaaaaabc"].map(ask);
  expect(begun).toEqual(["a", "a"]);
  for (let n = 3; n <= asked.length; n += 1) {
    ends.shift()?.();
    await until(() => begun.length === n);
  }
  expect(begun.slice(0, 4)).toEqual(["a", "a", "b", "c"]);
  for (const end of ends) end();
  await Promise.all(asked);
});

test("two thousand reads of large answers can wait, and one more is refused", async () => {
  jest.useFakeTimers(FAKED);
  const turns = makeAnswerTurns(60_000);
  const refused: unknown[] = [];
  const ask = (userId: number) =>
    turns
      .large(`user ${userId}`, () => new Promise<never>(() => {}))
      .catch((error) => {
        refused.push(error);
      });
  for (let userId = 0; userId < 2 + 2_000; userId += 1) void ask(userId);
  await setImmediate();
  expect(refused).toEqual([]);
  void ask(2_002);
  await setImmediate();
  expect(refused).toEqual([expect.any(BusyError)]);
  jest.useRealTimers();
});

test("a read that fails passes its turn on to the next", async () => {
  const turns = makeAnswerTurns(60_000);
  const fail = () => turns.large("a", () => Promise.reject(new Error("no")));
  await expect(Promise.all([fail(), fail(), fail()])).rejects.toThrow("no");
  expect(await turns.large("a", async () => 1)).toBe(1);
});

test("a large answer is written before the next one is read", async () => {
  const turns = makeAnswerTurns(60_000);
  const { promise, resolve: end } = Promise.withResolvers<void>();
  const order: string[] = [];
  const write = async () => {
    for (let n = 0; n < 100; n += 1) await null;
    order.push("written");
  };
  const asked = [1, 2].map(() => turns.large("a", () => promise).then(write));
  asked.push(turns.large("a", async () => void order.push("read")));
  end();
  await Promise.all(asked);
  expect(order).toEqual(["written", "written", "read"]);
});

test.each([
  ["as long as it took while others ask", 100, true, 100],
  ["a quarter of a second at most", 999, true, 250],
  ["no more a second after the last small answer", 1_000, true, 0],
  ["no more if nobody else asks", 100, false, 0],
])("a turn for a large answer rests %s", async (_, took, isAnybodyElse, rest) => {
  jest.useFakeTimers(FAKED);
  const turns = makeAnswerTurns(60_000);
  const { promise, resolve: end } = Promise.withResolvers<void>();
  const next = jest.fn(async () => {});
  const reads = [() => promise, () => promise, next].map((read, n) => turns.large(`${n}`, read));
  if (isAnybodyElse) await turns.small(async () => {});
  jest.advanceTimersByTime(took);
  end();
  let rested = 0;
  for (;;) {
    await setImmediate();
    await setImmediate();
    if (next.mock.calls.length > 0) break;
    jest.advanceTimersByTime(10);
    rested += 10;
  }
  jest.useRealTimers();
  await Promise.all(reads);
  expect(rested).toBe(rest);
});

test("a read that waits too long for its turn is refused, and takes no turn", async () => {
  const turns = makeAnswerTurns(50);
  const { promise, resolve: end } = Promise.withResolvers<void>();
  const first = [turns.large("a", () => promise), turns.large("a", () => promise)];
  let isRead = false;
  const late = turns.large("b", async () => {
    isRead = true;
  });
  await expect(late).rejects.toBeInstanceOf(BusyError);
  end();
  await Promise.all(first);
  await until(() => turns.large("c", async () => true).catch(() => false));
  expect(isRead).toBe(false);
});
