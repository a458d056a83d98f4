import type { Position } from "geojson";
import type { GeoJSONStoreFeatures } from "terra-draw";
import type { Shape } from "../geo/area.ts";

/** Decimals of degrees: a centimetre. */
export const PRECISION = 9;

const round = (degrees: number) => Number(degrees.toFixed(PRECISION));

/**
 * A shape's rings, the outer one first, each a feature of its own, as terra-draw knows no holes.
 * @param part By which they find each other again.
 */
export function featuresOf({ kind, coordinates }: Shape, part: number): GeoJSONStoreFeatures[] {
  return coordinates.map((ring, index) => ({
    type: "Feature",
    properties: { mode: index === 0 ? kind : "hole", part, hasHoles: coordinates.length > 1 },
    geometry: {
      type: "Polygon",
      coordinates: [ring.map(([x, y]) => [round(x ?? 0), round(y ?? 0)])],
    },
  }));
}

/** The ring of a feature that is one. */
export const ringOf = ({ geometry }: GeoJSONStoreFeatures): Position[] =>
  geometry.type === "Polygon" ? (geometry.coordinates[0] ?? []) : [];

/** Whether a feature is a hole in another. */
export const isHole = ({ geometry, properties }: GeoJSONStoreFeatures) =>
  geometry.type === "Polygon" && properties.mode === "hole";

/** The shapes that features make: each outer ring with its holes, of which one just drawn has none. */
export function shapesIn(features: GeoJSONStoreFeatures[]): Shape[] {
  const holes = features.filter(isHole);
  return features.flatMap((feature): Shape[] => {
    const { mode, part } = feature.properties;
    if (feature.geometry.type !== "Polygon" || (mode !== "polygon" && mode !== "circle")) return [];
    const mine = holes.filter(({ properties }) => properties.part === part);
    return [{ kind: mode, coordinates: [feature, ...mine].map(ringOf) }];
  });
}

/** Latitudes on the map, as far apart as they are there: a ring that is dragged keeps its form on it. */
const onMap = (latitude: number) => Math.asinh(Math.tan((latitude * Math.PI) / 180));
const offMap = (y: number) => (Math.atan(Math.sinh(y)) * 180) / Math.PI;

/** How a ring was dragged as a whole; undefined where only a corner was, or nothing. */
export function shiftOf(before: Position[] = [], after: Position[]): Position | undefined {
  const isWhole = [0, 1].every((index) => String(before[index]) !== String(after[index]));
  if (before.length !== after.length || !isWhole) return undefined;
  const [[x0, y0], [x1, y1]] = [before[0], after[0]] as [[number, number], [number, number]];
  return [x1 - x0, onMap(y1) - onMap(y0)];
}

/** A ring dragged as another was. */
export function shifted(ring: Position[], [dx, dy]: Position): Position[] {
  return ring.map(([x, y]) => [
    round((x as number) + (dx as number)),
    round(offMap(onMap(y as number) + (dy as number))),
  ]);
}
