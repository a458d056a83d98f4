/** @database server */
import { describe, expect } from "@jest/globals";
import { wkt } from "../helpers/wkt.ts";
import { claim, deliveries, userWith } from "./pushes.ts";
import {
  type Actor,
  alertInput,
  asPoints,
  inOrEast,
  inside,
  metresEast,
  NEW_ALERT,
  owner,
  type Place,
  refusal,
  type Scene,
  secondsAgo,
  square,
  stage,
} from "./scene.ts";

const { test } = stage();

const REACH =
  "select r.* from app_public.alert_reach(json_populate_record(null::app_public.alert_input, $1)) r";

const ring = (places: Place[]) => [...places, places[0]];
const polygon = (...rings: Place[][]) => ({ type: "Polygon", coordinates: rings.map(ring) });

/** Makes an alert from an input, and completes its publication. */
async function publish(s: Scene, admin: Actor, input: object = {}): Promise<number> {
  return await s.published(admin, undefined, input);
}

async function update(s: Scene, admin: Actor, id: number, input: object): Promise<void> {
  await s.update(admin, id, input);
  await s.publish(id);
}

async function cancel(s: Scene, admin: Actor, id: number, chunkSize?: number): Promise<void> {
  await s.cancel(admin, id);
  await s.publish(id, chunkSize);
}

const only = <T>([one]: T[]): T => one as T;

describe("an area as GeoJSON", () => {
  const far: Place = [1, 0];

  test("may have holes and several pieces", async (s) => {
    const admin = await s.user(true);
    const hole = square([0.004, 0.004], 0.002);
    const [inHole, beside, inSecond] = [
      await s.userAt(inside),
      await s.userAt([0.002, 0.002]),
      await s.userAt([1.005, 0.005]),
    ];
    const id = await publish(s, admin, {
      points: [],
      area: {
        type: "MultiPolygon",
        coordinates: [
          polygon(square(), hole.toReversed()).coordinates,
          polygon(square(far)).coordinates,
        ],
      },
    });
    // The outer zones cover the whole hole.
    expect(await s.levels(inHole, id)).toEqual(["TWO"]);
    expect(await s.levels(beside, id)).toEqual(["ONE"]);
    expect(await s.levels(inSecond, id)).toEqual(["ONE"]);
    const area = await s.value(admin)`select app_public.alerts_area_geo_json(a)
      from app_public.alerts a where id = ${id}`;
    expect(area.type).toBe("MultiPolygon");
    expect(area.coordinates[0]).toHaveLength(2);
  });

  test("may be a Feature, and gives the same zones as the same corners as points", async (s) => {
    const admin = await s.user(true);
    const area = { type: "Feature", properties: {}, geometry: polygon(square()) };
    const zones = async (id: number) =>
      only(await s.as(owner)`select zone1, zone2, zone3 from app_public.alerts where id = ${id}`);
    const byArea = await publish(s, admin, { points: null, area });
    const byPoints = await publish(s, admin);
    expect(await zones(byArea)).toEqual(await zones(byPoints));
  });

  test.each<[string, unknown, RegExp]>([
    ["another type", { type: "Point", coordinates: [0, 0] }, /Polygon or a MultiPolygon/],
    ["no object", "here", /Polygon or a MultiPolygon/],
    ["no coordinates", { type: "Polygon" }, /RFC 7946/],
    [
      "a ring that is too short",
      {
        type: "Polygon",
        coordinates: [wkt("0 0, 1 1, 0 0")],
      },
      /RFC 7946|not a valid area|no area/,
    ],
    [
      "texts for numbers",
      {
        type: "Polygon",
        coordinates: [
          [
            ["a", 0],
            [1, 1],
            [1, 0],
            ["a", 0],
          ],
        ],
      },
      /RFC 7946/,
    ],
    ["an empty one", { type: "Polygon", coordinates: [] }, /area is empty/],
    [
      "pieces that overlap a turn apart",
      {
        type: "MultiPolygon",
        coordinates: [polygon(square([179, 0], 2)), polygon(square([-180, 0], 2))].map(
          ({ coordinates }) => coordinates,
        ),
      },
      /not a valid area/,
    ],
    ["a hole outside", polygon(square(), square([1, 1])), /not a valid area: Hole lies outside/],
    [
      "more than 10,000 positions",
      polygon(Array.from({ length: 10_001 }, (_, i) => [Math.cos(i / 1600), Math.sin(i / 1600)])),
      /10,000/,
    ],
  ])("is refused, and nothing is written: %s", async (s, _, area, message) => {
    const admin = await s.user(true);
    const input = JSON.stringify(alertInput([], { area }));
    await expect(s.as(admin, NEW_ALERT, [input])).rejects.toMatchObject(
      refusal("LA400", { message }),
    );
    expect(await s.as(owner)`select from app_public.alerts`).toEqual([]);
  });

  test("is refused together with points", async (s) => {
    const admin = await s.user(true);
    await expect(publish(s, admin, { area: polygon(square()) })).rejects.toMatchObject(
      refusal("LA400", { message: /send one of them/ }),
    );
    await expect(publish(s, admin, { points: [] })).rejects.toMatchObject(refusal("LA400"));
  });
});

describe("an alert with settings of its own", () => {
  test("uses its own distances, end and greatest age of positions", async (s) => {
    const admin = await s.user(true);
    const [near, out, old] = [
      await s.userAt(metresEast(250)),
      await s.userAt(metresEast(350)),
      await s.userAt(inside, { takenAt: secondsAgo(600) }),
    ];
    const expiresAt = secondsAgo(-3600);
    const id = await publish(s, admin, {
      level2Distance: undefined,
      level2_distance: 100,
      level3_distance: 300,
      expires_at: expiresAt,
      max_position_age: 300,
    });
    expect(await s.levels(near, id)).toEqual(["THREE"]);
    expect(await s.levels(out, id)).toEqual([]);
    expect(await s.levels(old, id)).toEqual([]);
    expect(
      await s.value(owner)`select extract(epoch from expires_at)::int from app_public.alerts`,
    ).toBe(expiresAt);
  });
});

describe("an idempotency key", () => {
  test("makes one alert of a repeated request", async (s) => {
    const admin = await s.user(true);
    const input = { idempotency_key: "a key", severity: "SEVERE" };
    const id = await publish(s, admin, input);
    expect(await publish(s, admin, input)).toBe(id);
    expect(await s.as(owner)`select from app_public.alert_versions`).toHaveLength(1);
  });

  test("is refused with another alert, and is separate for each user", async (s) => {
    const [admin, other] = [await s.user(true), await s.user(true)];
    const id = await publish(s, admin, { idempotency_key: "a key" });
    await expect(
      publish(s, admin, { idempotency_key: "a key", text1: "Run." }),
    ).rejects.toMatchObject(refusal("LA409"));
    expect(await publish(s, other, { idempotency_key: "a key" })).not.toBe(id);
  });

  test("keeps the digest that a request without a title had before alerts had titles", async (s) => {
    const input = { idempotency_key: "a (key,)" };
    const id = await publish(s, await s.user(true), input);
    const digest = `select sha256(convert_to(row(i.points, i.text1, i.text2, i.text3, i.language, i.area,
            i.level2_distance, i.level3_distance, i.expires_at, i.max_position_age, i.severity, i.urgency, i.certainty, i.event,
            i.status, i.idempotency_key)::text, 'UTF8')) = a.request
          from app_public.alerts a, json_populate_record(null::app_public.alert_input, $2) i where a.id = $1`;
    const sent = JSON.stringify(alertInput(undefined, input));
    expect(await s.value(owner, digest, [id, sent])).toBe(true);
  });

  test("is not needed to repeat a request within ten minutes, while its alert lasts", async (s) => {
    const [admin, other] = [await s.user(true), await s.user(true)];
    const ask = async (actor: Actor, fields: object = {}) =>
      await publish(s, actor, { idempotency_key: null, ...fields });
    const id = await ask(admin);
    expect(await ask(admin)).toBe(id);
    const others = [await ask(other), await ask(admin, { text1: "Run." })];
    const late =
      "update app_public.alerts set created_at = now() - interval '11 minutes' where id = $1";
    await s.as(owner, late, [id]);
    others.push(await ask(admin));
    await s.cancel(admin, others[2] as number);
    others.push(await ask(admin));
    expect(new Set([id, ...others]).size).toBe(5);
  });

  test.each(["", "x".repeat(201)])("of %j is refused", async (s, idempotency_key) => {
    await expect(publish(s, await s.user(true), { idempotency_key })).rejects.toMatchObject(
      refusal("23514", { constraint: "alerts_idempotency_key" }),
    );
  });
});

describe("the reach of a future alert", () => {
  test("equals the reach of its publication, and writes nothing", async (s) => {
    const admin = await s.user(true);
    await s.userAt(inside);
    await s.userAt(inside, { accuracy: 9000 });
    await s.userAt(metresEast(500));
    await s.userAt(metresEast(600), { accuracy: 9000 });
    await s.userAt(metresEast(1500));
    const withDevice = [
      await s.userAt(inside),
      await s.userAt(metresEast(5000)),
      await s.userAt(inside, { takenAt: secondsAgo(90_000) }),
      await s.userAt(metresEast(500), { accuracy: 5000, takenAt: secondsAgo(90_000) }),
    ];
    for (const user of withDevice) {
      await s.register(user, `phone of ${user.id}`);
    }
    const input = JSON.stringify(alertInput());
    const { area, question: _, ...reach } = only(await s.as(admin, REACH, [input]));
    expect(reach).toEqual({
      ...{ one: 3, two: 1, three: 1, with_device: 1, stale: 2, coarse: 1 },
      // Nobody was told before.
      ...{ again_one: 0, again_two: 0, again_three: 0, already_told: 0 },
      languages: '{"(en,5,)"}',
      ...{ by_provider: '{"(expo,1)"}', ringing: '{"({expo},1)"}', overlapping: "{}" },
      ...{ neighbours: [], needs_approval: false },
    });
    // The area of a square of 0.01 degrees on the equator, in square metres.
    expect(area).toBeCloseTo(1_230_907, -2);
    expect(await s.as(owner)`select from app_public.alerts`).toEqual([]);
    const id = await publish(s, admin);
    const levels = await s.as(owner)`select level, count(*)::int as users
      from app_public.notifications where alert_id = ${id} group by 1 order by 1`;
    expect(levels).toEqual([
      { level: "ONE", users: 3 },
      { level: "TWO", users: 1 },
      { level: "THREE", users: 1 },
    ]);
  });
});

describe("an update", () => {
  test("keeps fields that it leaves out, and stores every version with its author", async (s) => {
    const [admin, other] = [await s.user(true), await s.user(true)];
    const id = await publish(s, admin, { event: "Flood", severity: "EXTREME" });
    await update(s, other, id, { text2: "Stay at home.", level3_distance: 3000 });
    await cancel(s, admin, id);
    expect(
      only(
        await s.as(owner)`select text1, text2, event, severity, level2_distance,
          level3_distance, version from app_public.alerts`,
      ),
    ).toEqual({
      text1: "Leave.",
      text2: "Stay at home.",
      event: "Flood",
      severity: "EXTREME",
      level2_distance: 1000,
      level3_distance: 3000,
      version: 3,
    });
    const history = await s.as(await s.user())`select version, user_id, text2, level3_distance,
      all_clear from app_public.alert_versions where alert_id = ${id} order by version`;
    expect(history).toEqual([
      {
        version: 1,
        user_id: admin.id,
        text2: "Stay away.",
        level3_distance: 2000,
        all_clear: null,
      },
      {
        version: 2,
        user_id: other.id,
        text2: "Stay at home.",
        level3_distance: 3000,
        all_clear: null,
      },
      {
        version: 3,
        user_id: admin.id,
        text2: "Stay at home.",
        level3_distance: 3000,
        all_clear: "It is over.",
      },
    ]);
  });

  test.each([
    [{ points: asPoints(square()).slice(0, 2) }],
    [{ text1: " " }],
    [{ level2_distance: 5000 }],
    [{ expires_at: secondsAgo(5) }],
  ])("with %j is refused, and changes nothing", async (s, input) => {
    const admin = await s.user(true);
    const id = await publish(s, admin);
    const before = await s.as(owner)`select a, p from app_public.alerts a,
      app_private.publications p`;
    await expect(update(s, admin, id, input)).rejects.toMatchObject({ code: /LA400|23514/ });
    expect(
      await s.as(owner)`select a, p from app_public.alerts a, app_private.publications p`,
    ).toEqual(before);
  });
});

describe("a cancellation", () => {
  test("sends the all-clear with the last position of each user, wherever they are", async (s) => {
    const admin = await s.user(true);
    const gone = await s.userAt(metresEast(500));
    const id = await publish(s, admin);
    await s.report(gone, [50, 40], { accuracy: 12, activity: "IN_VEHICLE" });
    await cancel(s, admin, id);
    expect(await s.told(gone, id)).toEqual(["ALERT TWO 1", "ALL_CLEAR TWO 2"]);
    const [clear] = await s.as(owner)`select longitude, latitude, moving_activity, accuracy,
      taken_at is not null as is_dated from app_public.notifications where kind = 'ALL_CLEAR'`;
    expect(clear).toEqual({
      longitude: 50,
      latitude: 40,
      moving_activity: "IN_VEHICLE",
      accuracy: 12,
      is_dated: true,
    });
    // The alert no longer notifies anybody.
    const late = await s.userAt(inside);
    expect(await s.told(late, id)).toEqual([]);
  });

  test("sends an all-clear to a user whose last position was deleted, with the place of their notification", async (s) => {
    const admin = await s.user(true);
    const user = await s.userAt([0.004, 0.006], { activity: "ON_FOOT" });
    // What they were told of another alert, elsewhere, does not matter.
    await publish(s, admin, { points: asPoints(square([0.003, 0.004], 0.002)) });
    await s.as(owner)`update app_public.notifications set longitude = 7`;
    const id = await publish(s, admin);
    await s.as(owner)`delete from app_public.last_positions where user_id = ${user.id}`;
    await cancel(s, admin, id);
    expect(await s.told(user, id)).toEqual(["ALERT ONE 1", "ALL_CLEAR ONE 2"]);
    const [clear] = await s.as(owner)`select * from app_public.notifications
      where user_id = ${user.id} and kind = 'ALL_CLEAR'`;
    expect(clear).toMatchObject({
      longitude: 0.004,
      latitude: 0.006,
      moving_activity: "ON_FOOT",
      taken_at: null,
    });
  });

  test("sends a user without a last position the all-clear with the place of their innermost level", async (s) => {
    const admin = await s.user(true);
    const user = await s.userAt(metresEast(1_500), { activity: "IN_VEHICLE" });
    const id = await publish(s, admin);
    await s.report(user, inside, { activity: "RUNNING" });
    await s.as(owner)`delete from app_public.last_positions where user_id = ${user.id}`;
    await cancel(s, admin, id);
    expect(await s.told(user, id)).toEqual(["ALERT THREE 1", "ALERT ONE 1", "ALL_CLEAR ONE 2"]);
    const [clear] = await s.as(owner)`select longitude, moving_activity
      from app_public.notifications where user_id = ${user.id} and kind = 'ALL_CLEAR'`;
    expect(clear).toEqual({ longitude: inside[0], moving_activity: "RUNNING" });
  });

  test("sends nothing to a user who was notified of another alert only", async (s) => {
    const admin = await s.user(true);
    const user = await s.userAt(inside);
    await publish(s, admin);
    const other = await publish(s, admin, { points: asPoints(square([5, 5])) });
    await cancel(s, admin, other);
    expect(await s.told(user, other)).toEqual([]);
  });

  test("sends the all-clear in chunks of the given number of users", async (s) => {
    const admin = await s.user(true);
    for (let i = 0; i < 3; i++) await s.userAt(inside);
    const id = await publish(s, admin);
    await s.cancel(admin, id);
    const sent =
      "select count(*)::int from app_public.notifications where alert_id = $1 and kind = 'ALL_CLEAR'";
    const counts = [];
    for (let isLast = false; !isLast; counts.push(await s.value(owner, sent, [id])))
      isLast = await s.publishChunk(id, 2);
    expect(counts).toEqual([2, 3, 3]);
  });

  test("sends the all-clear to the innermost level first", async (s) => {
    const admin = await s.user(true);
    for (const metres of [1_500, 500, -1, 1_500, -1]) await s.userAt(inOrEast(metres));
    const id = await publish(s, admin);
    await cancel(s, admin, id);
    const sent = await s.as(owner)`select level from app_public.notifications
      where alert_id = ${id} and kind = 'ALL_CLEAR' order by id`;
    expect(sent.map(({ level }) => level)).toEqual(["ONE", "ONE", "TWO", "THREE", "THREE"]);
  });

  test("in the middle of a publication ends it, and sends the all-clear to users notified by then", async (s) => {
    const admin = await s.user(true);
    const users = [];
    for (let i = 0; i < 6; i++) users.push(await s.userAt(inside));
    const id = await s.alert(admin);
    // Everyone is queued, and one chunk notifies two of them.
    for (let chunk = 0; chunk < 2; chunk++) await s.publishChunk(id, 2);
    await s.cancel(admin, id);
    await s.publish(id, 2);
    const all = [];
    for (const user of users) all.push((await s.told(user, id)).length);
    expect(all.every((count) => count === 0 || count === 2)).toBe(true);
    expect(all).toContain(2);
  });

  test("pushes the all-clear, and nothing else of the alert", async (s) => {
    const admin = await s.user(true);
    await userWith(s, ["phone"]);
    const id = await publish(s, admin);
    await cancel(s, admin, id);
    expect(await claim(s)).toMatchObject([{ kind: "ALL_CLEAR" }]);
    expect(await deliveries(s)).toMatchObject([{ state: "failed" }, { state: "sent" }]);
  });

  test("of an unknown alert or without a text is refused", async (s) => {
    const admin = await s.user(true);
    const unknown = refusal("LA404");
    await expect(s.cancel(admin, 999_999)).rejects.toMatchObject(unknown);
    await expect(s.update(admin, 999_999, { text1: "x" })).rejects.toMatchObject(unknown);
    const other = await publish(s, admin);
    for (const text of ["", " ", "x".repeat(10_001)]) {
      await expect(s.cancel(admin, other, text)).rejects.toMatchObject(
        refusal("23514", { constraint: "alerts_all_clear" }),
      );
    }
    await expect(s.cancel(await s.user(), other, "x")).rejects.toMatchObject(refusal("42501"));
    expect(await s.cancel(admin, other, "x".repeat(10_000))).toBe(other);
  });
});

describe("the active alerts at a place", () => {
  const AT = "select h.* from unnest(app_public.active_alerts_at($1, $2)) h";

  test("are shown to any user with level, text and distance", async (s) => {
    const admin = await s.user(true);
    const user = await s.user();
    const first = await publish(s, admin);
    await publish(s, admin, { points: asPoints(square([5, 5])) });
    const ended = await publish(s, admin);
    await cancel(s, admin, ended);
    // The job that marks expired alerts has not run yet.
    await s.expire(await publish(s, admin));
    const drill = await publish(s, admin, { status: "TEST" });
    const [longitude, latitude] = metresEast(500);
    const rows = await s.as(user, AT, [latitude, longitude]);
    expect(rows).toEqual([
      { alert_id: first, level: "TWO", distance: expect.closeTo(500, 0), text: "Stay away." },
    ]);
    const [east, north] = inside;
    expect(await s.as(user, AT, [north, east])).toMatchObject([{ level: "ONE", distance: 0 }]);
    expect(await s.as(user, AT, [-60, 100])).toEqual([]);
    await s.as(owner)`update app_public.users set is_tester = true where id = ${user.id}`;
    expect((await s.as(user, AT, [north, east])).map(({ alert_id }) => alert_id)).toEqual([
      drill,
      first,
    ]);
    // A newer alert whose outer zone reaches here.
    const beside = await publish(s, admin, { points: asPoints(square(metresEast(0))) });
    expect((await s.as(user, AT, [north, east])).map(({ alert_id }) => alert_id)).toEqual([
      drill,
      first,
      beside,
    ]);
  });

  test("are a thousand at most, and the oldest of the same level is left out", async (s) => {
    const [admin, user] = [await s.user(true), await s.user()];
    const oldest = await s.alert(admin);
    await s.as(owner)`insert into app_public.alerts (user_id, expires_at, zone1, zone2, zone3,
      level2_distance, level3_distance, max_position_age, text1, text2, text3)
      select user_id, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age, text1,
        text2, text3
        from app_public.alerts, generate_series(1, 1000) where id = ${oldest}`;
    const [east, north] = inside;
    const ids = (await s.as(user, AT, [north, east])).map(({ alert_id }) => alert_id);
    expect(ids).toHaveLength(1_000);
    expect(ids).not.toContain(oldest);
  });

  test("can be queried at the poles and at the 180th meridian", async (s) => {
    const user = await s.user();
    for (const [latitude, longitude] of [
      [90, 180],
      [-90, -180],
    ])
      expect(await s.as(user, AT, [latitude, longitude])).toEqual([]);
  });

  test.each([
    [90.1, 0],
    [-90.1, 0],
    [0, 180.1],
    [0, -181],
    ["NaN", 0],
    ["Infinity", 0],
  ])("are refused at latitude %s and longitude %s", async (s, latitude, longitude) => {
    await expect(s.as(await s.user(), AT, [latitude, longitude])).rejects.toMatchObject(
      refusal("LA400"),
    );
  });
});

describe("why someone was notified or was not", () => {
  const WHY = "select w.* from app_public.why_notified($1, $2) w";

  test("is explained by the rule, the position and the distances", async (s) => {
    const admin = await s.user(true);
    const at = {
      inside: await s.userAt(inside, { accuracy: 12 }),
      outside: await s.userAt(metresEast(2500)),
      coarse: await s.userAt(metresEast(500), { accuracy: 5000 }),
      old: await s.userAt(inside, { takenAt: secondsAgo(90_000) }),
      nowhere: await s.user(),
    };
    const id = await publish(s, admin);
    const why = async (user: Actor) => only(await s.as(admin, WHY, [id, user.id]));
    const inZone = await why(at.inside);
    expect(inZone).toMatchObject({
      rule: "INSIDE_WHEN_PUBLISHED",
      level: "ONE",
      accuracy: 12,
      distance1: 0,
      distance2: 0,
      distance3: 0,
    });
    expect(inZone.notification_id).not.toBeNull();
    const outside = await why(at.outside);
    expect(outside).toMatchObject({ rule: "OUTSIDE", level: null, notification_id: null });
    expect(outside.distance1).toBeCloseTo(2500, -1);
    expect(outside.distance3).toBeCloseTo(500, -1);
    expect(await why(at.coarse)).toMatchObject({ rule: "TOO_COARSE", accuracy: 5000 });
    const old = await why(at.old);
    expect(old.rule).toBe("TOO_OLD");
    expect(old.age).toBeGreaterThan(89_000);
    expect(await why(at.nowhere)).toMatchObject({ rule: "NO_POSITION", latitude: null });
    const exercise = await publish(s, admin, { status: "EXERCISE" });
    expect(only(await s.as(admin, WHY, [exercise, at.inside.id])).rule).toBe("NOT_A_TESTER");
  });
});

describe("a user's rights", () => {
  const RIGHTS = "select r.* from app_public.user_rights($1, row($2, $3)) r";

  test("are given and taken by administrators only, who cannot take them from the last administrator", async (s) => {
    const [admin, user] = [await s.user(true), await s.user()];
    expect(await s.as(admin, RIGHTS, [user.id, true, null])).toMatchObject([
      { is_admin: true, is_tester: false },
    ]);
    expect(await s.as(admin, RIGHTS, [user.id, false, true])).toMatchObject([
      { is_admin: false, is_tester: true },
    ]);
    await s.as(owner)`update app_public.users set is_admin = false where id <> ${admin.id}`;
    await expect(s.as(admin, RIGHTS, [admin.id, false, null])).rejects.toMatchObject(
      refusal("LA409"),
    );
    await expect(s.as(admin, RIGHTS, [999_999, true, null])).rejects.toMatchObject(
      refusal("LA404"),
    );
    await expect(s.as(user, RIGHTS, [user.id, true, null])).rejects.toMatchObject(refusal("42501"));
  });
});
