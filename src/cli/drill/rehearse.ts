import { appendFile, chown, readFile, rm } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { archiveCommand } from "./archive-command.ts";
import { asPostgres } from "./postgresql.ts";
import { runOn } from "./run-on.ts";
import { type DrillService, startService } from "./service.ts";
import { askWhy, outcome, publish } from "./story.ts";

const print = (text: string) => process.stdout.write(`${text}\n`);

/** Runs a program as PostgreSQL's user, and prints the command as one would type it. */
async function run(program: string, ...args: string[]): Promise<string> {
  const quoted = args.map((arg) => (/^[\w./:=@-]+$/.test(arg) ? arg : `'${arg}'`));
  print(`   $ ${[program, ...quoted].join(" ")}`);
  return await asPostgres(program, ...args);
}

async function query(url: string, sql: string): Promise<string> {
  print(`   => ${sql}`);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query({ text: sql, rowMode: "array" });
    return String(rows?.[0]?.[0]);
  } finally {
    await client.end();
  }
}

/** Adds settings to a server's configuration. */
async function configure(data: string, lines: string[]): Promise<void> {
  for (const line of lines) print(`   ${join(data, "postgresql.conf")}: ${line}`);
  await appendFile(join(data, "postgresql.conf"), `\n${lines.join("\n")}\n`);
}

/** The servers listen only on sockets in the directory, which nobody else may enter. Ports are part of their names. */
const PORT = 5432;
const OTHER_PORT = 5433;

/**
 * Rehearses the loss of a server and its recovery. The servers trust every connection, so only PostgreSQL's user may
 * enter the directory.
 *
 * @param signal Ends the drill before the next step, and stops what it started.
 * @returns The exit code.
 */
export async function rehearse(
  bin: string,
  directory: string,
  signal: AbortSignal,
): Promise<number> {
  let steps = 0;
  const step = (text: string) => {
    signal.throwIfAborted();
    print(`\n${++steps}. ${text}`);
  };
  const [data, base, archive, restored] = ["server", "base", "archive", "restored"].map((name) =>
    join(directory, name),
  ) as [string, string, string, string];
  if (userInfo().uid === 0) {
    await chown(directory, Number(await asPostgres("id", "-u")), -1);
  }
  const start = (at: string, port: number) =>
    run(
      `${bin}/pg_ctl`,
      "--pgdata",
      at,
      "--wait",
      "--log",
      `${at}.log`,
      "--options",
      `-p ${port} -k ${directory} -c listen_addresses=`,
      "start",
    );
  const stop = (at: string) =>
    asPostgres(`${bin}/pg_ctl`, "--pgdata", at, "--mode", "immediate", "stop").catch(() => {});
  const url = (port: number, user: string, database: string) =>
    `postgres:///${database}?user=${user}&port=${port}&host=${encodeURIComponent(directory)}`;
  let service: DrillService | undefined;

  try {
    step(
      "A server that archives its write-ahead log (WAL), each segment when it is full, and at least each minute.",
    );
    await run(
      `${bin}/initdb`,
      "--pgdata",
      data,
      "--username",
      "postgres",
      "--auth",
      "trust",
      "--encoding",
      "UTF8",
    );
    await asPostgres("mkdir", archive);
    await configure(data, [
      "archive_mode = on",
      `archive_command = '${archiveCommand(archive)}'`,
      "archive_timeout = 60",
    ]);
    await start(data, PORT);

    step("A database with an owner who is not a superuser, and the service on it.");
    await query(url(PORT, "postgres", "postgres"), "create role location_alert login createrole");
    await query(url(PORT, "postgres", "postgres"), "create database alerts owner location_alert");
    await query(url(PORT, "postgres", "alerts"), "create extension postgis schema public");
    service = await startService(url(PORT, "location_alert", "alerts"), signal);
    print(`   $ npm start: ready at ${service.url}`);

    step("A base backup, while the service runs.");
    await run(
      `${bin}/pg_basebackup`,
      "--pgdata",
      base,
      "--host",
      directory,
      "--port",
      String(PORT),
      "--username",
      "postgres",
      "--checkpoint",
      "fast",
    );

    step("An alert is published after the backup. Why was the administrator notified?");
    const told = await publish(service.url);
    print(`   ${told.why}`);
    const moment = await query(
      url(PORT, "location_alert", "alerts"),
      "select clock_timestamp()::text",
    );
    print(`   ${moment}`);

    step("Then someone makes a mistake, and the server dies.");
    await query(url(PORT, "location_alert", "alerts"), "truncate app_public.notifications");
    const [pid] = (await readFile(join(data, "postmaster.pid"), "utf8")).split("\n");
    print(`   $ kill -9 ${pid}`);
    process.kill(Number(pid), "SIGKILL");
    await service.stop();
    service = undefined;

    step(
      "The last WAL was not archived yet. Its disk is readable, so it is copied. Without it, up to a minute would be lost.",
    );
    await run("sh", "-c", `cp --no-clobber ${data}/pg_wal/[0-9A-F]* ${archive}`);
    await stop(data);
    await rm(data, { recursive: true, force: true });

    step("Elsewhere: the base backup, and the WAL up to the moment before the mistake.");
    await run("cp", "--recursive", base, restored);
    await configure(restored, [
      "archive_mode = off",
      // No connections until the recovery is complete.
      "hot_standby = off",
      `restore_command = 'cp ${archive}/%f %p'`,
      `recovery_target_time = '${moment}'`,
      "recovery_target_action = promote",
    ]);
    await run("touch", `${restored}/recovery.signal`);
    await start(restored, OTHER_PORT);
    const otherUrl = url(OTHER_PORT, "location_alert", "alerts");

    step("Ids move on, as phones know those since the backup. Is it complete?");
    for (const command of ["restored", "restore-check"]) {
      print(`   $ npm run ${command}`);
      print(`   ${await runOn(otherUrl, command, signal)}`);
    }

    step("The service on it. Why was the administrator notified?");
    service = await startService(otherUrl, signal);
    print(`   $ npm start: ready at ${service.url}`);
    const why = await askWhy(service.url, told);
    print(`   ${why}`);
    const { text, code } = outcome(told.why, why);
    print(`\n${text}`);
    return code;
  } finally {
    await service?.stop();
    await stop(data);
    await stop(restored);
  }
}
