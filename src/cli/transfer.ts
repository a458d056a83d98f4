import { pipeline } from "node:stream/promises";
import type { ClientBase } from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { CommandError } from "./run-command.ts";

/**
 * A file of data is gzip. Its lines are: the head; for each table its description, its rows as COPY writes them, and
 * the end of COPY; the foot. A file without a foot is not complete.
 */
interface Head {
  format: typeof FORMAT;
  schemaVersion: string;
}
export const FORMAT = "data of a location alert service, version 1";

interface TableHead {
  table: Table;
}

export interface Foot {
  rows: Record<string, number>;
  sequences: Sequences;
}

const END_OF_COPY = "\\.";

const NEWLINE_BYTE = 10;

/** The schemas whose data moves. `graphile_worker` holds the jobs. */
const SCHEMAS = "('app_public', 'app_private', 'graphile_worker')";

/** Tables that do not move: graphile-worker's own migrations, and the workers that run now. */
const LEFT_OUT = "('graphile_worker.migrations', 'app_private.workers', 'app_private.tasks')";

/** A table, with its partitions if it has any. */
interface Table {
  name: string;
  /** Without generated columns. */
  columns: string[];
  partitions: {
    name: string;
    bounds: string;
    comment: string | null;
    /** Such as `fillfactor=50`. */
    options: string[] | null;
  }[];
}

const TABLES = `
  select c.oid::regclass::text as name,
    array(select quote_ident(a.attname) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
    coalesce((select json_agg(json_build_object('name', p.oid::regclass::text, 'bounds', pg_get_expr(p.relpartbound, p.oid),
        'comment', obj_description(p.oid, 'pg_class'), 'options', p.reloptions) order by p.oid::regclass::text)
      from pg_inherits i join pg_class p on p.oid = i.inhrelid where i.inhparent = c.oid), '[]') as partitions,
    array(select k.confrelid::regclass::text from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as "refersTo"
  from pg_class c
  where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace::regnamespace::text in ${SCHEMAS}
    and c.oid::regclass::text not in ${LEFT_OUT}
  order by 1`;

/** Reads the tables, each after those that it refers to. */
async function readTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table & { refersTo: string[] }>(TABLES);
  const ordered = new Map<string, Table>();
  const add = ({ refersTo, ...table }: Table & { refersTo: string[] }) => {
    if (ordered.has(table.name)) return;
    for (const row of rows) if (refersTo.includes(row.name)) add(row);
    ordered.set(table.name, table);
  };
  rows.forEach(add);
  return [...ordered.values()];
}

/** Identifies the schema: data fits only a database that the same migrations made. */
async function readSchemaVersion(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ version: string }>(
    `select (select max(filename || ' ' || hash) from graphile_migrate.migrations) || ', graphile-worker '
      || (select max(id) from graphile_worker.migrations) as version`,
  );
  return (rows[0] as { version: string }).version;
}

/** The state of each sequence: its last value, and whether it has returned that value. */
type Sequences = Record<string, [lastValue: string, isCalled: boolean]>;

async function readSequences(client: ClientBase): Promise<Sequences> {
  const { rows: names } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
      where c.relkind = 'S' and c.relnamespace::regnamespace::text in ${SCHEMAS} order by 1`,
  );
  const sequences: Sequences = {};
  for (const { name } of names) {
    const { rows } = await client.query(`select last_value, is_called from ${name}`);
    sequences[name] = [rows[0].last_value, rows[0].is_called];
  }
  return sequences;
}

/** Describes the number of rows and tables. */
export function summary(rows: Record<string, number>): string {
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return `${total} rows of ${Object.keys(rows).length} tables`;
}

const line = (value: Head | TableHead | Foot) => `${JSON.stringify(value)}\n`;

/** Returns the number of rows in a part of COPY's output, which writes a row as a line. */
function countLines(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(NEWLINE_BYTE); at !== -1; at = chunk.indexOf(NEWLINE_BYTE, at + 1))
    lines += 1;
  return lines;
}

/** Yields all data, piece by piece. The client's transaction must keep one snapshot of it. */
export async function* exported(client: ClientBase): AsyncGenerator<string | Buffer, Foot["rows"]> {
  yield line({ format: FORMAT, schemaVersion: await readSchemaVersion(client) });
  const rows: Foot["rows"] = {};
  for (const table of await readTables(client)) {
    yield line({ table });
    const { name, columns } = table;
    rows[name] = 0;
    const copy = copyTo(`copy (select ${columns.join(", ")} from ${name}) to stdout`);
    for await (const chunk of client.query(copy)) {
      rows[name] += countLines(chunk);
      yield chunk;
    }
    yield `${END_OF_COPY}\n`;
  }
  yield line({ rows, sequences: await readSequences(client) });
  return rows;
}

/** Splits bytes at line feeds only: a row of COPY may contain any other character. */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let rest: Buffer[] = [];
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE_BYTE); at !== -1; at = chunk.indexOf(NEWLINE_BYTE, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, at + 1)]);
      rest = [];
      from = at + 1;
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
  }
  if (rest.length > 0) yield Buffer.concat(rest);
}

/** The embedded database holds one COPY in memory. */
const COPY_BATCH_BYTES = 4_000_000;

/** The tables that migrations fill. The data replaces their rows. */
const FILLED_BY_MIGRATIONS = [
  "app_private.settings",
  "app_private.login_limits",
  "app_private.retention_progress",
  "app_private.clock",
  "app_public.authorities",
  "app_public.second_factor_rules",
];

/** The table whose rows a trigger makes when administrators are copied. Those of the data replace them. */
const MADE_BY_TRIGGER = "app_public.memberships";

const incomplete = () => new CommandError("The file is not complete. Nothing was imported.");

/** Throws unless the database has just been migrated. */
async function requireEmpty(client: ClientBase, tables: Table[]): Promise<void> {
  for (const { name } of tables) {
    if (FILLED_BY_MIGRATIONS.includes(name)) continue;
    const { rowCount } = await client.query(`select from ${name} limit 1`);
    if (rowCount === 0) continue;
    throw new CommandError(
      `The database is not empty: ${name} has rows. Nothing was changed. Import into a new database, before its first start.`,
    );
  }
}

/** Makes the partitions that the data had. */
async function makePartitions(client: ClientBase, { name, partitions }: Table): Promise<void> {
  for (const partition of partitions) {
    const { rows } = await client.query("select to_regclass($1) as found", [partition.name]);
    if (rows[0].found !== null) continue;
    const comment = client.escapeLiteral(partition.comment ?? "");
    const options = partition.options ? ` with (${partition.options.join(", ")})` : "";
    await client.query(`create table ${partition.name} partition of ${name} ${partition.bounds}${options};
      alter table ${partition.name} enable row level security;
      comment on table ${partition.name} is ${comment}`);
  }
}

/**
 * Reads a file that `exported()` made into a migrated database without data. The caller's transaction makes the import
 * all or nothing.
 */
export async function importFrom(
  client: ClientBase,
  file: AsyncIterable<Buffer>,
): Promise<Foot["rows"]> {
  const lines = linesOf(file);
  const next = async (): Promise<Buffer> => {
    const { value, done } = await lines.next();
    if (done || value.at(-1) !== NEWLINE_BYTE) throw incomplete();
    return value;
  };
  const parsed = async () => JSON.parse((await next()).toString()) as Head | TableHead | Foot;

  const head = (await parsed()) as Head;
  if (head.format !== FORMAT) throw new CommandError("npm run export-data did not make this file.");
  const version = await readSchemaVersion(client);
  if (head.schemaVersion !== version) {
    throw new CommandError(
      `The file is of another release (${head.schemaVersion}; here ${version}). Import with the release that exported, then upgrade.`,
    );
  }
  await requireEmpty(client, await readTables(client));
  for (const name of FILLED_BY_MIGRATIONS) await client.query(`delete from ${name}`);

  for (;;) {
    const part = (await parsed()) as TableHead | Foot;
    if ("rows" in part) return await finish(client, part);
    const { table } = part;
    await makePartitions(client, table);
    if (table.name === MADE_BY_TRIGGER) await client.query(`delete from ${table.name}`);
    const copy = `copy ${table.name} (${table.columns.join(", ")}) from stdin`;
    let batch: Buffer[] = [];
    let size = 0;
    const flush = async () => {
      if (batch.length > 0) await pipeline(batch, client.query(copyFrom(copy)));
      batch = [];
      size = 0;
    };
    for (let row = await next(); row.toString() !== `${END_OF_COPY}\n`; row = await next()) {
      batch.push(row);
      size += row.length;
      if (size > COPY_BATCH_BYTES) await flush();
    }
    await flush();
  }
}

/** Sets the sequences, unlocks jobs, and compares the number of rows. */
async function finish(client: ClientBase, { rows, sequences }: Foot): Promise<Foot["rows"]> {
  for (const [name, [lastValue, isCalled]] of Object.entries(sequences)) {
    await client.query("select setval($1::regclass, $2, $3)", [name, lastValue, isCalled]);
  }
  // The workers that locked these jobs belong to the other database.
  await client.query(`
    update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null;
    update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_at is not null`);
  for (const [name, expected] of Object.entries(rows)) {
    const { rows: counted } = await client.query(`select count(*) from ${name}`);
    if (Number(counted[0].count) !== expected) {
      throw new CommandError(
        `${name} has ${counted[0].count} rows, and the file ${expected}. Nothing was imported.`,
      );
    }
  }
  return rows;
}
