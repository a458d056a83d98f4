import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type DrillService, startService } from "../../src/cli/drill/service.ts";
import { askWhy, publish, type Told } from "../../src/cli/drill/story.ts";
import { type Cluster, findPostgres, makeCluster } from "../crash/cluster.ts";
import { isNative } from "../helpers/database.ts";
import { onServer } from "../helpers/server.ts";
import { blocksOf, pageAt, sectionOf } from "./markdown.ts";
import { openShell, type Shell } from "./shell.ts";

const bin = findPostgres();
const onOwnCluster = isNative && bin ? describe : describe.skip;

// These tests run on a server of their own, which has no roles but the page's.
onOwnCluster("the operators' page", () => {
  let cluster: Cluster;
  let directory: string;
  let shell: Shell;
  let url: string;
  let told: Told;
  beforeAll(async () => {
    cluster = await makeCluster(bin as string);
    directory = await mkdtemp(join(tmpdir(), "las-backup-"));
    const { port } = new URL(cluster.url);
    url = `postgres://location_alert@127.0.0.1:${port}/alerts`;
    shell = openShell({
      ...process.env,
      ...{ PGHOST: "127.0.0.1", PGPORT: port, PGUSER: "postgres", DATABASE_URL: url },
      npm_config_loglevel: "silent",
    });
  });
  afterAll(async () => {
    shell?.close();
    await cluster?.remove();
    await rm(directory, { recursive: true, force: true });
  });

  /** Runs the examples of a section that begin with these words. */
  async function follow(heading: string, ...words: string[]): Promise<string> {
    const page = pageAt("docs/operators.md");
    const blocks = blocksOf({ ...page, text: sectionOf(page, heading) });
    const code = words.map((word) => {
      const block = blocks.find((block) => block.code.startsWith(word));
      if (!block) throw new Error(`No example in "${heading}" begins with "${word}".`);
      return block.code;
    });
    // There is no terminal to ask for a password, the files are in a directory of the test, and Debian's npm is large.
    return await shell.run(
      `(set -e\n${code.join("")})`
        .replaceAll(" --pwprompt", "")
        .replaceAll(/npm run (restored|restore-check)( --)?/g, "node src/cli/$1.ts")
        .replaceAll(/\b(alerts\.dump|items)\b/g, `${directory}/$1`),
    );
  }

  /** Drops the database and the roles, as on a new server. */
  async function lose(): Promise<void> {
    await onServer(cluster.url, "drop database alerts with (force)");
    for (const role of "app_host app_admin app_user app_anonymous app_analyst location_alert".split(
      " ",
    ))
      await onServer(cluster.url, `drop role if exists ${role}`);
  }

  async function withService<T>(run: (service: DrillService) => Promise<T>): Promise<T> {
    const service = await startService(url);
    try {
      return await run(service);
    } finally {
      await service.stop();
    }
  }

  test("makes a database that the service starts on, and a backup of it", async () => {
    await follow("A PostgreSQL server", "createuser");
    told = await withService((service) => publish(service.url));
    expect(told.why).toContain('"level":"ONE"');
    await follow("Backup", "pg_dump");
    await lose();
  });

  /** Expects what the restored database reports about its ids, its alerts and itself. */
  function expectRestored(output: string): void {
    expect(output).toMatch(/^app_public\.notifications +1 +10000001$/m);
    expect(output).toMatch(/^continues: alert 1 is active until /m);
    expect(output).toContain("This database is complete");
  }

  test("restores no usable database without its roles, and the service says so", async () => {
    await shell.run(
      "createuser --createrole location_alert && createdb --owner location_alert alerts",
    );
    await shell.run(`pg_restore --dbname alerts ${directory}/alerts.dump || true`);
    await expect(startService(url)).rejects.toThrow(/restored without its roles/);
    await lose();
  });

  test("restores a complete database if the roles are created first", async () => {
    const output = await follow("Restore", "createuser", "npm run restored");
    expectRestored(output);
    expect(await withService((service) => askWhy(service.url, told))).toBe(told.why);
    await lose();
  });

  test("restores a complete database as the owner, if a superuser has prepared it with PostGIS", async () => {
    await follow("A PostgreSQL server", "createuser");
    await shell.run("psql --file migrations/prepare.sql $DATABASE_URL");
    const output = await follow("Restore", "pg_restore --list", "npm run restored");
    expectRestored(output);
  });
});
