/** @database server */
import { expect } from "@jest/globals";
import {
  type Actor,
  METRE,
  metresEast,
  owner,
  type Place,
  refusal,
  type Scene,
  square,
  stage,
} from "./scene.ts";

const { test } = stage();

const NEAR =
  "select case when n.cursor is not null then to_json(n) end from app_public.active_alerts_near($1, $2, $3, $4) n";
const near = (
  s: Scene,
  as: Actor,
  [longitude, latitude]: Place,
  radius: unknown = 5000,
  since: string | null = null,
) => s.value(as, NEAR, [latitude, longitude, radius, since]);

test("active_alerts_near returns the zones near a place, with their versions, distances and exact GeoJSON", async (s) => {
  const [admin, user] = [await s.user(true), await s.user()];
  const id = await s.alert(admin);
  await s.update(admin, id, { text1: "Go." });
  // The user is 500 m east of the area: inside zone TWO, and 1,500 m inside zone THREE.
  const { zones, circles, omitted_zones, refresh_radius } = await near(s, user, metresEast(500));
  const exact = await s.as(owner)`select st_asgeojson(z.zone, 9, 0)::json as json
    from app_public.alerts a,
    unnest(array[a.zone2, a.zone3, a.zone1]) with ordinality z (zone, n) where a.id = ${id} order by n`;
  const end = "select to_json(expires_at) from app_public.alerts where id = $1";
  const expires_at = await s.value(owner, end, [id]);
  const zone = (level: string, holds_you: boolean, text: string, at: number) => ({
    alert_id: id,
    version: 2,
    level,
    holds_you,
    text,
    distance: expect.any(Number),
    expires_at,
    geo_json: exact[at]?.json,
  });
  expect(zones).toEqual([
    zone("TWO", true, "Stay away.", 0),
    zone("THREE", true, "Take care.", 1),
    zone("ONE", false, "Go.", 2),
  ]);
  const distances = zones.map(({ distance }: { distance: number }) => distance);
  for (const [index, metres] of [500, 1500, 500].entries())
    expect(Math.abs(distances[index] - metres)).toBeLessThan(10);
  expect([omitted_zones, refresh_radius]).toEqual([0, 5000]);
  expect(Math.abs(circles[0].distance - 500)).toBeLessThan(10);
});

test("the user is inside a circle only within 100 m of a border, if 19 circles are enough", async (s) => {
  const [admin, user] = [await s.user(true), await s.user()];
  await s.alert(admin);
  const holding = async (place: Place) =>
    (await near(s, user, place)).circles.filter((one: { holds_you: boolean }) => one.holds_you);
  expect(await holding(metresEast(2500))).toEqual([]);
  expect(await holding(metresEast(1500))).toEqual([]);
  const [circle] = await holding(metresEast(2040));
  expect(Math.abs(circle.distance - 40)).toBeLessThan(10);
});

test("without a zone border nearby there are no circles, and the refresh radius is the whole radius", async (s) => {
  const [admin, user] = [await s.user(true), await s.user()];
  await s.alert(admin);
  const { zones, circles, refresh_radius } = await near(s, user, [20, 20], 100_000);
  expect([zones, circles, refresh_radius]).toEqual([[], [], 100_000]);
  // The user is in the middle of a zone whose border is far away.
  const wide = await s.alert(admin, square([40, 40], 1));
  const inside = await near(s, user, [40.5, 40.5], 1000);
  expect(inside.circles).toEqual([]);
  expect(
    inside.zones.map((one: { alert_id: number; distance: null }) => [one.alert_id, one.distance]),
  ).toEqual([
    [wide, null],
    [wide, null],
    [wide, null],
  ]);
});

test("an outer zone is returned although its area is farther away", async (s) => {
  const [admin, user] = [await s.user(true), await s.user()];
  await s.alert(admin);
  const { zones } = await near(s, user, metresEast(5000), 3500);
  expect(zones).toMatchObject([{ level: "THREE", holds_you: false }]);
});

test("only active alerts that concern the caller are returned", async (s) => {
  const [admin, user, tester] = [await s.user(true), await s.user(), await s.user()];
  await s.as(owner)`update app_public.users set is_tester = true where id = ${tester.id}`;
  const exercise = await s.alert(admin, square(), { status: "EXERCISE" });
  const [expired, cancelled] = [await s.alert(admin), await s.alert(admin)];
  await s.expire(expired);
  await s.cancel(admin, cancelled);
  const ids = async (as: Actor) => {
    const { zones, circles } = await near(s, as, metresEast(10));
    return [
      ...new Set(zones.map(({ alert_id }: { alert_id: number }) => alert_id)),
      circles.length > 0,
    ];
  };
  expect(await ids(user)).toEqual([false]);
  expect(await ids(tester)).toEqual([exercise, true]);
});

test("with a cursor the answer is null until an alert has changed, and an unknown cursor is refused", async (s) => {
  const [admin, user] = [await s.user(true), await s.user()];
  const id = await s.alert(admin);
  const { cursor } = await near(s, user, metresEast(10));
  expect(await near(s, user, metresEast(10), 5000, cursor)).toBeNull();
  expect(await near(s, user, metresEast(10), 5000, "")).not.toBeNull();
  await s.cancel(admin, id);
  const next = await near(s, user, metresEast(10), 5000, cursor);
  expect(next.zones).toEqual([]);
  expect(next.cursor).not.toBe(cursor);
  await expect(near(s, user, metresEast(10), 5000, "x")).rejects.toMatchObject(refusal("LA400"));
});

test.each([["NaN"], [-1], [0], [99.9], [100_001], ["Infinity"], ["-Infinity"], [1e300], [null]])(
  "active_alerts_near refuses the radius %s",
  async (s, radius) => {
    await expect(near(s, await s.user(), [0, 0], radius)).rejects.toMatchObject(
      refusal("LA400", { message: /radius is not from 100 to 100,000/ }),
    );
  },
);

test.each([
  ["NaN", 0],
  [0, "NaN"],
  [90.1, 0],
  [0, -180.1],
  [null, 0],
  ["Infinity", 0],
])("active_alerts_near refuses the place %s, %s", async (s, latitude, longitude) => {
  const asked = s.value(await s.user(), NEAR, [latitude, longitude, 1000, null]);
  await expect(asked).rejects.toMatchObject(refusal("LA400", { message: /off the globe/ }));
});

test("active_alerts_near needs a user", async (s) => {
  await expect(near(s, { role: "app_anonymous" }, [0, 0])).rejects.toMatchObject(refusal("42501"));
  await expect(near(s, { role: "app_user" }, [0, 0])).rejects.toMatchObject(refusal("LA401"));
});

test("of a thousand overlapping alerts, at most 300 zones are returned, and circles cover all borders", async (s) => {
  const [admin, user] = [await s.user(true), await s.user()];
  const id = await s.alert(admin);
  await s.as(owner)`insert into app_public.alerts (user_id, expires_at, zone1, zone2, zone3,
    level2_distance, level3_distance, max_position_age, text1, text2, text3)
    select user_id, expires_at, st_translate(zone1, n * ${METRE}::float8, 0),
      st_translate(zone2, n * ${METRE}::float8, 0), st_translate(zone3, n * ${METRE}::float8, 0),
        level2_distance, level3_distance, max_position_age, text1, text2, text3
      from app_public.alerts, generate_series(1, 999) n where id = ${id}`;
  const { zones, omitted_zones, circles } = await near(s, user, metresEast(500));
  expect([zones.length, omitted_zones]).toEqual([300, 2700]);
  expect(circles.length).toBe(19);
  // The three borders of the furthest alert, whose area begins 999 m further east.
  for (const metres of [999, 1999, 2999]) {
    const covering = circles.filter(
      (one: { latitude: number; longitude: number; radius: number }) =>
        Math.hypot(
          (one.longitude - metresEast(metres)[0]) / METRE,
          (one.latitude - 0.005) * 110_574,
        ) <= one.radius,
    );
    expect({ metres, count: covering.length }).not.toEqual({ metres, count: 0 });
  }
});

test.each<[string, Place, number]>([
  ["a pole", [0, 90], 5000],
  ["the other pole", [0, -90], 5000],
  ["180 degrees east", [180, 0], 5000],
  ["180 degrees west", [-180, 0], 5000],
  ["the smallest radius", [0, 0], 100],
  ["the largest radius", [0, 0], 100_000],
])("active_alerts_near answers at %s", async (s, _, place, radius) => {
  const { zones, refresh_radius } = await near(s, await s.user(), place, radius);
  expect([zones, refresh_radius]).toEqual([[], radius]);
});

const heldBy = async (s: Scene, as: Actor, place: Place) =>
  (await near(s, as, place)).zones
    .filter(({ holds_you }: { holds_you: boolean }) => holds_you)
    .map(({ level }: { level: string }) => level);

test("a place on an edge is inside the zone, at the 180th meridian with longitude 180 and -180", async (s) => {
  const [admin, user] = [await s.user(true), await s.user()];
  await s.alert(admin);
  expect(await heldBy(s, user, metresEast(0))).toEqual(["ONE", "TWO", "THREE"]);
  await s.alert(admin, square([179.99, 10]));
  for (const longitude of [180, -180]) {
    expect(await heldBy(s, user, [longitude, 10.005])).toEqual(["ONE", "TWO", "THREE"]);
  }
});

test("a zone whose corner lies in the box around the circle, but beyond the radius, is not near", async (s) => {
  const [admin, user] = [await s.user(true), await s.user()];
  await s.alert(admin, undefined, { level2_distance: 1, level3_distance: 2 });
  const away = (metres: number): Place => [-metres * METRE, -metres * METRE];
  expect((await near(s, user, away(400), 500)).zones).toEqual([]);
  expect((await near(s, user, away(300), 500)).zones).toHaveLength(3);
});

test("the nearest zones of a level come first, and of equal ones the newest", async (s) => {
  const [admin, user] = [await s.user(true), await s.user()];
  const thin = { level2_distance: 1, level3_distance: 2 };
  const far = await s.alert(admin, square([0.03, 0]), thin);
  const [old, young] = [await s.alert(admin, square(), thin), await s.alert(admin, square(), thin)];
  const { zones } = await near(s, user, metresEast(500));
  expect(
    zones.map((zone: { alert_id: number; level: string }) => [zone.level, zone.alert_id]),
  ).toEqual(["ONE", "TWO", "THREE"].flatMap((level) => [young, old, far].map((id) => [level, id])));
});

test("the nearest circle comes first, each radius is at least 100 m, and a circle on a border holds the place", async (s) => {
  const [admin, user] = [await s.user(true), await s.user()];
  await s.alert(admin, square([0, 0], 0.0001), { level2_distance: 1, level3_distance: 2 });
  await s.alert(admin, square([0.03, 0.02]));
  const { circles } = await near(s, user, [0.0002, 0.00005]);
  const distances = circles.map(({ distance }: { distance: number }) => distance);
  expect(distances).toEqual(distances.toSorted((a: number, b: number) => a - b));
  const radii = circles.map(({ radius }: { radius: number }) => radius);
  expect(Math.min(...radii)).toBe(100);
  expect(circles[0]).toMatchObject({ holds_you: true });
  expect(circles.at(-1)).toMatchObject({ holds_you: false });
});

test("among many small zones the refresh radius is smaller, and no circle reaches far beyond it", async (s) => {
  const [admin, user] = [await s.user(true), await s.user()];
  const id = await s.alert(admin, square([0, 0], 0.0001), {
    level2_distance: 1,
    level3_distance: 2,
  });
  await s.as(owner)`insert into app_public.alerts (user_id, expires_at, zone1, zone2, zone3,
    level2_distance, level3_distance, max_position_age, text1, text2, text3)
    select user_id, expires_at, st_translate(zone1, x, y), st_translate(zone2, x, y), st_translate(zone3, x, y),
        level2_distance, level3_distance, max_position_age, text1, text2, text3
      from app_public.alerts, generate_series(0, 24) ring, generate_series(0, 330, 30) angle,
        lateral (values (150 * 1.3 ^ ring * ${METRE}::float8 * cosd(angle),
      150 * 1.3 ^ ring * ${METRE}::float8 * sind(angle))) t (x, y)
      where id = ${id}`;
  await s.as(owner)`update app_public.alerts set active = false where id = ${id}`;
  const { circles, refresh_radius } = await near(s, user, [0, 0], 100_000);
  expect(refresh_radius).toBeLessThan(100_000);
  for (const { distance } of circles) expect(distance).toBeLessThanOrEqual(refresh_radius);
  // The circles cover no border beyond that radius.
  for (const { latitude, longitude, radius } of circles) {
    const reach = Math.hypot(longitude, latitude) / METRE + radius;
    expect(reach).toBeLessThan(1.1 * refresh_radius);
  }
});

test("a border in a corner of the box around the circle has no distance and no circle", async (s) => {
  const [admin, user] = [await s.user(true), await s.user()];
  const at = (x: number, y: number): Place => [x * METRE, y * METRE];
  // The area is all around, except in the north-east: there, its nearest corner is 566 metres away.
  await s.alert(admin, [
    at(-9000, -9000),
    at(9000, -9000),
    at(9000, 400),
    at(400, 400),
    at(400, 9000),
    at(-9000, 9000),
  ]);
  const { zones, circles } = await near(s, user, [0, 0], 500);
  expect(zones.map(({ distance }: { distance: number | null }) => distance)).toEqual([
    null,
    null,
    null,
  ]);
  expect(circles).toEqual([]);
});

test.each<[number, number]>([
  [0, 0],
  [60, 0],
  [-70, 180],
  [85, -179.9],
  [88, 20],
  [89.5, 20],
  [-90, 0],
])(
  "the box around latitude %d, longitude %d contains every place within the radius",
  async (s, latitude, longitude) => {
    const outside = await s.as(owner)`select metres, azimuth
      from unnest(array[100, 5000, 100000]) metres, generate_series(0, 345, 15) azimuth,
        st_project(st_setsrid(st_makepoint(${longitude}, ${latitude}), 4326)::geography, metres * 0.9999,
        radians(azimuth)) place
      where not st_covers(app_private.box_around(${latitude}, ${longitude}, metres), place::geometry)`;
    expect(outside).toEqual([]);
  },
);

test("a circle's radius includes the tolerance of its borders and the error of the projection", async (s) => {
  const circles = (tolerance: number) =>
    s.as(owner)`select c.radius, c.distance, c.holds_you from unnest(app_private.cover_borders(
      array[row(1000, 1000, 1600, 1800, 1280)::app_private.border_cell],
      '+proj=stere +lat_0=0 +lon_0=0 +datum=WGS84', ${tolerance})) c`;
  // The box has a diagonal of 1,000 m. The projection may be off by a thousandth, and the result by 5 m.
  for (const tolerance of [0, 40])
    expect(await circles(tolerance)).toEqual([
      {
        radius: expect.closeTo(500 * 1.001 + 5 + tolerance, 3),
        distance: 1280,
        holds_you: false,
      },
    ]);
});
