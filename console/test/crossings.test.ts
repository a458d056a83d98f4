import { expect, test } from "@jest/globals";
import { wkt } from "../../test/helpers/wkt.ts";
import { circleShape } from "../src/geo/circle.ts";
import { crossingsOf } from "../src/geo/crossings.ts";
import { square } from "./helpers/square.ts";

const crossings = (...rings: number[][][]) => crossingsOf({ type: "Polygon", coordinates: rings });

/** Replaces negative zeros by zeros. */
const tidy = (at: number[]) => at.map((degrees) => degrees + 0);

test("no crossing is found in outlines that do not cross themselves", () => {
  expect(crossings(square(0, 0, 1))).toEqual([]);
  expect(crossings(square(0, 0, 1).toReversed())).toEqual([]);
  expect(crossings(square(0, 0, 3), square(1, 1, 1))).toEqual([]);
  expect(crossings(...(circleShape([11.3, 44.5], 500).coordinates as number[][][]))).toEqual([]);
  // Corners on a straight edge, and one that comes twice.
  expect(crossings(wkt("0 0, 1 0, 1 0, 2 0, 2 2, 0 0"))).toEqual([]);
});

test("a bow tie crosses itself once, wherever the ring begins", () => {
  const corners = wkt("0 0, 2 2, 2 0, 0 2");
  for (const start of corners.keys()) {
    const ring = [...corners.slice(start), ...corners.slice(0, start)];
    expect(crossings([...ring, ring[0] as number[]])).toEqual([[1, 1]]);
  }
});

test("a crossing near the ends of its edges is found where they meet", () => {
  const ring = wkt("0 0, 4 4, 4 0, 0 1");
  for (const corners of [ring, ring.toReversed()]) {
    expect(crossings([...corners, corners[0] as number[]])).toEqual([
      [expect.closeTo(0.8, 9), expect.closeTo(0.8, 9)],
    ]);
  }
});

test("a corner on another edge, and an edge that runs back, count as crossings", () => {
  expect(crossings(wkt("0 0, 4 0, 4 2, 2 0, 0 2, 0 0"))).toEqual([[2, 0]]);
  expect(crossings(wkt("0 0, 2 0, 2 2, 2 3, 2 2, 0 2, 0 0"))).toContainEqual([2, 2]);
  const flat = wkt("0 0, 2 0, 1 0, 0 0");
  expect(crossings(flat)).toEqual([[1, 0]]);
});

test.each(["a corner on an edge", "a corner on a corner"])(
  "an outline with %s is found to touch itself once, in any orientation",
  (where) => {
    const [x, y] = where === "a corner on an edge" ? [2, 0] : [0, 0];
    const ring = [
      [0, 0],
      [4, 0],
      [4, 3],
      [3, 3],
      [x, y],
      [0, 3],
      [0, 0],
    ] as [number, number][];
    for (const [east, north] of [
      [1, 1],
      [1, -1],
      [-1, 1],
      [-1, -1],
    ] as const) {
      const turned = ring.map(([x, y]) => [x * east, y * north]);
      const at = [x * east, y * north].map((degrees) => degrees + 0);
      expect(crossings(turned).map(tidy)).toEqual([at]);
      expect(crossings(turned.toReversed()).map(tidy)).toEqual([at]);
      const swapped = turned.map(([x = 0, y = 0]) => [y, x]);
      expect(crossings(swapped).map(tidy)).toEqual([at.toReversed()]);
    }
  },
);

test("crossings in holes and in further parts are found", () => {
  const bow = wkt("1 1, 2 2, 2 1, 1 2, 1 1");
  expect(crossings(square(0, 0, 3), bow)).toEqual([[1.5, 1.5]]);
  const parts = { type: "MultiPolygon" as const, coordinates: [[square(5, 5, 1)], [bow]] };
  expect(crossingsOf(parts)).toEqual([[1.5, 1.5]]);
});

test("no more than twenty crossings are marked", () => {
  const zigzag = (north: number) => {
    const there = Array.from({ length: 16 }, (_, at) => [at, north + (at % 2)]);
    const back = there.map(([x = 0]) => [x, north + 0.5]).toReversed();
    return [...there, ...back, [0, north]];
  };
  expect(crossings(zigzag(0)).length).toBeGreaterThan(10);
  expect(crossings(zigzag(0), zigzag(5))).toHaveLength(20);
});

test("a coast of ten thousand corners does not cross itself", () => {
  const coast = Array.from({ length: 10_000 }, (_corner, index) => {
    const angle = (index / 10_000) * 2 * Math.PI;
    const radius = 1 + 0.01 * Math.sin(angle * 200);
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
  expect(crossings([...coast, coast[0] as number[]])).toEqual([]);
});
