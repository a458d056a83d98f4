import pg from "pg";
import { openDatabase } from "../../src/database/open.ts";
import { migrate } from "../../src/database/run-migrations.ts";
import { readConfig } from "../../src/settings/config.ts";
import { INSERT_SESSIONS } from "./sessions.ts";

/** The size of a benchmark. `--small` only checks that it runs. */
export interface Size {
  users: number;
  alerts: number;
}
export const isSmall = process.argv.includes("--small");

/** The server on which benchmarks make their databases. */
export const SERVER = process.env.BENCH_DATABASE_URL ?? process.env.TEST_DATABASE_URL;

/** A migrated database on that server, to copy for each benchmark. By default, each benchmark migrates its own. */
const TEMPLATE = process.env.BENCH_TEMPLATE ?? "template1";

/** Makes a migrated database, and drops it at the end. */
export async function withDatabase<T>(
  name: string,
  run: (url: string, owner: pg.Pool) => Promise<T>,
): Promise<T> {
  if (!SERVER) {
    throw new Error("Set BENCH_DATABASE_URL to a native PostgreSQL with PostGIS, as a superuser.");
  }
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  const server = new pg.Client({ connectionString: SERVER });
  await server.connect();
  await server.query(`drop database if exists ${name} with (force)`);
  await server.query(`create database ${name} template ${TEMPLATE}`);
  const database = await openDatabase(
    readConfig({ DATABASE_URL: url.href, JWT_SECRET: "unused" }),
    () => {},
  );
  try {
    await migrate(database, console.error);
    return await run(url.href, database.ownerPool);
  } finally {
    await database.close();
    await server.query(`drop database if exists ${name} with (force)`);
    await server.end();
  }
}

/** Inserts users, each with a session. The first is an administrator. */
export const insertUsers = (count: number) => `
  insert into app_public.users (email, name, address, is_admin)
    select format('user%s@example.org', n), 'User', '', n = 1 from generate_series(1, ${count}) n;
  insert into app_private.user_credentials (user_id, password_hash)
    select id, '$2b$11$' || repeat('x', 53) from app_public.users;
  ${INSERT_SESSIONS}`;

/**
 * Fills a database with users whose last positions are in a square of four degrees, and with small alerts all over
 * the square (26 to 105 vertices in a zone). The first user is an administrator.
 */
export async function seed(owner: pg.Pool, { users, alerts }: Size): Promise<void> {
  await owner.query(insertUsers(users));
  await owner.query(
    `insert into app_public.positions (user_id, latitude, longitude, moving_activity)
      select id, 44 + 4 * random(), 8 + 4 * random(), 'STILL' from app_public.users`,
  );
  await owner.query(
    `insert into app_public.last_positions (user_id, position_id, created_at, taken_at, location, accuracy, moving_activity)
      select user_id, id, created_at, taken_at, st_setsrid(st_makepoint(longitude, latitude), 4326), null, moving_activity
      from app_public.positions`,
  );
  await owner.query(
    `with area as (
      select st_buffer(st_setsrid(st_makepoint(8 + 4 * random(), 44 + 4 * random()), 4326)::geography, 300 + 700 * random(), 6)::geometry zone
        from generate_series(1, $1::int)
    )
    insert into app_public.alerts (user_id, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age, text1, text2, text3)
      select 1, now() + interval '1 day', zone, app_private.zone_around(zone, 1000), app_private.zone_around(zone, 2000),
        1000, 2000, '1 day', 'Leave now.', 'Be ready to leave.', 'Stay where you are.' from area`,
    [alerts],
  );
  await owner.query(
    `insert into app_public.notifications (alert_id, user_id, level, latitude, longitude, moving_activity)
      select a.id, u.id, 'ONE', 45, 9, 'STILL'
        from (select id from app_public.alerts order by id limit 25) a
        cross join (select id from app_public.users order by id limit 1000) u`,
  );
  await owner.query("vacuum analyze");
}
