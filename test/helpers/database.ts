import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll } from "@jest/globals";
import { cloneEmbedded } from "location-alert-embedded";
import type { PoolClient } from "pg";
import type { Database, OpenDirectory, openDatabase } from "../../src/database/open.ts";
import type { Config } from "../../src/settings/config.ts";
import { actAs } from "./act-as.ts";
import { loadConfig, loadDatabase } from "./code.ts";
import { databaseUrl, dropDatabase, onServer } from "./server.ts";
import type { Template } from "./template.ts";

/** True if the tests run on a native PostgreSQL. */
export const isNative = Boolean(process.env.TEST_DATABASE_URL);

/** A clone of the migrated template for one test file. */
export interface TestDatabase {
  /** The configuration of a service on it. */
  config: Config;
  /** Returns the embedded database if it is open already. */
  open?: OpenDirectory;
  drop(): Promise<void>;
}

export const template = (): Template => JSON.parse(process.env.TEST_TEMPLATE as string);
const newName = () => `las_${randomUUID().replaceAll("-", "")}`;

/** Quotas that no test uses up, unless it sets smaller ones. */
const QUOTAS = Object.fromEntries(
  ["REPORT_BURST", "REQUEST_BURST", "ANONYMOUS_BURST"].map((name) => [name, "1000000000"]),
);

async function configOf(dataDir: string, env: NodeJS.ProcessEnv): Promise<Config> {
  const { readConfig } = await loadConfig();
  return readConfig({
    PORT: "0",
    DATA_DIR: dataDir,
    JWT_SECRET: "a secret for tests of thirty-two characters",
    ADMIN_EMAIL: "admin@example.org",
    ADMIN_PASSWORD: "admin-password",
    JOBS: "false",
    ...QUOTAS,
    ...env,
  });
}

/** Clones a template, native or embedded: this run's own, or a changed copy of it. */
export async function cloneDatabase(
  env: NodeJS.ProcessEnv = {},
  { serverUrl, directory, name: templateName } = template(),
): Promise<TestDatabase> {
  const name = newName();
  const dataDir = join(template().directory, name);
  if (!serverUrl) {
    cloneEmbedded(join(directory, "template"), dataDir);
    return {
      config: await configOf(dataDir, env),
      drop: () => rm(dataDir, { recursive: true, force: true }),
    };
  }
  await onServer(serverUrl, `create database ${name} template ${templateName} strategy file_copy`);
  return {
    config: await configOf(dataDir, { ...env, DATABASE_URL: databaseUrl(serverUrl, name) }),
    drop: () => dropDatabase(serverUrl, name),
  };
}

const KEPT = new URL("./kept-database.ts", import.meta.url).href;

/**
 * Clones the template for a service or pools in this process. Opening an embedded clone takes more than a second, so
 * test files use the same clone one after another, and each finds it as if it were new.
 */
export async function borrowDatabase(env: NodeJS.ProcessEnv = {}): Promise<TestDatabase> {
  const { serverUrl, directory } = template();
  if (serverUrl) return await cloneDatabase(env);
  const { takeDatabase } = await importOnce<typeof import("./kept-database.ts")>(KEPT);
  const kept = await takeDatabase(join(directory, "template"), join(directory, newName()));
  return {
    config: await configOf(kept.directory, env),
    open: async () => kept.embedded,
    drop: () => kept.giveBack(),
  };
}

/**
 * Opens a clone, for tests that need no service.
 * @param open The `openDatabase` that a test imports itself. It is needed if the test hands connections to other code
 *   that it imports, because code that is loaded twice has each class twice.
 */
export async function openClone(open?: typeof openDatabase): Promise<Database> {
  const clone = await borrowDatabase();
  const openDatabase = open ?? (await loadDatabase()).openDatabase;
  const database = await openDatabase(clone.config, console.error, clone.open);
  return {
    ...database,
    async close() {
      await database.close();
      await clone.drop();
    },
  };
}

/** Opens a clone for the tests of one file or one `describe`, and closes it after them. It is there once they run. */
export function runClone(...how: Parameters<typeof openClone>): Database {
  const database = {} as Database;
  beforeAll(async () => void Object.assign(database, await openClone(...how)));
  afterAll(() => database.close?.());
  return database;
}

/** A database role that a test acts as. */
export type Role =
  | "app_anonymous"
  | "app_user"
  | `app_${"viewer" | "author" | "approver"}${"" | "_everywhere"}`
  | "app_manager"
  | "app_admin"
  | "app_analyst"
  | "app_host";

/** Runs in a transaction as a role with a user's claims, and rolls it back. */
export async function asRole<T>(
  database: Database,
  role: Role | "owner",
  userId: number | undefined,
  run: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await database.ownerPool.connect();
  try {
    await client.query("begin");
    await actAs(client, { role, userId });
    return await run(client);
  } finally {
    await client.query("rollback");
    client.release();
  }
}

/** Inserts a user into the database, without a usable password. */
export async function insertUser(
  database: Database,
  { email = `${randomUUID()}@example.org`, isAdmin = false } = {},
): Promise<number> {
  const hash = `$2b$11$${"x".repeat(53)}`;
  const { rows } = await database.ownerPool.query<{ id: number }>(
    "select id from app_public.new_user($1, $2, 'Test', '', $3)",
    [email, hash, isAdmin],
  );
  return (rows[0] as { id: number }).id;
}
