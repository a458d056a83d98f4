/** @database server only */
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import pg from "pg";
import { withScratchDatabase } from "../../src/cli/export/scratch-database.ts";
import { run } from "./run.ts";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));
const EXPORTED = ["schema.graphql", "schema.sql", "docs/settings.md"];

const env = { DATABASE_URL: "" };
const exportTo = (directory: string, args: string[] = [], others: NodeJS.ProcessEnv = {}) =>
  run("export-schema", ["--directory", directory, ...args], { ...env, ...others });

// A copy of the committed files.
let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "las-export-test-"));
  for (const path of EXPORTED)
    await cp(join(PROJECT, path), join(directory, path), { recursive: true });
});
afterEach(() => rm(directory, { recursive: true }));

async function edit(path: string, from: string, to: string): Promise<void> {
  const text = await readFile(join(directory, path), "utf8");
  expect(text).toContain(from);
  await writeFile(join(directory, path), text.replace(from, to));
}

const committed = (path: string) => readFile(join(PROJECT, path), "utf8");
const exported = (path: string) => readFile(join(directory, path), "utf8");

test("brings schema.graphql and the settings up to date, and says what schema.sql needs without a server", async () => {
  await edit("schema.graphql", "apiVersion: String!", "apiVersion: Int!");
  const TMPDIR = join(directory, "tmp");
  await mkdir(TMPDIR);
  const { code, stderr } = await exportTo(directory, [], { TMPDIR, TEST_DATABASE_URL: "" });
  expect(await readdir(TMPDIR)).toEqual([]);
  expect(stderr).toContain("Written: schema.graphql, docs/settings.md.");
  expect(stderr).toContain(
    "schema.sql stays as it is: it needs a server with PostgreSQL 15 in TEST_DATABASE_URL or DATABASE_URL.",
  );
  expect(code).toBe(0);
  for (const path of EXPORTED) expect(await exported(path)).toBe(await committed(path));
});

// A partition of a week would show only when the next week begins.
test("schema.sql has nothing that differs between weeks, servers or dumps", async () => {
  const sql = await readFile(join(directory, "schema.sql"), "utf8");
  expect(sql).toContain("ATTACH PARTITION app_public.positions_default DEFAULT");
  expect(sql).not.toMatch(/positions_\d{4}_|OWNER TO|^--|^\\|\n\n/m);
});

test("the database of an export is dropped, also after an error", async () => {
  const serverUrl = process.env.TEST_DATABASE_URL as string;
  let name = "";
  const failed = withScratchDatabase(
    serverUrl,
    () => {},
    async ({ ownerPool }) => {
      const { rows } = await ownerPool.query("select current_database() as name");
      name = rows[0].name;
      throw new Error("no");
    },
  );
  await expect(failed).rejects.toThrow("no");
  expect(name).toMatch(/^las_export_\d+$/);
  const server = new pg.Client({ connectionString: serverUrl });
  await server.connect();
  const { rowCount } = await server.query("select from pg_database where datname = $1", [name]);
  await server.end();
  expect(rowCount).toBe(0);
});
