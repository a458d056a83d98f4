import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { buildSchema } from "graphql";
import pg from "pg";
import { withScratchDatabase } from "../../src/commands/export/scratch-database.ts";
import { isNative } from "../helpers/database.ts";
import { run } from "./run.ts";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));
const EXPORTED = ["schema.graphql", "src/console/api/operations.ts", "docs/tables"];

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

test("--check shows how files are stale, and writes nothing", async () => {
  await edit("schema.graphql", "apiVersion: String!", "apiVersion: Int!");
  await edit(
    "docs/tables/app_public.users.md",
    "| `is_tester` | boolean |",
    "| `is_tester` | text |",
  );
  await writeFile(join(directory, "docs/tables/app_public.places.md"), "# app_public.places\n");
  await rm(join(directory, "docs/tables/types.md"));
  const TMPDIR = join(directory, "tmp");
  await mkdir(TMPDIR);
  const { code, stdout, stderr } = await exportTo(directory, ["--check"], { TMPDIR });
  expect(await readdir(TMPDIR)).toEqual([]);
  expect(stdout).toMatch(/^- {2}apiVersion: Int!$/m);
  expect(stdout).toMatch(/^\+ {2}apiVersion: String!$/m);
  expect(stdout).toMatch(/^-\| `is_tester` \| text \|/m);
  expect(stdout).toMatch(/^\+\| `is_tester` \| boolean \|/m);
  expect(stdout).toMatch(/^types\.md is missing\.$/m);
  expect(stderr).toBe(
    "Stale: docs/tables/app_public.places.md, schema.graphql, docs/tables/app_public.users.md, docs/tables/types.md. Run `npm run export` and commit.\n",
  );
  expect(code).toBe(1);
  expect(await readFile(join(directory, "schema.graphql"), "utf8")).toContain("apiVersion: Int!");
});

// On the embedded database this would take as long as the test above, and test nothing more.
(isNative ? test : test.skip)(
  "export-schema brings the files up to date, and removes the pages of tables that are gone",
  async () => {
    await rm(join(directory, "schema.graphql"));
    await rm(join(directory, "docs/tables/types.md"));
    await writeFile(join(directory, "docs/tables/app_public.places.md"), "# app_public.places\n");
    const written = await exportTo(directory);
    expect(written).toMatchObject({ code: 0, stderr: expect.stringContaining("Written: ") });
    expect(written.stderr).toContain("Removed: docs/tables/app_public.places.md.\n");
    const schema = buildSchema(await readFile(join(directory, "schema.graphql"), "utf8"));
    expect(schema.getMutationType()?.getFields()).toHaveProperty("newAlert");
    expect(await exportTo(directory, ["--check"])).toMatchObject({ code: 0, stdout: "" });
  },
);

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

const pages = await readdir(join(PROJECT, "docs/tables"));
const pageText = (name: string) => readFile(join(PROJECT, "docs/tables", name), "utf8");

test("the pages of tables have columns, keys, policies, grants and functions, and no weekly partition", async () => {
  const users = await pageText("app_public.users.md");
  expect(users).toContain("| `email` | text |");
  expect(users).toContain(
    "| `users_address_length` | `CHECK (char_length(address) <= 500)` | address has more than 500 characters: shorten it. |",
  );
  expect(users).toContain("| `users_email_search` | `btree (lower(email) text_pattern_ops)` |");
  expect(users).toContain(
    "| `read_own` | select | `app_user` | `(id = app_public.current_user_id())` |",
  );
  expect(users).toContain("| `app_user` | update | `email`, `name`, `address` |");
  const [, writers, readers] =
    /## Functions that write it(.*)## Functions that read it(.*)/s.exec(users) ?? [];
  expect(writers).toMatch(/`app_public\.user_edit`\]\(\S+\) \| update \|/);
  expect(writers).not.toContain("app_public.me");
  expect(readers).toMatch(/`app_public\.me`\]\(\S+\) \| select \|/);
  const lastPositions = await pageText("app_public.last_positions.md");
  expect(lastPositions).toMatch(
    /`app_private\.apply_position_report`\]\(\S+\) \| insert \| `app_public\.new_position`, /,
  );
  expect(pages.filter((name) => /positions_\d/.test(name))).toEqual([]);
  for (const name of pages) expect(await pageText(name)).not.toMatch(/positions_\d{4}/);
});

test("each link of the pages of tables leads to a file, or to a heading of the types", async () => {
  const types = await pageText("types.md");
  const headings = [...types.matchAll(/^## (.+)$/gm)].map(({ 1: name = "" }) =>
    name.replace(".", ""),
  );
  const broken: string[] = [];
  for (const name of pages) {
    for (const { 1: path = "", 2: anchor } of (await pageText(name)).matchAll(
      /\]\(([^)#]+)(?:#(\w+))?\)/g,
    )) {
      const target = normalize(join(PROJECT, "docs/tables", path));
      const isThere = (await readdir(dirname(target))).includes(target.split("/").at(-1) as string);
      if (!isThere || (anchor && !headings.includes(anchor)))
        broken.push(`${name}: ${path}#${anchor}`);
    }
  }
  expect(broken).toEqual([]);
});
