/** @database server */
import { describe, expect } from "@jest/globals";
import { wkt } from "../helpers/wkt.ts";
import { asPoints, owner, type Place, refusal, type Scene, square, stage } from "./scene.ts";

const { test } = stage();

const NEW_ALERT =
  "select app_private.new_alert(json_populate_record(null::app_public.alert_input, $1))";

/** Publishes an input that no correct client sends. */
async function alertOf(s: Scene, input: object): Promise<number> {
  const admin = await s.user(true);
  return await s.value(admin, NEW_ALERT, [
    JSON.stringify({ text1: "1", text2: "2", text3: "3", ...input }),
  ]);
}

/** A corner: latitude, then longitude. */
const at = (latitude: unknown, longitude: unknown) => ({ latitude, longitude });

async function refuses(s: Scene, points: Place[], message: RegExp): Promise<void> {
  const admin = await s.user(true);
  await expect(s.alert(admin, points)).rejects.toMatchObject(refusal("LA400", { message }));
}

async function areaOf(s: Scene, id: number): Promise<string> {
  return await s.value(owner)`select public.st_astext(zone1) from app_public.alerts
    where id = ${id}`;
}

describe("new_alert", () => {
  test("makes zone THREE at most 100 km wide if only the distance of TWO is given", async (s) => {
    const id = await alertOf(s, { points: asPoints(square()), level2_distance: 60_000 });
    expect(
      await s.as(owner)`select level3_distance from app_public.alerts where id = ${id}`,
    ).toEqual([{ level3_distance: 100_000 }]);
  });

  test("and a cancellation are refused without a user", async (s) => {
    await expect(s.alert(owner as never)).rejects.toMatchObject(refusal("LA401"));
    const id = await s.alert(await s.user(true));
    await expect(s.cancel(owner as never, id)).rejects.toMatchObject(refusal("LA401"));
  });

  test("makes an alert with its author, zones, texts and the present settings", async (s) => {
    const admin = await s.user(true);
    const id = await s.alert(admin);
    const [alert] = await s.as(owner)`select user_id, level2_distance, level3_distance,
      max_position_age = '24 hours' as fresh, text1, text2, text3, active,
      expires_at - created_at = '24 hours' as lasts,
      public.st_covers(zone2, zone1) and public.st_covers(zone3, zone2) as nested
      from app_public.alerts where id = ${id}`;
    expect(alert).toEqual({
      user_id: admin.id,
      level2_distance: 1000,
      level3_distance: 2000,
      fresh: true,
      text1: "Leave.",
      text2: "Stay away.",
      text3: "Take care.",
      active: true,
      lasts: true,
      nested: true,
    });
  });

  test("queues one job for its second phase, and one for its speech with a lower priority", async (s) => {
    const id = await s.alert(await s.user(true));
    const jobs = "select task_identifier, key, priority from graphile_worker.jobs order by id";
    expect(await s.as(owner, jobs)).toEqual([
      { task_identifier: "publish_alert", key: `publish_alert:${id}`, priority: 0 },
      { task_identifier: "speak_alert", key: `speak_alert:${id}`, priority: 10 },
    ]);
    expect(
      await s.as(owner)`select level, last_user_id, completed_at from app_private.publications`,
    ).toEqual([{ level: "ONE", last_user_id: 0, completed_at: null }]);
  });

  const TOO_LONG = "x".repeat(10_001);
  test.each([
    ["text1", "alerts_text1_length", ["", " \n\t ", TOO_LONG]],
    ["text2", "alerts_text2_length", ["", " \n\t ", TOO_LONG]],
    ["text3", "alerts_text3_length", ["", " \n\t ", TOO_LONG]],
    // These show nothing.
    [
      "text2",
      "alerts_text2_length",
      ["\u00A0", "\u200B", "\u2800", "\u3164", "\uFEFF \u2060\u00AD", "\u{E0020}"],
    ],
    ["event", "alerts_event", [" ", "", "x".repeat(201)]],
    [
      "language",
      "alerts_language",
      ["", "it_IT", "x", "en-", "Simple English", `en${"-abcdefgh".repeat(9)}`],
    ],
    ["title", "alerts_title", ["x".repeat(61), "Flood\nin the centre", "\t"]],
  ])("refuses a %s by the constraint %s", async (s, field, constraint, values) => {
    const admin = await s.user(true);
    for (const value of values) {
      await expect(s.alert(admin, square(), { [field]: value })).rejects.toMatchObject(
        refusal("23514", { constraint }),
      );
    }
  });

  test("takes the longest event and key, and a language of eight parts", async (s) => {
    const fields = {
      event: "x".repeat(200),
      idempotency_key: "x".repeat(200),
      language: `en${"-abcdefgh".repeat(8)}`,
    };
    const id = await s.alert(await s.user(true), square(), fields);
    const stored = await s.as(owner)`select event, idempotency_key, language
      from app_public.alerts where id = ${id}`;
    expect(stored).toEqual([fields]);
  });

  test.each([
    ["cancelled_at = now()", "alerts_cancelled"],
    ["all_clear = 'Over.'", "alerts_cancelled"],
    ["expires_at = created_at", "alerts_expires_at"],
    ["level3_distance = level2_distance", "alerts_level3_distance"],
    ["level2_distance = 0", "alerts_level3_distance"],
    ["zone1 = st_boundary(zone1)", "alerts_zones"],
    ["zone2 = st_boundary(zone2)", "alerts_zones"],
    ["zone3 = st_boundary(zone3)", "alerts_zones"],
  ])("makes an alert in which even the owner cannot set %s", async (s, change, constraint) => {
    await s.alert(await s.user(true));
    await expect(s.as(owner, `update app_public.alerts set ${change}`)).rejects.toMatchObject(
      refusal("23514", { constraint }),
    );
  });

  test.each([
    [" Flood in the centre ", "Flood in the centre"],
    ["🌊".repeat(60), "🌊".repeat(60)],
    [" ", null],
    [null, null],
  ])("stores the title %j as %j", async (s, title, stored) => {
    const id = await s.alert(await s.user(true), square(), { title });
    expect(await s.value(owner)`select title from app_public.alerts where id = ${id}`).toBe(stored);
  });

  test.each(["text1", "text2", "text3"])("refuses a %s that is null", async (s, field) => {
    const admin = await s.user(true);
    await expect(s.alert(admin, square(), { [field]: null })).rejects.toMatchObject({
      code: "23502",
      column: field,
    });
  });

  test("accepts texts of 10,000 characters, of any script", async (s) => {
    const text = "🌊".repeat(10_000);
    const texts = { text1: text, text2: text, text3: text };
    const id = await s.alert(await s.user(true), square(), texts);
    const stored = "select text1, text2, text3 from app_public.alerts where id = $1";
    expect(await s.as(owner, stored, [id])).toEqual([texts]);
  });
});

describe("the points of an area", () => {
  test.each([
    ["leave the ring open: it is closed", wkt("1 2, 3 2, 3 4")],
    ["close the ring", wkt("1 2, 3 2, 3 4, 1 2")],
  ])("may %s", async (s, _, points) => {
    const id = await s.alert(await s.user(true), points);
    expect(await areaOf(s, id)).toBe("POLYGON((1 2,3 2,3 4,1 2))");
  });

  test("may go clockwise or counterclockwise, and stay as drawn", async (s) => {
    const user = await s.user();
    const admin = await s.user(true);
    await s.report(user, [0.005, 0.005]);
    for (const points of [square(), square().reverse()]) {
      const id = await s.published(admin, points);
      expect(await s.levels(user, id)).toEqual(["ONE"]);
      const [first] = points as [Place];
      expect(await areaOf(s, id)).toMatch(new RegExp(`^POLYGON\\(\\(${first[0]} ${first[1]},`));
    }
  });

  test("may repeat a corner", async (s) => {
    const [a, b, c, d] = square() as [Place, Place, Place, Place];
    await s.alert(await s.user(true), [a, b, b, c, d, d, a]);
  });

  test("may be as many as 10,000", async (s) => {
    const circle = Array.from({ length: 10_000 }, (_, i): Place => {
      const angle = (i / 10_000) * 2 * Math.PI;
      return [10 + 0.1 * Math.cos(angle), 50 + 0.1 * Math.sin(angle)];
    });
    const id = await s.alert(await s.user(true), circle);
    expect(
      await s.value(owner)`select public.st_npoints(zone1) from app_public.alerts
        where id = ${id}`,
    ).toBe(10_001);
  });

  test("are refused if there are 10,001", async (s) => {
    const points = Array.from({ length: 10_001 }, (_, i): Place => [i / 1e5, (i % 2) / 1e5]);
    await refuses(s, points, /more than 10,000 points/);
  });

  test.each<[string, Place[], RegExp]>([
    ["none", [], /fewer than three different points/],
    ["one", [[1, 1]], /fewer than three different points/],
    ["two", wkt("1 1, 2 2"), /fewer than three different points/],
    ["two, one of them twice", wkt("1 1, 2 2, 1 1"), /fewer than three different points/],
    ["on a line", wkt("1 1, 2 2, 3 3"), /not a valid area|no area/],
    ["crossing each other", wkt("0 0, 1 1, 1 0, 0 1"), /not a valid area: Self-intersection/],
    ["a ring with a spike", wkt("0 0, 1 0, 1 1, 2 2, 1 1, 0 1"), /not a valid area/],
    ["half the globe apart", wkt("0 0, 180 0, 180 1, 0 1"), /half the globe/],
  ])(
    "are refused if they are %s",
    async (s, _, points, message) => await refuses(s, points, message),
  );

  const WEST = "((179 0,179 1,180 1,180 0,179 0))";
  const EAST = "((-179 1,-179 0,-180 0,-180 1,-179 1))";
  test.each<[string, Place[], string]>([
    [
      "over the 180th meridian by corners at 180 and at -180",
      wkt("179 0, 180 0, -180 0, -179 0, -179 1, -180 1, 180 1, 179 1"),
      `MULTIPOLYGON(${WEST},${EAST})`,
    ],
    [
      "up to it, by the other name of its longitude",
      wkt("179 0, -180 0, -180 1, 179 1"),
      "POLYGON((179 0,180 0,180 1,179 1,179 0))",
    ],
  ])("are accepted %s", async (s, _, points, area) => {
    const id = await s.alert(await s.user(true), points);
    const same = `select public.st_equals(zone1, public.st_geomfromtext($2, 4326)) and public.st_isvalid(zone1)
        from app_public.alerts where id = $1`;
    expect(await s.value(owner, same, [id, area])).toBe(true);
  });

  test.each<[unknown, unknown]>([
    [90.1, 0],
    [-90.1, 0],
    [0, 180.1],
    [0, -180.1],
    ["NaN", 0],
    [0, "NaN"],
    ["Infinity", 0],
    [0, "-Infinity"],
    [null, 0],
    [0, null],
  ])(
    "are refused if one is off the globe, named by its index: latitude %p, longitude %p",
    async (s, latitude, longitude) => {
      await expect(
        alertOf(s, { points: [at(0, 0), at(0, 1), at(latitude, longitude), at(91, 1)] }),
      ).rejects.toMatchObject(refusal("LA400", { message: /^points\[2\] is off the globe/ }));
    },
  );

  test("are refused if one of them is null", async (s) => {
    await expect(
      alertOf(s, { points: [at(0, 0), null, at(0, 1), at(1, 1)] }),
    ).rejects.toMatchObject(refusal("LA400", { message: /^points\[1\]/ }));
  });

  test("are refused if they are null", async (s) => {
    await expect(alertOf(s, { points: null })).rejects.toMatchObject(refusal("LA400"));
  });

  test("of a refused alert leave nothing behind", async (s) => {
    await refuses(s, wkt("0 0, 1 1, 1 0, 0 1"), /not a valid area/);
    for (const table of ["app_public.alerts", "app_private.publications", "graphile_worker.jobs"]) {
      expect(await s.value(owner, `select count(*)::int from ${table}`)).toBe(0);
    }
  });
});
