/** @database server */
import { expect } from "@jest/globals";
import fc from "fast-check";
import { NEW_ALERT, owner, type Scene, stage } from "../database/scene.ts";
import { check } from "./check.ts";
import { between, metresBetween, type Place, travel } from "./oracle.ts";
import { across, polygon, type Where } from "./polygons.ts";

const { test } = stage();

interface Circle extends Place {
  radius: number;
  holds_you: boolean;
  distance: number;
}
interface Near {
  refresh_radius: number;
  zones: {
    holds_you: boolean;
    distance: number | null;
    geo_json: { type: "Polygon" | "MultiPolygon"; coordinates: never };
  }[];
  omitted_zones: number;
  circles: Circle[];
}

/** Returns the edges of a zone's GeoJSON, without the cut at the 180th meridian. */
function edgesOf({ type, coordinates }: Near["zones"][number]["geo_json"]): [Place, Place][] {
  const polygons: number[][][][] = type === "Polygon" ? [coordinates] : coordinates;
  const rings = polygons
    .flat()
    .map((ring) =>
      ring.map(
        ([longitude, latitude]): Place => ({ latitude: latitude ?? 0, longitude: longitude ?? 0 }),
      ),
    );
  const all = rings.flatMap((ring) =>
    ring.slice(1).map((to, index): [Place, Place] => [ring[index] as Place, to]),
  );
  const isCut = [180, -180].every((side) => all.flat().some(({ longitude }) => longitude === side));
  return all.filter(
    ([a, b]) => !(isCut && Math.abs(a.longitude) === 180 && a.longitude === b.longitude),
  );
}

/** Returns places on an edge within reach of a place, at most a step apart. Leaves out halves that are too far away. */
function along([from, to]: [Place, Place], at: Place, reach: number, step: number): Place[] {
  const [one, other] = [from.latitude - at.latitude, to.latitude - at.latitude];
  // Most edges are too far away. A degree of latitude has at least 110,500 m.
  if (one * other > 0 && Math.min(Math.abs(one), Math.abs(other)) * 110_500 > reach) return [];
  const [length, middle] = [metresBetween(from, to), between(from, to, 0.5)];
  // The edge bends, but less than by a hundredth of its length.
  if (metresBetween(at, middle) > 0.51 * length + reach) return [];
  if (length <= step) return [from, to];
  return [...along([from, middle], at, reach, step), ...along([middle, to], at, reach, step)];
}

const ask = async (s: Scene, as: { role: "app_user"; id: number }, at: Place, radius: number) =>
  (await s.value(as)`select to_json(n) from app_public.active_alerts_near(${at.latitude},
    ${((((at.longitude + 180) % 360) + 360) % 360) - 180}, ${radius}) n`) as Near;

const METRE = 0.01;

/** Checks an answer against the exact borders in it. Returns how many places on borders it compared. */
function verify(at: Place, asked: number, near: Near): number {
  const { circles, refresh_radius: refresh } = near;
  expect(circles.length).toBeLessThanOrEqual(19);
  expect(refresh).toBeGreaterThanOrEqual(asked / 2);
  expect(refresh).toBeLessThanOrEqual(asked);
  for (const circle of circles) {
    expect(circle.radius).toBeGreaterThanOrEqual(100);
    const metres = metresBetween(at, circle);
    // Leaves out places close to a circle's rim, where the measurement may decide either way.
    if (Math.abs(metres - circle.radius) > 1 + metres / 1000) {
      expect(circle.holds_you).toBe(metres < circle.radius);
    }
  }
  let compared = 0;
  let last: Place | undefined;
  for (const { geo_json, distance } of near.zones) {
    let nearest = Number.POSITIVE_INFINITY;
    for (const edge of edgesOf(geo_json)) {
      for (const place of along(edge, at, asked * 1.02, asked / 40)) {
        const metres = metresBetween(at, place);
        nearest = Math.min(nearest, metres);
        if (metres > refresh * 0.999) continue;
        // Corners lie close together on round borders.
        if (last && metresBetween(last, place) < asked / 200) continue;
        last = place;
        compared += 1;
        // Whoever crosses the border here is in a circle, and so has entered that circle before the border.
        const inCircle = circles.some((one) => metresBetween(one, place) <= one.radius + METRE);
        expect({ place, inCircle }).toEqual({ place, inCircle: true });
      }
    }
    if (distance !== null) {
      expect(Math.abs(distance - nearest)).toBeLessThan(10 + asked / 100);
    } else expect(nearest).toBeGreaterThan(asked * 0.99);
  }
  return compared;
}

const radius = fc
  .integer({ min: 0, max: 100 })
  .map((step) => Math.round(100 * 1000 ** (step / 100)));
const stand = fc.record({
  turn: fc.integer({ min: 0, max: 359 }),
  share: fc.integer({ min: 0, max: 130 }),
});

/** Draws areas around a centre, a radius and places to ask from, and verifies each answer. */
async function verifyAll(s: Scene, where: Where, runs: number): Promise<number> {
  const admin = await s.user(true);
  const user = (await s.user()) as { role: "app_user"; id: number };
  let compared = 0;
  const areas = fc.array(polygon({ ...where, largest: 20_000 }), { minLength: 1, maxLength: 3 });
  await check(
    fc.asyncProperty(areas, radius, stand, async (drawn, asked, { turn, share }) => {
      await s.as(owner)`update app_public.alerts set active = false`;
      for (const corners of drawn) {
        const input = { points: corners, text1: "1", text2: "2", text3: "3" };
        const refused = await s.as(admin, NEW_ALERT, [JSON.stringify(input)]).then(
          () => false,
          (error: { code: string }) => {
            // The shape crosses itself.
            if (error.code !== "LA400") throw error;
            return true;
          },
        );
        if (refused) return;
      }
      // Asks from a place at most 1.3 radii from a corner, inside or outside the area.
      const at = travel(drawn[0]?.[0] as Place, turn, (asked * share) / 100);
      compared += verify(at, asked, await ask(s, user, at, asked));
    }),
    runs,
  );
  return compared;
}

test("each zone border within the refresh radius lies in one of the answer's circles", async (s) => {
  const anywhere: Where = { latitude: [-75, 75], longitude: [-130, 130] };
  expect(await verifyAll(s, anywhere, 32)).toBeGreaterThan(0);
});

test.each([0, 70, 87])(
  "zone borders lie in circles at longitude 180, latitude %i",
  async (s, latitude) => verifyAll(s, across(latitude), 6).then(() => {}),
);

test("zone borders lie in the answer's circles for an area on both sides of the 180th meridian and of Greenwich", async (s) => {
  const user = (await s.user()) as { role: "app_user"; id: number };
  const piece = (west: number, south: number, east: number, north: number) => {
    const steps = Math.ceil(east - west);
    const longitudes = Array.from(
      { length: steps + 1 },
      (_, step) => west + ((east - west) * step) / steps,
    );
    const edge = (latitude: number) => longitudes.map((longitude) => [longitude, latitude]);
    return [[...edge(south), ...edge(north).reverse(), [west, south]]];
  };
  const coordinates = [
    piece(-0.2, 43, 0.3, 43.4),
    piece(179.6, 60, 180, 60.3),
    piece(-180, 60, -179.7, 60.3),
    piece(178, 88.4, 180, 88.6),
    piece(-180, 88.4, -179, 88.6),
  ];
  await s.alert(await s.user(true), [], { area: { type: "MultiPolygon", coordinates } });
  let compared = 0;
  for (const [latitude, longitude] of [
    [43.2, 0.31],
    [43.42, 0],
    [43.2, 90],
    [60.15, -180],
    [59.99, 180],
    [88.55, 90],
    [88.55, 180],
  ] as const) {
    const at = { latitude, longitude };
    compared += verify(at, 50_000, await ask(s, user, at, 50_000));
  }
  expect(compared).toBeGreaterThan(0);
  const inside = await ask(s, user, { latitude: 60.15, longitude: 180 }, 5_000);
  expect(inside.zones.map(({ holds_you, distance }) => [holds_you, distance])).toEqual([
    [true, null],
    [true, null],
    [true, null],
  ]);
  expect(inside.circles).toEqual([]);
});

test("zone borders lie in the answer's circles for an area with a corner on the 180th meridian", async (s) => {
  const user = (await s.user()) as { role: "app_user"; id: number };
  const ring = (first: number[], ...others: number[][]) => [[first, ...others, first]];
  const coordinates = [
    ring([179.7, 0], [180, 0], [180, 0.3], [179.7, 0.3]),
    ring([-180, 0], [-179.7, 0], [-179.7, 0.3], [-180, 0.3]),
    ring([179.7, 0.5], [180, 0.6], [179.7, 0.7]),
  ];
  await s.alert(await s.user(true), [], { area: { type: "MultiPolygon", coordinates } });
  const at = { latitude: 0.4, longitude: 180 };
  expect(verify(at, 50_000, await ask(s, user, at, 50_000))).toBeGreaterThan(0);
});

test("zone borders lie in the answer's circles near a pole", async (s) => {
  const admin = await s.user(true);
  const user = (await s.user()) as { role: "app_user"; id: number };
  const points = [0, 90, 180, -90].map((longitude) => ({ latitude: -88.95, longitude }));
  await s.as(admin, NEW_ALERT, [
    JSON.stringify({
      points: points.slice(0, 2).concat({ latitude: -88.5, longitude: 45 }),
      text1: "1",
      text2: "2",
      text3: "3",
      level2_distance: 100,
      level3_distance: 200,
    }),
  ]);
  // Areas end a degree before a pole, farther than the largest radius.
  const pole = { latitude: -89.4, longitude: 45 };
  const near = await ask(s, user, pole, 100_000);
  expect(near.zones).toHaveLength(3);
  expect(verify(pole, 100_000, near)).toBeGreaterThan(0);
});
