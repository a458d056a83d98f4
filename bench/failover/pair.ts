import { chown, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { asPostgres, findPostgres, freePort } from "../../src/commands/drill/postgresql.ts";
import { type Address, makeAddress } from "../../test/crash/address.ts";
import { connect } from "../lib/clones.ts";

/** One of the two servers. */
interface Server {
  port: number;
  directory: string;
}

/** A PostgreSQL server and its synchronous standby. After each failover a new standby follows the new primary. */
export interface Pair {
  readonly primary: string;
  readonly standby: string;
  /** The port of the standby, to which the address leads after a crash. */
  readonly standbyPort: number;
  readonly primaryPort: number;
  /** Lets nothing through between the two any more. */
  cut(): void;
  /** Kills all processes of the primary by SIGKILL. */
  kill(): Promise<void>;
  /** Makes the standby the primary. */
  promote(): Promise<void>;
  /** Makes a standby. No commit is acknowledged without it from now on. */
  follow(): Promise<void>;
  remove(): Promise<void>;
}

/** The last processes of a killed server may still write. */
const DEEPLY = { recursive: true, force: true, maxRetries: 20, retryDelay: 200 };

const urlOf = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`;

/** Makes the primary. */
export async function makePair(): Promise<Pair> {
  const bin = findPostgres();
  if (!bin) throw new Error("Install PostgreSQL's server, such as Debian's postgresql-15.");
  const run = (program: string, ...args: string[]) => asPostgres(join(bin, program), ...args);
  const root = await mkdtemp(join(tmpdir(), "las-bench-failover-"));
  if (userInfo().uid === 0) await chown(root, Number(await asPostgres("id", "-u")), -1);

  const start = ({ port, directory }: Server) => {
    const options = `-p ${port} -k ${root} -c listen_addresses=127.0.0.1 -c shared_buffers=256MB`;
    return run("pg_ctl", "-D", directory, "-w", "-l", `${directory}.log`, "-o", options, "start");
  };
  const psql = (server: Server, statement: string) =>
    run("psql", "-X", "-A", "-t", "-d", urlOf(server.port), "-c", statement);

  let made = 0;
  const nextServer = async (): Promise<Server> => {
    made += 1;
    return { port: await freePort(), directory: join(root, `server-${made}`) };
  };
  let primary = await nextServer();
  let standby: Server | undefined;
  /** The primary before the last failover. */
  let former: Server | undefined;
  /** The way from the standby to the primary. */
  let link: Address | undefined;
  await run("initdb", "-D", primary.directory, "-U", "postgres", "-A", "trust", "-E", "UTF8");
  await start(primary);

  async function kill(): Promise<void> {
    const file = join(primary.directory, "postmaster.pid");
    const pid = Number((await readFile(file, "utf8")).split("\n")[0]);
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
    for (const one of [pid, ...children.trim().split(" ").filter(Boolean).map(Number)]) {
      process.kill(one, "SIGKILL");
    }
  }

  async function removeFormer(): Promise<void> {
    link?.close();
    if (!former) return;
    // A primary that only lost its network is alive.
    await run("pg_ctl", "-D", former.directory, "-m", "immediate", "stop").catch(() => {});
    await rm(former.directory, DEEPLY);
    former = undefined;
  }

  const existingStandby = () => standby as Server;
  return {
    get primary() {
      return urlOf(primary.port);
    },
    get standby() {
      return urlOf(existingStandby().port);
    },
    get primaryPort() {
      return primary.port;
    },
    get standbyPort() {
      return existingStandby().port;
    },
    cut: () => link?.cut(),
    kill,
    async promote() {
      const promoting = await connect(urlOf(existingStandby().port));
      await run("pg_ctl", "-D", existingStandby().directory, "-W", "promote");
      const STATE = "select pg_is_in_recovery() as waits";
      while ((await promoting.query<{ waits: boolean }>(STATE)).rows[0]?.waits) await sleep(10);
      await promoting.end();
      former = primary;
      primary = existingStandby();
      standby = undefined;
    },
    async follow() {
      await removeFormer();
      const copy = await nextServer();
      link = await makeAddress(primary.port);
      const source = `host=127.0.0.1 port=${link.port} user=postgres application_name=standby`;
      await run(
        "pg_basebackup",
        "-D",
        copy.directory,
        "-R",
        "-X",
        "stream",
        "-c",
        "fast",
        "-d",
        source,
      );
      await start(copy);
      standby = copy;
      await psql(primary, "alter system set synchronous_standby_names = 'standby'");
      await psql(primary, "select pg_reload_conf()");
      const state = "select count(*) from pg_stat_replication where sync_state = 'sync'";
      for (let tries = 0; (await psql(primary, state)) !== "1"; tries += 1) {
        if (tries === 600) throw new Error("The standby does not follow.");
        await sleep(100);
      }
    },
    async remove() {
      await removeFormer();
      for (const { directory } of [primary, ...(standby ? [standby] : [])]) {
        await run("pg_ctl", "-D", directory, "-m", "immediate", "stop").catch(() => {});
      }
      await rm(root, DEEPLY);
    },
  };
}
