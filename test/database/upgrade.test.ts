/** @database server */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "@jest/globals";
import type { Database } from "../../src/database/open.ts";
import { migrate } from "../../src/database/run-migrations.ts";
import { isNative, openClone } from "../helpers/database.ts";
import { committed, migrationsFolder } from "../helpers/migrations-folder.ts";
import { until } from "../helpers/until.ts";
import { emptyDatabase } from "./empty-database.ts";
import { fillCells, fillFigures } from "./figures.ts";
import { ACCEPTED, claim, record } from "./pushes.ts";
import {
  type Actor,
  alertInput,
  HASH,
  host,
  inside,
  metresEast,
  owner,
  type Row,
  Scene,
  square,
} from "./scene.ts";

const MIGRATOR = fileURLToPath(new URL("./processes/migrator.ts", import.meta.url));

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.reverse().splice(0)) await cleanup();
});

/** How many migrations releases had. Some that came together have functions of later ones: nobody stops between them. */
const RELEASES = [21, 27, 32, 34, 38, committed.length];

/** A later migration: it alters a table that has rows, fills the new column, and replaces a function. */
const TRIAL = `
  alter table app_public.users add column pager text not null default '';
  update app_public.users set pager = '+39 ' || id;
  create or replace function app_public.me() returns app_public.users language sql stable
  as $$ select u.* from app_public.users u where u.id = app_public.current_user_id() and u.pager <> '' $$;`;

/** Makes a folder with the first `count` committed migrations, and others after them. */
async function folder(count: number, ...later: string[]): Promise<string> {
  const path = await migrationsFolder(count, ...later);
  cleanups.push(() => rm(path, { recursive: true, force: true }));
  return path;
}

async function freshDatabase(): Promise<Database> {
  const empty = await emptyDatabase();
  cleanups.push(() => empty.drop());
  return await empty.open();
}

async function clone(): Promise<Database> {
  const database = await openClone();
  cleanups.push(() => database.close());
  return database;
}

/** Plays a scene, and commits it. */
async function play<T>(database: Database, run: (scene: Scene) => Promise<T>): Promise<T> {
  const client = await database.ownerPool.connect();
  try {
    await client.query("begin");
    const result = await run(new Scene(client));
    await client.query("commit");
    return result;
  } finally {
    client.release();
  }
}

/** Fills every table, as people do. Returns a user who was notified of an alert at level TWO. */
async function fill(s: Scene): Promise<Required<Actor>> {
  const [user, admin] = [await s.user(), await s.user(true)];
  for (const actor of [admin, user]) await s.register(actor, "a pager");
  await s.as(host)`select app_private.begin_session(${user.id}, ${HASH}, '1 day', null, 'family',
    'token')`;
  await s.report(user, metresEast(500));
  const alert = await s.published(admin);
  expect(await s.levels(user, alert)).toEqual(["TWO"]);
  await s.as(owner)`insert into app_private.publication_waiting
    values (${alert}, 'TWO', 1, '{1}')`;
  const late = `insert into app_public.positions (user_id, latitude, longitude, moving_activity, created_at)
    values ($1, 0, 0, 'STILL', now() + interval '1 year')`;
  await s.as(owner, late, [user.id]);
  await s.as(owner)`select app_private.heartbeat('pool')`;
  await s.as(owner)`select app_private.keep_speech(${alert}, 'ONE', 'voice', 'mp3')`;
  await record(s, await claim(s), ACCEPTED);
  // After the push, since at night they hold it.
  await s.as(user)`select app_public.quiet_hours_edit(row('22:00', '07:00',
    'Europe/Rome')::app_public.quiet_hours_input)`;
  const email = await s.value(owner)`select email from app_public.users where id = ${user.id}`;
  for (const call of ["fail_login", "complete_login"]) {
    await s.as(owner, `select app_private.${call}($1, '127.0.0.1')`, [email]);
  }
  await s.as(owner)`select app_private.chain_audit()`;
  await s.as(owner)`update app_private.settings set level2_distance = 500`;
  await s.as(owner)`insert into app_private.password_links
    select id, 'hash', now() from app_public.users`;
  const hold =
    "select app_public.publication_hold(json_populate_record(null::app_public.publication_input, $1))";
  await s.as(admin, hold, [JSON.stringify({ key: "held", new_alert: alertInput() })]);
  await s.as(admin)`select app_public.new_alert_template(json_populate_record(
    null::app_public.alert_template_input, '{"name": "Old"}'))`;
  await s.as(admin)`select app_public.new_shared_draft(json_populate_record(
    null::app_public.shared_draft_input, '{"name": "Old", "content": "{}"}'))`;
  await s.as(owner)`insert into app_public.saved_areas (name, area, user_id)
    select 'Old', st_multi(zone1), user_id from app_public.alerts limit 1`;
  await s.as(user)`select app_public.device_key_add('Phone')`;
  await s.as(owner)`insert into app_private.erased_users (user_id) values (999)`;
  await fillFigures(s, alert);
  await s.as(owner)`select app_private.keep_delivery_results(a) from app_public.alerts a`;
  const alone = await s.user();
  await s.as(owner)`update app_public.users set last_position_only = true where id = ${alone.id}`;
  await s.report(alone, metresEast(50_000));
  await s.as(owner)`insert into app_private.tasks values ('heartbeat', '12 minutes')`;
  await s.as(admin)`select app_public.invitation_add(row('Old', 5,
    null)::app_public.invitation_input)`;
  await s.as(owner)`insert into app_private.joined_users values (${user.id}, 1)`;
  await s.as(owner)`select app_private.make_verification_mail(${user.id})`;
  await s.as(owner)`select app_private.note_mail_outcome('away')`;
  await s.as(user)`
    select app_public.new_positions(array[json_populate_record(null::app_public.position_input, json_build_object('latitude', 50, 'longitude', 15, 'moving_activity', 'STILL', 'taken_at', 1700000000))]::app_public.position_input[])`;
  // Later migrations add these tables.
  if (await s.value(owner)`select to_regclass('app_private.cells')`) {
    await fillCells(s);
  }
  if (await s.value(owner)`select to_regclass('app_public.mutual_aids')`) {
    await s.as(owner)`insert into app_public.mutual_aids (authority_id, to_authority_id, ends_at)
      values (${await s.authority(square())}, 1, now())`;
  }
  if (await s.value(owner)`select to_regclass('app_private.recovery_codes')`) {
    await s.as(owner)`insert into app_private.recovery_codes values (${alone.id}, 'hash')`;
    await s.as(owner)`insert into app_public.second_factors (user_id, kind, name, secret, counter)
      values (${alone.id}, 'TOTP', 'Phone', 'sealed', 1)`;
  }
  if (await s.value(owner)`select to_regclass('app_public.cap_sources')`) {
    await s.as(owner)`insert into app_public.cap_sources (name, url, user_id, authority_id)
      values ('Old', 'https://a.org', ${admin.id}, 1)`;
    await s.as(owner)`insert into app_private.cap_received
      (authority_id, identifier, sender, sent, msg_type, status, refs, infos, xml, marks)
      values (1, '', '', now(), 'Alert', 'Actual', '[]', '[]', '', '{}')`;
  }
  if (await s.value(owner)`select to_regclass('app_public.webhooks')`) {
    await s.as(owner)`insert into app_public.webhooks (url, events, drills, is_paused, authority_id)
      values ('https://a.org', '{ALERT_ENDED}', false, false, 1)`;
    await s.as(owner)`insert into app_private.webhook_messages (webhook_id, type, data)
      select id, 'webhook.test', '{}' from app_public.webhooks`;
  }
  if (await s.value(owner)`select to_regclass('app_private.oidc_identities')`) {
    await s.as(owner)`select app_private.link_oidc(${alone.id}, 'issuer', 'subject')`;
  }
  if (await s.value(owner)`select to_regclass('app_private.sms_codes')`) {
    await s.as(owner)`insert into app_private.sms_codes values (${alone.id}, '+390110000000')`;
  }
  if (await s.value(owner)`select to_regclass('app_private.cap_messages')`) {
    await s.as(owner)`insert into app_private.cap_messages
      values (${alert}, 1, 0, 'identifier', 'sender', 'sent', now(), '{}', '<alert/>')`;
  }
  return user;
}

/** Returns every row of every table, as JSON. An upgrade may add columns. It changes and drops none. */
async function contents(database: Database): Promise<Record<string, Row[]>> {
  const { rows: tables } = await database.ownerPool.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
      where c.relnamespace::regnamespace::text in ('app_public', 'app_private') and c.relkind in ('r', 'p')
        and c.relname !~ '_\\d{4}_\\d\\d_\\d\\d$' order by 1`,
  );
  const all: Record<string, Row[]> = {};
  for (const { name } of tables) {
    const { rows } = await database.ownerPool.query(
      `select to_jsonb(t) as row from ${name} t order by t::text`,
    );
    all[name] = rows.map(({ row }) => row);
  }
  return all;
}

async function migrations(database: Database): Promise<number> {
  const { rows } = await database.ownerPool.query(
    "select count(*)::int from graphile_migrate.migrations",
  );
  return rows[0].count;
}

/** Returns the role that a token of a new session stands for. */
const roleOf = async (s: Scene, user: Actor) =>
  await s.value(owner)`select role from app_private.authenticate(${user.id},
    ${await s.session(user)})`;

const total = committed.length;
// The slower embedded database tests the newest.
const releases = isNative ? RELEASES : [total];

describe("upgrading", () => {
  test.each(releases)(
    "a database of the first %d migrations keeps its data, and the database works afterwards",
    async (count) => {
      const database = await freshDatabase();
      await migrate(database, console.error, await folder(count));
      await play(database, (s) => s.value(owner)`select app_private.make_position_partitions()`);
      const user = await play(database, fill);
      const before = await contents(database);
      expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);

      await migrate(database, console.error, await folder(total, TRIAL));
      expect(await migrations(database)).toBe(total + 1);
      const after = await contents(database);
      // Later migrations add limits.
      const LIMITS = "app_private.login_limits";
      before[LIMITS] = expect.arrayContaining(before[LIMITS] ?? []) as never;
      expect(after).toMatchObject(before);
      await play(database, async (s) => {
        expect(await roleOf(s, user)).toBe("app_user");
        expect(await s.as(user)`select pager from app_public.me()`).toEqual([
          { pager: `+39 ${user.id}` },
        ]);
        // The old alert notifies at a more urgent level, and not again at the old one.
        await s.report(user, metresEast(400));
        await s.report(user, inside);
        const told = "select level from app_public.notifications where user_id = $1 order by id";
        expect(await s.as(owner, told, [user.id])).toEqual([{ level: "TWO" }, { level: "ONE" }]);
        // New partitions fit beside the old ones, and beside the default one with its row.
        await s.as(owner)`select app_private.make_position_partitions()`;
        const partitions =
          "select from pg_inherits where inhparent = 'app_public.positions'::regclass";
        expect(await s.as(owner, partitions)).toHaveLength(1 + 14);
      });
    },
  );

  test("an up-to-date database changes nothing", async () => {
    const database = await clone();
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

  test("with a migration that fails changes nothing, and the corrected one runs", async () => {
    const database = await clone();
    await play(database, fill);
    const before = await contents(database);
    const broken = `${TRIAL}\n select 1 / 0;`;
    await expect(migrate(database, () => {}, await folder(total, broken))).rejects.toThrow(
      "division by zero",
    );
    expect(await contents(database)).toEqual(before);
    expect(await migrations(database)).toBe(total);
    await migrate(database, console.error, await folder(total, TRIAL));
    expect(await contents(database)).toMatchObject(before);
    expect(await migrations(database)).toBe(total + 1);
  });

  test("with two migrations keeps the first if the second fails", async () => {
    const database = await clone();
    const second = "alter table app_public.users add column fax text";
    await expect(
      migrate(database, () => {}, await folder(total, TRIAL, `${second}; select 1 / 0;`)),
    ).rejects.toThrow("division by zero");
    expect(await migrations(database)).toBe(total + 1);
    await migrate(database, console.error, await folder(total, TRIAL, second));
    expect(await migrations(database)).toBe(total + 2);
  });
});

(isNative ? describe : describe.skip)("at once (on native PostgreSQL only)", () => {
  test("hosts that start together on an empty database all succeed", async () => {
    const empty = await emptyDatabase();
    cleanups.push(() => empty.drop());
    const databases = await Promise.all([empty.open(), empty.open(), empty.open()]);
    await Promise.all(databases.map((database) => migrate(database, console.error)));
    expect(await migrations(databases[0] as Database)).toBe(total);
  });

  test("hosts that start together run a new migration once", async () => {
    const database = await clone();
    const path = await folder(total, TRIAL);
    await Promise.all([1, 2, 3].map(() => migrate(database, console.error, path)));
    expect(await migrations(database)).toBe(total + 1);
  });

  test("a migration behind a long reader lets requests through, and runs when the reader ends", async () => {
    const database = await clone();
    const reader = await database.ownerPool.connect();
    await reader.query("begin; select from app_public.users");
    const waits = Promise.withResolvers<void>();
    const migrating = migrate(
      database,
      (line) => {
        if (/tries again/.test(line)) waits.resolve();
      },
      await folder(total, TRIAL),
    );
    await Promise.race([waits.promise, migrating]);
    // The migration has left the queue for the lock.
    await database.ownerPool.query(
      "begin; set local lock_timeout = '10s'; select from app_public.users; commit",
    );
    expect(await migrations(database)).toBe(total);
    await reader.query("commit");
    reader.release();
    await migrating;
    expect(await migrations(database)).toBe(total + 1);
  });

  test("a host that is killed within a migration leaves the database as it was, and the next one migrates", async () => {
    const database = await clone();
    const pool = database.ownerPool;
    await play(database, fill);
    const before = await contents(database);
    const holder = await pool.connect();
    await holder.query("select pg_advisory_lock(4711)");
    const path = await folder(total, `${TRIAL}\n select pg_advisory_xact_lock(4711);`);
    const host = spawn(process.execPath, [MIGRATOR, database.connectionString, path]);
    const waiting = async () => {
      const { rows } = await pool.query(
        `select a.pid from pg_stat_activity a join pg_locks l using (pid)
          where a.datname = current_database() and l.locktype = 'advisory' and l.objid = 4711 and not l.granted`,
      );
      return rows.length > 0;
    };
    await until(waiting);
    host.kill("SIGKILL");
    await once(host, "exit");
    await holder.query("select pg_advisory_unlock(4711)");
    holder.release();
    // PostgreSQL notices the loss of the host when the statement ends.
    await until(async () => !(await waiting()));
    await until(async () => {
      const { rows } = await pool.query(
        "select from pg_locks where relation = 'app_public.users'::regclass",
      );
      return rows.length === 0;
    });
    expect(await contents(database)).toEqual(before);
    expect(await migrations(database)).toBe(total);

    await migrate(database, console.error, path);
    expect(await contents(database)).toMatchObject(before);
    expect(await migrations(database)).toBe(total + 1);
  });
});
