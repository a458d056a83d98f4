import type { Pool } from "pg";
import { CommandError } from "./run-command.ts";
import { printable } from "./standard-output.ts";

/** The sequence of a table's ids: its last value, and the value after the move. */
export interface Moved {
  table: string;
  before: string;
  after: string;
}

/**
 * By how much ids move on: more than most databases assign between a backup and its restore, but little of their range.
 */
const SEQUENCE_STEPS = { int4: 100_000, int8: 10_000_000 };

/** The API shows ids with @asInt as Int, although the table has 64 bits for them. */
const SEQUENCES = `
  select d.refobjid::regclass::text as "table", q.seqrelid::regclass::text as sequence, v.before::text, v.after::text,
      v.after > case when col_description(a.attrelid, a.attnum) like '%@asInt%' then 2147483647 else q.seqmax end as "isPast"
    from pg_depend d join pg_sequence q on q.seqrelid = d.objid
    join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
    join pg_type t on t.oid = a.atttypid
    join pg_class c on c.oid = d.refobjid,
    lateral (select coalesce(pg_sequence_last_value(q.seqrelid), 0) as before) b,
    lateral (select b.before, b.before + ($1::jsonb ->> t.typname)::bigint as after) v
    where d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i') and c.relnamespace::regnamespace::text in ('app_public', 'app_private')
    order by 1`;

/**
 * Moves the ids of all tables on, so that no id is assigned again that a client or a token may know from before a
 * restore. Each call moves them further, which does no harm.
 */
export async function moveIds(pool: Pick<Pool, "query">): Promise<Moved[]> {
  const { rows } = await pool.query<Moved & { sequence: string; isPast: boolean }>(SEQUENCES, [
    JSON.stringify(SEQUENCE_STEPS),
  ]);
  const past = rows.find(({ isPast }) => isPast);
  if (past) {
    throw new CommandError(
      `The ids of ${past.table} are at ${past.before}, too near to their end. Nothing was changed.`,
    );
  }
  for (const { sequence, after } of rows) {
    await pool.query("select setval($1::regclass, $2)", [sequence, after]);
  }
  return rows.map(({ table, before, after }) => ({ table, before, after }));
}

const FORGIVE = "update app_private.refresh_tokens set restored_at = now()";

/**
 * Lets each session accept one refresh token that the database does not know: clients have newer ones than a restored
 * database. Otherwise these would be taken for stolen old ones, and end the sessions.
 * Returns the number of sessions.
 */
export async function forgiveTokens(pool: Pick<Pool, "query">): Promise<number> {
  const { rowCount } = await pool.query(FORGIVE);
  return rowCount ?? 0;
}

/** Finds what a restore has revived: after the backup, an alert may have been cancelled, or a push sent. */
const REVIVED = `
  select format('alert %s is active until %s: %s', a.id, to_char(a.expires_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'),
      coalesce(a.title, left(split_part(a.text1, E'\\n', 1), 60))) as line, 1 as place, a.id as number
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
export async function revived(pool: Pick<Pool, "query">): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(REVIVED);
  return rows.map(({ line }) => printable(line));
}
