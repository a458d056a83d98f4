import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import type { Client } from "pg";
import { asRole, runClone } from "../helpers/database.ts";

const MIGRATIONS = join(import.meta.dirname, "../../migrations");
const read = (...path: string[]) => readFileSync(join(MIGRATIONS, ...path), "utf8");

/** What fixtures define: functions with their rights and comments, views with those of their columns, triggers. */
const DEFINED = `
  select p.oid::regprocedure::text as name,
         concat_ws(E'\n', pg_get_functiondef(p.oid), p.proacl, obj_description(p.oid, 'pg_proc')) as definition
    from pg_proc p where pronamespace::regnamespace::text in ('app_public', 'app_private', 'analytics')
  union all
  select c.oid::regclass::text, concat_ws(E'\n', pg_get_viewdef(c.oid), c.relacl, obj_description(c.oid, 'pg_class'),
         (select string_agg(col_description(c.oid, a.attnum), E'\n' order by a.attnum)
            from pg_attribute a where a.attrelid = c.oid))
    from pg_class c where relkind = 'v' and relnamespace::regnamespace::text in ('app_public', 'app_private', 'analytics')
  union all
  select tgrelid::regclass || ' ' || tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  order by 1`;

const database = runClone();

test("each fixture is what the database has", async () => {
  // What is included in migrations/current comes to the database with the next commit.
  const current = readdirSync(join(MIGRATIONS, "current")).map((name) => read("current", name));
  const fixtures = readdirSync(join(MIGRATIONS, "fixtures"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".sql") && !current.join().includes(`--! include ${name}`))
    .map((name) => read("fixtures", name));
  const defined = async (client: Pick<Client, "query">) =>
    (await client.query<{ name: string; definition: string }>(DEFINED)).rows;
  await asRole(database, "owner", undefined, async (client) => {
    const before = await defined(client);
    await client.query("set local check_function_bodies = off");
    for (const fixture of fixtures) await client.query(fixture);
    expect(await defined(client)).toEqual(before);
  });
});

test("the name of each migration has at most 40 characters", () => {
  const names = readdirSync(join(MIGRATIONS, "committed")).map((file) => file.slice(7, -4));
  expect(names.filter((name) => name.length > 40)).toEqual([]);
});
