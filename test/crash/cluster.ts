import { execFile } from "node:child_process";
import { chown, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { asPostgres, freePort } from "../helpers/postgresql.ts";

export { findPostgres } from "../helpers/postgresql.ts";

const execute = promisify(execFile);

/** A PostgreSQL server that a test can kill. */
export interface Cluster {
  url: string;
  port: number;
  /** Stops all its processes at once without a checkpoint, or kills the postmaster or all of them by SIGKILL. */
  kill(how: "immediate" | "SIGKILL" | "all"): Promise<void>;
  start(): Promise<void>;
  /** Copies the server's files, as a base backup does, and goes back to them later. Both restart it. */
  backUp(): Promise<void>;
  restore(): Promise<void>;
  /** Returns what the server has logged. */
  log(): Promise<string>;
  /** Makes a standby. From then on, no commit is acknowledged without it. */
  addStandby(): Promise<Standby>;
  remove(): Promise<void>;
}

/** A copy of a PostgreSQL server that follows it. */
export interface Standby {
  port: number;
  promote(): Promise<void>;
}

/**
 * Makes a PostgreSQL server of its own.
 * @param settings Settings of PostgreSQL, each as `name=value`.
 */
export async function makeCluster(bin: string, settings: readonly string[] = []): Promise<Cluster> {
  const directory = await mkdtemp(join(tmpdir(), "las-cluster-"));
  const data = join(directory, "data");
  const run = (program: string, ...args: string[]) => asPostgres(join(bin, program), ...args);
  if (userInfo().uid === 0) {
    const { stdout } = await execute("id", ["-u", "postgres"]);
    await chown(directory, Number(stdout), -1);
  }
  await run("initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8");
  const port = await freePort();
  const all = ["listen_addresses=127.0.0.1", "max_connections=60", ...settings];
  const options = `-p ${port} -k ${directory} ${all.map((one) => `-c ${one}`).join(" ")}`;
  const startOf = (folder: string, settings: string) =>
    run("pg_ctl", "-D", folder, "-w", "-l", `${folder}.log`, "-o", settings, "start");
  const start = () => startOf(data, options);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const copy = join(directory, "standby");
  await start();

  const backup = join(directory, "backup");
  const stop = (how: string) => run("pg_ctl", "-D", data, "-w", "-m", how, "stop");

  async function addStandby(): Promise<Standby> {
    const source = `host=127.0.0.1 port=${port} user=postgres application_name=standby`;
    await run("pg_basebackup", "-D", copy, "-R", "-X", "stream", "-c", "fast", "-d", source);
    const copyPort = await freePort();
    await startOf(copy, options.replace(String(port), String(copyPort)));
    const sql = (statement: string) => run("psql", "-X", "-A", "-t", "-d", url, "-c", statement);
    await sql("alter system set synchronous_standby_names = 'standby'");
    await sql("select pg_reload_conf()");
    const state = "select count(*) from pg_stat_replication where sync_state = 'sync'";
    for (let tries = 0; (await sql(state)) !== "1"; tries += 1) {
      if (tries === 100) throw new Error("The standby does not follow.");
      await sleep(100);
    }
    return {
      port: copyPort,
      async promote() {
        await run("pg_ctl", "-D", copy, "-w", "promote");
      },
    };
  }

  return {
    url,
    port,
    addStandby,
    log: () => readFile(`${data}.log`, "utf8"),
    async kill(how) {
      if (how === "immediate") {
        await stop("immediate");
      } else {
        const pid = Number((await readFile(join(data, "postmaster.pid"), "utf8")).split("\n")[0]);
        // The child processes would end by themselves, but not at once.
        const children =
          how === "all" ? await readFile(`/proc/${pid}/task/${pid}/children`, "utf8") : "";
        for (const one of [pid, ...children.trim().split(" ").filter(Boolean).map(Number)]) {
          try {
            process.kill(one, "SIGKILL");
          } catch (error) {
            // It has ended by itself, as the postmaster is gone.
            if (one === pid || (error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
          }
        }
      }
    },
    async backUp() {
      await stop("fast");
      await asPostgres("cp", "-a", data, backup);
      // A base backup has no replication slots.
      await asPostgres("find", join(backup, "pg_replslot"), "-mindepth", "1", "-delete");
      await start();
    },
    async restore() {
      await stop("immediate");
      await asPostgres("rm", "-r", data);
      await asPostgres("mv", backup, data);
      await start();
    },
    async start() {
      // A new server cannot start until the last process of the killed one has ended.
      for (let tries = 1; ; tries += 1) {
        try {
          await start();
          return;
        } catch (error) {
          if (tries === 50) throw error;
          await sleep(200);
        }
      }
    },
    async remove() {
      for (const folder of [data, copy]) {
        await run("pg_ctl", "-D", folder, "-m", "immediate", "stop").catch(() => {});
      }
      await rm(directory, { recursive: true, force: true });
    },
  };
}
