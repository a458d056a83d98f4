import fc from "fast-check";
import { between, type Place, travel } from "./oracle.ts";

/** Fine enough for a millimetre, coarse enough that the middle of an edge is exactly on it. */
const GRID = 2 ** 26;
const onGrid = (degrees: number) => Math.round(degrees * GRID) / GRID;

/** From 180 west to 180 east, as clients give it. */
const wrapped = (longitude: number) => ((((longitude + 180) % 360) + 360) % 360) - 180;

/** Corners in metres east and north of a centre, at most one from it. */
type Shape = [number, number][];

const share = fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000);

/** Spikes and bays: a corner in each direction, near or far, so that the middle lies inside. */
const star: fc.Arbitrary<Shape> = fc
  .array(fc.tuple(share, share), { minLength: 3, maxLength: 14 })
  .map((corners) =>
    corners.map(([turn, far], index): [number, number] => {
      const angle = (2 * Math.PI * (index + 0.45 * turn)) / corners.length;
      const radius = 0.15 + 0.85 * far;
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    }),
  );

/** A winding strip from west to east, thick here and thin there. */
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

/** Half its width, from two metres to a country's 400 km. */
const size = fc.integer({ min: 0, max: 100 }).map((step) => 2 * 200_000 ** (step / 100));

const METRES_A_DEGREE = 111_195;

/** Where on earth the middle of an area may be; `longitude` may be past 180. */
export interface Where {
  latitude: [number, number];
  longitude: [number, number];
  /** Metres of the largest half width. */
  largest?: number;
}

/** A polygon as an administrator may draw it, in either winding. */
export function polygon({ latitude, longitude, largest = 400_000 }: Where): fc.Arbitrary<Place[]> {
  const within = ([least, most]: [number, number]) =>
    fc.integer({ min: 0, max: 100_000 }).map((n) => least + ((most - least) * n) / 100_000);
  return fc
    .record({
      shape: fc.oneof(star, strip),
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

/** Somewhere by an edge: where the levels change, and anywhere near. */
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
    // At right angles to the edge, as a rule the furthest from the area: see placeOf().
    fc.constant(Number.NaN),
  ),
  metres,
});

/** The place where one stands by a polygon. */
export function placeOf(corners: Place[], { edge, share, azimuth, metres }: Stand): Place {
  const a = corners[edge % corners.length] as Place;
  const b = corners[(edge + 1) % corners.length] as Place;
  const foot = between(a, b, share);
  const east = (b.longitude - a.longitude) * Math.cos((foot.latitude * Math.PI) / 180);
  const along = (Math.atan2(east, b.latitude - a.latitude) * 180) / Math.PI;
  const side = edge % 2 ? 90 : -90;
  return travel(foot, Number.isNaN(azimuth) ? along + side : azimuth, metres);
}
