import { pipeline } from "node:stream/promises";
import type { ClientBase } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { CommandError } from "../run-command.ts";
import { END_OF_COPY, FORMAT, type Foot, type Head, type TableHead } from "./format.ts";
import { linesOf } from "./lines.ts";
import { readSchemaVersion, readTables, type Table } from "./tables.ts";

/** How many bytes go into one COPY. The embedded database holds them in memory. */
const BATCH = 4_000_000;

/** The tables that migrations fill. The data replaces their rows. */
const FILLED_BY_MIGRATIONS = [
  "app_private.settings",
  "app_private.login_limits",
  "app_private.retention_progress",
];

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
    if (done || value.at(-1) !== 10) throw incomplete();
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
      if (size > BATCH) await flush();
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
