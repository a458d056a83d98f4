/** @database server */
import { describe, expect } from "@jest/globals";
import fc from "fast-check";
import { check } from "../geometry/check.ts";
import { countFigures, countPeriods, insertPast, makeCrowd, type Past } from "./figures.ts";
import { analyst, owner, type Row, type Scene, square, stage } from "./scene.ts";

const { test } = stage();

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
  s.as(owner)`update app_private.settings set smallest_group = ${k}`;

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
  minute: fc.oneof(fc.nat(59), fc.constantFrom(0, 56, 59)),
  /** The minutes until it is received: five minutes after the hour it is too late. */
  delay: fc.constantFrom(0, 0, 0, 4, 6, 70),
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
      row.people_low >= f.people &&
      (row.x + f.x) % 3 > 0 &&
      (row.y + f.y) % 2 > 0;

  test("by a filter, the difference of two filters, the activities or a later count", async (s) => {
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
              list.map(({ person, hour, minute, delay, where, activity }, i) => {
                const taken = (HOURS[hour] as number) + minute * 60_000 + i;
                const [at, received] = [taken, taken + delay * 60_000].map((moment) =>
                  new Date(moment).toISOString(),
                ) as [string, string];
                return { user: users[person] as number, ...where, activity, at, received };
              });
            const [first] = HOURS as [number];
            const [someone] = (await makeCrowd(s, 1)) as [number];
            // The hour of the first position is the first that is counted.
            await insertPast(s, [
              { user: someone, latitude: 0, longitude: 0, at: new Date(first - 1).toISOString() },
              ...past(moves),
            ]);
            await countPeriods(s);
            const cells = (hour: number) =>
              s.as(analyst)`select * from analytics.presence where hour = ${new Date(hour)}
                order by key`;
            const before = [];
            const byHour = new Map<number, Set<number>>();
            for (const [index, hour] of HOURS.entries()) {
              const ordered = moves
                .map((each, i) => ({ each, at: each.minute * 60_000 + i }))
                .filter(({ each }) => each.hour === index)
                .filter(({ each, at }) => at + each.delay * 60_000 < 65 * 60_000)
                .sort((a, b) => a.at - b.at);
              const last = new Map(ordered.map(({ each }) => [each.person, each]));
              byHour.set(hour, new Set(last.keys()));
              const rows = await cells(hour);
              before.push(rows);
              const groups = groupsOfCells(rows, last);
              for (const { row, people } of groups) {
                expect(people.size).toBeGreaterThanOrEqual(k);
                expect(row.people_low).toBe(Math.floor(people.size / k) * k);
                expect(row.people_high).toBe(row.people_low + k - 1);
              }
              // Nobody is left out, as the difference from all people would reveal them.
              expect(union(groups).size).toBe(last.size >= k ? last.size : 0);
              const [a, b] = [union(groups.filter(asks(one))), union(groups.filter(asks(other)))];
              for (const size of [a.size, b.size, difference(a, b), difference(b, a)]) {
                expect(size === 0 || size >= k).toBe(true);
              }
              // The activities count the same people, and all of them.
              const activities: Row[] = await s.as(analyst)`select activity, people_low
                from analytics.hours_by_activity where hour = ${new Date(hour)}`;
              const named = activities.map(({ activity }) => activity);
              let counted = 0;
              for (const { activity, people_low } of activities) {
                const size = [...last.values()].filter((each) =>
                  activity === "OTHER"
                    ? !named.includes(each.activity)
                    : each.activity === activity,
                ).length;
                expect(size).toBeGreaterThanOrEqual(k);
                expect(people_low).toBe(Math.floor(size / k) * k);
                counted += size;
              }
              expect(counted).toBe(last.size >= k ? last.size : 0);
            }
            const hours = await s.as(analyst)`select hour, people_low, people_high
              from analytics.hours`;
            for (const { hour, ...bounds } of hours) {
              const people = byHour.get(hour.getTime()) ?? new Set();
              const low = Math.floor(people.size / k) * k;
              expect(bounds).toEqual({ people_low: low, people_high: low + k - 1 });
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
  });
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
  test("by the numbers of two areas, one inside the other", async (s) => {
    const found = await s.as(owner)`select k, app_private.round_down(larger, k),
      app_private.round_down(smaller, k), min(larger - smaller), max(larger - smaller)
      from generate_series(2, 12) k, generate_series(0, 6 * k - 1) larger, generate_series(0, larger) smaller
      group by 1, 2, 3 having min(larger - smaller) >= 1 and max(larger - smaller) < k`;
    expect(found).toEqual([]);
  });

  /** Seconds since publication: within the first hours, or days later. */
  const seconds = fc.oneof(
    fc.integer({ min: 0, max: 300 }),
    fc.integer({ min: 0, max: 20_000 }),
    fc.constant(400_000),
  );
  const told = fc.record({
    person: fc.nat(39),
    alert: fc.nat(1),
    version: fc.constantFrom(1, 1, 1, 1, 2, 3),
    level: fc.constantFrom("ONE", "ONE", "ONE", "ONE", "TWO", "THREE"),
    after: fc.oneof({ weight: 3, arbitrary: fc.constant(5) }, { weight: 1, arbitrary: seconds }),
    seen: fc.option(seconds),
    accuracy: fc.constantFrom(null, 5, 5_000, 5e-324),
    pushes: fc.array(
      fc.record({
        provider: fc.constantFrom("expo", "expo", "fcm", "web_push"),
        state: fc.constantFrom("accepted", "accepted", "failed", "queued"),
        why: fc.constantFrom(null, "Odd.", "Gone."),
        settled: seconds,
      }),
      { maxLength: 2 },
    ),
  });
  type Told = typeof told extends fc.Arbitrary<infer T> ? T : never;
  /** A publication is complete after so many seconds: whoever is told later came in later. */
  const COMPLETE = 100;

  /** What analysts should know of a group of people who were told, counted one by one. */
  function countOf(group: Told[], until: number) {
    const one = group.map((each) => {
      const pushes = each.pushes.map((push) => ({
        ...push,
        settled: push.state === "queued" ? Number.NEGATIVE_INFINITY : push.settled,
        isSettled: push.state !== "queued" && push.settled < until,
      }));
      // Of several devices, one that accepted a push stands for the person, then one that failed, the last of these.
      const rank = (push: (typeof pushes)[number]) =>
        push.isSettled ? (push.state === "accepted" ? 2 : 1) : 0;
      const [best] = pushes.sort((a, b) => rank(b) - rank(a) || b.settled - a.settled);
      const isAccepted = best !== undefined && rank(best) === 2;
      const hasFailed = best !== undefined && rank(best) === 1;
      const isLate = each.after > COMPLETE;
      return {
        push:
          best &&
          [
            best.provider,
            isAccepted ? "ACCEPTED" : hasFailed ? "FAILED" : "WAITING",
            isAccepted ? null : best.why,
          ].join(),
        isLate,
        began: isLate ? each.after : 0,
        after: each.after,
        seen: each.seen !== null && each.seen < until ? each.seen : null,
        accepted: isAccepted ? best.settled : null,
        hasFailed,
      };
    });
    const since = (key: "seen" | "accepted") =>
      one.filter((each) => each[key] !== null).map((each) => (each[key] as number) - each.began);
    return {
      told: one.length,
      came_in_later: one.filter(({ isLate }) => isLate).length,
      seen: since("seen").length,
      accepted: since("accepted").length,
      failed: one.filter(({ hasFailed }) => hasFailed).length,
      pushes: one.flatMap(({ push }) => push ?? []),
      seconds: {
        told: one.filter(({ isLate }) => !isLate).map(({ after }) => after),
        accepted: since("accepted"),
        seen: since("seen"),
      },
      moments: {
        TOLD: one.map(({ after }) => after),
        ACCEPTED: one.flatMap(({ accepted }) => accepted ?? []),
        SEEN: one.flatMap(({ seen }) => seen ?? []),
      },
    };
  }

  /** Groups equal pushes as documented: small groups are in one row, with the smallest other if that is still small. */
  function pushRows(pushes: string[], k: number): [push: string, people: number][] {
    const sizes = new Map<string, number>();
    for (const push of pushes) sizes.set(push, (sizes.get(push) ?? 0) + 1);
    const largestFirst = [...sizes].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
    let rest = 0;
    for (let small = largestFirst.at(-1); small; small = largestFirst.at(-1)) {
      if (small[1] >= k && (rest === 0 || rest >= k)) break;
      rest += small[1];
      largestFirst.pop();
    }
    if (rest >= k) largestFirst.push(["OTHER,OTHER,", rest]);
    return largestFirst.map(([push, people]) => [push, Math.floor(people / k) * k]);
  }

  /** Returns seconds rounded up to two digits. */
  function roundUp(value: number): number {
    if (value <= 0) return 0;
    const unit = 10 ** Math.max(Math.floor(Math.log10(value)) - 1, 0);
    return Math.ceil(value / unit) * unit;
  }

  /** Expects that the rows of minutes are those of these moments, each in one row of `k` moments or more. */
  function expectBins(rows: Row[], moments: number[], k: number): void {
    const bins = rows.map((row) => ({
      row,
      begins: row.starts_at ? row.starts_at.getTime() : Number.NEGATIVE_INFINITY,
      ends: row.starts_at
        ? row.starts_at.getTime() + row.minutes * 60_000
        : Number.POSITIVE_INFINITY,
      size: 0,
    }));
    bins.sort((a, b) => (a.row.minutes ?? 1e9) - (b.row.minutes ?? 1e9));
    for (const moment of moments) {
      const bin = bins.find(({ begins, ends }) => begins <= moment && moment < ends);
      if (bin) bin.size++;
      else expect(moments.length).toBeLessThan(k);
    }
    for (const { row, size } of bins) {
      expect([1, 5, 15, 60, 1440, null]).toContain(row.minutes);
      if (row.starts_at) expect(row.starts_at.getTime() % (row.minutes * 60_000)).toBe(0);
      expect(size).toBeGreaterThanOrEqual(k);
      expect(row.people_low).toBe(Math.floor(size / k) * k);
      expect(row.people_high).toBe(row.people_low + k - 1);
    }
  }

  test("by a total and its parts, or by the minutes, and are what counting one by one finds", async (s) => {
    const admin = await s.user(true);
    const alerts = [await s.alert(admin), await s.alert(admin, square([50, 50]))];
    for (const alert of alerts) await s.publish(alert);
    await s.as(owner)`insert into app_public.alert_versions
      select v.alert_id, n, v.user_id, v.created_at, v.zone1, v.level2_distance, v.level3_distance, v.expires_at,
          v.text1, v.text2, v.text3, null, false
        from app_public.alert_versions v, generate_series(2, 3) n`;
    await s.as(owner)`update app_public.alerts set version = 3`;
    await s.as(
      owner,
      `update app_public.alert_versions set completed_at = now() + interval '${COMPLETE} s'`,
    );
    const now: Date = await s.value(owner)`select now()`;
    const users = await makeCrowd(s, 40);
    await check(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 6 }),
        fc.uniqueArray(told, {
          minLength: 40,
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
            await s.as(owner)`insert into app_public.notifications (alert_id, user_id, level,
              version, created_at, seen, seen_at, accuracy, latitude, longitude, moving_activity)
              select t.alert, t.user, t.level::app_public.level_alert, t.version, now() + t.after * interval '1 s',
                t.seen is not null,
                  now() + t.seen * interval '1 s', t.accuracy, 0.005, 0.005, 'STILL'
                from json_to_recordset(${JSON.stringify(rows)}) t (alert int, "user" int, level text, version int,
                after int, seen int, accuracy float8)`;
            await s.as(owner)`insert into app_private.deliveries (notification_id, device_id,
              alert_id, user_id, level, provider, state, accepted_at, settled_at, why)
              select n.id, d.number, n.alert_id, n.user_id, n.level,
                (d.push ->> 'provider')::app_private.push_provider,
                  (d.push ->> 'state')::app_private.delivery_state,
                case d.push ->> 'state' when 'accepted' then m.settled end,
                  case when d.push ->> 'state' <> 'queued' then m.settled end, d.push ->> 'why'
                from json_to_recordset(${JSON.stringify(rows)}) t (alert int, "user" int, level text, version int,
                pushes json)
                join app_public.notifications n on n.alert_id = t.alert and n.user_id = t.user
                and n.version = t.version and n.level::text = t.level
                cross join json_array_elements(t.pushes) with ordinality d (push, number)
                cross join lateral (select now() + (d.push ->> 'settled')::int * interval '1 s' as settled) m`;
            // The second count is after the end, and final.
            for (const until of [3_600, 1_000_000]) {
              await countFigures(s, `now() + interval '${until} s'`);
              for (const [index, alert] of alerts.entries()) {
                await expectFigures(s, { alert, k, until, now, isFinal: until > 3_600 }, (row) =>
                  list.filter(
                    (each) =>
                      each.alert === index &&
                      each.after < until &&
                      (row === undefined ||
                        (each.version === row.version && each.level === row.level)),
                  ),
                );
              }
            }
          }),
      ),
      40,
    );
  });

  /** Expects the figures of an alert to be right, and to reveal no group below `k`. `groupOf` has the people of a row. */
  async function expectFigures(
    s: Scene,
    {
      alert,
      k,
      until,
      now,
      isFinal,
    }: { alert: number; k: number; until: number; now: Date; isFinal: boolean },
    groupOf: (row?: Row) => Told[],
  ): Promise<void> {
    const shown = (view: string) =>
      s.as(analyst, `select * from analytics.${view} where alert_id = $1`, [alert]);
    const levels = await shown("alert_levels");
    const pushes = await shown("alert_pushes");
    const events = await shown("events");
    expect(levels).toHaveLength(9);
    if (!isFinal) expect(events).toEqual([]);
    for (const row of levels) {
      const count = countOf(groupOf(row), until);
      for (const part of ["told", "came_in_later", "accepted", "failed", "seen"] as const) {
        const [low, high] = [row[`${part}_low`], row[`${part}_high`]];
        expect(low % k).toBe(0);
        expect(low).toBeLessThanOrEqual(count[part]);
        expect(high).toBeGreaterThanOrEqual(count[part]);
        if (!["accepted", "failed"].includes(part)) {
          expect([low, high]).toEqual([
            Math.floor(count[part] / k) * k,
            Math.floor(count[part] / k) * k + k - 1,
          ]);
        }
        expect(tells(row.told_low || null, [low || null], k)).toBe(false);
      }
      expect(tells(row.told_low || null, [row.overspill_low || null], k)).toBe(false);
      for (const what of ["told", "accepted", "seen"] as const) {
        const times = [...count.seconds[what]].sort((a, b) => a - b);
        for (const [name, share] of [
          ["p50", 0.5],
          ["p95", 0.95],
          ["max", 1],
        ] as const) {
          expect(row[`${what}_${name}_seconds`]).toBe(
            times.length < k ? null : roundUp(times[Math.ceil(times.length * share) - 1] as number),
          );
        }
      }
      const parts = pushes.filter(
        ({ version, level }) => version === row.version && level === row.level,
      );
      const partsOf = (outcome?: string) =>
        parts
          .filter((each) => outcome === undefined || each.outcome === outcome)
          .map(({ people_low }) => people_low as number);
      expect(tells(row.told_low || null, partsOf(), k)).toBe(false);
      const shownPushes = parts.map((each) => [
        [each.provider, each.outcome, each.reason].join(),
        each.people_low,
      ]);
      expect(shownPushes.sort()).toEqual(pushRows(count.pushes, k).sort());
      const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
      for (const [total, outcome] of [
        ["accepted", "ACCEPTED"],
        ["failed", "FAILED"],
      ] as const) {
        expect(tells(row[`${total}_low`] || null, partsOf(outcome), k)).toBe(false);
        // The shown parts may add up to the total, so there may be no other people.
        expect(row[`${total}_low`]).toBeLessThanOrEqual(
          sum(partsOf(outcome).map((low) => low + k - 1)),
        );
      }
      if (!isFinal) continue;
      for (const kind of ["TOLD", "ACCEPTED", "SEEN"] as const) {
        const bins = events.filter(
          (each) => each.version === row.version && each.level === row.level && each.kind === kind,
        );
        // With a row OTHER, the minutes would tell how many in it had a push accepted.
        if (kind === "ACCEPTED" && partsOf("OTHER").length > 0) expect(bins).toEqual([]);
        else {
          const moments = count.moments[kind].map((after) => now.getTime() + after * 1_000);
          expectBins(bins, moments, k);
        }
      }
    }
    for (const { people_low } of pushes) expect(people_low).toBeGreaterThanOrEqual(k);
    // The shown levels account for the reached users.
    const [{ reached_users_low: low, reached_users_high: high }] = (await shown("alerts")) as [Row];
    const reached = new Set(groupOf().map(({ person }) => person)).size;
    expect(low).toBeLessThanOrEqual(reached);
    expect(high).toBeGreaterThanOrEqual(reached);
    expect(low).toBeLessThanOrEqual(
      levels.reduce((all, row) => all + (row.told_low > 0 ? row.told_high : 0), 0),
    );
  }
});
