import { expect, test } from "@jest/globals";
import { nearestLine } from "../../src/streets/street-names.ts";

const line = (name: string, ...points: [number, number][]) => ({
  name,
  points: points.map(([x, y]) => ({ x, y })),
});
const LINES = [
  line("across", [0, 0], [100, 0]),
  line("up", [0, 10], [0, 100]),
  line("far", [50, 60], [50, 60], [100, 60]),
];
const nearest = (x: number, y: number, most = 1_000) => nearestLine({ x, y }, LINES, most)?.name;

test.each([
  ["over the middle of one", 50, 3, "across"],
  ["under it", 50, -3, "across"],
  ["before its beginning", -5, 0, "across"],
  ["past its end", 104, 3, "across"],
  ["beside another", 4, 50, "up"],
  ["at a point that comes twice", 48, 61, "far"],
  ["nearer to the second of its edges", 98, 35, "far"],
])("for a point %s, the nearest line is found", (_where, x, y, name) => {
  expect(nearest(x, y)).toBe(name);
});

test("the distance is measured to the edge, not to the endless line through it", () => {
  expect(nearest(110, 0, 10)).toBeUndefined();
  expect(nearest(109, 0, 10)).toBe("across");
  expect(nearest(-10, 0, 10)).toBeUndefined();
  expect(nearest(-9, 0, 10)).toBe("across");
  expect(nearest(50, 10, 10)).toBeUndefined();
  expect(nearest(50, 9, 10)).toBe("across");
});

test("the first of two equally near lines is chosen, and a single point is no line", () => {
  const two = [line("a", [0, 0], [10, 0]), line("b", [0, 0], [10, 0])];
  expect(nearestLine({ x: 5, y: 5 }, two, 100)?.name).toBe("a");
  expect(nearestLine({ x: 0, y: 0 }, [line("point", [0, 0])], 100)).toBeUndefined();
});
