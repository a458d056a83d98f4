import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chown, mkdtemp, readFile, rename, rm } from "node:fs/promises";
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
  /** Makes a standby of the present primary. From then on, no commit is acknowledged without it. */
  addStandby(): Promise<Standby>;
  remove(): Promise<void>;
}

/** A copy of a PostgreSQL server that follows it. */
export interface Standby {
  port: number;
  promote(): Promise<void>;
}

/** Makes a directory for a server's files. */
async function makeDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "las-cluster-"));
  if (userInfo().uid === 0) {
    const { stdout } = await execute("id", ["-u", "postgres"]);
    await chown(directory, Number(stdout), -1);
  }
  return directory;
}

/** Returns the files of a new server, which are made once and kept for later runs. Concurrent tests each make them. */
async function newFiles(bin: string): Promise<string> {
  const version = (await execute(join(bin, "initdb"), ["--version"])).stdout.match(/[\d.]+/)?.[0];
  const kept = join(tmpdir(), `las-initdb-${version}-${userInfo().username}`);
  if (existsSync(kept)) return join(kept, "data");
  const made = await makeDirectory();
  const options = ["-U", "postgres", "-A", "trust", "-E", "UTF8"];
  await asPostgres(join(bin, "initdb"), "-D", join(made, "data"), ...options);
  await rename(made, kept).catch(() => rm(made, { recursive: true }));
  return join(kept, "data");
}

/**
 * Makes a PostgreSQL server of its own.
 * @param settings Settings of PostgreSQL, each as `name=value`.
 */
export async function makeCluster(bin: string, settings: readonly string[] = []): Promise<Cluster> {
  const directory = await makeDirectory();
  const data = join(directory, "data");
  const run = (program: string, ...args: string[]) => asPostgres(join(bin, program), ...args);
  await asPostgres("cp", "-a", await newFiles(bin), data);
  const port = await freePort();
  const all = ["listen_addresses=127.0.0.1", "max_connections=60", ...settings];
  const startOf = ({ folder, port }: { folder: string; port: number }) => {
    const options = `-p ${port} -k ${directory} ${all.map((one) => `-c ${one}`).join(" ")}`;
    return run("pg_ctl", "-D", folder, "-w", "-l", `${folder}.log`, "-o", options, "start");
  };
  /** The server that takes writes, and all that there were. */
  let primary = { folder: data, port };
  const servers = [primary];
  const start = () => startOf(primary);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await start();

  const backup = join(directory, "backup");
  const stop = (how: string) => run("pg_ctl", "-D", primary.folder, "-w", "-m", how, "stop");

  async function addStandby(): Promise<Standby> {
    const source = `host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`;
    const copy = { folder: join(directory, `standby${servers.length}`), port: await freePort() };
    servers.push(copy);
    await run("pg_basebackup", "-D", copy.folder, "-R", "-X", "stream", "-c", "fast", "-d", source);
    await startOf(copy);
    const sql = (statement: string) => run("psql", "-XAt", "-d", source, "-c", statement);
    await sql("alter system set synchronous_standby_names = 'standby'");
    await sql("select pg_reload_conf()");
    const state = "select count(*) from pg_stat_replication where sync_state = 'sync'";
    for (let tries = 0; (await sql(state)) !== "1"; tries += 1) {
      if (tries === 100) throw new Error("The standby does not follow.");
      await sleep(100);
    }
    return {
      port: copy.port,
      async promote() {
        await run("pg_ctl", "-D", copy.folder, "-w", "promote");
        primary = copy;
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
        const pid = Number(
          (await readFile(join(primary.folder, "postmaster.pid"), "utf8")).split("\n")[0],
        );
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
      for (const { folder } of servers) {
        await run("pg_ctl", "-D", folder, "-m", "immediate", "stop").catch(() => {});
      }
      await rm(directory, { recursive: true, force: true });
    },
  };
}
