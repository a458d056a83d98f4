import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import pg from "pg";
import { distribute } from "../../src/commands/distribute/distribute.ts";
import { MIGRATIONS_FOLDER } from "../../src/database/check-history.ts";
import { migrate } from "../../src/database/migrate.ts";
import { run } from "../commands/run.ts";
import { type Actor, inside, metresEast, owner, type Row, Scene } from "../database/scene.ts";
import { cloneDatabase, isCluster, type TestDatabase } from "../helpers/database.ts";
import { committed, migrationsFolder } from "../helpers/migrations-folder.ts";

const SETTINGS = fileURLToPath(new URL("../../.gmrc", import.meta.url));

/** Statements of an upgrade: on users' tables, on tables that all nodes have, on types and on functions. */
const TRIAL = `
-- It's a comment; with a semicolon.
alter table app_public.users add column phone text not null default ''
  constraint users_phone check (char_length(phone) <= 40);
update app_public.users set phone = '+39 ' || id;
grant update (phone) on app_public.users to app_user;
alter type app_public.user_edit add attribute phone text;
alter table app_public.notifications add column note text not null default 'none';
comment on column app_public.notifications.note is 'What someone noted; later.';
alter table app_public.notifications add constraint notifications_note check (note <> '') not valid;
alter table app_public.notifications validate constraint notifications_note;
create index notifications_by_note on app_public.notifications (user_id, note);
alter table app_public.positions add column source text not null default 'phone';
create index positions_by_source on app_public.positions (user_id, source);
create policy sources on app_public.positions as restrictive for select to app_user using (source <> 'hidden');
alter table app_private.deliveries add column tries integer not null default 0;
alter table app_private.devices add column label text;
alter table app_public.last_positions add column source text not null default 'phone';
alter table app_public.alerts add column note text not null default 'none';
create table app_private.badges (user_id integer not null, name text not null, primary key (user_id, name));
create or replace function app_public.me() returns app_public.users language sql stable
  as $$ select u.* from app_public.users u where u.id = app_public.current_user_id() and u.phone <> ''; $$;
create or replace function app_private.is_active(active boolean, expires_at timestamptz) returns boolean
language sql stable parallel safe
as $$ select active and expires_at > pg_catalog.now() - interval '0'; $$;`;

/** What a step of distribute.sql does with a new table. */
const BADGES =
  "select create_distributed_table('app_private.badges', 'user_id', colocate_with => 'app_public.last_positions')";

/** Selects the columns, constraints and indexes of a table, and the new policy. */
const SHAPE = `select json_build_object(
    'columns', (select json_agg(a.attname order by a.attname) from pg_attribute a
      where a.attrelid = t.id and a.attnum > 0 and not a.attisdropped),
    'checks', (select json_agg(translate(pg_get_constraintdef(c.oid), '()', '') order by c.conname) from pg_constraint c
      where c.conrelid = t.id and c.contype = 'c'),
    'indexes', (select count(*) from pg_index i where i.indrelid = t.id),
    'policies', (select count(*) from pg_policy p where p.polrelid = t.id and p.polname = 'sources'))::text
  from (select '%s'::regclass as id) t`;

const TABLES = [
  ...["users", "quiet_hours", "last_positions", "positions", "notifications"].map(
    (name) => `app_public.${name}`,
  ),
  ...["devices", "deliveries"].map((name) => `app_private.${name}`),
];

(isCluster ? describe : describe.skip)(
  "an upgrade of a distributed database (CITUS_DATABASE_URL)",
  () => {
    let clone: TestDatabase;
    let pool: pg.Pool;
    let connectionString: string;
    let person: Required<Actor>;
    const folders: string[] = [];

    /** Makes a folder with all committed migrations, followed by others. */
    async function folder(...later: string[]): Promise<string> {
      const path = await migrationsFolder(committed.length, ...later);
      folders.push(path);
      return path;
    }
    const upgrade = (path: string) =>
      migrate({ connectionString, ownerPool: pool }, () => {}, path);

    /** Plays a scene and commits it. */
    async function play<T>(act: (scene: Scene) => Promise<T>): Promise<T> {
      const client = await pool.connect();
      try {
        await client.query("begin");
        const result = await act(new Scene(client));
        await client.query("commit");
        return result;
      } finally {
        client.release(true);
      }
    }
    async function rows(sql: string, values: unknown[] = []): Promise<Row[]> {
      return (await pool.query(sql, values)).rows;
    }
    const migrations = async () =>
      (await rows("select count(*)::integer as count from graphile_migrate.migrations"))[0]?.count;

    /** Returns the different shapes of each table on the nodes, and of its shards. */
    async function shapes(): Promise<Record<string, { nodes: string[]; parts: string[] }>> {
      const all: Record<string, { nodes: string[]; parts: string[] }> = {};
      for (const name of TABLES) {
        const [nodes, parts] = await Promise.all([
          rows("select distinct result from run_command_on_all_nodes($1)", [
            SHAPE.replace("%s", name),
          ]),
          rows("select distinct result from run_command_on_shards($1, $2)", [name, SHAPE]),
        ]);
        all[name] = {
          nodes: nodes.map(({ result }) => result),
          parts: parts.map(({ result }) => result),
        };
      }
      return all;
    }

    /** Returns every row of the users' tables. */
    async function contents(): Promise<Record<string, Row[]>> {
      const all: Record<string, Row[]> = {};
      for (const name of TABLES) {
        const found = await rows(`select to_jsonb(t) as row from ${name} t order by t::text`);
        all[name] = found.map(({ row }) => row);
      }
      return all;
    }

    /** Reports a position inside a new alert. Returns the levels at which the person was told. */
    async function tell(): Promise<string[]> {
      const admin = await play((s) => s.user(true));
      const alert = await play((s) => s.alert(admin));
      while (!(await play((s) => s.value(owner, "select app_private.publish_chunk($1)", [alert]))));
      await play((s) => s.report(person, inside));
      return await play((s) => s.levels(person, alert));
    }

    beforeAll(async () => {
      clone = await cloneDatabase();
      connectionString = clone.config.databaseUrl as string;
      pool = new pg.Pool({ connectionString, max: 4 });
      pool.on("error", () => {});
      pool.on("connect", (client) => client.on("error", () => {}));
      person = await play((s) => s.user());
      for (let count = 0; count < 5; count += 1) {
        const user = await play((s) => s.user());
        await play((s) => s.report(user, metresEast(500)));
      }
      expect(await tell()).toEqual(["ONE"]);
    }, 300_000);
    afterAll(async () => {
      await pool?.end();
      await clone?.drop();
      for (const path of folders) await rm(path, { recursive: true });
    });

    test("that fails changes nothing on any node", async () => {
      const before = [await shapes(), await contents()];
      const path = await folder(`${TRIAL}\n\nselect 1 / 0;`);
      await expect(upgrade(path)).rejects.toThrow("division by zero");
      expect([await shapes(), await contents()]).toEqual(before);
      expect(await migrations()).toBe(committed.length);
    });

    test("alters tables, types and functions on all nodes, and keeps the data", async () => {
      const before = await contents();
      await upgrade(await folder(TRIAL));
      expect(await migrations()).toBe(committed.length + 1);
      await pool.query(BADGES);
      await distribute(pool, () => {});
      for (const [name, { nodes, parts }] of Object.entries(await shapes())) {
        expect({ name, nodes }).toEqual({ name, nodes: [expect.any(String)] });
        expect({ name, parts }).toEqual({ name, parts: [expect.any(String)] });
      }
      const { "app_public.notifications": notifications } = await shapes();
      expect(notifications?.parts[0]).toContain("note");
      expect(await contents()).toMatchObject(before);
      const phones = await rows("select phone from app_public.users where id = $1", [person.id]);
      expect(phones).toEqual([{ phone: `+39 ${person.id}` }]);
      expect(await tell()).toEqual(["ONE"]);
    });

    test("during a publication keeps its alert marked as copied once the worker nodes have copies", async () => {
      const admin = await play((s) => s.user(true));
      const uncopied = async () =>
        (await rows("select alert_id as id from app_private.uncopied_alerts")).map(({ id }) => id);
      const [begun, first] = [await play((s) => s.alert(admin)), await play((s) => s.alert(admin))];
      const chunk = () =>
        play((s) => s.value(owner, "select app_private.publish_chunk($1, 1)", [begun]));
      while ((await uncopied()).includes(begun)) expect(await chunk()).toBe(false);
      expect(await chunk()).toBe(false);
      await distribute(pool, () => {});
      expect(await uncopied()).toEqual([first]);
    });

    test("also runs by npm run migrate", async () => {
      const path = await folder(TRIAL, "alter table app_public.notifications add column fax text");
      const settings = await readFile(SETTINGS, "utf8");
      const file = join(path, ".gmrc");
      await cp(join(MIGRATIONS_FOLDER, "prepare.sql"), join(path, "prepare.sql"));
      await writeFile(file, settings.replace('"./migrations"', JSON.stringify(path)));
      const { stdout, stderr, code } = await run("migrate", ["migrate", "--config", file], {
        DATABASE_URL: connectionString,
      });
      expect(stderr).toBe("");
      expect(stdout).toContain("1 committed migrations executed");
      expect(code).toBe(0);
      expect(await rows("select fax from app_public.notifications limit 1")).toEqual([
        { fax: null },
      ]);
    });
  },
);
