/** @database server only */
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { databaseUrl, dropDatabase } from "../helpers/server.ts";
import { PROJECT, pageAt, recipesOf } from "./markdown.ts";

const { text } = pageAt("docs/contributing.md");
const steps = recipesOf(text.slice(text.indexOf("\n## Recipes\n")));
const paths = [
  ...new Set(steps.flatMap(({ files, hunks }) => [...files, ...hunks].map(({ path }) => path))),
];
const CURRENT = "migrations/current/1-current.sql";

/** The place in the copy of a test of what the recipes do. */
const OUTCOMES = "test/docs/recipe-outcomes.test.ts";
/** Tests that look at all of the project, and so at what the recipes add. */
const WIDE = ["test/docs/pages.test.ts", "test/push/registry.test.ts"];
/** Tests that the page changes, and that take a browser or long. */
const SLOW = /browser\/screens|audited-reads|rls-matrix|upgrade/;

/** Builds and type checks take long on a busy machine. */
const TIMEOUT_MS = 600_000;

let copy: string;
const inCopy = (path: string) => join(copy, path);

/** Copies what git keeps. The packages are shared. */
async function copyProject(): Promise<void> {
  copy = await mkdtemp(join(tmpdir(), "las-recipes-"));
  const left = /^(node_modules|\.git|data|build|console\/dist)$/;
  await cp(PROJECT, copy, {
    recursive: true,
    filter: (path) => !left.test(relative(PROJECT, path)),
  });
  await symlink(join(PROJECT, "node_modules"), inCopy("node_modules"));
}

/** Replaces the lines of a diff's hunk, which a file has once. */
async function change(path: string, { before, after }: { before: string; after: string }) {
  const content = await readFile(inCopy(path), "utf8");
  const lines = `\n${before}\n`;
  if (content.split(lines).length !== 2) throw new Error(`${path} has not once:\n${before}`);
  const changed = content.replace(lines, () => `\n${after}\n`);
  await writeFile(inCopy(path), changed);
}

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(inCopy(path)), { recursive: true });
  await writeFile(inCopy(path), content);
}

const database = (name: string) =>
  databaseUrl(process.env.TEST_DATABASE_URL as string, `las_${name}_${process.pid}`);
const names = ["alerts_dev", "alerts_shadow"];

/** Runs a command of npm in the copy, and returns what it prints. */
async function npm(...args: string[]): Promise<string> {
  const { NODE_OPTIONS: _, JEST_WORKER_ID: __, TEST_TEMPLATE: ___, ...inherited } = process.env;
  const env = {
    ...inherited,
    ROOT_DATABASE_URL: process.env.TEST_DATABASE_URL,
    DATABASE_URL: database("alerts_dev"),
    SHADOW_DATABASE_URL: database("alerts_shadow"),
  };
  const options = { cwd: copy, env, maxBuffer: 1 << 26 };
  try {
    const { stdout, stderr } = await promisify(execFile)("npm", args, options);
    return stdout + stderr;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`npm ${args.join(" ")} failed:\n${stdout}${stderr}`);
  }
}

/** Commits the first migrations of all recipes together, and then the second ones. */
async function commit(): Promise<void> {
  const turns: string[] = [];
  for (const { migrations } of steps)
    for (const [turn, sql] of migrations.entries()) turns[turn] = (turns[turn] ?? "") + sql;
  for (const [turn, sql] of turns.entries()) {
    await write(CURRENT, sql);
    await npm("run", "migrate", "--", "commit", "--message", `recipes ${turn}`);
  }
}

describe("a copy of the project with the recipes", () => {
  beforeAll(async () => {
    await copyProject();
    for (const { files, hunks } of steps) {
      for (const { path, content } of files) await write(path, content);
      for (const { path, ...hunk } of hunks) await change(path, hunk);
    }
    await npm("run", "migrate", "--", "reset", "--erase");
    await commit();
    await npm("run", "export");
  }, TIMEOUT_MS);
  afterAll(async () => {
    if (copy) await rm(copy, { recursive: true, force: true });
    for (const name of names)
      await dropDatabase(process.env.TEST_DATABASE_URL as string, `las_${name}_${process.pid}`);
  });

  test("exports the fields, the operations and the setting", async () => {
    const schema = await readFile(inCopy("schema.graphql"), "utf8");
    for (const line of [
      "  phone: String!",
      "  notificationsSeen(",
      "  placeAdd(",
      "  places(",
      "type PlaceConnection {",
    ])
      expect(schema).toContain(`\n${line}`);
    const settings = await readFile(inCopy("docs/settings.md"), "utf8");
    expect(settings).toContain("| `GOTIFY_URL` | Gotify is off | the server of Gotify |");
    const sql = await readFile(inCopy("schema.sql"), "utf8");
    expect(sql).toContain("\nCREATE TABLE app_public.places (\n");
  });

  test(
    "passes the type check and the linter",
    async () => {
      await npm("run", "operations", "--workspace", "console");
      await npm("exec", "tsc");
      await npm("exec", "tsc", "--", "--project", "console");
      await npm("exec", "biome", "--", "check", ...paths.filter((path) => /\.tsx?$/.test(path)));
      await npm("exec", "squawk", "--", "migrations/committed/*-recipes-*.sql");
    },
    TIMEOUT_MS,
  );

  test(
    "passes its tests, which show what each recipe does",
    async () => {
      await cp(join(PROJECT, "test/docs/recipe-outcomes.ts"), inCopy(OUTCOMES));
      const changed = paths.filter((path) => path.endsWith(".test.ts") && !SLOW.test(path));
      const printed = await npm("test", "--", ...changed, ...WIDE, OUTCOMES, "--maxWorkers=1");
      expect(printed).toContain(`PASS ${OUTCOMES}`);
    },
    TIMEOUT_MS,
  );
});

test("the page starts the server that docker-compose.yml starts", async () => {
  const compose = await readFile(join(PROJECT, "docker-compose.yml"), "utf8");
  const [image = "none"] = /postgis\/postgis:\S+/.exec(compose) ?? [];
  expect(text).toContain(` ${image}\n`);
  expect(text).toContain("\nnpm run migrate -- reset --erase\n");
});
