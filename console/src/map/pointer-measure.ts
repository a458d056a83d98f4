import { signal } from "@preact/signals";
import type { Position } from "geojson";
import type { TerraDraw } from "terra-draw";
import { areaInside, cornersOf, lengthOf, radiusOf } from "../geo/measure.ts";
import { areaText, metres } from "../words/numbers.ts";
import { t } from "../words/translate.ts";
import { ringOf } from "./rings.ts";

/** What is shown at the pointer while a shape is drawn or dragged: one line for each measure. */
export const pointerMeasure = signal<string[]>([]);

/** Rings with more corners are not measured, because the pointer would wait. */
const MAX_MEASURED_CORNERS = 2000;

/**
 * Returns the measures of a ring in words.
 * @param isUnfinished True while the pointer holds the ring's last corner.
 */
export function measuresOf(mode: unknown, ring: Position[], isUnfinished: boolean): string[] {
  const corners = cornersOf(ring);
  const [first, second, third] = corners;
  if (!first || !second || corners.length > MAX_MEASURED_CORNERS) return [];
  const area = corners.length < 3 ? [] : [t("Area {size}", { size: areaText(areaInside(ring)) })];
  if (mode === "circle") return [t("Radius {length}", { length: metres(radiusOf(ring)) }), ...area];
  if (mode === "rectangle" && isUnfinished) {
    const [a, b] = [lengthOf([first, second]), lengthOf([second, third ?? second])];
    return [t("Sides {a}, {b}", { a: metres(a), b: metres(b) }), ...area];
  }
  if (isUnfinished)
    return [t("Side {length}", { length: metres(lengthOf(corners.slice(-2))) }), ...area];
  return [t("Around it {length}", { length: metres(lengthOf([...corners, first])) }), ...area];
}

/** Shows the measures of the ring among changed features. Changes of single points leave them as they are. */
export function measureChanged(
  draw: TerraDraw,
  ids: (string | number)[],
  isUnfinished: boolean,
): void {
  const features = ids.map((id) => draw.getSnapshotFeature(id));
  const ring = features.find((feature) => feature?.geometry.type === "Polygon");
  if (ring) pointerMeasure.value = measuresOf(ring.properties.mode, ringOf(ring), isUnfinished);
  else if (!isUnfinished) pointerMeasure.value = [];
}
