import { expect, test } from "@jest/globals";
import type { GeoJSONStoreFeatures, TerraDraw } from "terra-draw";
import { wkt } from "../../test/helpers/wkt.ts";
import type { Shape } from "../src/geo/area.ts";
import { circleOf, circleShape } from "../src/geo/circle.ts";
import { featuresOf, newHoleIn, ringOf, shapesIn, shiftedRing, shiftOf } from "../src/map/rings.ts";
import { circleKeeper } from "../src/map/round-circles.ts";
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
  const after = shiftedRing(before, shiftOf(before, shiftedRing(before, [1, 0.1])) ?? []);
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

const drawn = (mode: string, ring: number[][]) =>
  ({
    type: "Feature",
    properties: { mode },
    geometry: { type: "Polygon", coordinates: [ring] },
  }) as GeoJSONStoreFeatures;

test("a drawn rectangle becomes a polygon, a circle stays a circle, and corner points are no shapes", () => {
  const corner = {
    type: "Feature",
    properties: { mode: "polygon" },
    geometry: { type: "Point", coordinates: [0, 0] },
  } as GeoJSONStoreFeatures;
  const [first, second] = [square(0, 0, 1), square(5, 5, 1)];
  expect(shapesIn([drawn("rectangle", first), corner, drawn("circle", second)])).toEqual([
    { kind: "polygon", coordinates: [first] },
    { kind: "circle", coordinates: [second] },
  ]);
});

test("a drawn hole counts once it has three corners", () => {
  const shape = featuresOf({ kind: "polygon", coordinates: [square(0, 0, 8), square(1, 1, 1)] }, 0);
  expect(newHoleIn(shape)).toBeUndefined();
  const begun = wkt("3 3, 4 3, 4 3, 3 3");
  expect(newHoleIn([...shape, drawn("hole", begun)])).toBeUndefined();
  const triangle = wkt("3 3, 4 3, 4 4, 3 3");
  expect(newHoleIn([...shape, drawn("hole", triangle)])).toEqual(triangle);
});

test("coordinates are rounded to nine decimals, and only a shape with holes is marked as having them", () => {
  const third = 1 / 3;
  const ring = [[third, third], ...square(1, 1, 1)];
  const [feature] = featuresOf({ kind: "polygon", coordinates: [ring] }, 0);
  expect(feature && ringOf(feature)[0]).toEqual([0.333333333, 0.333333333]);
  expect(feature?.properties.hasHoles).toBe(false);
  const [outer] = featuresOf({ kind: "circle", coordinates: [ring, ring] }, 0);
  expect(outer?.properties).toEqual({ mode: "circle", part: 0, hasHoles: true });
});

test("a circle that is drawn, moved and resized on the flat map is round on the earth", () => {
  const onMap = (latitude: number) => Math.asinh(Math.tan((latitude * Math.PI) / 180));
  const offMap = (y: number) => (Math.atan(Math.sinh(y)) * 180) / Math.PI;
  /** A circle of the flat map, by half of its width in degrees. */
  const flat = ([x, y]: number[], radius: number) =>
    Array.from({ length: 65 }, (_, corner) => (-2 * Math.PI * corner) / 64).map((angle) => [
      (x as number) + radius * Math.sin(angle),
      offMap(onMap(y as number) + ((radius * Math.PI) / 180) * Math.cos(angle)),
    ]);
  const circle: GeoJSONStoreFeatures = { ...drawn("circle", flat([11, 60], 0.9)), id: "c" };
  const keeper = circleKeeper({
    getSnapshot: () => [circle],
    updateFeatureGeometry(_id: string, geometry: GeoJSONStoreFeatures["geometry"]) {
      circle.geometry = geometry;
    },
  } as unknown as TerraDraw);
  const end = (action: string, ring?: number[][]) => {
    if (ring) circle.geometry = { type: "Polygon", coordinates: [ring] };
    keeper.roundCircle("c", action);
    const { centre, metres } = circleOf(ringOf(circle));
    const exact = circleShape(centre, metres).coordinates[0] ?? [];
    ringOf(circle).forEach(([x, y], corner) => {
      expect(x).toBeCloseTo(exact[corner]?.[0] as number, 7);
      expect(y).toBeCloseTo(exact[corner]?.[1] as number, 7);
    });
    return { place: centre.map((degrees) => degrees.toFixed(6)), metres };
  };
  const first = end("draw");
  expect(first.place).toEqual(["11.000000", "60.000000"]);
  expect(first.metres / 50_000).toBeCloseTo(1, 1);

  const moved = end("dragFeature", shiftedRing(ringOf(circle), [1, onMap(61) - onMap(60)]));
  expect(moved.place).toEqual(["12.000000", "61.000000"]);
  expect(moved.metres).toBeCloseTo(first.metres, 2);

  const ring = ringOf(circle);
  const ends = ring.map(([, y]) => onMap(y as number));
  const middle = (Math.min(...ends) + Math.max(...ends)) / 2;
  const twice = ring.map(([x, y]) => [
    12 + 2 * ((x as number) - 12),
    offMap(middle + 2 * (onMap(y as number) - middle)),
  ]);
  const resized = end("dragCoordinateResize", twice);
  expect(resized.place).toEqual(moved.place);
  expect(resized.metres / moved.metres).toBeCloseTo(2, 2);
});
