import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { QueryResultRow } from "pg";
import { CommandError } from "../run-command.ts";
import { printable } from "../standard-output.ts";

/** Reads and checks the data of a restored database, which may lack tables. What cannot be read is a fault too. */
export async function readData(
  pool: Reads,
): Promise<{ rows: Rows; faults: string[]; revived: string[] }> {
  const unread = new Set<string>();
  const readable = readingOn(pool, unread);
  const rows = await countRows(readable);
  const faults = await dataFaults(readable);
  const lines = await revived(readable);
  return { rows, faults: [...unread, ...faults], revived: lines };
}

/** Something that can run queries: a pool or a client. */
export interface Reads {
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

/** The error codes if a table was not restored, was not restored completely, or belongs to another role. */
const UNREADABLE = new Set([
  "3F000", // invalid_schema_name
  "42501", // insufficient_privilege
  "42703", // undefined_column
  "42883", // undefined_function
  "42P01", // undefined_table
]);

/**
 * Wraps a pool so that a statement that cannot be run returns no rows instead of an error.
 * @param unread Gets the reason for each such statement.
 */
export function readingOn(pool: Reads, unread: Set<string>): Reads {
  return {
    async query<Row extends QueryResultRow>(text: string, values?: unknown[]) {
      try {
        return await pool.query<Row>(text, values);
      } catch (error) {
        const { code, message } = error as Error & { code?: string };
        if (!UNREADABLE.has(code ?? "")) throw error;
        unread.add(`unread: ${message}`);
        return { rows: [] };
      }
    },
  };
}

/** The number of rows of each table, named as pg_dump names it. A partition counts as a table. */
export type Rows = Map<string, number>;

/** The schemas whose tables are ours. PostGIS's tables have rows in a backup too, but are not compared. */
const SCHEMAS = ["app_public", "app_private", "graphile_worker", "graphile_migrate"];

export async function countRows(pool: Reads): Promise<Rows> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select c.relnamespace::regnamespace || '.' || quote_ident(c.relname) as name from pg_class c
      where c.relkind = 'r' and c.relnamespace::regnamespace::text = any($1) order by 1`,
    [SCHEMAS],
  );
  const counted: Rows = new Map();
  for (const { name } of tables) {
    const { rows } = await pool.query<{ count: string }>(`select count(*) from ${name}`);
    if (rows[0]) counted.set(name, Number(rows[0].count));
  }
  return counted;
}

/** Counts the rows in a backup that pg_dump made. pg_restore must be on the PATH. */
export async function countDumped(path: string): Promise<Rows> {
  const restore = spawn("pg_restore", ["--data-only", "--file=-", path], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(restore, "close").catch((error: Error) => {
    throw new CommandError(`Cannot run pg_restore, which reads the backup: ${error.message}`);
  });
  // Awaited below. Without this, an early failure would be an unhandled rejection.
  ended.catch(() => {});
  const counted: Rows = new Map();
  let table: string | undefined;
  // A row contains no line breaks except Unicode's, such as U+2028, which reading as latin1 does not recognise.
  for await (const line of createInterface({ input: restore.stdout.setEncoding("latin1") })) {
    if (line === "\\.") {
      table = undefined;
    } else if (table !== undefined) {
      counted.set(table, (counted.get(table) ?? 0) + 1);
    } else {
      [, table] = /^COPY (\S+) .*FROM stdin;$/.exec(line) ?? [];
      if (table !== undefined) counted.set(table, 0);
    }
  }
  const [code] = (await ended) as [number];
  if (code !== 0) throw new CommandError(`pg_restore cannot read ${path}.`);
  return counted;
}

/**
 * Compares the row counts of our tables. A table that only the database has, such as a new partition, is not a fault.
 */
export function rowFaults(found: Rows, dumped: Rows): string[] {
  const differing = [...found].flatMap(([table, count]) => {
    const expected = dumped.get(table);
    return expected === undefined || expected === count
      ? []
      : [`rows: ${table} has ${count}, and the backup ${expected}`];
  });
  const missing = [...dumped].flatMap(([table, expected]) => {
    const isOurs = SCHEMAS.some((schema) => table.startsWith(`${schema}.`));
    return !isOurs || expected === 0 || found.has(table)
      ? []
      : [`rows: ${table} is missing, and the backup has ${expected}`];
  });
  return [...differing, ...missing];
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

/**
 * Finds what a restore has revived: after the backup, an alert may have been cancelled, or a push sent. Titles are read
 * through JSON, because the tables of earlier releases lack the column.
 */
const REVIVED = `
  select format('alert %s is active until %s: %s', a.id, to_char(a.expires_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'),
      coalesce(to_jsonb(a) ->> 'title', left(split_part(a.text1, E'\\n', 1), 60))) as line, 1 as place, a.id as number
    from app_public.alerts a where a.active and a.expires_at > now()
  union all
  select format('the publication of alert %s is not complete', p.alert_id), 2, p.alert_id
    from app_private.publications p where p.completed_at is null
  union all
  select format('%s of %s in the queue', case count(*) when 1 then '1 job' else count(*) || ' jobs' end, j.task_identifier), 3,
      row_number() over (order by j.task_identifier)
    from graphile_worker.jobs j
    where (j.task_identifier like 'push\\_%' or j.task_identifier in ('publish_held', 'send_mail')) and j.attempts < j.max_attempts
    group by j.task_identifier
  order by place, number`;

/** Returns what the service resumes when it starts, one line for each. */
export async function revived(pool: Reads): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(REVIVED);
  return rows.map(({ line }) => printable(line));
}
