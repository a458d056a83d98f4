import type pg from "pg";
import { type Fault, planted } from "./fault.ts";

/**
 * Returns the statement that puts a fault into a migrated database. No migration changes.
 * @throws Error if the list is out of date.
 */
export async function sqlOf(owner: pg.Pool, fault: Fault): Promise<string> {
  if (fault.statement) return fault.statement;
  const { rows } = await owner.query<{ definition: string }>(
    `select pg_get_functiondef(p.oid) as definition
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname || '.' || p.proname = $1`,
    [fault.place],
  );
  const [found] = rows;
  if (!found || rows.length > 1) throw new Error(`${rows.length} functions are ${fault.place}.`);
  return planted(found.definition, fault);
}
