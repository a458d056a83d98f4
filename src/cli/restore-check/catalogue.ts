import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Pool } from "pg";
import { MIGRATIONS_FOLDER } from "../../database/check-history.ts";
import type { Log } from "../../ops/log.ts";
import { withScratchDatabase } from "../export/scratch-database.ts";
import { CommandError } from "../run-command.ts";
import { rolledBack } from "../with-database.ts";

/** The objects that migrations make, such as policies, grants and functions, each with its definition. */
export type Catalogue = Map<string, string>;

const SCHEMAS = "('app_public', 'app_private', 'analytics')";

/** Partitions are left out, because they come and go with time. */
const OBJECTS = `
  relations as (
    select c.oid::regclass::text as name, c.* from pg_class c
      where c.relnamespace::regnamespace::text in ${SCHEMAS} and not c.relispartition and c.relkind in ('r', 'p', 'v', 'S', 'c')
  ),
  functions as (
    select p.oid::regprocedure::text as name, p.* from pg_proc p where p.pronamespace::regnamespace::text in ${SCHEMAS}
  ),
  grants(object, owner, acl) as (
    select 'schema ' || n.nspname, n.nspowner, n.nspacl from pg_namespace n where n.nspname in ${SCHEMAS}
    union all select name, relowner, relacl from relations
    union all select r.name || '.' || a.attname, r.relowner, a.attacl from relations r join pg_attribute a on a.attrelid = r.oid
    union all select name, proowner, coalesce(proacl, acldefault('f', proowner)) from functions
  )`;

/** Constraints of type `n` are left out: only PostgreSQL 18 has them, for columns that are not null. */
const CATALOGUE = `
  with ${OBJECTS}
  select 'extension ' || extname as name, '' as definition from pg_extension where extname = 'postgis'
  union all
  select 'role ' || rolname, concat_ws(' ', case when rolinherit then 'inherits' end, case when rolsuper or rolbypassrls then 'bypasses policies' end)
    from pg_roles where rolname in ('app_anonymous', 'app_user', 'app_admin', 'app_analyst', 'app_host')
  union all
  select format('role %s in %s', member::regrole, roleid::regrole), '' from pg_auth_members
    where member::regrole::text in ('app_admin', 'app_host')
  union all
  select case relkind when 'v' then 'view ' when 'S' then 'sequence ' when 'c' then 'type ' else 'table ' end || name,
      concat_ws(' ', case when relrowsecurity then 'row-level security' end, reloptions::text, obj_description(oid, 'pg_class'))
    from relations
  union all
  select format('column %s.%s', r.name, a.attname), concat_ws(' ', format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
      a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid), col_description(r.oid, a.attnum))
    from relations r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = r.oid and d.adnum = a.attnum
    where r.relkind <> 'S'
  union all
  select format('constraint %s on %s', c.conname, r.name), pg_get_constraintdef(c.oid) || coalesce(' ' || obj_description(c.oid, 'pg_constraint'), '')
    from relations r join pg_constraint c on c.conrelid = r.oid and c.contype <> 'n'
  union all
  select 'index ' || i.indexrelid::regclass, pg_get_indexdef(i.indexrelid) || case when i.indisvalid then '' else ' invalid' end
    from relations r join pg_index i on i.indrelid = r.oid
  union all
  select format('trigger %s on %s', t.tgname, r.name), concat_ws(' ', pg_get_triggerdef(t.oid), t.tgenabled)
    from relations r join pg_trigger t on t.tgrelid = r.oid and not t.tgisinternal
  union all
  select format('policy %s on %s', p.polname, r.name), concat_ws(' ', p.polcmd, p.polpermissive,
      (select string_agg(role::regrole::text, ',' order by role::regrole::text) from unnest(p.polroles) role),
      pg_get_expr(p.polqual, p.polrelid), 'check', pg_get_expr(p.polwithcheck, p.polrelid))
    from relations r join pg_policy p on p.polrelid = r.oid
  union all
  select 'function ' || name, pg_get_functiondef(oid) || coalesce(obj_description(oid, 'pg_proc'), '') from functions
  union all
  select 'enum ' || e.enumtypid::regtype, string_agg(e.enumlabel, ',' order by e.enumsortorder) from pg_enum e
    join pg_type t on t.oid = e.enumtypid where t.typnamespace::regnamespace::text in ${SCHEMAS} group by e.enumtypid
  union all
  select format('grant on %s to %s', g.object, case a.grantee when 0 then 'public' else a.grantee::regrole::text end),
      string_agg(a.privilege_type, ',' order by a.privilege_type)
    from grants g, aclexplode(g.acl) a where a.grantee <> g.owner group by g.object, a.grantee
  union all
  select 'default privileges of new functions', '' from pg_default_acl d where d.defaclobjtype = 'f' and d.defaclnamespace = 0
    and not exists (select from aclexplode(d.defaclacl) a where a.grantee = 0)`;

/** Removes parentheses, because after a restore PostgreSQL may write the same expression with fewer of them. */
const plain = (definition: string) => definition.replaceAll(/[()\s]+/g, " ");

/** Reads the objects of a database, with definitions that do not depend on PostgreSQL's version. */
export function readCatalogue(pool: Pool): Promise<Catalogue> {
  const begin = "begin; set local search_path = ''; set local quote_all_identifiers = off";
  return rolledBack(pool, begin, async (client) => {
    const { rows } = await client.query<{ name: string; definition: string }>(CATALOGUE);
    return new Map(rows.map(({ name, definition }) => [name, plain(definition)]));
  });
}

/** The number of migrations that made a database. */
export async function countMigrations(pool: Pool): Promise<number> {
  const { rows } = await pool.query("select count(*)::int from graphile_migrate.migrations");
  return rows[0].count;
}

/** Reads what the first `migrations` of our migrations make, from a temporary embedded database. */
export async function expectedCatalogue(migrations: number, log: Log): Promise<Catalogue> {
  const names = (await readdir(join(MIGRATIONS_FOLDER, "committed"))).sort();
  if (migrations > names.length) {
    throw new CommandError(
      `A newer release made this database, by ${migrations} migrations. This one has ${names.length}: check it with the newer one.`,
    );
  }
  const folder = await mkdtemp(join(tmpdir(), "las-migrations-"));
  try {
    for (const name of names.slice(0, migrations)) {
      await cp(join(MIGRATIONS_FOLDER, "committed", name), join(folder, "committed", name));
    }
    const read = ({ ownerPool }: { ownerPool: Pool }) => readCatalogue(ownerPool);
    return await withScratchDatabase(undefined, log, read, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Compares a database with what its migrations make. Each line names something that is missing or differs. */
export function catalogueFaults(found: Catalogue, expected: Catalogue): string[] {
  return [...expected].flatMap(([name, definition]) => {
    if (!found.has(name)) return [`missing: ${name}`];
    return found.get(name) === definition ? [] : [`differs: ${name}`];
  });
}

/** What the database has beyond its migrations, such as a DBA's own index or grant. */
export function additions(found: Catalogue, expected: Catalogue): string[] {
  return [...found.keys()].filter((name) => !expected.has(name));
}
