import { randomUUID } from "node:crypto";
import { cp, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Logger } from "@graphile/logger";
import { afterEach, describe, expect, test } from "@jest/globals";
import { migrate as runGraphileMigrate } from "graphile-migrate";
import { runMigrations, Logger as WorkerLogger } from "graphile-worker";
import { readConfig } from "../../src/config/config.ts";
import { migrate } from "../../src/database/migrate.ts";
import { type Database, openDatabase } from "../../src/database/open.ts";
import { isNative, openClone } from "../helpers/database.ts";
import { databaseUrl, onServer } from "../helpers/template.ts";
import { HASH } from "./scene.ts";

const COMMITTED = fileURLToPath(new URL("../../migrations/committed", import.meta.url));

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.reverse().splice(0)) await cleanup();
});

/** Makes an empty database, and returns a function that opens it. */
async function emptyDatabase(): Promise<() => Promise<Database>> {
  const directory = await mkdtemp(join(tmpdir(), "las-upgrade-"));
  cleanups.push(() => rm(directory, { recursive: true, force: true }));
  const serverUrl = process.env.TEST_DATABASE_URL;
  const name = `las_${randomUUID().replaceAll("-", "")}`;
  if (serverUrl) {
    await onServer(serverUrl, `create database ${name}`);
    cleanups.push(() => onServer(serverUrl, `drop database ${name} with (force)`));
  }
  const config = readConfig({
    DATA_DIR: directory,
    ...(serverUrl && { DATABASE_URL: databaseUrl(serverUrl, name), JWT_SECRET: "unused" }),
  });
  return async () => {
    const database = await openDatabase(config, () => {});
    cleanups.push(() => database.close());
    return database;
  };
}

/** Runs only the first so many migrations. */
async function migrateOnly(database: Database, count: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "las-migrations-"));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, "committed"));
  for (const file of (await readdir(COMMITTED)).sort().slice(0, count)) {
    await cp(join(COMMITTED, file), join(folder, "committed", file));
  }
  await runMigrations({ pgPool: database.ownerPool, logger: new WorkerLogger(() => () => {}) });
  await runGraphileMigrate({
    connectionString: database.connectionString,
    rootConnectionString: "postgres:///template1",
    migrationsFolder: folder,
    logger: new Logger(() => () => {}),
  });
}

/** A row for each table, as an older release leaves it. */
const DATA = [
  [
    "app_public.users",
    `insert into app_public.users (email, name, address, is_admin) values ('a@example.org', 'Ada', 'Here 1', true)`,
  ],
  [
    "app_private.user_credentials",
    `insert into app_private.user_credentials (user_id, password_hash, token_version) values (1, '${HASH}', 7)`,
  ],
  ["app_private.devices", `insert into app_private.devices (user_id, token) values (1, 'phone')`],
  ["app_private.settings", `update app_private.settings set level2_distance = 500`],
  [
    "app_public.positions",
    `insert into app_public.positions (user_id, latitude, longitude, moving_activity) values (1, 1, 2, 'STILL')`,
  ],
  [
    "app_public.last_positions",
    `insert into app_public.last_positions select user_id, id, created_at, taken_at, public.st_setsrid(public.st_makepoint(longitude, latitude), 4326), accuracy, moving_activity from app_public.positions`,
  ],
  [
    "app_public.alerts",
    `insert into app_public.alerts (user_id, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age, text1, text2, text3)
    select 1, now() + '1 day', z, z, z, 1000, 2000, '1 day', '1', '2', '3'
      from public.st_geomfromtext('POLYGON((1 0,1 2,3 2,3 0,1 0),(2.5 1.5,2.6 1.5,2.6 1.6,2.5 1.5))', 4326) z`,
  ],
  ["app_private.publications", `insert into app_private.publications (alert_id) values (1)`],
  [
    "app_private.publication_waiting",
    `insert into app_private.publication_waiting (alert_id, level, first_user_id, user_ids) values (1, 'TWO', 1, '{1}')`,
  ],
  [
    "app_private.speeches",
    `insert into app_private.speeches (digest, voice, mp3) values ('digest', 'voice', 'mp3')`,
  ],
  [
    "app_private.alert_speeches",
    `insert into app_private.alert_speeches (alert_id, level, speech_id) select 1, 'ONE', id from app_private.speeches`,
  ],
  ["app_private.workers", `insert into app_private.workers (id) values ('pool')`],
  [
    "app_private.deliveries",
    `insert into app_private.deliveries (notification_id, device_id, alert_id, user_id, level, provider) values (1, 1, 1, 1, 'TWO', 'expo')`,
  ],
  [
    "app_public.quiet_hours",
    `insert into app_public.quiet_hours (user_id, starts, ends, time_zone) values (1, '22:00', '07:00', 'Europe/Rome')`,
  ],
  [
    "app_public.notifications",
    `insert into app_public.notifications (alert_id, user_id, level, latitude, longitude, moving_activity) values (1, 1, 'TWO', 1, 2, 'STILL')`,
  ],
] as const;

async function tablesThere(database: Database): Promise<(typeof DATA)[number][]> {
  const { rows } = await database.ownerPool.query<{ table: string; there: boolean }>(
    'select t as "table", to_regclass(t) is not null as there from unnest($1::text[]) t',
    [DATA.map(([table]) => table)],
  );
  return DATA.filter(([table]) => rows.some((row) => row.table === table && row.there));
}

/** Every row of some tables, as JSON. An upgrade may add columns, not change or drop them. */
async function contents(database: Database, tables: readonly string[]): Promise<object[]> {
  const all: object[] = [];
  for (const table of tables) {
    const { rows } = await database.ownerPool.query(`select to_jsonb(t) as row from ${table} t`);
    all.push({ table, rows: rows.map(({ row }) => row) });
  }
  return all;
}

/** The role that a token of user 1 from before the upgrade stands for now. */
async function roleOfOldToken(database: Database, tokenId: string | null): Promise<string> {
  const { rows } = await database.ownerPool.query(
    "select role from app_private.authenticate(1, 7, $1)",
    [tokenId],
  );
  return rows[0].role;
}

async function migrations(database: Database): Promise<number> {
  const { rows } = await database.ownerPool.query(
    "select count(*)::int from graphile_migrate.migrations",
  );
  return rows[0].count;
}

const total = (await readdir(COMMITTED)).filter((file) => file.endsWith(".sql")).length;
// From the first release with users. The slower embedded database tests one of them.
const releases = Array.from({ length: total - 4 }, (_, i) => i + 4).filter(
  (n) => isNative || n === total - 1,
);

describe("upgrading", () => {
  test.each(releases)(
    "a database of the first %d migrations keeps its data and works",
    async (count) => {
      const database = await (await emptyDatabase())();
      await migrateOnly(database, count);
      expect(await migrations(database)).toBe(count);
      const there = await tablesThere(database);
      for (const [, sql] of there) await database.ownerPool.query(sql);
      const tables = there.map(([table]) => table);
      const before = await contents(database, tables);

      await migrate(database, console.error);
      expect(await migrations(database)).toBe(total);
      expect(await contents(database, tables)).toMatchObject(before);

      // A report must match the old alert, if there is one.
      const { rows } = await database.ownerPool.query(
        `with claims as materialized (select set_config('jwt.claims.user_id', '1', true))
        select user_id from claims, app_public.new_position(row(1, 2, 'STILL', null, null)::app_public.position_input)`,
      );
      expect(rows).toEqual([{ user_id: 1 }]);
      if (tables.includes("app_public.alerts")) {
        const told = await database.ownerPool.query(
          "select level from app_public.notifications order by level",
        );
        expect(told.rows[0]).toEqual({ level: "ONE" });
        const areas = await database.ownerPool.query(
          "select app_public.alerts_area(a) as area, public.st_numinteriorrings(zone1) as holes from app_public.alerts a",
        );
        expect(areas.rows).toEqual([{ area: "POLYGON((1 0,1 2,3 2,3 0,1 0))", holes: 1 }]);
      }

      // A token without an id, which the older release issued, works until the password changes.
      const tokenId = randomUUID();
      expect(await roleOfOldToken(database, null)).toBe("app_admin");
      await database.ownerPool.query(
        `with claims as materialized (
          select set_config('jwt.claims.user_id', '1', true), set_config('jwt.claims.token_id', '${tokenId}', true))
        select id from claims, app_public.user_password_edit('${HASH}')`,
      );
      expect(await roleOfOldToken(database, null)).toBe("app_anonymous");
      expect(await roleOfOldToken(database, tokenId)).toBe("app_admin");
    },
  );

  test("an up-to-date database changes nothing", async () => {
    const database = await openClone();
    cleanups.push(() => database.close());
    const catalogue = async () =>
      (
        await database.ownerPool.query(
          `select c.oid, c.xmin::text, c.relname from pg_class c where c.relnamespace::regnamespace::text ~ '^(app_|analytics)' order by 1`,
        )
      ).rows;
    const before = await catalogue();
    await migrate(database, console.error);
    expect(await catalogue()).toEqual(before);
    expect(await migrations(database)).toBe(total);
  });
});

(isNative ? describe : describe.skip)("at once (on native PostgreSQL only)", () => {
  test("hosts that start together on an empty database all succeed", async () => {
    const open = await emptyDatabase();
    const databases = await Promise.all([open(), open(), open()]);
    await Promise.all(databases.map((database) => migrate(database, console.error)));
    expect(await migrations(databases[0] as Database)).toBe(total);
  });
});
