import type { Position } from "geojson";
import type { GeoJSONStoreFeatures, TerraDraw } from "terra-draw";
import type { Shape } from "../geo/area.ts";
import { cornersOf } from "../geo/measure.ts";

export const DEGREE_DECIMALS = 9;

const round = (degrees: number) => Number(degrees.toFixed(DEGREE_DECIMALS));

/** Returns a ring with as many decimals as terra-draw takes. */
export const rounded = (ring: Position[]): Position[] =>
  ring.map(([x, y]) => [round(x ?? 0), round(y ?? 0)]);

/**
 * Returns a feature for each ring of a shape, the outer ring first, because terra-draw has no holes.
 * @param part A number that all rings of the shape share.
 */
export function featuresOf({ kind, coordinates }: Shape, part: number): GeoJSONStoreFeatures[] {
  return coordinates.map((ring, index) => ({
    type: "Feature",
    properties: { mode: index === 0 ? kind : "hole", part, hasHoles: coordinates.length > 1 },
    geometry: {
      type: "Polygon",
      coordinates: [rounded(ring)],
    },
  }));
}

/** Returns a feature's ring. */
export const ringOf = ({ geometry }: GeoJSONStoreFeatures): Position[] =>
  geometry.type === "Polygon" ? (geometry.coordinates[0] ?? []) : [];

export const isHole = ({ geometry, properties }: GeoJSONStoreFeatures) =>
  geometry.type === "Polygon" && properties.mode === "hole";

/** True for the modes that draw an outer ring. A rectangle becomes a polygon, so that each corner can be moved. */
const isOuter = (mode: unknown) => mode === "polygon" || mode === "rectangle" || mode === "circle";

/** Returns the ring of a hole that is being drawn, which belongs to no shape yet. */
export function newHoleIn(features: GeoJSONStoreFeatures[]): Position[] | undefined {
  const hole = features.find((feature) => isHole(feature) && feature.properties.part === undefined);
  const ring = hole && ringOf(hole);
  return ring && cornersOf(ring).length >= 3 ? ring : undefined;
}

/** Builds shapes from features: each outer ring with its holes. */
export function shapesIn(features: GeoJSONStoreFeatures[]): Shape[] {
  const holes = features.filter(isHole);
  return features.flatMap((feature): Shape[] => {
    const { mode, part } = feature.properties;
    if (feature.geometry.type !== "Polygon" || !isOuter(mode)) return [];
    const ownHoles = holes.filter(
      ({ properties }) => part !== undefined && properties.part === part,
    );
    const kind = mode === "circle" ? "circle" : "polygon";
    return [{ kind, coordinates: [feature, ...ownHoles].map(ringOf) }];
  });
}

/** Converts latitudes to the map's projection and back: in it, a dragged ring keeps its form. */
const toMercator = (latitude: number) => Math.asinh(Math.tan((latitude * Math.PI) / 180));
const fromMercator = (y: number) => (Math.atan(Math.sinh(y)) * 180) / Math.PI;

/** Returns by how much a whole ring was dragged; undefined if it did not move, or only one corner did. */
export function shiftOf(before: Position[] = [], after: Position[]): Position | undefined {
  const isWhole = [0, 1].every((index) => String(before[index]) !== String(after[index]));
  if (before.length !== after.length || !isWhole) return undefined;
  const [[x0, y0], [x1, y1]] = [before[0], after[0]] as [[number, number], [number, number]];
  return [x1 - x0, toMercator(y1) - toMercator(y0)];
}

/** Moves a ring by a shift. */
export function shiftedRing(ring: Position[], [dx, dy]: Position): Position[] {
  return rounded(
    ring.map(([x, y]) => [
      (x as number) + (dx as number),
      fromMercator(toMercator(y as number) + (dy as number)),
    ]),
  );
}

/** Moves holes together with the ring around them. terra-draw has no holes and treats them as separate areas. */
export interface HoleKeeper {
  /** Remembers the present position of the rings. */
  remember(): void;
  /** Moves the holes of rings that were dragged since, and removes the holes of deleted rings. */
  follow(): void;
}

/** Makes the keeper of a drawing's holes. */
export function holeKeeper(draw: TerraDraw): HoleKeeper {
  const knownRings = new Map<string | number | undefined, Position[]>();

  function remember(): void {
    knownRings.clear();
    for (const ring of draw.getSnapshot()) {
      if (ring.properties.hasHoles && !isHole(ring)) knownRings.set(ring.id, ringOf(ring));
    }
  }
  function follow(): void {
    if (knownRings.size === 0) return;
    const rings = draw.getSnapshot();
    for (const hole of rings.filter(isHole)) {
      const id = hole.id as string;
      const outerRing = rings.find(
        (ring) => ring.properties.part === hole.properties.part && !isHole(ring),
      );
      const shift = outerRing && shiftOf(knownRings.get(outerRing.id), ringOf(outerRing));
      if (!outerRing) draw.removeFeatures([id]);
      if (!shift) continue;
      const coordinates = [shiftedRing(ringOf(hole), shift)];
      draw.updateFeatureGeometry(id, { type: "Polygon", coordinates });
    }
    remember();
  }
  return { remember, follow };
}
