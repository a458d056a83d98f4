/** @database server */
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import type pg from "pg";
import { fakeSleep } from "../helpers/fake-sleep.ts";

fakeSleep();
const { AlertFeeds } = await import("../../src/live/alert-progress.ts");

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Makes an alert whose progress the test sets, or null if there is no alert. Counts its reads. */
function fakeAlert(progress: string | null) {
  const alert = { progress, reads: 0, isAway: false };
  const pool = {
    async query() {
      alert.reads += 1;
      if (alert.isAway) throw new Error("the database is away");
      return { rows: [{ progress: alert.progress }] };
    },
  };
  return { alert, feeds: new AlertFeeds(pool as unknown as pg.Pool, () => {}) };
}

const poll = () => jest.advanceTimersByTimeAsync(1000);

/** Follows an alert, and counts what is told. */
async function follow(feeds: InstanceType<typeof AlertFeeds>) {
  const feed = await feeds.subscribe(7);
  const heard = { count: 0, hasEnded: false };
  void (async () => {
    for (let events = await feed?.take(); events?.length; events = await feed?.take()) {
      heard.count += 1;
    }
    heard.hasEnded = true;
  })();
  await jest.advanceTimersByTimeAsync(0);
  return { feed, heard };
}

test("a subscriber gets an event at the start, and one at each change of the alert", async () => {
  const { alert, feeds } = fakeAlert("0");
  const { feed, heard } = await follow(feeds);
  expect(heard.count).toBe(1);
  await poll();
  await poll();
  expect(heard.count).toBe(1);
  alert.progress = "1";
  await poll();
  await poll();
  expect(heard.count).toBe(2);
  feed?.cancel();
});

test("an alert is read once a second for all its subscribers, until the last one leaves", async () => {
  const { alert, feeds } = fakeAlert("0");
  const [one, other] = [await follow(feeds), await follow(feeds)];
  expect([one.heard.count, other.heard.count, alert.reads]).toEqual([1, 1, 1]);
  await poll();
  one.feed?.cancel();
  await poll();
  expect(alert.reads).toBe(3);
  other.feed?.cancel();
  await poll();
  expect(alert.reads).toBe(3);
  expect(jest.getTimerCount()).toBe(0);
  const again = await follow(feeds);
  expect([again.heard.count, alert.reads]).toEqual([1, 4]);
  again.feed?.cancel();
});

test("an alert that does not exist has no feed, and the feeds of one that is gone end", async () => {
  const { alert, feeds } = fakeAlert("0");
  const followed = [await follow(feeds), await follow(feeds)];
  alert.progress = "1";
  await poll();
  alert.progress = null;
  await poll();
  for (const { heard } of followed) expect(heard).toEqual({ count: 2, hasEnded: true });
  expect(await feeds.subscribe(7)).toBeUndefined();
  expect(jest.getTimerCount()).toBe(0);
});

test("a read that fails is an error for a new subscriber, and is tried again for the others", async () => {
  const { alert, feeds } = fakeAlert("0");
  alert.isAway = true;
  await expect(feeds.subscribe(7)).rejects.toThrow("the database is away");
  alert.isAway = false;
  const { feed, heard } = await follow(feeds);
  alert.isAway = true;
  await poll();
  alert.isAway = false;
  alert.progress = "1";
  await poll();
  expect(heard.count).toBe(2);
  feed?.cancel();
});

test("a subscriber whose result takes half a second gets the next event two seconds later", async () => {
  const { alert, feeds } = fakeAlert("0");
  const feed = await feeds.subscribe(7);
  await feed?.take();
  await jest.advanceTimersByTimeAsync(500);
  feed?.settle();
  alert.progress = "1";
  const heard = jest.fn();
  void feed?.take().then(heard);
  await jest.advanceTimersByTimeAsync(1999);
  expect(heard).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  expect(heard).toHaveBeenCalledWith([{ id: 7 }]);
  feed?.cancel();
});
