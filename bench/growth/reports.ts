import type pg from "pg";
import type { Connect } from "../lib/clones.ts";
import { isSmall } from "../lib/database.ts";
import type { Case } from "../lib/series.ts";
import type { Filled } from "./fill.ts";
import { type Grid, gridOf, overlapOf, type Place, placeOn } from "./places.ts";
import { NOTIFIED_USERS, OVERLAPPING_ALERTS, POSITIONS, USERS } from "./sizes.ts";

/** The number of reports in a round. Fewer if a report may make a thousand notifications. */
const CALLS = isSmall ? 10 : 100;
const FEWER_CALLS = isSmall ? 5 : 15;

/** Calls app_public.new_position() once for each user. Returns the median in milliseconds, by the database's clock. */
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
        row(latitudes[i], longitudes[i], 'WALKING', null, null, null)::app_public.position_input);
      took := took || (1000 * extract(epoch from clock_timestamp() - began))::float8;
    end loop;
    return (select percentile_cont(0.5) within group (order by t) from unnest(took) t);
  end
  $$`;

const randomInteger = (below: number) => Math.floor(Math.random() * below);

/** Returns different users, beginning at a random id. */
function randomUsers(count: number, from: number, to: number): number[] {
  const first = from + randomInteger(to - from - count);
  return Array.from({ length: count }, (_, index) => first + index);
}

/** Reports positions, and rolls them back. */
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

/** Reports positions between the alerts of a grid, or inside alerts about which the users were not notified. */
function onGrid(client: pg.Client, grid: Grid, where: "between" | "within"): Case["measure"] {
  const off = where === "between" ? 0.5 : 0;
  // Leaves out the last row, which may not be full.
  const place = () =>
    placeOn(grid, randomInteger(grid.side) + off, randomInteger(grid.side - 1) + off);
  return () => report(client, randomUsers(CALLS, 2, USERS), place);
}

/** Returns the cases of reports. The caller closes the connections. */
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
  for (const isNotified of [true, false]) {
    const [from, to] = isNotified ? [2, NOTIFIED_USERS] : [NOTIFIED_USERS + 1, USERS];
    for (const alerts of OVERLAPPING_ALERTS) {
      cases.push({
        what: `report, ${isNotified ? "notified before" : "newly notified"}; alerts at the place`,
        size: alerts,
        rows: isNotified ? 1 : 1 + alerts,
        measure: () =>
          report(overlapping, randomUsers(FEWER_CALLS, from, to), () => overlapOf(alerts)),
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
