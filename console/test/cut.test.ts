import { expect, test } from "@jest/globals";
import { wkt } from "../../test/helpers/wkt.ts";
import type { Shape } from "../src/geo/area.ts";
import { circleShape } from "../src/geo/circle.ts";
import { cutOut } from "../src/geo/cut.ts";
import { areaInside } from "../src/geo/measure.ts";
import { square } from "./helpers/square.ts";

const shape = (x: number, y: number, size: number): Shape => ({
  kind: "polygon",
  coordinates: [square(x, y, size)],
});
const corners = (shapes: Shape[]) =>
  shapes.map(({ coordinates }) => coordinates.map((ring) => ring.map(String).toSorted()));

test("a hole inside a shape becomes a ring of the shape, and a circle stays a circle", () => {
  const [cut, ...others] = cutOut([shape(0, 0, 8)], [square(2, 2, 1)]);
  expect(others).toEqual([]);
  expect(corners([cut as Shape])).toEqual(
    corners([{ kind: "polygon", coordinates: [square(0, 0, 8), square(2, 2, 1)] }]),
  );
  const [circle] = cutOut([circleShape([0, 0], 100_000)], [square(0, 0, 0.1)]);
  expect([circle?.kind, circle?.coordinates.length]).toEqual(["circle", 2]);
});

test("a hole over a circle's edge makes it a polygon, one across a shape splits it, and one around removes it", () => {
  expect(cutOut([circleShape([0, 0], 100_000)], [square(0, 0, 2)])[0]?.kind).toBe("polygon");
  expect(cutOut([shape(0, 0, 1)], [wkt("0.4 -1, 0.6 -1, 0.6 2, 0.4 2, 0.4 -1")])).toHaveLength(2);
  expect(cutOut([shape(0, 0, 1)], [square(-1, -1, 4)])).toEqual([]);
});

test("a hole is cut out of every shape under it, and out of no other", () => {
  const [first, second, third] = cutOut(
    [shape(0, 0, 4), shape(1, 1, 4), shape(20, 0, 1)],
    [square(2, 2, 1)],
  );
  expect([first, second, third].map((left) => left?.coordinates.length)).toEqual([2, 2, 1]);
});

test("all shapes keep their kind and order when one of them gets a hole", () => {
  const shapes = [shape(20, 0, 1), circleShape([0, 0], 100_000), shape(30, 0, 1)];
  const left = cutOut(shapes, [square(0, 0, 0.1)]);
  expect(left.map(({ kind }) => kind)).toEqual(["polygon", "circle", "polygon"]);
});

test("an area inside a hole of the hole stays, like an island in a lake", () => {
  const left = cutOut([shape(0, 0, 8)], [square(1, 1, 6), square(3, 3, 1)]);
  expect(corners(left).toSorted((a, b) => b.length - a.length)).toEqual([
    ...corners([{ kind: "polygon", coordinates: [square(0, 0, 8), square(1, 1, 6)] }]),
    ...corners([{ kind: "polygon", coordinates: [square(3, 3, 1)] }]),
  ]);
});

test("a hole that crosses itself cuts no more than it encloses", () => {
  const bow = wkt("1 1, 3 3, 3 1, 1 3, 1 1");
  const left = cutOut([shape(0, 0, 8)], [bow]);
  const size = left.flatMap(({ coordinates: [outer = [], ...holes] }) => [
    areaInside(outer),
    ...holes.map((hole) => -areaInside(hole)),
  ]);
  expect(size.reduce((a, b) => a + b)).toBeGreaterThan(areaInside(square(0, 0, 8)) * 0.9);
});

test("a hole without an area cuts nothing", () => {
  const shapes = [shape(0, 0, 8)];
  const line = wkt("1 1, 2 2, 1 1");
  expect(cutOut(shapes, [line])).toBe(shapes);
});

test("a hole is cut from a shape even if their longitudes are a whole turn apart", () => {
  const left = cutOut([shape(178, 0, 4)], [square(-180, 1, 1)]);
  expect(left.map(({ coordinates }) => coordinates.length)).toEqual([2]);
});
