import type pg from "pg";
import { type Fault, planted } from "./fault.ts";

/** The variable by which `npm run mutants` gives the tests a fault, as JSON. */
export const SQL_FAULT = "SQL_FAULT";

/** Puts the fault of `npm run mutants` into a migrated database, if there is one. No migration changes. */
export async function plantSqlFault(owner: pg.Pool): Promise<void> {
  const json = process.env[SQL_FAULT];
  if (!json) return;
  const fault: Fault = JSON.parse(json);
  const { rows } = await owner.query<{ definition: string }>(
    `select pg_get_functiondef(p.oid) as definition
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname || '.' || p.proname = $1`,
    [fault.place],
  );
  const [found] = rows;
  if (!found || rows.length > 1) throw new Error(`${rows.length} functions are ${fault.place}.`);
  await owner.query(planted(found.definition, fault));
}
