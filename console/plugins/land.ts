import { createRequire } from "node:module";
import type { MultiPolygon, Position } from "geojson";
import { feature } from "topojson-client";
import type { GeometryObject, Topology } from "topojson-specification";
import { unwrapLongitudes } from "../src/geo/meridian.ts";

const require = createRequire(import.meta.url);

/** True for a ring along a pole, which has no area. The coarse data closes Antarctica with one. */
const isAtPole = (ring: Position[]) => ring.every(([, y]) => Math.abs(y as number) > 89.9);

/**
 * Draws a ring around a pole, such as Antarctica's, as maps do: along the coast from one side of the map to the other,
 * and back along the pole.
 */
function aroundPole(ring: Position[]): Position[] {
  const coast = ring.slice(1);
  // The coast begins where the data jumps from one side to the other.
  const isJump = ([x]: Position, at: number) =>
    Math.abs((x as number) - (coast.at(at - 1)?.[0] as number)) > 180;
  const start = coast.findIndex(isJump);
  const drawn = [...coast.slice(start), ...coast.slice(0, start)];
  const [x = 0, begin = 0] = drawn[0] ?? [];
  const end = drawn.at(-1)?.[1] ?? 0;
  const side = 180 * Math.sign(x);
  const pole = 90 * Math.sign(begin);
  const back = [-side, 0, side].map((longitude) => [longitude, pole]);
  return [[side, begin], ...drawn, [-side, end], ...back, [side, begin]];
}

/** Joins a polygon that the data cuts at the 180th meridian: its rings jump there to the other side and back. */
export function withoutJumps(polygon: Position[][]): Position[][] {
  const rings = polygon.filter((ring) => !isAtPole(ring));
  return unwrapLongitudes(rings).map((ring, at) => {
    // A ring around a pole ends 360 degrees from its start.
    const isClosed = Math.abs((ring[0]?.[0] ?? 0) - (ring.at(-1)?.[0] ?? 0)) < 1;
    return isClosed ? ring : aroundPole(rings[at] as Position[]);
  });
}

/**
 * The land of the earth, from Natural Earth. Longitudes run on past 180, and no edge spans more than half the earth.
 */
export function land(scale: "110m" | "50m" | "10m"): MultiPolygon {
  const topology: Topology<{ land: GeometryObject }> = require(`world-atlas/land-${scale}.json`);
  const made = feature(topology, topology.objects.land);
  const geometries =
    made.type === "Feature" ? [made.geometry] : made.features.map((each) => each.geometry);
  const coordinates = geometries.flatMap((geometry) => {
    if (geometry.type === "MultiPolygon") return geometry.coordinates;
    return geometry.type === "Polygon" ? [geometry.coordinates] : [];
  });
  return { type: "MultiPolygon", coordinates: coordinates.map(withoutJumps) };
}
