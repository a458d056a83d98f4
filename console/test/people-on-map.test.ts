import "./helpers/globals.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { live } from "./helpers/live.ts";

// The modules start a clock when they load.
jest.useFakeTimers();
const { followPositions, positions, takeChanges } = await import("../src/state/positions.ts");
const { now } = await import("../src/state/now.ts");
const { showPeople } = await import("../src/map/position-features.ts");
const { addPositionLayers } = await import("../src/map/position-layers.ts");

type Feature = { id: number };
/** The calls to the overlay: all people, or those who moved and those who are gone; and whether it shows people. */
let told: unknown[] = [];
let shown: Feature[] = [];
const ids = (features: Feature[]) => features.map(({ id }) => id);
const overlay = {
  source: () => ({
    setData({ features }: { features: Feature[] }) {
      shown = features;
      told.push(["everyone", ids(features)]);
    },
    updateData({ add, remove }: { add: Feature[]; remove: number[] }) {
      told.push(["some", ids(add), remove]);
    },
  }),
  show: (isShown: boolean) => void told.push(isShown ? "shown" : "hidden"),
};

let update: () => void;
let stop = () => {};
function news(): unknown[] {
  told = [];
  update();
  return told;
}
const moves = (userId: number, movingActivity = "STILL") =>
  live.tell({
    lastPositionChanged: {
      userId,
      lastPosition: {
        userId,
        longitude: 11,
        latitude: 44,
        takenAt: now.value - 60,
        movingActivity,
      },
    },
  });
const goes = (userId: number) => live.tell({ lastPositionChanged: { userId, lastPosition: null } });

beforeEach(() => {
  positions.clear();
  takeChanges();
  update = showPeople(overlay as never);
  stop = followPositions();
  for (const id of [1, 2, 3, 4, 5, 6]) moves(id);
});
afterEach(() => stop());

test("everyone is drawn at first, and later only those who moved or are gone", () => {
  expect(news()).toEqual([["everyone", [1, 2, 3, 4, 5, 6]], "shown"]);
  expect(news()).toEqual([]);
  moves(1);
  goes(2);
  expect(news()).toEqual([["some", [1], [2]]]);
  goes(3);
  expect(news()).toEqual([["some", [], [3]]]);
});

test("everyone is redrawn if half of them moved, and each minute, as positions grow paler", () => {
  news();
  for (const id of [1, 2]) moves(id);
  expect(news()).toEqual([["some", [1, 2], []]]);
  for (const id of [1, 2, 3]) moves(id);
  expect(news()).toMatchObject([["everyone", expect.anything()], "shown"]);
  jest.advanceTimersByTime(59_999);
  expect(news()).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(news()).toMatchObject([["everyone", expect.anything()], "shown"]);
  expect(news()).toEqual([]);
});

test("nobody is drawn on a screen that shows no people, and everyone again on one that does", () => {
  news();
  stop();
  expect(news()).toEqual([["everyone", []], "hidden"]);
  moves(1);
  expect(news()).toEqual([["everyone", []], "hidden"]);
  stop = followPositions();
  expect(news()).toEqual([["everyone", [1, 2, 3, 4, 5, 6]], "shown"]);
});

test.each([
  ["STILL", "still"],
  ["TILTING", "still"],
  ["ON_FOOT", "foot"],
  ["WALKING", "foot"],
  ["RUNNING", "foot"],
  ["ON_BICYCLE", "bicycle"],
  ["IN_VEHICLE", "vehicle"],
  ["UNKNOWN", "unknown"],
])("the activity %s is shown as the pace %s", (activity, pace) => {
  positions.clear();
  moves(7, activity);
  news();
  expect(shown).toMatchObject([{ properties: { pace } }]);
});

test("a person is drawn at their last position, with their pace and the position's age", () => {
  positions.clear();
  moves(7, "WALKING");
  news();
  expect(shown).toEqual([
    {
      type: "Feature",
      id: 7,
      properties: { userId: 7, pace: "foot", letter: "F", age: 60, takenAt: now.value - 60 },
      geometry: { type: "Point", coordinates: [11, 44] },
    },
  ]);
});

test("the map draws movements once a second, and shows people only on screens that follow them", () => {
  const visible: unknown[] = [];
  addPositionLayers({
    getLayer: (id: string) => ({ id }),
    addSource() {},
    addLayer() {},
    getSource: overlay.source,
    setLayoutProperty: (id: string, _: "visibility", value: string) =>
      id === "people" && visible.push(value),
  } as never);
  const after = (milliseconds: number) => {
    told = [];
    jest.advanceTimersByTime(milliseconds);
    return told;
  };
  expect(after(0)).toEqual([["everyone", [1, 2, 3, 4, 5, 6]]]);
  moves(1);
  expect([after(999), after(1)]).toEqual([[], [["some", [1], []]]]);
  stop();
  expect(after(1000)).toEqual([["everyone", []]]);
  stop = followPositions();
  expect(after(1000)).toEqual([["everyone", [1, 2, 3, 4, 5, 6]]]);
  expect(visible).toEqual(["visible", "none", "visible"]);
});
