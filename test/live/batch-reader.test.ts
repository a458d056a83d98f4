import { expect, jest, test } from "@jest/globals";
import type pg from "pg";

/** A round trip of the reader, which the test answers. */
interface Trip {
  text: string;
  values: unknown[];
  answer(): void;
  fail(): void;
}
const trips: Trip[] = [];
jest.unstable_mockModule("../../src/database/request-adaptor.ts", () => ({
  readForEach: (_pool: pg.Pool, text: string, readings: { values: unknown[] }[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown[]>();
    trips.push({
      text,
      values: readings.map(({ values }) => values[0]),
      answer: () => resolve(readings.map(({ values }) => Promise.resolve([`${text} ${values}`]))),
      fail: () => reject(new Error("no connection")),
    });
    return promise;
  },
}));
const { BatchReader } = await import("../../src/live/batch-reader.ts");

const SETTINGS = { "token.user_id": "1", "token.session_id": "1" };
const turn = () => new Promise(setImmediate);

function reading(): { read(text: string, value: unknown): Promise<readonly unknown[]> } {
  trips.length = 0;
  const reader = new BatchReader({} as pg.Pool);
  return { read: (text, value) => reader.read(SETTINGS, text, [value]) };
}

test("reads of one statement in one turn take one round trip", async () => {
  const { read } = reading();
  const rows = Promise.all([1, 2, 3].map((value) => read("a", value)));
  await turn();
  expect(trips.map(({ values }) => values)).toEqual([[1, 2, 3]]);
  trips[0]?.answer();
  expect(await rows).toEqual([["a 1"], ["a 2"], ["a 3"]]);
});

test("another statement is read apart", async () => {
  const { read } = reading();
  const rows = Promise.all([read("a", 1), read("b", 2), read("a", 3)]);
  await turn();
  expect(trips.map(({ text, values }) => [text, values])).toEqual([
    ["a", [1]],
    ["b", [2]],
  ]);
  trips[0]?.answer();
  await turn();
  for (const { answer } of trips) answer();
  expect(await rows).toEqual([["a 1"], ["b 2"], ["a 3"]]);
});

test("a round trip has two hundred reads at most, and two run at once", async () => {
  const { read } = reading();
  const rows = Promise.all(Array.from({ length: 450 }, (_, value) => read("a", value)));
  await turn();
  expect(trips.map(({ values }) => values.length)).toEqual([200, 200]);
  trips[1]?.answer();
  await turn();
  expect(trips.map(({ values }) => values.length)).toEqual([200, 200, 50]);
  for (const { answer } of trips) answer();
  expect((await rows).at(-1)).toEqual(["a 449"]);
});

test("a failure reaches each read of its round trip, and later ones go on", async () => {
  const { read } = reading();
  for (let round = 0; round < 3; round += 1) {
    const rows = Promise.allSettled([read("a", 1), read("a", 2)]);
    await turn();
    trips.at(-1)?.fail();
    expect((await rows).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  }
  const rows = read("a", 3);
  await turn();
  trips.at(-1)?.answer();
  expect(await rows).toEqual(["a 3"]);
});
