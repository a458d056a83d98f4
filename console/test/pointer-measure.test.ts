import { beforeEach, expect, test } from "@jest/globals";
import type { TerraDraw } from "terra-draw";
import { measureChanged, measuresOf, pointerMeasure } from "../src/map/pointer-measure.ts";
import { square } from "./helpers/square.ts";

const FEATURES: Record<string, object> = {
  ring: {
    properties: { mode: "polygon" },
    geometry: { type: "Polygon", coordinates: [square(0, 0, 0.01)] },
  },
  corner: { properties: { mode: "polygon" }, geometry: { type: "Point", coordinates: [0, 0] } },
};
const draw = { getSnapshotFeature: (id: string) => FEATURES[id] } as unknown as TerraDraw;

beforeEach(() => {
  pointerMeasure.value = ["before"];
});

test("the ring among the changed features is measured", () => {
  measureChanged(draw, ["corner", "gone", "ring"], false);
  expect(pointerMeasure.value).toEqual(["Around it 4.4 km", "Area 1.23 km²"]);
});

test("if only corners change, measures stay while a shape is drawn and are cleared otherwise", () => {
  measureChanged(draw, ["corner"], true);
  expect(pointerMeasure.value).toEqual(["before"]);
  measureChanged(draw, ["corner"], false);
  expect(pointerMeasure.value).toEqual([]);
});

test("a square of about a metre is measured, and one of almost no size is not", () => {
  expect(measuresOf("polygon", square(0, 0, 8.2e-6), false)).toHaveLength(2);
  expect(measuresOf("polygon", square(0, 0, 1e-9), false)).toEqual([]);
});

test("a triangle has an area, and an outline of more than 2,000 corners is not measured", () => {
  const triangle = [...square(0, 0, 0.01).slice(0, 3), [0, 0]];
  expect(measuresOf("polygon", triangle, false)).toHaveLength(2);
  const coast = (corners: number) =>
    measuresOf(
      "polygon",
      [...Array.from({ length: corners }, (_, at) => [at / 1e4, (at % 2) / 1e3]), [0, 0]],
      true,
    );
  expect([coast(2000).length, coast(2001).length]).toEqual([2, 0]);
});
