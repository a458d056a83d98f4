/** @database server */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { type Cluster, findPostgres, makeCluster } from "../crash/cluster.ts";
import { isNative } from "../helpers/database.ts";
import { asPostgres, freePort } from "../helpers/postgresql.ts";
import { onServer } from "../helpers/server.ts";
import { startChild } from "../http/child.ts";
import { blocksOf, pageAt, sectionOf } from "./markdown.ts";
import { openShell, type Shell } from "./shell.ts";
import { ADMINISTRATOR, askWhy, publish, type Told } from "./told.ts";

const INSTALL = "A PostgreSQL server";
const bin = findPostgres();
jest.setTimeout(600_000);
const onOwnCluster = isNative && bin ? describe : describe.skip;

/** How the example begins that compares a restored database with the backup. */
const COMPARISON = "PLAIN=";

/** Returns the example of a section that begins with some words. */
function example(heading: string, words: string): string {
  const page = pageAt(heading === INSTALL ? "docs/install.md" : "docs/backup.md");
  const blocks = blocksOf({ ...page, text: sectionOf(page, heading) });
  const block = blocks.find(({ code }) => code.startsWith(words));
  if (!block) throw new Error(`No example in "${heading}" begins with "${words}".`);
  return block.code;
}

// These tests run on a server of their own, which has no roles but the page's.
onOwnCluster("install.md and backup.md", () => {
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
    // There is no terminal to ask for a password, the files are in a directory of the test, and Debian's npm is large.
    return await shell.run(
      `(set -e\n${words.map((word) => example(heading, word)).join("")})`
        .replaceAll(" --pwprompt", "")
        .replaceAll("npm run restored", "node src/cli/restored.ts")
        .replaceAll(/\b(alerts\.dump|items)\b/g, `${directory}/$1`)
        // The test starts the service itself.
        .replace("PORT=4001 npm start", ""),
    );
  }

  /** Drops the database and the roles, as on a new server. */
  async function lose(): Promise<void> {
    await onServer(cluster.url, "drop database alerts with (force)");
    for (const role of "app_host app_admin app_user app_anonymous app_analyst app_owner location_alert".split(
      " ",
    ))
      await onServer(cluster.url, `drop role if exists ${role}`);
  }

  async function withService<T>(run: (serviceUrl: string) => Promise<T>): Promise<T> {
    const JWT_SECRET = "a secret of the tests with thirty-two characters";
    const service = startChild({ ...ADMINISTRATOR, DATABASE_URL: url, PORT: "0", JWT_SECRET });
    try {
      return await run(await service.url());
    } finally {
      await service.end();
    }
  }

  test("makes a database that the service starts on, and a backup of it", async () => {
    await follow(INSTALL, "createuser");
    told = await withService((serviceUrl) => publish(serviceUrl));
    expect(told.why).toContain('"level":"ONE"');
    await follow("Backup", "pg_dump");
    await lose();
  });

  /** Expects what the command says about ids and alerts. */
  async function expectPrepared(): Promise<void> {
    const output = await follow("Restore", "npm run restored");
    expect(output).toMatch(/^app_public\.notifications +1 +10000001$/m);
    expect(output).toMatch(/^continues: alert 1 is active until /m);
  }

  test("restores no usable database without its roles, and the service says so", async () => {
    await shell.run(
      "createuser --createrole location_alert && createdb --owner location_alert alerts",
    );
    await shell.run(`pg_restore --dbname alerts ${directory}/alerts.dump || true`);
    await expect(withService(async () => {})).rejects.toThrow(/restored without its roles/);
    await lose();
  });

  test("restores what the backup has, if the roles are created first", async () => {
    await follow("Restore", "createuser");
    expect(await follow("Restore", COMPARISON)).toBe("");
  });

  test.each([
    ["a policy", "drop policy read_own on app_public.notifications"],
    ["a grant", "revoke select on app_public.alerts from app_user"],
    ["an owner", "alter table app_public.users owner to location_alert"],
    ["a row", "delete from app_private.login_limits where ctid = '(0,1)'"],
    ["a sequence", "select setval('app_public.alerts_id_seq', 7)"],
  ])("tells that a restored database lacks %s of the backup", async (_what, statement) => {
    await shell.run(`createdb --owner location_alert --template alerts complete &&
      psql --quiet --dbname alerts --command "${statement}"`);
    await expect(follow("Restore", COMPARISON)).rejects.toThrow(" differ: ");
    await shell.run(`dropdb alerts && psql --command "alter database complete rename to alerts"`);
  });

  test("says what the restored database goes on with", expectPrepared);

  test("rehearses with it: the answers are the same, and an exercise can be published", async () => {
    await follow("Rehearse a restore", "psql --command");
    await withService(async (serviceUrl) => {
      expect(await askWhy(serviceUrl, told)).toBe(told.why);
      const exercise = await publish(serviceUrl, { status: "EXERCISE" });
      expect(exercise.alertId).toBe(told.alertId + 100_001);
    });
    await lose();
  });

  test("restores a complete database as the owner, if a superuser has prepared it with PostGIS", async () => {
    await follow(INSTALL, "createuser");
    await shell.run("psql --file migrations/prepare.sql $DATABASE_URL");
    await follow("Restore", "pg_restore --list");
    expect(await follow("Restore", COMPARISON)).toBe("");
    await expectPrepared();
  });
});

onOwnCluster("point-in-time recovery, as the page says", () => {
  test("brings back what there was at a moment before a mistake, after the server is lost", async () => {
    await using cleanups = new AsyncDisposableStack();
    const lost = await makeCluster(bin as string);
    cleanups.defer(() => lost.remove());
    const directory = await asPostgres("mktemp", "-d", join(tmpdir(), "las-recovery-XXXXXX"));
    cleanups.defer(() => rm(directory, { recursive: true }));
    const [archive, backup, restored] = ["archive", "backup", "restored"].map((name) =>
      join(directory, name),
    ) as [string, string, string];
    /** Runs commands as PostgreSQL's user, with the page's directories in the test's. */
    const sh = async (commands: string, port = lost.port) =>
      await asPostgres(
        "bash",
        "-ec",
        `export PATH=${bin}:$PATH PGHOST=127.0.0.1 PGPORT=${port} PGUSER=postgres\n${commands
          .replaceAll("/archive", archive)
          .replaceAll("/backup", backup)}`,
      );
    const sql = (statement: string, port?: number) => sh(`psql -XAtc "${statement}"`, port);
    const configure = (data: string, lines: string) =>
      sh(`cat >> ${data}/postgresql.conf << 'END'\n${lines}END\n`);
    const section = "Point-in-time recovery";

    const data = await sql("show data_directory");
    await sh("mkdir /archive /backup");
    await configure(data, example(section, "archive_mode = on"));
    await lost.kill("immediate");
    await lost.start();
    await sh(example(section, "pg_basebackup"));
    await sql("create table alerts as select 1 as id");
    const moment = await sql("select clock_timestamp()");
    await sql("drop table alerts");
    expect(await sql(example(section, "select coalesce"))).toBe("f");
    await lost.kill("all");

    await sh(`cp --no-clobber ${data}/pg_wal/[0-9A-F]* /archive
      cp --recursive /backup/* ${restored}
      touch ${restored}/recovery.signal`);
    const recovery = example(section, "restore_command");
    await configure(restored, recovery.replace("2026-01-31 03:04:05+00", moment));
    const port = await freePort();
    const options = `-p ${port} -k ${directory} -c hot_standby=off`;
    await sh(`pg_ctl -D ${restored} -w -l ${restored}.log -o "${options}" start
      until pg_isready --quiet --port ${port}; do sleep 0.1; done`);
    cleanups.defer(async () => void (await sh(`pg_ctl -D ${restored} -m immediate stop`)));
    expect(await sql("table alerts", port)).toBe("1");
    // The page's archive_command archives a file again after a crash, and never replaces another one.
    const command = example(section, "archive_mode = on").match(/^archive_command = '(.*)'$/m)?.[1];
    const archives = (content: string) =>
      sh(`echo ${content} > ${directory}/0001
        ${command?.replaceAll("%p", `${directory}/0001`).replaceAll("%f", "0001")}`);
    await archives("one");
    await archives("one");
    await expect(archives("another")).rejects.toThrow();
    expect(await sh("cat /archive/0001")).toBe("one");
  });
});
