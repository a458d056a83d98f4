import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { buildSchema } from "graphql";
import pg from "pg";
import { withScratchDatabase } from "../../src/cli/export/scratch-database.ts";
import { isNative } from "../helpers/database.ts";
import { run } from "./run.ts";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));
const EXPORTED = ["schema.graphql", "schema.sql", "docs/operators.md"];

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

test("--check shows how schema.graphql is stale, and writes nothing", async () => {
  await edit("schema.graphql", "apiVersion: String!", "apiVersion: Int!");
  const TMPDIR = join(directory, "tmp");
  await mkdir(TMPDIR);
  const { code, stdout, stderr } = await exportTo(directory, ["--check"], { TMPDIR });
  expect(await readdir(TMPDIR)).toEqual([]);
  expect(stdout).toMatch(/^- {2}apiVersion: Int!$/m);
  expect(stdout).toMatch(/^\+ {2}apiVersion: String!$/m);
  expect(stderr).toContain("Stale: schema.graphql. Run `npm run export` and commit.\n");
  expect(code).toBe(1);
  expect(await readFile(join(directory, "schema.graphql"), "utf8")).toContain("apiVersion: Int!");
});

// On the embedded database this would take as long as the test above, and test nothing more.
(isNative ? test : test.skip)("brings the files up to date", async () => {
  await rm(join(directory, "schema.graphql"));
  await edit("schema.sql", "CREATE TABLE app_public.users (", "CREATE TABLE app_public.people (");
  expect(await exportTo(directory, ["--check"])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("Stale: schema.graphql, schema.sql."),
    stdout: expect.stringContaining("\n+CREATE TABLE app_public.users (\n"),
  });
  const written = await exportTo(directory);
  expect(written).toMatchObject({ code: 0, stderr: expect.stringContaining("Written: ") });
  const schema = buildSchema(await readFile(join(directory, "schema.graphql"), "utf8"));
  expect(schema.getMutationType()?.getFields()).toHaveProperty("newAlert");
  expect(await exportTo(directory, ["--check"])).toMatchObject({ code: 0, stdout: "" });
});

// The check finds a partition of a week only when the next week begins.
test("schema.sql has nothing that differs between weeks, servers or dumps", async () => {
  const sql = await readFile(join(directory, "schema.sql"), "utf8");
  expect(sql).toContain("ATTACH PARTITION app_public.positions_default DEFAULT");
  expect(sql).not.toMatch(/positions_\d{4}_|OWNER TO|^--|^\\|\n\n/m);
});

test("says what schema.sql needs if there is no server", async () => {
  const { code, stderr } = await exportTo(directory, ["--check"], { TEST_DATABASE_URL: "" });
  expect(stderr).toContain(
    "schema.sql is not checked: it needs a server with PostgreSQL 15 in TEST_DATABASE_URL or DATABASE_URL.",
  );
  expect(code).toBe(1);
});

(isNative ? test : test.skip)(
  "the database of an export is dropped, also after an error",
  async () => {
    const serverUrl = process.env.TEST_DATABASE_URL as string;
    // The folder has no migrations, because they take long.
    await mkdir(join(directory, "migrations/committed"), { recursive: true });
    let name = "";
    let users: unknown;
    const failed = withScratchDatabase(
      serverUrl,
      () => {},
      async ({ ownerPool }) => {
        const { rows } = await ownerPool.query(
          "select current_database() as name, to_regclass('app_public.users') as users",
        );
        ({ name, users } = rows[0]);
        throw new Error("no");
      },
      join(directory, "migrations"),
    );
    await expect(failed).rejects.toThrow("no");
    // The scratch database has only the folder's migrations.
    expect(users).toBeNull();
    expect(name).toMatch(/^las_export_\d+$/);
    const server = new pg.Client({ connectionString: serverUrl });
    await server.connect();
    const { rowCount } = await server.query("select from pg_database where datname = $1", [name]);
    await server.end();
    expect(rowCount).toBe(0);
  },
);
