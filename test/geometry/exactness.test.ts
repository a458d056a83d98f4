/** @database server */
import { beforeAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import { runClone } from "../helpers/database.ts";
import { SEED } from "../helpers/seed.ts";
import { cases } from "./check.ts";
import { edgesOfZones, VERDICT, verdictOn } from "./in-database.ts";
import { Area } from "./oracle.ts";
import { across, placeOf, polygon, stand, type Where } from "./polygons.ts";
import { EXACTNESS } from "./tolerance.ts";

/** The number of polygons at each latitude, and of places around each. POLYGONS=… and PLACES=… measure others. */
const POLYGONS = Number(process.env.POLYGONS ?? cases(40));
const PLACES = Number(process.env.PLACES ?? 80);

const database = runClone();
beforeAll(async () => {
  await database.ownerPool.query(VERDICT);
});

const elsewhere = (latitude: number): Where => ({
  latitude: [latitude, latitude],
  longitude: [-150, 150],
});

const AT: [string, Where][] = [
  ...[0, 45, 70, 85].map((at): [string, Where] => [`latitude ${at}`, elsewhere(at)]),
  ...[0, 45, 70, 85, 88].map((at): [string, Where] => [
    `latitude ${at}, across the 180th meridian`,
    across(at),
  ]),
];

test.each(AT)("the zones' edges are within the tolerance at %s", async (name, where) => {
  const polygons = fc.sample(polygon(where), { numRuns: POLYGONS, seed: SEED });
  const areas = polygons.map((corners) => new Area(corners));
  for (const { distance, under, over } of [EXACTNESS.two, EXACTNESS.three]) {
    const edges = await edgesOfZones(database, polygons, distance);
    const off = edges.flatMap((places, index) => {
      const stride = Math.ceil(places.length / PLACES);
      return places
        .filter((_, nth) => nth % stride === 0)
        .map((place) => (areas[index] as Area).metresToEdge(place) - distance);
    });
    const least = off.reduce((a, b) => Math.min(a, b));
    const most = off.reduce((a, b) => Math.max(a, b));
    process.stdout.write(
      `exactness: ${name}, ${distance} m: ${least.toFixed(2)} to +${most.toFixed(2)} m (${off.length} places, ${polygons.length} polygons)\n`,
    );
    expect(least).toBeGreaterThan(-under);
    expect(most).toBeLessThan(over);
  }
});

test.each(AT)("distances from the area are exact to two metres at %s", async (name, where) => {
  const polygons = fc.sample(polygon(where), { numRuns: POLYGONS, seed: SEED });
  const stands = fc.sample(stand, { numRuns: PLACES, seed: SEED });
  const off: number[] = [];
  for (const corners of polygons) {
    const area = new Area(corners);
    const places = stands.map((one) => placeOf(corners, one));
    const verdict = await verdictOn(database, corners, places);
    if ("code" in verdict) throw new Error(verdict.message);
    for (const [index, place] of places.entries()) {
      const metres = area.covers(place) ? 0 : area.metresToEdge(place);
      off.push((verdict.metres[index] as number) - metres);
    }
  }
  const least = off.reduce((a, b) => Math.min(a, b));
  const most = off.reduce((a, b) => Math.max(a, b));
  process.stdout.write(
    `distances: ${name}: ${least.toFixed(3)} to +${most.toFixed(3)} m (${off.length} places)\n`,
  );
  expect(least).toBeGreaterThan(-2);
  expect(most).toBeLessThan(2);
});
