import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { CommandError } from "../run-command.ts";
import type { Reads } from "./reads.ts";

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
