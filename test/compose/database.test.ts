import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import pg from "pg";
import { migrate } from "../../src/database/migrate.ts";
import { type Cluster, findPostgres, makeCluster } from "../crash/cluster.ts";
import { PROJECT } from "../docs/markdown.ts";
import { isNative } from "../helpers/database.ts";

const execute = promisify(execFile);
const bin = findPostgres();
const onOwnCluster = isNative && bin ? describe : describe.skip;

onOwnCluster("the database of Docker", () => {
  let cluster: Cluster;
  let secrets: string;
  beforeAll(async () => {
    cluster = await makeCluster(bin as string);
    secrets = await mkdtemp(join(tmpdir(), "las-secrets-"));
    for (const name of ["owner-password", "host-password"])
      await writeFile(join(secrets, name), name);
    // As the image does.
    await asSuperuser("postgres", "create database location_alert");
    const sql = await readFile(join(PROJECT, "compose/database/logins.sql"), "utf8");
    const script = join(secrets, "logins.sql");
    await writeFile(script, sql.replaceAll("/run/secrets", secrets));
    await execute("psql", ["-X", "-v", "ON_ERROR_STOP=1", "-f", script, url("postgres")]);
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
  const asSuperuser = (database: string, sql: string) => query(url("postgres", database), sql);

  test("is migrated by its owner, and only the host's login and analysts may connect beside", async () => {
    const connectionString = url("location_alert_owner");
    const ownerPool = new pg.Pool({ connectionString }).on("error", console.error);
    await migrate({ connectionString, ownerPool }, console.error);
    await ownerPool.end();
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
});
