/** @database server */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import pg from "pg";
import { openDatabase } from "../../src/database/open.ts";
import { migrate } from "../../src/database/run-migrations.ts";
import { readConfig } from "../../src/settings/config.ts";
import { type Cluster, findPostgres, makeCluster } from "../crash/cluster.ts";
import { blocksOf, PROJECT, pageAt } from "../docs/markdown.ts";
import { insertUser, isNative } from "../helpers/database.ts";

const execute = promisify(execFile);
const bin = findPostgres();
const onOwnCluster = isNative && bin ? describe : describe.skip;

onOwnCluster("the database of Docker", () => {
  let cluster: Cluster;
  let secrets: string;
  beforeAll(async () => {
    cluster = await makeCluster(bin as string);
    secrets = await mkdtemp(join(tmpdir(), "las-secrets-"));
    for (const name of ["owner-password", "host-password", "superuser-password"])
      await writeFile(join(secrets, name), name);
    // Sets the database up as the image does.
    await asSuperuser("postgres", "create database location_alert");
    for (const name of ["logins.sql", "new-database.sql"]) {
      const script = await copied(`compose/database/${name}`);
      await execute("psql", ["-X", "-v", "ON_ERROR_STOP=1", "-f", script, url("postgres")]);
    }
  });
  afterAll(async () => {
    await cluster?.remove();
    await rm(secrets, { recursive: true, force: true });
  });

  const url = (user: string, database = "location_alert") => {
    const url = new URL(cluster.url);
    [url.username, url.pathname] = [user, `/${database}`];
    return url.href;
  };
  async function query(connectionString: string, sql: string): Promise<pg.QueryResult> {
    const client = new pg.Client({ connectionString });
    await client.connect();
    try {
      return await client.query(sql);
    } finally {
      await client.end();
    }
  }
  /** Copies a script that reads secrets. The copy reads the test's secrets, and connects to the test's server. */
  async function copied(path: string): Promise<string> {
    const text = await readFile(join(PROJECT, path), "utf8");
    const copy = join(secrets, basename(path));
    const here = text
      .replaceAll("/run/secrets", secrets)
      .replaceAll("PGHOST=database", `PGHOST=127.0.0.1 PGPORT=${cluster.port}`);
    await writeFile(copy, here, { mode: 0o755 });
    return copy;
  }
  const asSuperuser = (database: string, sql: string) => query(url("postgres", database), sql);

  test("is migrated by its owner, and besides only the host's login and analysts can connect", async () => {
    const connectionString = url("location_alert_owner");
    const config = readConfig({ DATABASE_URL: connectionString, JWT_SECRET: "s".repeat(32) });
    const database = await openDatabase(config, () => {});
    await migrate(database, console.error);
    await insertUser(database, { isAdmin: true });
    await database.ownerPool.query("select graphile_worker.add_job('push_fcm')");
    await database.close();
    await asSuperuser(
      "postgres",
      "create role stranger login; create role ada login in role app_analyst",
    );
    const { rows } = await query(url("location_alert_host"), "select current_user as name");
    expect(rows).toEqual([{ name: "app_host" }]);
    expect((await query(url("ada"), "table analytics.alerts")).rows).toEqual([]);
    await expect(query(url("stranger"), "select 1")).rejects.toThrow(
      /permission denied for database/,
    );
  });

  test.each([
    ["", "docker compose up --detach --wait database"],
    [" behind HAProxy", "docker compose stop service"],
  ])(
    "can be created again and restored%s, with the commands of docs/install.md",
    async (_where, begins) => {
      const dump = join(secrets, "2026-01-31T030000Z");
      const [owner, onPrimary] = [
        url("location_alert_owner"),
        await copied("compose/ha/on-primary"),
      ];
      await query(owner, "update app_private.settings set smallest_group = 11");
      await execute("pg_dumpall", [
        "--roles-only",
        "--no-role-passwords",
        "-d",
        owner,
        "-f",
        `${dump}.roles.sql`,
      ]);
      await execute("pg_dump", ["--format", "custom", "--file", `${dump}.dump`, owner]);
      await query(owner, "update app_private.settings set smallest_group = 12");
      const block = blocksOf(pageAt("docs/install.md")).find(({ code }) =>
        code.startsWith(`${begins} &&`),
      );
      // Runs the containers' commands on this machine, and npm's scripts with node, because Debian's npm is large.
      const docker = `docker() { case "$2" in exec | run) "\${@:5}" ;; esac; }
      npm() { DATABASE_URL='${owner}' node "src/cli/$2.ts"; }; export PGHOST=127.0.0.1 PGPORT=${cluster.port}`;
      const commands = `${docker}\n${block?.code}`
        .replaceAll("/ha/on-primary", onPrimary)
        .replaceAll("backups/", `${secrets}/`);
      const { stdout } = await execute("bash", ["-c", commands], { cwd: PROJECT });
      expect(stdout).toContain(
        "The next ids of the PostgreSQL database location_alert on 127.0.0.1:",
      );
      expect(stdout).toContain("continues: 1 job of push_fcm in the queue\n");
      const { rows } = await query(owner, "select smallest_group from app_private.settings");
      expect(rows).toEqual([{ smallest_group: 11 }]);
      expect((await query(url("ada"), "table analytics.alerts")).rows).toEqual([]);
      await expect(query(url("stranger"), "select 1")).rejects.toThrow(/permission denied/);
      expect((await query(url("location_alert_host"), "select 1")).rowCount).toBe(1);
    },
  );
});
