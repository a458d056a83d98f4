/** @database server only */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { databaseUrl, dropDatabase } from "../helpers/server.ts";
import { startTestService, type TestService } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";
import { environmentOf, run } from "./run.ts";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));
const COMMAND = join(PROJECT, "src/cli/migrate.ts");
const FIXTURE = "users/app_public.me.sql";

// A maintainer's copy of the migrations, with a function to change.
let service: TestService;
let folder: string;
let watcher: ChildProcess | undefined;
const shadow = `las_shadow_${process.pid}`;
const inFolder = (path: string) => join(folder, path);
const committed = async () => (await readdir(inFolder("committed"))).sort();
const total = (await readdir(join(PROJECT, "migrations/committed"))).length;

beforeAll(async () => {
  service = await startTestService();
  folder = await mkdtemp(join(tmpdir(), "las-migrate-"));
  await cp(join(PROJECT, "migrations"), folder, { recursive: true });
  const settings = await readFile(join(PROJECT, ".gmrc"), "utf8");
  await writeFile(inFolder(".gmrc"), settings.replace('"./migrations"', JSON.stringify(folder)));
  await writeFile(inFolder("current/1-current.sql"), `--! include ${FIXTURE}\n`);
});
afterAll(async () => {
  watcher?.kill("SIGKILL");
  await service.stop();
  await rm(folder, { recursive: true });
  const serverUrl = process.env.TEST_DATABASE_URL;
  if (serverUrl) await dropDatabase(serverUrl, shadow);
});

function environment(): NodeJS.ProcessEnv {
  const serverUrl = process.env.TEST_DATABASE_URL;
  return {
    ...environmentOf(service.config),
    ...(serverUrl && {
      SHADOW_DATABASE_URL: databaseUrl(serverUrl, shadow),
      ROOT_DATABASE_URL: serverUrl,
    }),
  };
}

const migrate = (...args: string[]) =>
  run("migrate", [...args, "--config", inFolder(".gmrc")], environment());

/** Writes another comment into the fixture of the function. */
async function edit(comment: string): Promise<void> {
  const text = await readFile(inFolder(`fixtures/${FIXTURE}`), "utf8");
  await writeFile(inFolder(`fixtures/${FIXTURE}`), text.replace(/^ {2}'.*';$/m, `  '${comment}';`));
}

async function commentInDatabase(): Promise<string> {
  const { rows } = await service.owner.query(
    "select obj_description('app_public.me'::regproc) as comment",
  );
  return rows[0].comment;
}

async function migrationsInDatabase(): Promise<number> {
  const { rows } = await service.owner.query(
    "select count(*)::int from graphile_migrate.migrations",
  );
  return rows[0].count;
}

test("watch applies the current migration each time a fixture changes, until a signal ends it", async () => {
  await edit("First.");
  const child = spawn(process.execPath, [COMMAND, "watch", "--config", inFolder(".gmrc")], {
    env: { ...process.env, ...environment(), NODE_OPTIONS: "" },
  });
  watcher = child;
  await until(commentInDatabase, (comment) => comment === "First.");
  await edit("Second.");
  await until(commentInDatabase, (comment) => comment === "Second.");
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("a command that a signal ends before it is done exits with 130", async () => {
  const file = inFolder("slow.sql");
  await writeFile(file, "select pg_sleep(600)");
  const args = [COMMAND, "run", file, "--config", inFolder(".gmrc")];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment(), NODE_OPTIONS: "" },
  });
  watcher = child;
  const sleeping = async () => {
    const { rows } = await service.owner.query(
      "select pid from pg_stat_activity where datname = current_database() and query = 'select pg_sleep(600)'",
    );
    return rows[0]?.pid;
  };
  const pid = await until(sleeping);
  child.kill("SIGINT");
  expect(await once(child, "exit")).toEqual([130, null]);
  await service.owner.query("select pg_terminate_backend($1::int)", [pid]);
});

test("status says that the current migration is not committed", async () => {
  expect(await migrate("status")).toMatchObject({
    code: 2,
    stdout: expect.stringContaining("not empty and has not been committed"),
  });
});

test("commit numbers the current migration, and replays the committed ones on the shadow database", async () => {
  expect(await migrate("commit", "--message", "Trial")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`[shadow]: ${total} committed migrations executed`),
  });
  const [file = ""] = (await committed()).slice(total);
  expect(file).toMatch(/^\d{6}-trial\.sql$/);
  expect(await readFile(inFolder(`committed/${file}`), "utf8")).toContain("'Second.'");
  expect(await readFile(inFolder("current/1-current.sql"), "utf8")).toMatch(/^-- Enter the next/);
  expect(await migrationsInDatabase()).toBe(total + 1);
  expect(await migrate("status")).toMatchObject({ code: 0, stdout: "Up to date.\n" });
});

test("uncommit makes the migration current again, with its include", async () => {
  expect(await migrate("uncommit")).toMatchObject({ code: 0 });
  expect((await committed()).length).toBe(total);
  expect(await migrationsInDatabase()).toBe(total);
  expect(await readFile(inFolder("current/1-current.sql"), "utf8")).toContain(
    `--!include ${FIXTURE}`,
  );
  expect(await migrate("status")).toMatchObject({ code: 2 });
});
