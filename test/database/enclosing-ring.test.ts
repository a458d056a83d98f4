/** @database both */
import { describe, expect } from "@jest/globals";
import { owner, type Scene, stage } from "./scene.ts";

const { test } = stage();

const RING = `select public.st_astext(app_private.enclosing_ring(public.st_geomfromtext($1, 4326)))`;
const ringOf = async (s: Scene, zone: string): Promise<string> =>
  await s.value(owner, RING, [zone]);

/** True if the ring covers the zone, where it lies or moved east by 360 degrees. */
const COVERS = `
  select bool_and(public.st_covers(r.ring, p.geom) or public.st_covers(r.ring, public.st_translate(p.geom, 360, 0)))
    from public.st_geomfromtext($1, 4326) zone, app_private.enclosing_ring(zone) r (ring), public.st_dump(zone) p`;

const PLAIN = "POLYGON((0.1 0.1,3 0.25,2.000000000000001 4,0.1 0.1))";
const HOLED = "((0 0,9 0,9 9,0 9,0 0),(1 1,2 1,2 2,1 1),(4 4,5 4,5 5,4 4))";

describe("enclosing_ring", () => {
  test.each([
    ["leaves one ring as it is", PLAIN, PLAIN],
    ["takes the only piece of a MultiPolygon", `MULTI${PLAIN.replace("((", "(((")})`, PLAIN],
    ["drops holes", `POLYGON${HOLED}`, "POLYGON((0 0,9 0,9 9,0 9,0 0))"],
    [
      "drops the holes of an only piece",
      `MULTIPOLYGON(${HOLED})`,
      "POLYGON((0 0,9 0,9 9,0 9,0 0))",
    ],
    [
      "draws the convex hull of several pieces",
      "MULTIPOLYGON(((0 0,1 0,1 1,0 0)),((5 5,6 5,6 6,5 5)))",
      "POLYGON((0 0,6 6,6 5,1 0,0 0))",
    ],
    [
      "draws the convex hull of a piece and one with holes",
      `MULTIPOLYGON(${HOLED},((20 0,21 0,21 9,20 0)))`,
      "POLYGON((0 0,0 9,21 9,21 0,0 0))",
    ],
    [
      "runs on past 180 for pieces on both sides of the meridian",
      "MULTIPOLYGON(((179 -17,180 -17,180 -16,179 -16,179 -17)),((-180 -17,-179 -17,-179 -16,-180 -16,-180 -17)))",
      "POLYGON((179 -17,179 -16,181 -16,181 -17,179 -17))",
    ],
    [
      "joins a piece with a bay and a hole that the meridian cuts",
      "MULTIPOLYGON(((179 0,180 0,180 3,179 3,179.5 1.5,179 0)),((-180 0,-179 0,-179 3,-180 3,-180 2,-179.5 2,-179.5 1,-180 1,-180 0)))",
      "POLYGON((179 0,179.5 1.5,179 3,181 3,181 0,179 0))",
    ],
    [
      "draws the convex hull of a piece that the meridian cuts and another one",
      "MULTIPOLYGON(((179 0,180 0,180 1,179 0)),((-180 0,-179 0,-180 1,-180 0)),((-178 0,-177 0,-177 1,-178 0)))",
      "POLYGON((179 0,180 1,183 1,183 0,179 0))",
    ],
    [
      "stays at Greenwich for pieces on both sides of it",
      "MULTIPOLYGON(((-2 0,-1 0,-1 1,-2 1,-2 0)),((1 0,2 0,2 1,1 1,1 0)))",
      "POLYGON((-2 0,-2 1,2 1,2 0,-2 0))",
    ],
    [
      "leaves pieces in the west where they are",
      "MULTIPOLYGON(((-20 0,-19 0,-19 1,-20 1,-20 0)),((-9 0,-8 0,-8 1,-9 1,-9 0)))",
      "POLYGON((-20 0,-20 1,-8 1,-8 0,-20 0))",
    ],
  ])("%s", async (s, _what, zone, ring) => {
    expect(await ringOf(s, zone)).toBe(ring);
    expect(await s.value(owner, COVERS, [zone])).toBe(true);
  });

  test("does not move a piece that lies on Greenwich", async (s) => {
    const zone =
      "MULTIPOLYGON(((179 0,180 0,180 1,179 0)),((-1 0,1 0,1 1,-1 0)),((-180 0,-179 0,-179 1,-180 0)))";
    expect(await s.value(owner, COVERS, [zone])).toBe(true);
  });
});
