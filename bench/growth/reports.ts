import type pg from "pg";
import type { Connect } from "../lib/clones.ts";
import { isSmall } from "../lib/database.ts";
import type { Case } from "../lib/series.ts";
import type { Filled } from "./fill.ts";
import { type Grid, gridOf, overlapOf, type Place, placeOn } from "./places.ts";
import { OVERLAPPING_ALERTS, POSITIONS, TOLD_USERS, USERS } from "./sizes.ts";

/** What a position report costs: app_public.new_position() in the database, without its commit. */

/** Reports of a round; of which each may tell of a thousand alerts. */
const CALLS = isSmall ? 10 : 100;
const FEWER_CALLS = isSmall ? 5 : 15;

/** Reports one position by each user; returns the median in milliseconds, by the database's clock. */
const REPORT = `
  create function pg_temp.report(user_ids integer[], longitudes float8[], latitudes float8[]) returns float8
  language plpgsql as $$
  declare
    began timestamptz;
    took float8[];
  begin
    for i in 1 .. cardinality(user_ids) loop
      perform set_config('jwt.claims.user_id', user_ids[i]::text, true);
      began := clock_timestamp();
      perform app_public.new_position(
        row(latitudes[i], longitudes[i], 'WALKING', null, null)::app_public.position_input);
      took := took || (1000 * extract(epoch from clock_timestamp() - began))::float8;
    end loop;
    return (select percentile_cont(0.5) within group (order by t) from unnest(took) t);
  end
  $$`;

const whole = (below: number) => Math.floor(Math.random() * below);

/** Different users, other ones each time. */
function someUsers(count: number, from: number, to: number): number[] {
  const first = from + whole(to - from - count);
  return Array.from({ length: count }, (_, index) => first + index);
}

/** Reports, and takes it back. */
async function report(client: pg.Client, userIds: number[], placeOf: () => Place): Promise<number> {
  const places = userIds.map(placeOf);
  await client.query("begin");
  try {
    const { rows } = await client.query<{ ms: number }>("select pg_temp.report($1, $2, $3) as ms", [
      userIds,
      places.map(({ longitude }) => longitude),
      places.map(({ latitude }) => latitude),
    ]);
    return rows[0]?.ms as number;
  } finally {
    await client.query("rollback");
  }
}

/** Between the alerts of a grid, or each within one that its user was not told of. */
function onGrid(client: pg.Client, grid: Grid, where: "between" | "within"): Case["measure"] {
  const off = where === "between" ? 0.5 : 0;
  // The last row may not be full.
  const place = () => placeOn(grid, whole(grid.side) + off, whole(grid.side - 1) + off);
  return () => report(client, someUsers(CALLS, 2, USERS), place);
}

/** The cases of reports, on connections that the caller ends. */
export async function reports(filled: Filled, connect: Connect): Promise<Case[]> {
  const ready = async (url: string) => {
    const client = await connect(url);
    await client.query(REPORT);
    return client;
  };
  const cases: Case[] = [];

  for (const { alerts, url } of filled.spread) {
    cases.push({
      what: "report, outside of all alerts; alerts",
      size: alerts,
      rows: 1,
      measure: onGrid(await ready(url), gridOf(alerts || 100), "between"),
    });
  }
  for (const { alerts, url } of filled.spread.slice(1)) {
    cases.push({
      what: "report, newly in one alert; alerts",
      size: alerts,
      rows: 2,
      measure: onGrid(await ready(url), gridOf(alerts), "within"),
    });
  }

  const overlapping = await ready(filled.overlapping);
  for (const isTold of [true, false]) {
    const [from, to] = isTold ? [2, TOLD_USERS] : [TOLD_USERS + 1, USERS];
    for (const alerts of OVERLAPPING_ALERTS) {
      cases.push({
        what: `report, ${isTold ? "told already" : "newly told"}; alerts at the place`,
        size: alerts,
        rows: isTold ? 1 : 1 + alerts,
        measure: () =>
          report(overlapping, someUsers(FEWER_CALLS, from, to), () => overlapOf(alerts)),
      });
    }
  }

  const most = filled.spread.at(-1) as Filled["spread"][number];
  for (const [size, url] of [
    [0, most.url],
    [POSITIONS, filled.history],
  ] as const) {
    cases.push({
      what: "report; positions behind it",
      size,
      rows: 1,
      measure: onGrid(await ready(url), gridOf(most.alerts), "between"),
    });
  }
  return cases;
}
