/** @database server */
import { expect, jest, test } from "@jest/globals";
import type pg from "pg";
import type { AnswerBudget } from "../../src/database/answer-budget.ts";
import type { Reading } from "../../src/database/request-adaptor.ts";

/** A round trip of the reader, which the test answers. */
interface Trip {
  text: string;
  users: (number | undefined)[];
  values: unknown[];
  /** Answers after `took` milliseconds, with `bytes` bytes. */
  answer(took?: number, bytes?: number): void;
  fail(): void;
}
const trips: Trip[] = [];
jest.unstable_mockModule("../../src/database/request-adaptor.ts", () => ({
  readForEach: (_pool: pg.Pool, text: string, readings: Reading[], budget: AnswerBudget) => {
    const { promise, resolve, reject } = Promise.withResolvers<object>();
    trips.push({
      text,
      users: readings.map(({ request }) => request.identity?.userId),
      values: readings.map(({ values }) => values[0]),
      answer(took = 1, bytes = 1) {
        budget.payForBytes(bytes);
        if (budget.isSpent) reject(new Error("too large"));
        const results = readings.map(({ values }) => Promise.resolve([`${text} ${values}`]));
        resolve({ results, took });
      },
      fail: () => reject(new Error("no connection")),
    });
    return promise;
  },
}));
const { BatchReader } = await import("../../src/live/batch-reader.ts");

const turn = () => new Promise(setImmediate);

function reading() {
  trips.length = 0;
  const reader = new BatchReader({} as pg.Pool);
  return {
    read(text: string, value: unknown, user = 1): Promise<readonly unknown[]> {
      return reader.read({ identity: { userId: user, sessionId: 1 } }, text, [value]);
    },
    /** Answers what is asked for, round trip after round trip. */
    async answerAll(took?: number, bytes?: number): Promise<void> {
      let answered = 0;
      for (await turn(); answered < trips.length; await turn()) {
        for (const { answer } of trips.slice(answered)) answer(took, bytes);
        answered = trips.length;
      }
    },
  };
}

/** Returns a reader that knows how much these statements take, from a first read of each. */
async function practised(texts: string[], took?: number, bytes?: number) {
  const known = reading();
  const rows = texts.map((text) => known.read(text, 0));
  await known.answerAll(took, bytes);
  await Promise.all(rows);
  trips.length = 0;
  return known;
}

test("reads of one statement in one turn take one round trip", async () => {
  const { read } = reading();
  const rows = Promise.all([1, 2, 3].map((value) => read("a", value)));
  await turn();
  expect(trips.map(({ values }) => values)).toEqual([[1, 2, 3]]);
  trips[0]?.answer();
  expect(await rows).toEqual([["a 1"], ["a 2"], ["a 3"]]);
});

test("reads of another statement take another round trip", async () => {
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
  const { read } = await practised(["a"]);
  const rows = Promise.all(Array.from({ length: 450 }, (_, value) => read("a", value)));
  await turn();
  expect(trips.map(({ values }) => values.length)).toEqual([200, 200]);
  trips[1]?.answer();
  await turn();
  expect(trips.map(({ values }) => values.length)).toEqual([200, 200, 50]);
  for (const { answer } of trips) answer();
  expect((await rows).at(-1)).toEqual(["a 449"]);
});

test("a new statement begins with short round trips, which soon grow if its reads are quick", async () => {
  const { read, answerAll } = reading();
  const rows = Promise.all(Array.from({ length: 1_000 }, (_, value) => read("a", value)));
  await answerAll(10);
  expect((await rows).at(-1)).toEqual(["a 999"]);
  expect(trips.map(({ values }) => values.length)).toEqual([4, 4, 100, 100, 200, 200, 200, 192]);
});

test("a single read that takes as long as many may does not shorten the next round trip", async () => {
  const { read, answerAll } = await practised(["a"]);
  const few = read("a", 0);
  await answerAll(200);
  await few;
  for (let value = 0; value < 200; value += 1) void read("a", value);
  await turn();
  expect(trips.map(({ values }) => values.length)).toEqual([1, 200]);
});

test.each([
  ["a twentieth of a second", 50, 1, 5],
  ["a little more", 51, 1, 4],
  ["longer than a good round trip", 10_000, 1, 1],
  ["half a megabyte", 1, 500_000, 8],
])(
  "few reads of a statement that takes %s share a round trip",
  async (_what, took, bytes, most) => {
    const { read } = await practised(["a"], took, bytes);
    for (let value = 0; value < 100; value += 1) void read("a", value);
    await turn();
    expect(trips.map(({ values }) => values.length)).toEqual([most, most]);
  },
);

test("users take turns, however much one of them follows", async () => {
  const { read, answerAll } = await practised(["a", "b", "c"]);
  const texts = ["b", "c"];
  for (let value = 0; value < 1_000; value += 1) void read(texts[value % 2] as string, value, 9);
  for (let user = 100; user < 500; user += 1) void read("a", 0, user);
  await answerAll();
  // The round trips of user 9 are short, because this user's next read is always of another statement.
  const sizes = trips.slice(0, 4).map(({ text, values }) => [text, values.length]);
  expect(sizes).toEqual([
    ["b", 1],
    ["a", 200],
    ["a", 200],
    ["c", 1],
  ]);
});

test("a user with many reads of one statement gets the room that others leave in a round trip", async () => {
  const { read } = await practised(["a"]);
  for (let value = 0; value < 1_000; value += 1) void read("a", value, 9);
  for (let user = 100; user < 250; user += 1) void read("a", 0, user);
  await turn();
  const [first] = trips as [Trip];
  expect(new Set(first.users).size).toBe(151);
  expect(first.users.filter((user) => user === 9)).toHaveLength(50);
});

test("statements that every user reads in alternation fill round trips", async () => {
  const { read, answerAll } = await practised(["a", "b"]);
  for (let user = 100; user < 300; user += 1) {
    for (const text of ["a", "b"]) void read(text, 0, user);
  }
  await answerAll();
  expect(trips.map(({ text, values }) => [text, values.length])).toEqual([
    ["a", 200],
    ["b", 200],
  ]);
});

test("reads that are too large together are read one by one, and refused if they are too large alone", async () => {
  const { read } = reading();
  const rows = Promise.allSettled([1, 2].map((user) => read("a", user, user)));
  await turn();
  trips[0]?.answer(1, 20_000_000);
  await turn();
  expect(trips[1]?.users).toHaveLength(1);
  trips[1]?.answer(1, 20_000_000);
  await turn();
  trips[2]?.answer();
  expect((await rows).map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("reads of sixteen megabytes together are not too large", async () => {
  const { read } = reading();
  const rows = Promise.all([1, 2].map((user) => read("a", user, user)));
  await turn();
  trips[0]?.answer(1, 16_000_000);
  await turn();
  expect(trips).toHaveLength(1);
  expect(await rows).toHaveLength(2);
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
