import "./helpers/globals.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { fakeService } from "./helpers/fake-service.ts";
import { live } from "./helpers/live.ts";

type Row = { userId: number; takenAt: number; latitude?: number };

// The modules start a clock when they load.
jest.useFakeTimers();
const state = await import("../src/state/positions.ts");
const { noteAnswer, noteOutage } = await import("../src/state/connection.ts");
const { followPositions, positionCount, positions, positionsChanged, positionsProblem } = state;

/** The positions of the service. */
let rows: Row[];
let asked: ReturnType<typeof fakeService>;
/** If set, the service waits for it before it answers. */
let held: Promise<void> | undefined;
let stop = () => {};
const settle = () => jest.advanceTimersByTimeAsync(0);

beforeEach(() => {
  rows = [];
  held = undefined;
  asked = fakeService({
    LastPositions: async ({ limit, offset }) => {
      const page = rows.slice(Number(offset), Number(offset) + Number(limit));
      await held;
      return { lastPositions: page };
    },
  });
  stop = followPositions();
});
afterEach(async () => {
  stop();
  positions.clear();
  state.takeChanges();
});

const row = (userId: number, takenAt = 100): Row => ({ userId, takenAt });
const load = async () => {
  live.begin();
  await settle();
};
const known = () => [...positions.values()].map(({ userId, takenAt }) => [userId, takenAt]);
const moves = (position: Row) =>
  live.tell({ lastPositionChanged: { userId: position.userId, lastPosition: position } });
const goes = (userId: number) => live.tell({ lastPositionChanged: { userId, lastPosition: null } });

test("people are shown while a screen follows them", () => {
  expect([state.showsPositions.value, live.open.size]).toEqual([true, 1]);
  stop();
  expect([state.showsPositions.value, live.open.size]).toEqual([false, 0]);
});

test("all pages of positions are loaded, and each page announces a change", async () => {
  rows = Array.from({ length: 2000 }, (_, at) => row(at));
  const before = positionsChanged.value;
  await load();
  expect(positionCount.value).toBe(2000);
  expect(asked.map(({ variables }) => variables)).toEqual(
    [0, 1000, 2000].map((offset) => ({ limit: 1000, offset })),
  );
  expect(positionsChanged.value).toBe(before + 3);
  expect(state.takeChanges().moved).toHaveLength(2000);
  expect(positionsProblem.value).toBe("");
});

test("a live position is shown at once, unless a later one is known", async () => {
  rows = [row(1), row(2)];
  await load();
  state.takeChanges();
  const before = positionsChanged.value;
  moves(row(1, 99));
  expect([positionsChanged.value, known()]).toEqual([
    before,
    [
      [1, 100],
      [2, 100],
    ],
  ]);
  moves(row(1, 101));
  // A second position in the same second counts as newer.
  moves({ ...row(1, 101), latitude: 44 });
  moves(row(3));
  expect(positionsChanged.value).toBe(before + 3);
  expect(positions.get(1)?.latitude).toBe(44);
  expect(positionCount.value).toBe(3);
  const { moved, gone } = state.takeChanges();
  expect([moved.map(({ userId }) => userId), gone]).toEqual([[1, 3], []]);
  expect(state.takeChanges()).toEqual({ moved: [], gone: [] });
});

test("a person who is gone is removed, and announced only once", async () => {
  rows = [row(1), row(2)];
  await load();
  state.takeChanges();
  const before = positionsChanged.value;
  goes(1);
  goes(1);
  goes(9);
  live.tell({ lastPositionChanged: null });
  expect([positionsChanged.value, positionCount.value]).toEqual([before + 1, 1]);
  expect(state.takeChanges()).toEqual({ moved: [], gone: [1] });
});

test("a list does not undo events that arrived after it was requested", async () => {
  rows = [row(1), row(2), row(4)];
  await load();
  rows = [row(1), row(2)];
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  await load();
  goes(1);
  moves(row(3));
  moves(row(4, 200));
  held = undefined;
  resolve();
  await settle();
  expect(known()).toEqual([
    [2, 100],
    [4, 200],
    [3, 100],
  ]);
  // The next list is newer than those events.
  rows = [row(1), row(2)];
  await load();
  expect(known().map(([id]) => id)).toEqual([2, 1]);
});

test("a message says when there are more than the 50,000 people that the map shows", async () => {
  rows = Array.from({ length: 50_001 }, (_, at) => row(at));
  await load();
  for (let page = 0; page < 50; page += 1) await settle();
  expect(asked).toHaveLength(50);
  expect(positionsProblem.value).toBe(
    "The map shows 50,000 people and whoever moves; there are more.",
  );
  rows = [row(1)];
  await load();
  expect(positionsProblem.value).toBe("");
});

test("a failed load shows an error, but an aborted one does not", async () => {
  const { fetch } = globalThis;
  const endings: AbortSignal[] = [];
  globalThis.fetch = (_url, init) =>
    new Promise((_, reject) => {
      const { signal } = init as { signal: AbortSignal };
      endings.push(signal);
      signal.addEventListener("abort", () => reject(signal.reason));
    });
  await load();
  await load();
  expect(endings.map(({ aborted }) => aborted)).toEqual([true, false]);
  stop();
  await settle();
  expect(endings[1]?.aborted).toBe(true);
  expect(positionsProblem.value).toBe("");
  stop = followPositions();
  globalThis.fetch = async () => {
    throw new TypeError("fetch failed");
  };
  await load();
  expect(positionsProblem.value).toMatch(/^The service does not answer/);
  globalThis.fetch = fetch;
  await load();
});

test("a list that failed is loaded again when the service is back, unless the screen was left", async () => {
  const { fetch } = globalThis;
  const fail = async () => {
    globalThis.fetch = async () => {
      throw new TypeError("fetch failed");
    };
    await load();
    globalThis.fetch = fetch;
  };
  const comeBack = async () => {
    noteOutage();
    noteAnswer();
    await jest.advanceTimersByTimeAsync(1000);
    await settle();
    await settle();
  };
  rows = [row(1)];
  await fail();
  await comeBack();
  expect([known(), positionsProblem.value]).toEqual([[[1, 100]], ""]);
  // Events keep a loaded list up to date.
  await comeBack();
  expect(asked).toHaveLength(1);
  await fail();
  stop();
  await comeBack();
  expect(asked).toHaveLength(1);
});

test("whom no event may tell of others reads the list again and again, while a screen shows it", async () => {
  live.refuse();
  await load();
  rows = [row(7)];
  await jest.advanceTimersByTimeAsync(30_000);
  expect(known()).toEqual([[7, 100]]);
  expect(positionsProblem.value).toBe("");
  stop();
  const before = asked.length;
  await jest.advanceTimersByTimeAsync(90_000);
  expect(asked).toHaveLength(before);
});
