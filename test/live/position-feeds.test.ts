/** @database server */
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import type pg from "pg";
import { fakeSleep } from "../helpers/fake-sleep.ts";

fakeSleep();
const { PositionFeeds } = await import("../../src/live/position-events.ts");

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Last positions, which the test commits. `asked` has the ids after which they were read. */
function fakeDatabase(newest: number) {
  const rows: [id: string, userId: number, createdAt: string | null][] = [];
  const asked: string[] = [];
  const database = { isAway: false };
  const pool = {
    async query({ values }: { values?: [string] }) {
      if (database.isAway) throw new Error("the database is away");
      if (!values) return { rows: [{ id: String(newest) }] };
      asked.push(values[0]);
      return { rows: rows.filter(([id]) => BigInt(id) > BigInt(values[0])) };
    },
  };
  const commit = (id: number, userId = id, isHistory = true) =>
    rows.push([String(id), userId, isHistory ? `at ${id}` : null]);
  return {
    feeds: new PositionFeeds(pool as unknown as pg.Pool, () => {}),
    commit,
    asked,
    database,
  };
}

const poll = () => jest.advanceTimersByTimeAsync(1000);

test("a position is sent once, though the next polls find it again", async () => {
  const { feeds, commit } = fakeDatabase(8);
  const feed = await feeds.followHistory();
  const told: string[] = [];
  void (async () => {
    for (let events = await feed.take(); events.length > 0; events = await feed.take()) {
      told.push(...events.map(({ id }) => id));
    }
  })();
  commit(9);
  await poll();
  commit(10);
  for (let turn = 0; turn < 8; turn += 1) await poll();
  expect(told).toEqual(["9", "10"]);
  feed.cancel();
});

test("a position whose transaction commits late is sent, up to five polls after the next one", async () => {
  const { feeds, commit } = fakeDatabase(8);
  const feed = await feeds.followHistory();
  commit(12);
  for (let turn = 0; turn < 4; turn += 1) await poll();
  commit(10);
  await poll();
  expect((await feed.take()).map(({ id }) => id)).toEqual(["12", "10"]);
  feed.cancel();
});

test("each poll reads only what is new since five polls ago", async () => {
  const { feeds, commit, asked } = fakeDatabase(8);
  const feed = await feeds.followHistory();
  // Rows come in any order.
  for (let id = 10; id < 26; id += 2) {
    commit(id);
    commit(id - 1);
    await poll();
  }
  expect(asked).toEqual(["8", "8", "8", "8", "8", "10", "12", "14"]);
  feed.cancel();
});

test("polling ends when the last subscriber leaves", async () => {
  const { feeds, asked } = fakeDatabase(8);
  const [one, other] = [await feeds.followHistory(), await feeds.followHistory()];
  await poll();
  one.cancel();
  await poll();
  other.cancel();
  await poll();
  expect(asked).toHaveLength(2);
  expect(jest.getTimerCount()).toBe(0);
});

test("a subscriber who comes after the last one left gets new positions", async () => {
  const { feeds, commit } = fakeDatabase(8);
  (await feeds.followHistory()).cancel();
  const feed = await feeds.followHistory();
  commit(9);
  await poll();
  expect((await feed.take()).map(({ id }) => id)).toEqual(["9"]);
  feed.cancel();
});

test("only the newest of a user's positions waits for a subscriber", async () => {
  const { feeds, commit } = fakeDatabase(8);
  const feed = await feeds.followHistory();
  commit(9, 1);
  commit(10, 2);
  await poll();
  commit(11, 1);
  await poll();
  expect((await feed.take()).map(({ id }) => id)).toEqual(["11", "10"]);
  feed.cancel();
});

test("a start that fails is an error for its subscriber, and the next one starts again", async () => {
  const { feeds, commit, database } = fakeDatabase(8);
  database.isAway = true;
  await expect(feeds.followHistory()).rejects.toThrow("the database is away");
  database.isAway = false;
  const feed = await feeds.followHistory();
  commit(9);
  await poll();
  expect((await feed.take()).map(({ id }) => id)).toEqual(["9"]);
  // A later poll that fails is followed by others.
  database.isAway = true;
  await poll();
  database.isAway = false;
  commit(10);
  await poll();
  expect((await feed.take()).map(({ id }) => id)).toEqual(["10"]);
  feed.cancel();
});

test("a position that is not in the history is sent only to those who follow changes", async () => {
  const { feeds, commit } = fakeDatabase(8);
  const [history, changes] = [await feeds.followHistory(), await feeds.followChanges()];
  commit(9, 1, false);
  commit(10, 2);
  await poll();
  expect((await history.take()).map(({ id }) => id)).toEqual(["10"]);
  expect(await changes.take()).toEqual([{ userId: 1 }, { userId: 2 }]);
  history.cancel();
  changes.cancel();
});

test("each subscriber gets each position, and those who follow changes also those that are gone", async () => {
  const { feeds, commit } = fakeDatabase(8);
  const histories = [await feeds.followHistory(), await feeds.followHistory()];
  const changes = [await feeds.followChanges(), await feeds.followChanges()];
  commit(9, 1);
  await poll();
  feeds.hearGone("[7]");
  for (const feed of histories) expect((await feed.take()).map(({ id }) => id)).toEqual(["9"]);
  for (const feed of changes) expect(await feed.take()).toEqual([{ userId: 1 }, { userId: 7 }]);
  for (const feed of [...histories, ...changes]) feed.cancel();
});

test("a last position that is gone is sent only to those who follow changes", async () => {
  const { feeds, commit } = fakeDatabase(8);
  const [history, changes] = [await feeds.followHistory(), await feeds.followChanges()];
  commit(9, 1);
  await poll();
  feeds.hearGone("[1,7]");
  expect(await changes.take()).toEqual([{ userId: 1 }, { userId: 7 }]);
  expect((await history.take()).map(({ id }) => id)).toEqual(["9"]);
  history.cancel();
  changes.cancel();
});

test("polling goes on while anybody follows history or changes", async () => {
  const { feeds, asked } = fakeDatabase(8);
  const [history, changes] = [await feeds.followHistory(), await feeds.followChanges()];
  history.cancel();
  await poll();
  expect(asked).toHaveLength(1);
  changes.cancel();
  await poll();
  expect(asked).toHaveLength(1);
});
