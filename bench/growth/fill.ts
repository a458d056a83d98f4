import type pg from "pg";
import type { Clones } from "../lib/clones.ts";
import { INSERT_SESSIONS } from "../lib/sessions.ts";
import { nthPlace, overlapOf } from "./places.ts";
import { NOTIFIED_USERS, OVERLAPPING_ALERTS, POSITIONS, SPREAD_ALERTS, USERS } from "./sizes.ts";

/** Inserts users, each with a session. The first is an administrator. */
export const insertUsers = (count: number) => `
  insert into app_public.users (email, name, address, is_admin)
    select format('user%s@example.org', n), 'User', '', n = 1 from generate_series(1, ${count}) n;
  insert into app_private.user_credentials (user_id, password_hash)
    select id, '$2b$11$' || repeat('x', 53) from app_public.users;
  ${INSERT_SESSIONS}`;

/** Inserts alerts of one shape (26 to 105 vertices in a zone). `place` is an expression in n: longitude, latitude. */
const insertAlerts = (count: number, place: string) => `
  with drawn as (
    select st_buffer(st_setsrid(st_makepoint(0, 0), 4326)::geography, 700, 6)::geometry as zone1
  ), shape as (
    select zone1, app_private.zone_around(zone1, 1000) as zone2, app_private.zone_around(zone1, 2000) as zone3
      from drawn
  )
  insert into app_public.alerts (user_id, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age, text1, text2, text3)
    select 1, now() + interval '1 day', st_translate(zone1, x, y), st_translate(zone2, x, y), st_translate(zone3, x, y),
        1000, 2000, '1 day', 'Leave now.', 'Be ready to leave.', 'Stay where you are.'
      from shape, (select ${place} from generate_series(1, ${count}) n) place (x, y)`;

const LAST_POSITIONS = `
  insert into app_public.last_positions (user_id, position_id, created_at, taken_at, location, accuracy, moving_activity)
    select id, id, now(), now() - interval '1 minute',
        st_setsrid(st_makepoint(8 + 4 * random(), 70 + 4 * random()), 4326), null, 'STILL'
      from app_public.users`;

/** Inserts alerts that overlap at a few places, and users who were notified about all of them. */
async function fillWithOverlapping(client: pg.Client): Promise<void> {
  for (const alerts of OVERLAPPING_ALERTS) {
    const { longitude, latitude } = overlapOf(alerts);
    const place = `${longitude} + 0.001 * random(), ${latitude} + 0.001 * random()`;
    await client.query(insertAlerts(alerts, place));
  }
  await client.query(
    `insert into app_public.notifications (alert_id, user_id, level, latitude, longitude, moving_activity)
      select a.id, u, 'ONE', 30, 0, 'STILL' from app_public.alerts a, generate_series(1, ${NOTIFIED_USERS}) u`,
  );
}

/**
 * Inserts positions of the last four weeks, in weekly partitions. Notifies the administrator about all alerts, at
 * each level.
 */
async function fillWithHistory(client: pg.Client): Promise<void> {
  await client.query(`do $$
    declare week timestamptz;
    begin
      for week in select date_trunc('week', now()) - i * interval '1 week' from generate_series(1, 4) i loop
        execute format('create table app_public.positions_%s partition of app_public.positions for values from (%L) to (%L)',
          to_char(week, 'YYYY_MM_DD'), week, week + interval '1 week');
      end loop;
    end $$`);
  await client.query(
    `insert into app_public.positions (user_id, created_at, taken_at, latitude, longitude, moving_activity)
      select 2 + n % (${USERS} - 1), moment, moment, 44 + n % 1000 / 250.0, 8 + n / 1000 % 1000 / 250.0, 'WALKING'
        from generate_series(1, ${POSITIONS}) n,
          lateral (select now() - (${POSITIONS} - n) * interval '${2_400_000 / POSITIONS} s') m (moment)`,
  );
  await client.query(
    `insert into app_public.notifications (alert_id, user_id, level, latitude, longitude, moving_activity)
      select a.id, 1, level, 45, 9, 'STILL' from app_public.alerts a, unnest(enum_range(null::app_public.level_alert)) level`,
  );
}

/** The URLs of the databases for reports and lists. */
export interface Filled {
  /** Databases with an increasing number of alerts that do not touch. */
  spread: { alerts: number; url: string }[];
  overlapping: string;
  /** The database with the most alerts, and with many positions. */
  history: string;
}

/** Makes the databases for reports and lists. */
export async function fill(clones: Clones): Promise<Filled> {
  const run = (sql: string) => async (client: pg.Client) => void (await client.query(sql));
  await clones.make("users", run(`${insertUsers(USERS)}; ${LAST_POSITIONS}`));
  const spread: Filled["spread"] = [];
  for (const alerts of SPREAD_ALERTS) {
    const sql = alerts > 0 ? insertAlerts(alerts, nthPlace(alerts)) : "";
    spread.push({ alerts, url: await clones.make(`alerts_${alerts}`, run(sql), "users") });
  }
  return {
    spread,
    overlapping: await clones.make("overlapping", fillWithOverlapping, "users"),
    history: await clones.make("history", fillWithHistory, `alerts_${SPREAD_ALERTS.at(-1)}`),
  };
}
