import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { asPostgres, findPostgres, freePort } from "../../src/cli/drill/postgresql.ts";
import { type Address, makeAddress } from "../../test/crash/address.ts";
import { connect } from "../lib/clones.ts";
import { killServer, untilFollowed, untilPromoted } from "./processes.ts";
import { type Servers, urlOf } from "./servers.ts";
import { giveToPostgres } from "./start.ts";

interface Server {
  port: number;
  directory: string;
}

/**
 * Milliseconds between the cut and the promotion. Patroni waits as long, because it cannot know that the primary is
 * gone.
 */
const PATIENCE = 20_000;
/** Retries, because the last processes of a killed server may still write. */
const DEEPLY = { recursive: true, force: true, maxRetries: 20, retryDelay: 200 };

/** Makes a primary. The benchmark itself promotes the standby, and directs the address to it. */
export async function makePair(): Promise<Servers> {
  const bin = findPostgres();
  if (!bin) throw new Error("Install PostgreSQL's server, such as Debian's postgresql-15.");
  const run = (program: string, ...args: string[]) => asPostgres(join(bin, program), ...args);
  const root = await mkdtemp(join(tmpdir(), "las-bench-failover-"));
  await giveToPostgres(root);

  const start = ({ port, directory }: Server) => {
    const options = `-p ${port} -k ${root} -c listen_addresses=127.0.0.1 -c shared_buffers=256MB`;
    return run("pg_ctl", "-D", directory, "-w", "-l", `${directory}.log`, "-o", options, "start");
  };
  let made = 0;
  const nextServer = async (): Promise<Server> => {
    made += 1;
    return { port: await freePort(), directory: join(root, `server-${made}`) };
  };
  let primary = await nextServer();
  let standby: Server | undefined;
  /** The primary before the last failover. */
  let former: Server | undefined;
  /** The address by which the standby reaches the primary. */
  let link: Address | undefined;
  await run("initdb", "-D", primary.directory, "-U", "postgres", "-A", "trust", "-E", "UTF8");
  await start(primary);
  const address = await makeAddress(primary.port);

  const existingStandby = () => standby as Server;
  async function removeFormer(): Promise<void> {
    link?.close();
    if (!former) return;
    // A primary that only lost its network still runs.
    await run("pg_ctl", "-D", former.directory, "-m", "immediate", "stop").catch(() => {});
    await rm(former.directory, DEEPLY);
    former = undefined;
  }

  return {
    url: urlOf(address.port),
    get primary() {
      return urlOf(primary.port);
    },
    async prepare(way) {
      if (way !== "lag") return;
      const client = await connect(urlOf(existingStandby().port));
      await client.query("select pg_wal_replay_pause()");
      await client.end();
    },
    async lose(way) {
      if (way === "cut") {
        address.cut();
        link?.cut();
        await sleep(PATIENCE);
        return;
      }
      await killServer(primary.directory);
      address.leadTo(existingStandby().port);
    },
    async promoted() {
      await run("pg_ctl", "-D", existingStandby().directory, "-W", "promote");
      await untilPromoted([existingStandby().port]);
      [former, primary, standby] = [primary, existingStandby(), undefined];
      address.leadTo(primary.port);
    },
    async follow() {
      await removeFormer();
      const copy = await nextServer();
      link = await makeAddress(primary.port);
      const source = `host=127.0.0.1 port=${link.port} user=postgres application_name=standby`;
      const copied = ["-D", copy.directory, "-R", "-X", "stream", "-c", "fast", "-d", source];
      await run("pg_basebackup", ...copied);
      await start(copy);
      standby = copy;
      const client = await connect(urlOf(primary.port));
      await client.query("alter system set synchronous_standby_names = 'standby'");
      await client.query("select pg_reload_conf()");
      await client.end();
      await untilFollowed(urlOf(primary.port));
    },
    async remove() {
      address.close();
      await removeFormer();
      for (const { directory } of [primary, ...(standby ? [standby] : [])]) {
        await run("pg_ctl", "-D", directory, "-m", "immediate", "stop").catch(() => {});
      }
      await rm(root, DEEPLY);
    },
  };
}
