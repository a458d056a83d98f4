/** @database server */
import { expect, jest, test } from "@jest/globals";
import type pg from "pg";
import { NotificationFeeds } from "../../src/live/notifications.ts";

/** A database in which user 7 has notification 1, and user 8 has 2. It fails when the test says so. */
function fakeDatabase() {
  const state = { isAway: false, losses: 0 };
  const asked: unknown[][] = [];
  const pool = {
    async query({ values }: { values: unknown[] }) {
      asked.push(values);
      if (state.isAway) throw new Error("the database is away");
      return {
        rows: [
          [1, 7],
          [2, 8],
        ],
      };
    },
  };
  const onLoss = () => {
    state.losses += 1;
  };
  const feeds = new NotificationFeeds(pool as unknown as pg.Pool, onLoss);
  const announce = (first: number, last: number, alertId = 5) =>
    feeds.hear(JSON.stringify({ alertId, first, last }));
  return { feeds, announce, asked, state };
}

const turn = () => new Promise(setImmediate);

test("each subscriber of a user gets the user's notifications once", async () => {
  const { feeds, announce } = fakeDatabase();
  const [one, other] = [feeds.subscribe(7), feeds.subscribe(7)];
  announce(1, 2);
  expect(await one.take()).toEqual([{ id: 1 }]);
  expect(await other.take()).toEqual([{ id: 1 }]);
  announce(1, 2);
  await turn();
  one.end();
  expect(await one.take()).toEqual([]);
});

test("announcements that come while one is read are read together", async () => {
  const { feeds, announce, asked } = fakeDatabase();
  feeds.subscribe(7);
  announce(1, 1);
  announce(2, 2);
  announce(3, 4, 6);
  await turn();
  expect(asked.map((values) => values.slice(0, 3))).toEqual([
    [[5], [1], [1]],
    [
      [5, 6],
      [2, 3],
      [2, 4],
    ],
  ]);
});

test("only the notifications of subscribers are read if there are fewer subscribers than notifications", async () => {
  const { feeds, announce, asked } = fakeDatabase();
  feeds.subscribe(7);
  announce(1, 1);
  await turn();
  announce(1, 2);
  await turn();
  // The notifications of all announcements count.
  announce(1, 1);
  announce(1, 2);
  announce(3, 3);
  await turn();
  expect(asked.map((values) => values[3])).toEqual([null, [7], null, [7]]);
});

test("a read that fails is reported, and later reads go on", async () => {
  const { feeds, announce, state } = fakeDatabase();
  const feed = feeds.subscribe(7);
  state.isAway = true;
  announce(1, 1);
  await turn();
  expect(state.losses).toBe(1);
  state.isAway = false;
  announce(1, 1);
  expect(await feed.take()).toEqual([{ id: 1 }]);
});

test("nothing is read without subscribers", async () => {
  const { feeds, announce, asked } = fakeDatabase();
  announce(1, 1);
  const [one, other] = [feeds.subscribe(7), feeds.subscribe(7)];
  one.cancel();
  announce(1, 1);
  await turn();
  expect(asked).toHaveLength(1);
  other.cancel();
  announce(1, 1);
  await turn();
  expect(asked).toHaveLength(1);
});

test("a user who subscribes between two announcements of a notification gets it", async () => {
  const { feeds, announce } = fakeDatabase();
  feeds.subscribe(7);
  announce(1, 2);
  await turn();
  const late = feeds.subscribe(8);
  announce(1, 2);
  expect(await late.take()).toEqual([{ id: 2 }]);
});

test("a notification that is announced again within a minute is sent once", async () => {
  jest.useFakeTimers({ doNotFake: ["setImmediate"] });
  try {
    const { feeds, announce } = fakeDatabase();
    const feed = feeds.subscribe(7);
    announce(1, 1);
    expect(await feed.take()).toEqual([{ id: 1 }]);
    jest.advanceTimersByTime(59_000);
    announce(1, 1);
    await turn();
    feed.end();
    expect(await feed.take()).toEqual([]);
  } finally {
    jest.useRealTimers();
  }
});
