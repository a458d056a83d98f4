import { execFile } from "node:child_process";
import { chown, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { asPostgres, freePort } from "../../src/commands/drill/postgresql.ts";

export { findPostgres } from "../../src/commands/drill/postgresql.ts";

const execute = promisify(execFile);

/** A PostgreSQL server for this test, to kill. */
export interface Cluster {
  url: string;
  /** Stops all its processes at once without a checkpoint, or kills the postmaster by SIGKILL. */
  kill(how: "immediate" | "SIGKILL"): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

export async function makeCluster(bin: string): Promise<Cluster> {
  const directory = await mkdtemp(join(tmpdir(), "las-cluster-"));
  const data = join(directory, "data");
  const run = (program: string, ...args: string[]) => asPostgres(join(bin, program), ...args);
  if (userInfo().uid === 0) {
    const { stdout } = await execute("id", ["-u", "postgres"]);
    await chown(directory, Number(stdout), -1);
  }
  await run("initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8");
  const port = await freePort();
  const options = `-p ${port} -k ${directory} -c listen_addresses=127.0.0.1 -c max_connections=60`;
  const start = () =>
    run("pg_ctl", "-D", data, "-w", "-l", join(directory, "log"), "-o", options, "start");
  await start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async kill(how) {
      if (how === "immediate") {
        await run("pg_ctl", "-D", data, "-w", "-m", "immediate", "stop");
      } else {
        const pid = Number((await readFile(join(data, "postmaster.pid"), "utf8")).split("\n")[0]);
        process.kill(pid, "SIGKILL");
      }
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
      await run("pg_ctl", "-D", data, "-m", "immediate", "stop").catch(() => {});
      await rm(directory, { recursive: true, force: true });
    },
  };
}
