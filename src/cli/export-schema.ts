import "../ops/graphile-env.ts";
import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Command } from "commander";
import type { Pool } from "pg";
import { log } from "../ops/log.ts";
import { graphqlSchema } from "./export/graphql-schema.ts";
import { withScratchDatabase } from "./export/scratch-database.ts";
import { SETTINGS_PAGE, withSettings } from "./export/settings-page.ts";
import { runCommand } from "./run-command.ts";
import { commandConfig } from "./with-database.ts";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));
const SQL_SCHEMA = "schema.sql";

/** The PostgreSQL whose `pg_dump` writes `schema.sql`: others name and order some things differently. */
const MAJOR_VERSION = "15";
const SCHEMAS = ["app_public", "app_private", "analytics"];
/** Partitions of weeks: which ones there are depends on the day. */
const WEEKS = "app_public.positions_2*";
const MAX_DUMP_BYTES = 64 * 1024 * 1024;

const run = promisify(execFile);

/**
 * The tables, functions, rights and comments of the database as `pg_dump` writes them, without what differs between
 * two dumps of the same migrations.
 * @returns The dump, or in `missing` what it needs and does not find.
 */
async function sqlSchema(
  pool: Pool,
  serverUrl: string | undefined,
): Promise<{ dump: string } | { missing: string }> {
  const server = `a server with PostgreSQL ${MAJOR_VERSION} in TEST_DATABASE_URL or DATABASE_URL`;
  if (!serverUrl) return { missing: server };
  const { rows } = await pool.query<{ database: string; version: string }>(
    "select current_database() as database, current_setting('server_version') as version",
  );
  const [{ database, version } = { database: "", version: "" }] = rows;
  if (!version.startsWith(`${MAJOR_VERSION}.`)) return { missing: server };
  const about = await run("pg_dump", ["--version"]).catch(() => ({ stdout: "" }));
  if (!about.stdout.includes(` ${MAJOR_VERSION}.`)) {
    return { missing: `pg_dump of PostgreSQL ${MAJOR_VERSION} on the PATH` };
  }
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  const schemas = SCHEMAS.map((schema) => `--schema=${schema}`);
  const { stdout } = await run(
    "pg_dump",
    ["--schema-only", "--no-owner", ...schemas, `--exclude-table=${WEEKS}`, `--dbname=${url.href}`],
    { maxBuffer: MAX_DUMP_BYTES },
  );
  const lines = stdout
    .split("\n")
    .filter((line) => line !== "" && !/^(--|\\(un)?restrict )/.test(line));
  return { dump: `${lines.join("\n")}\n` };
}

/** `npm run export`: writes what is made from the migrations and the settings, for git to show what has changed. */
runCommand(async () => {
  const program = new Command("npm run export --")
    .description(
      "Exports the API (schema.graphql) and the database (schema.sql) from the committed migrations, and the tables of settings.",
    )
    .option("--directory <path>", "the directory of the files", PROJECT)
    .parse();
  const { directory } = program.opts<{ directory: string }>();
  const serverUrl = process.env.TEST_DATABASE_URL || commandConfig().databaseUrl;
  const page = await readFile(join(directory, SETTINGS_PAGE), "utf8");
  const files = new Map<string, string>();
  const missing = await withScratchDatabase(serverUrl, log, async (database) => {
    files.set("schema.graphql", await graphqlSchema(database.hostPool, log));
    files.set(SETTINGS_PAGE, withSettings(page));
    const sql = await sqlSchema(database.ownerPool, serverUrl);
    if ("missing" in sql) return sql.missing;
    files.set(SQL_SCHEMA, sql.dump);
  });

  for (const [name, content] of files) {
    const path = join(directory, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  log(`Written: ${[...files.keys()].join(", ")}.`);
  if (missing) log(`${SQL_SCHEMA} stays as it is: it needs ${missing}.`);
  return 0;
});
