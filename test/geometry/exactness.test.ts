import { afterAll, beforeAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Database } from "../../src/database/open.ts";
import { openClone } from "../helpers/database.ts";
import { SEED } from "../helpers/seed.ts";
import { edgesOfZones } from "./in-database.ts";
import { Area } from "./oracle.ts";
import { polygon } from "./polygons.ts";
import { EXACTNESS } from "./tolerance.ts";

/** The number of polygons at each latitude, and of places around each. POLYGONS=… and PLACES=… measure more. */
const POLYGONS = Number(process.env.POLYGONS ?? 40);
const PLACES = Number(process.env.PLACES ?? 80);

let database: Database;
beforeAll(async () => {
  database = await openClone();
});
afterAll(() => database.close());

test.each([0, 45, 70, 85])(
  "the zones' edges are within the tolerance at latitude %d",
  async (at) => {
    const polygons = fc.sample(polygon({ latitude: [at, at], longitude: [-150, 150] }), {
      numRuns: POLYGONS,
      seed: SEED,
    });
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
        `exactness: latitude ${at}, ${distance} m: ${least.toFixed(2)} to +${most.toFixed(2)} m (${off.length} places, ${polygons.length} polygons)\n`,
      );
      expect(least).toBeGreaterThan(-under);
      expect(most).toBeLessThan(over);
    }
  },
);
