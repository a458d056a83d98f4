import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { check } from "../geometry/check.ts";
import { countFigures, countPeriods, insertPast, makeCrowd, type Past } from "./figures.ts";
import { analyst, owner, type Row, type Scene, square, stage } from "./scene.ts";

const { play } = stage();

/** Runs a case, and rolls back what it did. */
async function undone(s: Scene, run: () => Promise<void>): Promise<void> {
  await s.client.query("savepoint random_case");
  try {
    await run();
  } finally {
    await s.client.query("rollback to savepoint random_case");
  }
}

const setGroup = (s: Scene, k: number) =>
  s.as(owner, "update app_private.settings set smallest_group = $1", [k]);

const HOUR = 3_600_000;
/** The hours that are counted: two, three and four hours ago. */
const HOURS = [4, 3, 2].map((ago) => (Math.floor(Date.now() / HOUR) - ago) * HOUR);

/** A place, often in one of a few towns, so that cells of each size are crowded. */
const place = fc.record({
  latitude: fc.oneof(
    fc.integer({ min: 0, max: 3 }).map((n) => 46 + n / 50),
    fc.double({ min: -90, max: 90, noNaN: true }),
  ),
  longitude: fc.oneof(
    fc.integer({ min: 0, max: 3 }).map((n) => 11 + n / 50),
    fc.double({ min: -180, max: 180, noNaN: true }),
  ),
});
const move = fc.record({
  person: fc.nat(39),
  hour: fc.nat(2),
  minute: fc.nat(59),
  where: fc.oneof(
    { weight: 4, arbitrary: fc.constant({ latitude: 46, longitude: 11 }) },
    { weight: 6, arbitrary: place },
  ),
  activity: fc.constantFrom("STILL", "STILL", "STILL", "WALKING", "RUNNING"),
});
type Move = typeof move extends fc.Arbitrary<infer T> ? T : never;

/** Returns the column and row of a place among the cells of zoom 15. */
function leafOf({ latitude, longitude }: { latitude: number; longitude: number }) {
  const clamp = (n: number) => Math.min(32_767, Math.max(0, Math.floor(n)));
  const radians = (Math.max(-85.05112, Math.min(85.05112, latitude)) * Math.PI) / 180;
  return {
    x: clamp(((longitude + 180) / 360) * 32_768),
    y: clamp(((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * 32_768),
  };
}

/** A group of people that a row stands for. */
interface Group {
  row: Row;
  people: Set<number>;
}

/**
 * Returns the people of each shown cell, by the documented rule: a person is in the smallest shown cell around them.
 */
function groupsOfCells(rows: Row[], last: Map<number, Move>): Group[] {
  const groups = rows.map((row) => ({ row, people: new Set<number>() }));
  const smallestFirst = [...groups].sort((a, b) => b.row.zoom - a.row.zoom);
  for (const [person, { where }] of last) {
    const { x, y } = leafOf(where);
    smallestFirst
      .find(({ row }) => x >> (15 - row.zoom) === row.x && y >> (15 - row.zoom) === row.y)
      ?.people.add(person);
  }
  return groups;
}

const difference = (a: Set<number>, b: Set<number>) => [...a].filter((n) => !b.has(n)).length;
const union = (groups: Group[]) => new Set(groups.flatMap(({ people }) => [...people]));

describe("presence reveals no group below the smallest allowed size", () => {
  const filter = fc.record({ x: fc.nat(8), y: fc.nat(8), zoom: fc.nat(15), people: fc.nat(12) });
  /** A filter that an analyst may apply to the cells. */
  const asks =
    (f: { x: number; y: number; zoom: number; people: number }) =>
    ({ row }: Group) =>
      row.zoom >= f.zoom &&
      row.people >= f.people &&
      (row.x + f.x) % 3 > 0 &&
      (row.y + f.y) % 2 > 0;

  test(
    "by a filter, the difference of two filters, the activities or a later count",
    play(async (s) => {
      await check(
        fc.asyncProperty(
          fc.integer({ min: 2, max: 6 }),
          fc.array(move, { minLength: 1, maxLength: 150 }),
          fc.array(move, { maxLength: 40 }),
          filter,
          filter,
          (k, moves, later, one, other) =>
            undone(s, async () => {
              await setGroup(s, k);
              const users = await makeCrowd(s, 40);
              const past = (list: Move[]): Past[] =>
                list.map(({ person, hour, minute, where, activity }, i) => ({
                  user: users[person] as number,
                  ...where,
                  activity,
                  at: new Date((HOURS[hour] as number) + minute * 60_000 + i).toISOString(),
                }));
              await insertPast(s, past(moves));
              await countPeriods(s);
              const cells = (hour: number) =>
                s.as(analyst, "select * from analytics.presence where hour = $1 order by key", [
                  new Date(hour),
                ]);
              const before = [];
              for (const [index, hour] of HOURS.entries()) {
                const ordered = moves
                  .map((each, i) => ({ each, at: each.minute * 60_000 + i }))
                  .filter(({ each }) => each.hour === index)
                  .sort((a, b) => a.at - b.at);
                const last = new Map(ordered.map(({ each }) => [each.person, each]));
                const rows = await cells(hour);
                before.push(rows);
                const groups = groupsOfCells(rows, last);
                for (const { row, people } of groups) {
                  expect(people.size).toBeGreaterThanOrEqual(k);
                  expect(row.people).toBe(Math.floor(people.size / k) * k);
                }
                // Nobody is left out, as the difference from all people would reveal them.
                expect(union(groups).size).toBe(last.size >= k ? last.size : 0);
                const [a, b] = [union(groups.filter(asks(one))), union(groups.filter(asks(other)))];
                for (const size of [a.size, b.size, difference(a, b), difference(b, a)]) {
                  expect(size === 0 || size >= k).toBe(true);
                }
                // The activities count the same people, and all of them.
                const activities: Row[] = await s.as(
                  analyst,
                  "select activity, people from analytics.hours_by_activity where hour = $1",
                  [new Date(hour)],
                );
                const named = activities.map(({ activity }) => activity);
                let counted = 0;
                for (const { activity, people } of activities) {
                  const size = [...last.values()].filter((each) =>
                    activity === "OTHER"
                      ? !named.includes(each.activity)
                      : each.activity === activity,
                  ).length;
                  expect(size).toBeGreaterThanOrEqual(k);
                  expect(people).toBe(Math.floor(size / k) * k);
                  counted += size;
                }
                expect(counted).toBe(last.size >= k ? last.size : 0);
              }
              // More positions of the same hours arrive, and the hours are counted again.
              await insertPast(s, past(later));
              await countPeriods(s);
              for (const [index, hour] of HOURS.entries())
                expect(await cells(hour)).toEqual(before[index]);
            }),
        ),
        60,
      );
    }),
  );
});

/**
 * True if a total and its shown parts reveal that the other people are fewer than k, and reveal their number more
 * exactly than "fewer than k" does. Each shown number stands for itself to k - 1 more, and null for 0 to k - 1.
 */
function tells(total: number | null, parts: (number | null)[], k: number): boolean {
  const shown = parts.filter((part) => part !== null);
  const sum = shown.reduce((a, b) => a + b, 0);
  const least = (total ?? 0) - sum - shown.length * (k - 1);
  const most = (total ?? 0) + k - 1 - sum;
  return most < k - 1 || (least > 1 && most < k);
}

describe("the figures of alerts reveal no group below the smallest allowed size", () => {
  test(
    "by the numbers of two areas, one inside the other",
    play(async (s) => {
      const found = await s.as(
        owner,
        `select k, app_private.shown_people(larger, k), app_private.shown_people(smaller, k), min(larger - smaller), max(larger - smaller)
          from generate_series(2, 12) k, generate_series(0, 6 * k - 1) larger, generate_series(0, larger) smaller
          group by 1, 2, 3 having min(larger - smaller) >= 1 and max(larger - smaller) < k`,
      );
      expect(found).toEqual([]);
    }),
  );

  const told = fc.record({
    person: fc.nat(39),
    alert: fc.nat(1),
    version: fc.integer({ min: 1, max: 3 }),
    level: fc.constantFrom("ONE", "ONE", "TWO", "THREE"),
    seen: fc.boolean(),
    accuracy: fc.constantFrom(null, 5, 5_000, 5e-324),
    pushes: fc.array(
      fc.record({
        provider: fc.constantFrom("expo", "expo", "fcm", "web_push"),
        state: fc.constantFrom("accepted", "accepted", "failed", "queued"),
        why: fc.constantFrom(null, "Odd.", "Gone."),
      }),
      { maxLength: 2 },
    ),
  });

  test(
    "by a total and its parts",
    play(async (s) => {
      const admin = await s.user(true);
      const alerts = [await s.alert(admin), await s.alert(admin, square([50, 50]))];
      for (const alert of alerts) await s.publish(alert);
      await s.as(
        owner,
        `insert into app_public.alert_versions
          select v.alert_id, n, v.user_id, v.created_at, v.zone1, v.level2_distance, v.level3_distance, v.expires_at,
              v.text1, v.text2, v.text3, null, false
            from app_public.alert_versions v, generate_series(2, 3) n`,
      );
      const users = await makeCrowd(s, 40);
      await check(
        fc.asyncProperty(
          fc.integer({ min: 2, max: 6 }),
          fc.uniqueArray(told, {
            maxLength: 150,
            selector: ({ person, alert, version, level }) => [person, alert, version, level].join(),
          }),
          (k, list) =>
            undone(s, async () => {
              await setGroup(s, k);
              const rows = list.map((each) => ({
                ...each,
                user: users[each.person],
                alert: alerts[each.alert],
              }));
              await s.as(
                owner,
                `insert into app_public.notifications (alert_id, user_id, level, version, seen, seen_at, accuracy, latitude, longitude, moving_activity)
                  select t.alert, t.user, t.level::app_public.level_alert, t.version, t.seen, case when t.seen then now() end, t.accuracy, 0.005, 0.005, 'STILL'
                    from json_to_recordset($1) t (alert int, "user" int, level text, version int, seen boolean, accuracy float8)`,
                [JSON.stringify(rows)],
              );
              await s.as(
                owner,
                `insert into app_private.deliveries (notification_id, device_id, alert_id, user_id, level, provider, state, accepted_at, settled_at, why)
                  select n.id, d.number, n.alert_id, n.user_id, n.level, (d.push ->> 'provider')::app_private.push_provider,
                      (d.push ->> 'state')::app_private.delivery_state, case d.push ->> 'state' when 'accepted' then now() end,
                      case d.push ->> 'state' when 'queued' then null else now() end, d.push ->> 'why'
                    from json_to_recordset($1) t (alert int, "user" int, level text, version int, pushes json)
                    join app_public.notifications n on n.alert_id = t.alert and n.user_id = t.user and n.version = t.version and n.level::text = t.level
                    cross join json_array_elements(t.pushes) with ordinality d (push, number)`,
                [JSON.stringify(rows)],
              );
              await s.as(
                owner,
                `insert into app_private.alert_reach (alert_id, users)
                  select n.alert_id, count(distinct n.user_id) from app_public.notifications n group by n.alert_id`,
              );
              await countFigures(s);
              for (const [index, alert] of alerts.entries()) {
                const levels = await s.as(
                  analyst,
                  "select * from analytics.alert_levels where alert_id = $1",
                  [alert],
                );
                const pushes = await s.as(
                  analyst,
                  "select * from analytics.alert_pushes where alert_id = $1",
                  [alert],
                );
                for (const row of levels) {
                  const group = list.filter(
                    (each) =>
                      each.alert === index &&
                      each.version === row.version &&
                      each.level === row.level,
                  );
                  expect(row.told).toBe(Math.floor(group.length / k) * k || null);
                  for (const part of ["came_in_later", "overspill", "accepted", "failed", "seen"]) {
                    expect(row[part] === null || row[part] >= k).toBe(true);
                    expect(tells(row.told, [row[part]], k)).toBe(false);
                  }
                  if (row.seen === null) expect(row.seen_p50_seconds).toBeNull();
                  const parts = pushes.filter(
                    ({ version, level }) => version === row.version && level === row.level,
                  );
                  expect(
                    tells(
                      row.told,
                      parts.map(({ people }) => people),
                      k,
                    ),
                  ).toBe(false);
                  for (const [total, outcome] of [
                    ["accepted", "ACCEPTED"],
                    ["failed", "FAILED"],
                  ] as const) {
                    const shown = parts
                      .filter((each) => each.outcome === outcome)
                      .map(({ people }) => people);
                    expect(tells(row[total], shown, k)).toBe(false);
                    // The shown parts may add up to the total, so there may be no other people.
                    expect(row[total] ?? 0).toBeLessThanOrEqual(
                      shown.reduce((a, b) => a + b + k - 1, 0),
                    );
                  }
                }
                for (const { people } of pushes) expect(people).toBeGreaterThanOrEqual(k);
                // The shown levels account for the reached users.
                const [{ reached_users: reached }] = (await s.as(
                  analyst,
                  "select reached_users from analytics.alerts where alert_id = $1",
                  [alert],
                )) as [Row];
                const explained = levels.reduce(
                  (sum, { told: shown }) => sum + (shown === null ? 0 : shown + k - 1),
                  0,
                );
                expect(reached ?? 0).toBeLessThanOrEqual(explained);
              }
            }),
        ),
        40,
      );
    }),
  );
});
