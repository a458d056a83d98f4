import "../process/graphile-env.ts";
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import type { Database } from "../database/open.ts";
import { log } from "../process/log.ts";
import { CONSOLE_OPERATIONS, consoleOperations } from "./export/console-operations.ts";
import { graphqlSchema } from "./export/graphql-schema.ts";
import { withScratchDatabase } from "./export/scratch-database.ts";
import { DUMPED_RELEASE, sqlSchema } from "./export/sql-schema.ts";
import { runCommand } from "./run-command.ts";
import { commandConfig } from "./with-database.ts";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));

/** The exported files by name, and why others could not be exported. */
interface Exported {
  files: Map<string, string>;
  skipped: string[];
}

async function exportFrom(database: Database): Promise<Exported> {
  const schema = await graphqlSchema(database.hostPool, log);
  const source = await readFile(join(PROJECT, `${CONSOLE_OPERATIONS}.graphql`), "utf8");
  const files = new Map([
    ["schema.graphql", schema],
    [`${CONSOLE_OPERATIONS}.ts`, await consoleOperations(schema, source)],
  ]);
  const skip = (reason: string) => ({ files, skipped: [`schema.sql: ${reason}`] });
  if (database.kind === "embedded") {
    return skip("needs a PostgreSQL server: set TEST_DATABASE_URL or DATABASE_URL");
  }
  const { rows } = await database.ownerPool.query<{ release: number }>(
    "select current_setting('server_version_num')::integer / 10000 as release",
  );
  const release = rows[0]?.release;
  if (release !== DUMPED_RELEASE) {
    return skip(`is made with PostgreSQL ${DUMPED_RELEASE}, and this server is ${release}`);
  }
  const dump = await sqlSchema(database.connectionString);
  if ("reason" in dump) return skip(dump.reason);
  files.set("schema.sql", dump.sql);
  return { files, skipped: [] };
}

/** The differences between a committed file and its expected content, as git shows them. Empty if they are equal. */
async function difference(committed: string, content: string): Promise<string> {
  const current = await readFile(committed, "utf8").catch(() => undefined);
  if (current?.replaceAll("\r\n", "\n") === content) return "";
  if (current === undefined) return `${basename(committed)} is missing.\n`;
  const directory = await mkdtemp(join(tmpdir(), "las-diff-"));
  try {
    const fresh = join(directory, basename(committed));
    await writeFile(fresh, content);
    const { stdout } = spawnSync(
      "git",
      ["diff", "--no-index", "--no-color", "--no-ext-diff", "--", committed, fresh],
      { encoding: "utf8" },
    );
    return stdout || `${basename(committed)} differs.\n`;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** `npm run export`: writes schema.graphql, schema.sql and the console's operations, or checks the existing files. */
runCommand(async () => {
  const program = new Command("npm run export --")
    .description(
      "Exports the API (schema.graphql), the console's operations with their types, and the database's schema (schema.sql) from the committed migrations.",
    )
    .option("--check", "write nothing, show what is stale, and exit with 1 if anything is")
    .option("--directory <path>", "the directory of the files", PROJECT)
    .parse();
  const { check, directory } = program.opts<{ check?: boolean; directory: string }>();
  const serverUrl = process.env.TEST_DATABASE_URL || commandConfig().databaseUrl;
  const { files, skipped } = await withScratchDatabase(serverUrl, log, exportFrom);

  let stale = 0;
  for (const [name, content] of files) {
    const path = join(directory, name);
    if (!check) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
      log(`${name}: written.`);
      continue;
    }
    const diff = await difference(path, content);
    process.stdout.write(diff);
    log(`${name}: ${diff ? "stale. Run `npm run export` and commit it." : "up to date."}`);
    if (diff) stale += 1;
  }
  for (const line of skipped) log(`${line}; ${check ? "not checked" : "left unchanged"}.`);
  return stale > 0 ? 1 : 0;
});
