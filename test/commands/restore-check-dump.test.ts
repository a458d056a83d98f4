import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";
import { countDumped, countRows, rowFaults } from "../../src/cli/restore-check/data.ts";
import { openDatabase } from "../../src/database/open.ts";
import { cloneDatabase, insertUser, isNative } from "../helpers/database.ts";
import { environmentOf, run } from "./run.ts";

// Making the reference database takes seconds. It is embedded, so this compares versions of PostgreSQL too.
(isNative ? test : test.skip)(
  "restore-check names exactly what a restored database lacks of its backup, and ends with 1",
  async () => {
    await using cleanups = new AsyncDisposableStack();
    const directory = await mkdtemp(join(tmpdir(), "las-restored-"));
    cleanups.defer(() => rm(directory, { recursive: true, force: true }));
    const clone = await cloneDatabase();
    cleanups.defer(() => clone.drop());
    const database = await openDatabase(clone.config, () => {});
    cleanups.defer(() => database.close());
    const query = (sql: string) => database.ownerPool.query(sql);
    await insertUser(database);
    await insertUser(database);
    await query(`update app_public.users set address = E'Via Roma\n\\.\nCOPY x (y) FROM stdin;'`);
    const dump = join(directory, "alerts.dump");
    const tables = ["app_public.users", "app_private.login_limits", "app_private.invitations"];
    await promisify(execFile)("pg_dump", [
      ...["--format=custom", "--file", dump, database.connectionString],
      ...tables.flatMap((table) => ["--table", table]),
    ]);
    const dumped = await countDumped(dump);
    expect([...dumped].sort()).toEqual([
      ["app_private.invitations", 0],
      ["app_private.login_limits", 7],
      ["app_public.users", 2],
    ]);
    expect(rowFaults(await countRows(database.ownerPool), dumped)).toEqual([]);
    const other = join(directory, "text");
    await writeFile(other, "no backup");
    await expect(countDumped(other)).rejects.toThrow(`pg_restore cannot read ${other}.`);

    await query("delete from app_private.login_limits");
    await query("select graphile_worker.add_job('push_fcm')");
    await query("create index own on app_public.users (name)");
    const temporary = join(directory, "temporary");
    await mkdir(temporary);
    const { code, stdout } = await run("restore-check", ["--dump", dump], {
      ...environmentOf(clone.config),
      TMPDIR: temporary,
    });
    expect(stdout).toMatch(/^app_public\.users +2$/m);
    // An empty table is not listed.
    expect(stdout).not.toMatch(/^app_private\.invitations /m);
    expect(stdout).toContain(
      "\n\nnot ours: index app_public.own\nrows: there is no administrator\nrows: app_private.login_limits has 0, and the backup 7\ncontinues: 1 job of push_fcm in the queue\nThe service continues these when it starts. Some may be over: docs/operators.md#what-comes-back says how to end them before it does.\nThis database is not complete: 2 of",
    );
    expect(code).toBe(1);
    // The reference database was removed.
    expect(await readdir(temporary)).toEqual([]);
  },
);
