import "../process/graphile-env.ts";
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import type { Database } from "../database/open.ts";
import { log } from "../process/log.ts";
import { CONSOLE_OPERATIONS, consoleOperations } from "./export/console-operations.ts";
import { graphqlSchema } from "./export/graphql-schema.ts";
import { withScratchDatabase } from "./export/scratch-database.ts";
import { tablePages } from "./export/table-pages/index.ts";
import { FOLDER as TABLE_PAGES } from "./export/table-pages/markdown.ts";
import { runCommand } from "./run-command.ts";
import { commandConfig } from "./with-database.ts";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));

/** The exported files by their path in the project. */
async function exportFrom(database: Database): Promise<Map<string, string>> {
  const schema = await graphqlSchema(database.hostPool, log);
  const source = await readFile(join(PROJECT, `${CONSOLE_OPERATIONS}.graphql`), "utf8");
  return new Map([
    ["schema.graphql", schema],
    [`${CONSOLE_OPERATIONS}.ts`, await consoleOperations(schema, source)],
    ...(await tablePages(database.ownerPool, PROJECT)),
  ]);
}

/** Returns the pages of tables that no longer exist. */
async function outdatedPages(directory: string, files: Map<string, string>): Promise<string[]> {
  const names = await readdir(join(directory, TABLE_PAGES)).catch(() => []);
  return names.map((name) => `${TABLE_PAGES}/${name}`).filter((path) => !files.has(path));
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

/** `npm run export`: writes the files that are made from the migrations, or checks the existing ones. */
runCommand(async () => {
  const program = new Command("npm run export --")
    .description(
      "Exports the API (schema.graphql), the console's operations with their types, and a page for each table (docs/tables) from the committed migrations.",
    )
    .option("--check", "write nothing, show what is stale, and exit with 1 if anything is")
    .option("--directory <path>", "the directory of the files", PROJECT)
    .parse();
  const { check, directory } = program.opts<{ check?: boolean; directory: string }>();
  const serverUrl = process.env.TEST_DATABASE_URL || commandConfig().databaseUrl;
  const files = await withScratchDatabase(serverUrl, log, exportFrom);
  const outdated = await outdatedPages(directory, files);

  if (!check) {
    for (const [name, content] of files) {
      const path = join(directory, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
    }
    for (const name of outdated) await rm(join(directory, name));
    log(`Written: ${[...files.keys()].join(", ")}.`);
    if (outdated.length > 0) log(`Removed: ${outdated.join(", ")}.`);
    return 0;
  }

  const stale = [...outdated];
  for (const [name, content] of files) {
    const diff = await difference(join(directory, name), content);
    process.stdout.write(diff);
    if (diff) stale.push(name);
  }
  log(
    stale.length > 0
      ? `Stale: ${stale.join(", ")}. Run \`npm run export\` and commit.`
      : `Up to date: ${files.size} files.`,
  );
  return stale.length > 0 ? 1 : 0;
});
