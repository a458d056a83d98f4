import "./helpers/globals.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { live } from "./helpers/live.ts";

type Row = {
  version: number;
  state: string;
  reachedUsers: number;
  texts?: string;
  delivery?: object[];
};

// The modules start a clock when they load.
jest.useFakeTimers();
/** The variables of all requests. Those of the live connection come first. */
let asked: object[];
const { followedAlert } = await import("../src/state/followed-alert.ts");
const { session } = await import("../src/state/session.ts");

/** The functions that answer the waiting requests, the oldest first. */
let waiting: ((row: Row | undefined) => void)[] = [];
let followed: ReturnType<typeof followedAlert>;
const settle = () => jest.advanceTimersByTimeAsync(0);

beforeEach(() => {
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  waiting = [];
  globalThis.fetch = (_url, init) =>
    new Promise((resolve, reject) => {
      asked.push(JSON.parse(String(init?.body)).variables);
      waiting.push((row) => resolve(Response.json({ data: { alerts: row ? [row] : [] } })));
      init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
    });
  followed = followedAlert(7);
  followed.start();
  asked = [live.variables];
});
afterEach(() => {
  session.value = null;
});

async function answer(row: Row | undefined): Promise<void> {
  await settle();
  waiting.shift()?.(row);
  await settle();
}

const active = (reachedUsers: number, version = 1): Row => ({
  version,
  state: "ACTIVE",
  reachedUsers,
});
const shown = () => followed.alert.data.value;

test("an event's numbers are not overwritten by the answer to an earlier request", async () => {
  void followed.alert.load();
  await answer({ ...active(0), texts: "first" });
  live.begin();
  await settle();
  live.tell({ alertProgress: active(2) });
  expect(shown()).toMatchObject({ reachedUsers: 2, texts: "first" });
  await answer({ ...active(0), texts: "again" });
  expect(shown()).toMatchObject({ reachedUsers: 2, texts: "again" });
  expect(waiting).toEqual([]);
});

test("an event that comes before the first answer is not lost", async () => {
  live.begin();
  await settle();
  live.tell({ alertProgress: active(2) });
  expect(shown()).toBeUndefined();
  await answer({ ...active(0), texts: "first" });
  expect(shown()).toMatchObject({ reachedUsers: 2, texts: "first" });
  expect(asked).toEqual([{ id: 7 }, { id: 7 }]);
});

test("the answer to a request replaces the numbers of an earlier event", async () => {
  live.begin();
  await answer(active(0));
  live.tell({ alertProgress: active(2) });
  live.begin();
  await answer(active(3));
  expect(shown()).toMatchObject({ reachedUsers: 3 });
});

test.each([
  ["version", active(2, 2)],
  ["state", { ...active(2), state: "CANCELLED" }],
])(
  "an event with another %s shows its numbers at once, and the alert is loaded again for its texts",
  async (_what, event) => {
    live.begin();
    await answer({ ...active(0), texts: "old" });
    live.tell({ alertProgress: event });
    expect(shown()).toEqual({ ...event, texts: "old" });
    await answer({ ...event, texts: "new" });
    expect(shown()).toEqual({ ...event, texts: "new" });
    expect(waiting).toEqual([]);
  },
);

test.each([
  ["version", active(2, 2)],
  ["state", { ...active(2), state: "CANCELLED" }],
])(
  "an answer with another %s than the newest event is not shown, and is asked for again",
  async (_what, event) => {
    live.begin();
    await settle();
    live.tell({ alertProgress: event });
    await answer({ ...active(0), texts: "old" });
    expect(shown()).toBeUndefined();
    await answer({ ...event, reachedUsers: 3, texts: "new" });
    expect(shown()).toEqual({ ...event, reachedUsers: 3, texts: "new" });
  },
);

test("an event without an alert changes nothing", async () => {
  live.begin();
  await answer(active(1));
  live.tell({ alertProgress: null });
  expect(shown()).toEqual(active(1));
});

test("an unknown alert is an error that says what to do", async () => {
  live.begin();
  await answer(undefined);
  expect(followed.alert.error.value).toBe("There is no alert id 7: look in the list.");
});

test("the value that reloads the recipients changes with notifications, views, version and state only", async () => {
  live.begin();
  await answer(active(1));
  const delivery = (targeted: number, seen: number) => [{ targeted, seen }];
  const versions = [
    { ...active(1), delivery: delivery(1, 0) },
    { ...active(1), delivery: delivery(1, 1) },
    { ...active(1), delivery: delivery(2, 1) },
    { ...active(1, 2), delivery: delivery(2, 1) },
    { ...active(1, 2), state: "CANCELLED", delivery: delivery(2, 1) },
  ].map((event) => {
    live.tell({ alertProgress: event });
    return followed.change.value;
  });
  expect(new Set(versions).size).toBe(5);
  live.tell({
    alertProgress: { ...active(9, 2), state: "CANCELLED", delivery: delivery(2, 1) },
  });
  expect(followed.change.value).toBe(versions.at(-1));
});
