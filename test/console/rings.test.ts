import { expect, test } from "@jest/globals";
import type { Shape } from "../../src/console/geo/area.ts";
import { featuresOf, shapesIn, shifted, shiftOf } from "../../src/console/map/rings.ts";
import { square } from "./helpers/square.ts";

test("shapes survive the conversion to rings and back", () => {
  const shapes: Shape[] = [
    { kind: "polygon", coordinates: [square(0, 0, 8), square(1, 1, 1), square(4, 4, 1)] },
    { kind: "circle", coordinates: [square(20, 0, 1)] },
    { kind: "polygon", coordinates: [square(40, 0, 8), square(41, 1, 1)] },
  ];
  const features = shapes.flatMap(featuresOf);
  expect(features.map(({ geometry }) => geometry.coordinates.length)).toEqual([1, 1, 1, 1, 1, 1]);
  expect(shapesIn(features)).toEqual(shapes);
});

test("a new shape does not get another shape's holes", () => {
  const [outer] = featuresOf({ kind: "polygon", coordinates: [square(40, 0, 8)] }, 0);
  const { part: _, ...drawn } = outer?.properties ?? {};
  const holed = featuresOf({ kind: "polygon", coordinates: [square(0, 0, 8), square(1, 1, 1)] }, 0);
  expect(shapesIn([...holed, { ...holed[0], properties: drawn } as (typeof holed)[0]])).toEqual([
    { kind: "polygon", coordinates: [square(0, 0, 8), square(1, 1, 1)] },
    { kind: "polygon", coordinates: [square(0, 0, 8)] },
  ]);
});

test("a ring follows another ring's drag, and keeps its form on the map", () => {
  const before = square(10, 40, 2);
  const after = shifted(before, shiftOf(before, shifted(before, [1, 0.1])) ?? []);
  expect(after[0]?.[0]).toBe(11);
  expect(after[0]?.[1]).toBeGreaterThan(44);
  // Further from the equator, the same height on the map is fewer degrees.
  expect((after[2]?.[1] ?? 0) - (after[0]?.[1] ?? 0)).toBeLessThan(2);
});

test("dragging a corner moves nothing else", () => {
  const before = square(0, 0, 8);
  const first = [[-1, -1], ...before.slice(1, 4), [-1, -1]];
  expect(shiftOf(before, first)).toBeUndefined();
  expect(shiftOf(before, before.with(1, [9, 0]))).toBeUndefined();
  expect(shiftOf(before, before.toSpliced(1, 0, [4, 0]))).toBeUndefined();
  expect(shiftOf(undefined, before)).toBeUndefined();
});
