import fc from "fast-check";
import { between, type Place, travel, unwrapped } from "./oracle.ts";

/** Rounds to less than a millimetre, but so coarsely that the middle of an edge is exactly on the edge. */
const GRID = 2 ** 26;
const onGrid = (degrees: number) => Math.round(degrees * GRID) / GRID;

/** Brings a longitude into the range from -180 to 180, as clients send it. */
const wrapped = (longitude: number) => ((((longitude + 180) % 360) + 360) % 360) - 180;

/** Corners as offsets east and north of a centre, at most 1 away from it. */
type Shape = [number, number][];

const share = fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000);

/** Draws spikes and bays: a corner in each direction, near or far, so that the centre lies inside. */
const star: fc.Arbitrary<Shape> = fc
  .array(fc.tuple(share, share), { minLength: 3, maxLength: 14 })
  .map((corners) =>
    corners.map(([turn, far], index): [number, number] => {
      const angle = (2 * Math.PI * (index + 0.45 * turn)) / corners.length;
      const radius = 0.15 + 0.85 * far;
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    }),
  );

/** Draws a winding strip from west to east, of changing width. */
const strip: fc.Arbitrary<Shape> = fc
  .array(fc.tuple(share, share), { minLength: 2, maxLength: 8 })
  .map((joints) => {
    const east = (index: number) => -1 + (2 * index) / (joints.length - 1);
    const south = joints.map(([low], index): [number, number] => [east(index), 1.6 * low - 1]);
    const north = joints.map(([low, wide], index): [number, number] => [
      east(index),
      1.6 * low - 1 + 0.02 + 0.3 * wide,
    ]);
    return [...south, ...north.reverse()];
  });

/** Half the width of an area in metres, from 2 m to the 400 km of a country. */
const size = fc.integer({ min: 0, max: 100 }).map((step) => 2 * 200_000 ** (step / 100));

const METRES_A_DEGREE = 111_195;

/** The range of an area's centre; `longitude` may exceed 180. */
export interface Where {
  latitude: [number, number];
  longitude: [number, number];
  /** The largest half width in metres. */
  largest?: number;
}

/**
 * Polygons of 2 m to 400 km across the 180th meridian. Near a pole they are smaller, as an area must end before 89
 * degrees.
 */
export const across = (latitude: number): Where => ({
  latitude: [latitude, latitude],
  longitude: [180, 180],
  ...(Math.abs(latitude) > 85 ? { largest: 80_000 } : {}),
});

const within = ([least, most]: [number, number]) =>
  fc.integer({ min: 0, max: 100_000 }).map((n) => least + ((most - least) * n) / 100_000);

/** Generates a polygon as an administrator may draw it, in either winding. */
export function polygon(
  { latitude, longitude, largest = 400_000 }: Where,
  shapes = fc.oneof(star, strip),
): fc.Arbitrary<Place[]> {
  return fc
    .record({
      shape: shapes,
      metres: size.map((metres) => Math.min(metres, largest)),
      latitude: within(latitude),
      longitude: within(longitude),
      reversed: fc.boolean(),
    })
    .map(({ shape, metres, latitude, longitude, reversed }) => {
      const high = metres / METRES_A_DEGREE;
      const wide = high / Math.cos((latitude * Math.PI) / 180);
      const corners = shape.map(([east, north]) => ({
        latitude: onGrid(Math.min(90, Math.max(-90, latitude + high * north))),
        longitude: onGrid(wrapped(longitude + wide * east)),
      }));
      return reversed ? corners.reverse() : corners;
    });
}

/** Generates an area with a hole: a star, and the same star smaller inside it. */
export function holed(where: Where): fc.Arbitrary<[outer: Place[], hole: Place[]]> {
  return fc
    .record({ outer: polygon(where, star), size: fc.integer({ min: 20, max: 80 }) })
    .map(({ outer, size }) => {
      const ring = unwrapped(outer);
      const centre = { latitude: where.latitude[0], longitude: nearest(where.longitude[0], ring) };
      const hole = ring.map((corner) => between(centre, corner, size / 100));
      return [
        outer,
        hole.map(({ latitude, longitude }) => ({
          latitude: onGrid(latitude),
          longitude: onGrid(wrapped(longitude)),
        })),
      ];
    });
}

/** Returns a longitude in the turn of 360 degrees in which a ring lies. */
function nearest(longitude: number, ring: Place[]): number {
  const sum = ring.reduce((total, corner) => total + corner.longitude, 0);
  return longitude + 360 * Math.round((sum / ring.length - longitude) / 360);
}

/**
 * Cuts rings at the 180th meridian as RFC 7946 does. Each ring must cross it twice, the hole inside the outer ring.
 * @returns The piece to the west of the meridian and the piece to the east of it, each a single ring.
 */
export function cut([outer, hole]: Place[][]): [west: Place[], east: Place[]] {
  const sides = [outer, hole].map((ring) => (ring ? split(ring) : []));
  const pieces = [-1, 1].map((side) => {
    const [around, within] = sides.map(
      (arcs) => arcs.find((arc) => arc.side === side)?.places ?? [],
    );
    // The arcs run the same way round, so the piece goes along one and back along the other.
    return [...(around as Place[]), ...(within as Place[]).toReversed()].map(
      ({ latitude, longitude }) => ({ latitude, longitude: side * -180 + longitude }),
    );
  });
  return pieces as [Place[], Place[]];
}

interface Arc {
  /** -1 to the west of the meridian, 1 to the east. */
  side: number;
  /** The places, with longitudes counted from the meridian. The first and the last lie on it. */
  places: Place[];
}

/** Splits a ring where it crosses the 180th meridian. */
function split(ring: Place[]): Arc[] {
  const corners = ring.map(({ latitude, longitude }) => ({
    latitude,
    longitude: longitude - 180 * Math.sign(longitude),
  }));
  const arcs: Arc[] = [];
  // Begins after a crossing, and ends there after a whole round.
  const isCrossing = (a: Place, b: Place) => a.longitude < 0 !== b.longitude < 0;
  const start = corners.findIndex((corner, n) => isCrossing(corners.at(n - 1) as Place, corner));
  for (let n = start; n < start + corners.length; n += 1) {
    const before = corners.at((n - 1) % corners.length) as Place;
    const corner = corners[n % corners.length] as Place;
    if (isCrossing(before, corner)) {
      const share = before.longitude / (before.longitude - corner.longitude);
      const gate = { ...between(before, corner, share), longitude: 0 };
      arcs.at(-1)?.places.push(gate);
      arcs.push({ side: corner.longitude < 0 ? -1 : 1, places: [gate] });
    }
    arcs.at(-1)?.places.push(corner);
  }
  arcs.at(-1)?.places.push(arcs[0]?.places[0] as Place);
  return arcs;
}

/** An offset from an edge: around the distances at which the level changes, or anywhere else nearby. */
export interface Stand {
  edge: number;
  share: number;
  azimuth: number;
  metres: number;
}

const metres = fc.oneof(
  fc.integer({ min: 1, max: 30 }).map((decimetres) => decimetres / 10),
  ...[1000, 2000].map((middle) =>
    fc.integer({ min: -100, max: 100 }).map((decimetres) => middle + decimetres / 10),
  ),
  fc.integer({ min: 1, max: 4000 }),
);

export const stand: fc.Arbitrary<Stand> = fc.record({
  edge: fc.nat(1000),
  share: fc.oneof(share, fc.constantFrom(0, 1)),
  azimuth: fc.oneof(
    fc.integer({ min: 0, max: 359 }),
    // At a right angle to the edge, which is usually the furthest from the area: see placeOf().
    fc.constant(Number.NaN),
  ),
  metres,
});

/** Returns the place at an offset from a polygon's edge. */
export function placeOf(ring: Place[], { edge, share, azimuth, metres }: Stand): Place {
  const corners = unwrapped(ring);
  const a = corners[edge % corners.length] as Place;
  const b = corners[(edge + 1) % corners.length] as Place;
  const foot = between(a, b, share);
  const east = (b.longitude - a.longitude) * Math.cos((foot.latitude * Math.PI) / 180);
  const along = (Math.atan2(east, b.latitude - a.latitude) * 180) / Math.PI;
  const side = edge % 2 ? 90 : -90;
  return travel(foot, Number.isNaN(azimuth) ? along + side : azimuth, metres);
}
