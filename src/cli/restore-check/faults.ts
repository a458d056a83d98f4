import type { Catalogue } from "./catalogue.ts";
import type { Reads } from "./reads.ts";

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

/** Statements that find what is wrong with the data of a restored database, one line for each fault. */
const DATA_FAULTS = [
  `select format('owner: %s belongs to %s, not to %s, who migrates', c.oid::regclass, c.relowner::regrole, current_user) as fault
    from pg_class c where c.relnamespace::regnamespace::text in ('app_public', 'app_private', 'analytics', 'graphile_worker', 'graphile_migrate')
      and c.relkind in ('r', 'p', 'v') and not pg_has_role(c.relowner, 'usage')`,
  `select format('policies: the partition %s has no row-level security', c.oid::regclass) as fault
    from pg_class c where c.relispartition and c.relkind = 'r' and c.relnamespace::regnamespace::text in ('app_public', 'app_private')
      and not c.relrowsecurity`,
  `select 'rows: there is no administrator' as fault where not exists (select from app_public.users where is_admin)`,
  `select 'rows: app_private.settings is empty' as fault where not exists (select from app_private.settings)`,
  `select format('jobs: the publication of alert %s is not complete, and has no job. Queue it: select app_private.queue_publication(%s);', p.alert_id, p.alert_id) as fault
    from app_private.publications p where p.completed_at is null
      and not exists (select from graphile_worker.jobs j where j.key = 'publish_alert:' || p.alert_id)`,
];

const SEQUENCES = `
  select d.objid::regclass::text as sequence, d.refobjid::regclass::text as "table", quote_ident(a.attname) as "column"
    from pg_depend d join pg_class c on c.oid = d.objid and c.relkind = 'S'
    join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
    where d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')
      and c.relnamespace::regnamespace::text in ('app_public', 'app_private', 'graphile_worker')`;

/** Finds what is wrong with the data in tables that exist. */
export async function dataFaults(pool: Reads): Promise<string[]> {
  const faults: string[] = [];
  for (const statement of DATA_FAULTS) {
    const { rows } = await pool.query<{ fault: string }>(statement);
    faults.push(...rows.map(({ fault }) => fault));
  }
  const { rows: sequences } = await pool.query<Record<string, string>>(SEQUENCES);
  for (const { sequence, table, column } of sequences) {
    const { rows } = await pool.query<Record<string, string>>(
      `select s.last_value, m.largest from ${sequence} s, (select max(${column}) as largest from ${table}) m where m.largest > s.last_value`,
    );
    for (const { last_value, largest } of rows)
      faults.push(`sequence: ${sequence} is at ${last_value}, but ${table} has ${largest}`);
  }
  return faults;
}
