import "../helpers/globals.ts";
import { beforeEach, expect, jest, test } from "@jest/globals";
import { square } from "../helpers/square.ts";

/** What the map was told to show. */
let moved: unknown[][];
let zoom: number;
let canDraw = true;
jest.unstable_mockModule("../../src/map/the-map.ts", () => ({
  sharedMap: async () => {
    if (!canDraw) throw new Error("There is no WebGL.");
    return {
      fitBounds: (...given: unknown[]) => moved.push(given),
      jumpTo: (view: object) => moved.push([view]),
      getZoom: () => zoom,
    };
  },
}));
const { showAreas, showPlace } = await import("../../src/map/show-areas.ts");

beforeEach(() => {
  moved = [];
  canDraw = true;
});

test("a browser that cannot draw the map shows no area, without an error", async () => {
  canDraw = false;
  await showAreas([{ type: "Polygon", coordinates: [square(11, 44, 1)] }]);
  await showPlace([11, 44]);
  expect(moved).toEqual([]);
});

test("the map moves to areas with free space around, most of it at the top, and stays if there are none", async () => {
  await showAreas([]);
  const areas = [square(11, 44, 1), square(13, 45, 2)];
  await showAreas(areas.map((ring) => ({ type: "Polygon", coordinates: [ring] })));
  const padding = { top: 100, right: 50, bottom: 50, left: 50 };
  expect(moved).toEqual([[[11, 44, 15, 47], { padding, maxZoom: 15, animate: false }]]);
});

test("the map moves to a place, and zooms in if it is far out", async () => {
  for (const before of [3, 14]) {
    zoom = before;
    await showPlace([11, 44]);
  }
  const center = [11, 44];
  expect(moved).toEqual([[{ center, zoom: 11 }], [{ center, zoom: 14 }]]);
});
