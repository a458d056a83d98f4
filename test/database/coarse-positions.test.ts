import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { SEED } from "../helpers/seed.ts";
import { shifted } from "../helpers/shifted.ts";
import { type Actor, owner, type Scene, stage } from "./scene.ts";

/** Old history is moved to a grid, once. */

const { play } = stage();

/** Puts a position into the history of a user, and returns its id. */
async function put(s: Scene, { id }: Actor, days: number, place: object): Promise<string> {
  const { latitude = 46.498_765, longitude = 11.354_321, accuracy = null } = place as Place;
  return await s.value(
    owner,
    `insert into app_public.positions (user_id, latitude, longitude, accuracy, moving_activity, created_at, taken_at)
      values ($1, $2, $3, $4, 'STILL', now() - $5 * interval '1 day', now() - $5 * interval '1 day') returning id`,
    [id, latitude, longitude, accuracy, days],
  );
}
interface Place {
  latitude?: number;
  longitude?: number;
  accuracy?: number | null;
}

const rows = (s: Scene) =>
  s.as(owner, "select id, latitude, longitude, accuracy from app_public.positions order by id");
const set = (s: Scene, change: string) => s.as(owner, `update app_private.settings set ${change}`);

/** Coarsens all positions, at most `most` at a time. Returns how many each step looked at. */
async function coarsen(s: Scene, most = 2000): Promise<number[]> {
  const steps: number[] = [];
  while (steps.length < 10) {
    const looked = await s.value(owner, "select app_private.coarsen_positions($1)", [most]);
    if (!looked) return steps;
    steps.push(looked);
  }
  throw new Error("coarsen_positions() comes to no end");
}

test(
  "coarsening old positions is off by default",
  play(async (s) => {
    await put(s, await s.user(), 29, {});
    const before = await rows(s);
    expect(await coarsen(s)).toEqual([]);
    expect(await rows(s)).toEqual(before);
  }),
);

test(
  "old positions are moved to the grid once, in steps, and their accuracy is widened",
  play(async (s) => {
    const user = await s.user();
    await set(s, "coarse_after = '7 days', coarse_cell = 1000");
    const old = [];
    for (const accuracy of [null, 5, 20_000_000]) old.push(await put(s, user, 8, { accuracy }));
    const young = await put(s, user, 6, {});
    const before = await rows(s);
    const others = "select * from app_private.retention_progress where task <> 'coarse_positions'";
    const otherTasks = await s.as(owner, others);
    expect(await coarsen(s, 2)).toEqual([2, 1]);
    expect(await s.as(owner, others)).toEqual(otherTasks);
    const after = await rows(s);
    expect(after.map(({ id }) => id)).toEqual([...old, young]);
    expect(after.slice(0, 3).map(({ accuracy }) => Math.round(accuracy))).toEqual([
      707, 712, 20_000_000,
    ]);
    for (const { latitude, longitude } of after.slice(0, 3)) {
      expect(latitude).not.toBe(46.498_765);
      expect(Math.abs(latitude - 46.498_765)).toBeLessThan(0.0046);
      expect(Math.abs(longitude - 11.354_321)).toBeLessThan(0.0067);
    }
    expect(after[3]).toEqual(before[3]);
    expect(await coarsen(s, 2)).toEqual([]);
    // Starting from the first position again changes nothing.
    await s.as(owner, "update app_private.retention_progress set last_id = 0");
    await coarsen(s);
    expect(await rows(s)).toEqual(after);
  }),
);

test(
  "an old position is moved to the grid even if its latitude or longitude is on it already",
  play(async (s) => {
    const user = await s.user();
    await set(s, "coarse_after = '7 days', coarse_cell = 1000");
    // The equator and the 180th meridian are on the grid.
    await put(s, user, 8, { latitude: 0, longitude: 11.354_321 });
    await put(s, user, 8, { latitude: 46.498_765, longitude: 180 });
    await coarsen(s);
    const [first, second] = await rows(s);
    expect(first).toMatchObject({ latitude: 0 });
    expect(first?.longitude).not.toBe(11.354_321);
    expect(second).toMatchObject({ longitude: 180 });
    expect(second?.latitude).not.toBe(46.498_765);
  }),
);

test(
  "coarsening stops at a position that is not old enough, although the next one is",
  play(async (s) => {
    const user = await s.user();
    await set(s, "coarse_after = '7 days'");
    for (const days of [8, 6, 9]) await put(s, user, days, {});
    expect(await coarsen(s)).toEqual([1]);
    await s.as(
      owner,
      `update app_public.positions set ${shifted("created_at", "- interval '2 days'")}, ${shifted("taken_at", "- interval '2 days'")}`,
    );
    expect(await coarsen(s)).toEqual([2]);
  }),
);

test(
  "coarsening starts again if the size of the grid's cells changes",
  play(async (s) => {
    await put(s, await s.user(), 8, { latitude: 46.498_765 });
    await set(s, "coarse_after = '7 days', coarse_cell = 100");
    await coarsen(s);
    await set(s, "coarse_cell = 10000");
    await coarsen(s);
    const [row] = await rows(s);
    expect(Math.round(row?.accuracy)).toBe(71 + 7071);
    expect(
      await s.value(owner, "select (app_private.coarse_place($1, $2, 10000)).latitude", [
        row?.latitude,
        row?.longitude,
      ]),
    ).toBeCloseTo(row?.latitude, 9);
  }),
);

test(
  "hashes that detect repeated reports are deleted at the age at which positions become coarse",
  play(async (s) => {
    const user = await s.user();
    await set(s, "coarse_after = '7 days'");
    await s.as(
      owner,
      `insert into app_private.position_hashes (user_id, hash, position_id, created_at)
        select $1, gen_random_uuid(), n, now() - n * interval '25 hours' from generate_series(6, 9) n`,
      [user.id],
    );
    await s.as(owner, "select app_private.purge_position_hashes()");
    expect(
      await s.as(owner, "select position_id::int as age from app_private.position_hashes"),
    ).toEqual([{ age: 6 }]);
  }),
);

test(
  "the grid has a point near every place, and its points are not moved again",
  play(async (s) => {
    const place = fc.record({
      latitude: fc.oneof(
        fc.constantFrom(-90, 0, 90),
        fc.double({ min: -90, max: 90, noNaN: true }),
        fc.integer({ min: -89, max: 89 }),
      ),
      longitude: fc.oneof(
        fc.constantFrom(-180, 0, 180),
        fc.double({ min: -180, max: 180, noNaN: true }),
      ),
      cell: fc.constantFrom(10, 100, 1000, 30_000, 35_000, 100_000),
    });
    const places = fc.sample(place, { numRuns: 500, seed: SEED });
    const wrong = await s.as(
      owner,
      `select p.*, c.latitude as coarse_latitude, c.longitude as coarse_longitude
        from json_to_recordset($1) p (latitude float8, longitude float8, cell float8)
        cross join lateral app_private.coarse_place(p.latitude, p.longitude, p.cell) c
        cross join lateral app_private.coarse_place(c.latitude, c.longitude, p.cell) again
        where not coalesce(
          c.latitude between -90 and 90 and c.longitude between -180 and 180
          and abs(again.latitude - c.latitude) + abs(again.longitude - c.longitude) < 1e-9
          -- Near the poles the grid's rows are circles of few points.
          and public.st_distancesphere(
            public.st_makepoint(p.longitude, p.latitude), public.st_makepoint(c.longitude, c.latitude))
            <= p.cell * case when 90 - abs(p.latitude) < 10 * p.cell / 111195 then 1 else 0.75 end
          -- Elsewhere all places within nearly half a cell are moved to the same point.
          and (90 - abs(c.latitude) < 10 * p.cell / 111195 or c.longitude > 175 or (
            select abs(n.latitude - c.latitude) + abs(e.longitude - c.longitude) < 1e-9
              from app_private.coarse_place(c.latitude + 0.45 * p.cell / 111195, c.longitude, p.cell) n,
                app_private.coarse_place(c.latitude, c.longitude + 0.45 * p.cell / 111195 / cosd(c.latitude), p.cell) e)),
          false)`,
      [JSON.stringify(places)],
    );
    expect(wrong).toEqual([]);
  }),
);
