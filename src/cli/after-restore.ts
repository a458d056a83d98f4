import type { Pool } from "pg";
import { CommandError } from "./run-command.ts";

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

/** Finds the column `restored_at`, which a database of an earlier version lacks until the service migrates it. */
const CAN_FORGIVE = `
  select from pg_attribute where attrelid = 'app_private.refresh_tokens'::regclass and attname = 'restored_at' and not attisdropped`;
const FORGIVE = "update app_private.refresh_tokens set restored_at = now()";

/**
 * Lets each session accept one refresh token that the database does not know: clients have newer ones than a restored
 * database. Otherwise these would be taken for stolen old ones, and end the sessions.
 * Returns the number of sessions; undefined if the database must be migrated first.
 */
export async function forgiveTokens(pool: Pick<Pool, "query">): Promise<number | undefined> {
  const { rowCount: columns } = await pool.query(CAN_FORGIVE);
  if (columns !== 1) return undefined;
  const { rowCount } = await pool.query(FORGIVE);
  return rowCount ?? 0;
}
