import { describe, expect } from "@jest/globals";
import { type Actor, owner, type Row, refusal, type Scene, secondsAgo, stage } from "./scene.ts";

const { test } = stage();

/** Returns a moment in whole seconds, rounded down. */
const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000);

async function lastPosition(s: Scene, { id }: Actor): Promise<Row | undefined> {
  const sql = `select position_id, created_at, taken_at, public.st_x(location) as longitude, public.st_y(location) as latitude,
    accuracy, moving_activity from app_public.last_positions where user_id = $1`;
  return (await s.as(owner, sql, [id]))[0];
}

async function countOf(s: Scene, { id }: Actor): Promise<number> {
  return await s.value(owner)`select count(*)::int from app_public.positions
    where user_id = ${id}`;
}

test("the last position has the time of the latest report", async (s) => {
  const user = await s.user();
  await s.report(user, [1, 2]);
  await s.as(owner)`update app_public.last_positions
    set created_at = now() - interval '1 hour', taken_at = now() - interval '1 hour'`;
  const { created_at } = await s.report(user, [3, 4]);
  expect(await lastPosition(s, user)).toMatchObject({ created_at, taken_at: created_at });
});

test("last_reported_at is when a user's last position was taken or confirmed, not when it arrived", async (s) => {
  const [user, other] = [await s.user(), await s.user()];
  const LAST = "select app_public.last_reported_at()";
  const { taken_at } = await s.report(user, [1, 2], { takenAt: secondsAgo(90_000) });
  expect(await s.value(user, LAST)).toEqual(taken_at);
  const alive = "select app_private.note_alive($1, now() - interval '1 minute')";
  await s.as(owner, alive, [user.id]);
  expect(await s.value(user, LAST)).toEqual(
    await s.value(owner)`select now() - interval '1 minute'`,
  );
  expect(await s.value(other, LAST)).toBeNull();
  await expect(s.as({ role: "app_user" }, LAST)).rejects.toMatchObject(refusal("LA401"));
});

describe("new_position", () => {
  test("keeps the position and returns it", async (s) => {
    const user = await s.user();
    const position = await s.report(user, [7.5, -45.25], {
      accuracy: 12.5,
      activity: "ON_BICYCLE",
    });
    expect(position).toMatchObject({
      id: expect.stringMatching(/^\d+$/),
      user_id: user.id,
      longitude: 7.5,
      latitude: -45.25,
      accuracy: 12.5,
      moving_activity: "ON_BICYCLE",
    });
    expect(position.taken_at).toEqual(position.created_at);
    expect(await countOf(s, user)).toBe(1);
  });

  test("stores the last position as it was reported, apart from the history", async (s) => {
    const user = await s.user();
    await s.report(user, [1, 2]);
    const { id } = await s.report(user, [3, 4], { accuracy: 5, activity: "STILL" });
    expect(await lastPosition(s, user)).toMatchObject({
      position_id: id,
      longitude: 3,
      latitude: 4,
      accuracy: 5,
      moving_activity: "STILL",
    });
    expect(await countOf(s, user)).toBe(2);
  });

  test.each([
    [-180, -90],
    [180, 90],
    [-0, 0],
  ])("accepts the limits: longitude %d, latitude %d", async (s, longitude, latitude) => {
    const user = await s.user();
    expect(await s.report(user, [longitude, latitude])).toMatchObject({ latitude });
  });

  test.each<[string, unknown[], RegExp]>([
    [
      "latitude",
      ["90.0000001", "-91", "NaN", "Infinity", "-Infinity", null],
      /^latitude is out of range/,
    ],
    [
      "longitude",
      ["180.0000001", "-181", "NaN", "Infinity", "-Infinity", null],
      /^longitude is out of range/,
    ],
    ["accuracy", ["-1", "NaN", "Infinity"], /^accuracy is out of range/],
    ["moving_activity", [null], /^movingActivity is missing/],
  ])("refuses a %s of %j", async (s, field, values, message) => {
    const user = await s.user();
    for (const value of values) {
      const input = { latitude: 1, longitude: 1, moving_activity: "STILL", [field]: value };
      await expect(
        s.as(user)`select app_public.new_position(json_populate_record(
          null::app_public.position_input, ${JSON.stringify(input)}))`,
      ).rejects.toMatchObject(refusal("LA400", { message }));
    }
    expect(await lastPosition(s, user)).toBeUndefined();
  });

  test("writes to a table that refuses invalid positions from its owner too", async (s) => {
    const user = await s.user();
    const insert =
      "insert into app_public.positions (user_id, latitude, longitude, accuracy, moving_activity) values ($1, $2, $3, $4, 'STILL')";
    for (const place of [
      [91, 0, null],
      [0, "NaN", null],
      [0, 0, -1],
    ]) {
      await expect(s.as(owner, insert, [user.id, ...place])).rejects.toMatchObject(
        refusal("23514", { constraint: "positions_fault" }),
      );
    }
  });

  test("needs a token", async (s) => {
    await expect(s.report({ role: "app_user" }, [0, 0])).rejects.toMatchObject(refusal("LA401"));
  });
});

describe("takenAt", () => {
  test("is stored, and a later one moves the last position", async (s) => {
    const user = await s.user();
    await s.report(user, [1, 1], { takenAt: secondsAgo(100) });
    const takenAt = secondsAgo(50);
    const position = await s.report(user, [2, 2], { takenAt });
    expect(seconds(position.taken_at)).toBe(takenAt);
    expect(await lastPosition(s, user)).toMatchObject({ position_id: position.id, longitude: 2 });
  });

  test("that is older than the last one adds the report to the history only", async (s) => {
    const user = await s.user();
    const last = await s.report(user, [1, 1], { takenAt: secondsAgo(50) });
    await s.report(user, [2, 2], { takenAt: secondsAgo(100) });
    expect(await lastPosition(s, user)).toMatchObject({ position_id: last.id, longitude: 1 });
    expect(await countOf(s, user)).toBe(2);
  });

  test("of the same second as the last one moves the last position: the later report counts", async (s) => {
    const user = await s.user();
    const takenAt = secondsAgo(50);
    await s.report(user, [1, 1], { takenAt });
    const second = await s.report(user, [2, 2], { takenAt });
    expect(await lastPosition(s, user)).toMatchObject({ position_id: second.id });
  });

  test("of the same second as a last one without a moment moves the last position", async (s) => {
    const user = await s.user();
    await s.report(user, [1, 1]);
    // Devices tell whole seconds.
    const now = await s.value(owner)`select floor(extract(epoch from now()))::int`;
    const second = await s.report(user, [2, 2], { takenAt: now });
    expect(await lastPosition(s, user)).toMatchObject({ position_id: second.id });
  });

  test.each([60, 86_000])("of a clock that is %d s fast counts as now", async (s, fast) => {
    const user = await s.user();
    const position = await s.report(user, [1, 1], { takenAt: secondsAgo(-fast) });
    expect(position.taken_at).toEqual(position.created_at);
    // The next report is therefore not older than this one.
    const next = await s.report(user, [2, 2]);
    expect(await lastPosition(s, user)).toMatchObject({ position_id: next.id });
  });

  test.each([0, 3_600, 86_000, -86_000])(
    "of 1,024 weeks and %d s ago has lost count of the weeks",
    async (s, ago) => {
      const user = await s.user();
      const takenAt = secondsAgo(1_024 * 7 * 86_400 + ago);
      const { taken_at, created_at } = await s.report(user, [1, 1], { takenAt });
      const age = (created_at.getTime() - taken_at.getTime()) / 1_000;
      expect(Math.abs(age - Math.max(ago, 0))).toBeLessThan(5);
    },
  );

  test.each([
    ["more than a day ahead", () => secondsAgo(-86_500)],
    ["0", () => 0],
    ["more than ten years ago", () => secondsAgo(3_653 * 86_400)],
    ["1,024 weeks and more than a day ago", () => secondsAgo(1_024 * 7 * 86_400 + 86_500)],
    ["in milliseconds", () => Date.now()],
    ["negative", () => -1],
    ["the largest of 64 bits", () => "9223372036854775807"],
    ["the smallest of 64 bits", () => "-9223372036854775808"],
  ])("is refused when it is %s", async (s, _, takenAt) => {
    const user = await s.user();
    await expect(s.report(user, [1, 1], { takenAt: takenAt() })).rejects.toMatchObject(
      refusal("LA400", { message: /^takenAt is in the future/ }),
    );
    expect(await countOf(s, user)).toBe(0);
  });
});
