import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findPostgres, freePort } from "../../src/cli/drill/postgresql.ts";
import { startEtcd } from "./etcd.ts";
import { killServer, untilFollowed, untilPromoted } from "./processes.ts";
import { type Servers, urlOf } from "./servers.ts";
import { end, giveToPostgres, start } from "./start.ts";

const HAPROXY = "/usr/sbin/haproxy";
/** True if the programs of the chain are installed. */
export const hasChain = ["/usr/bin/patroni", "/usr/bin/etcd", HAPROXY].every(existsSync);

const FILES = join(import.meta.dirname, "../../compose/ha");
const SUPERUSER = {
  PATRONI_SUPERUSER_USERNAME: "postgres",
  PATRONI_SUPERUSER_PASSWORD: "a password for benchmarks",
  PATRONI_REPLICATION_USERNAME: "postgres",
  PATRONI_REPLICATION_PASSWORD: "a password for benchmarks",
};

/** A PostgreSQL server with its Patroni. */
interface Member {
  name: string;
  port: number;
  /** The port of Patroni's API. */
  api: number;
  data: string;
}

/**
 * Returns Patroni's settings, changed for the benchmark: it makes the database itself, uses the PostgreSQL in `bin`,
 * and lets hosts connect without a password.
 */
async function readSettings(bin: string): Promise<string> {
  const settings = await readFile(join(FILES, "patroni.yml"), "utf8");
  return settings
    .replace(/^ *post_bootstrap:.*\n/m, "")
    .replace(/bin_dir: .*$/m, `bin_dir: ${bin}`)
    .replace(/- host all all all .*$/m, "- host all all 127.0.0.1/32 trust");
}

async function findPrimary(members: Member[]): Promise<Member> {
  for (let tries = 0; tries < 600; tries += 1) {
    for (const member of members) {
      const answer = await fetch(`http://127.0.0.1:${member.api}/primary`).catch(() => undefined);
      if (answer?.ok) return member;
    }
    await sleep(200);
  }
  throw new Error("Patroni made no primary.");
}

/** Starts the chain that compose/ha sets up: three etcd servers, two PostgreSQL servers with Patroni, and HAProxy. */
export async function makeChain(): Promise<Servers> {
  const bin = findPostgres();
  if (!bin) throw new Error("Install PostgreSQL's server, such as postgresql-15.");
  await using starting = new AsyncDisposableStack();
  const root = await mkdtemp(join(tmpdir(), "las-bench-chain-"));
  starting.defer(() => rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 }));
  await giveToPostgres(root);
  const etcd = await startEtcd(root);
  starting.defer(() => etcd.stop());

  const configuration = join(root, "patroni.yml");
  await writeFile(configuration, await readSettings(bin));
  const members: Member[] = [];
  for (const name of ["postgres-1", "postgres-2"]) {
    const directory = join(root, name);
    await mkdir(directory);
    await giveToPostgres(directory);
    const [port, api] = [await freePort(), await freePort()];
    const member = { name, port, api, data: join(directory, "data") };
    const patroni = start(
      {
        ...SUPERUSER,
        PATRONI_NAME: name,
        PATRONI_ETCD3_HOSTS: etcd.hosts,
        PATRONI_RESTAPI_LISTEN: `127.0.0.1:${api}`,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${api}`,
        PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
        PATRONI_POSTGRESQL_DATA_DIR: member.data,
        PATRONI_POSTGRESQL_PGPASS: join(directory, "pgpass"),
      },
      "patroni",
      configuration,
    );
    starting.defer(() => end(patroni));
    members.push(member);
  }
  const [one, two] = members as [Member, Member];
  let primary = await findPrimary(members);

  const [port, standbyPort] = [await freePort(), await freePort()];
  const haproxy = start(
    {
      HA_PRIMARY: `127.0.0.1:${port}`,
      HA_STANDBY: `127.0.0.1:${standbyPort}`,
      HA_POSTGRES_1: `127.0.0.1:${one.port}`,
      HA_POSTGRES_2: `127.0.0.1:${two.port}`,
      HA_PATRONI_1: String(one.api),
      HA_PATRONI_2: String(two.api),
    },
    HAPROXY,
    "-db",
    "-f",
    join(FILES, "haproxy.cfg"),
  );
  starting.defer(() => end(haproxy));
  await untilFollowed(urlOf(primary.port));

  const running = starting.move();
  return {
    url: urlOf(port),
    get primary() {
      return urlOf(primary.port);
    },
    async prepare() {},
    async lose(way) {
      if (way === "etcd") await etcd.killLeader();
      await killServer(primary.data);
    },
    async promoted() {
      // Without etcd's leader the former primary may be back before the standby can take over.
      primary = (await untilPromoted([one.port, two.port])) === one.port ? one : two;
    },
    async follow() {
      etcd.restart();
      // Patroni makes the former primary the standby.
      await untilFollowed(urlOf(primary.port));
    },
    remove: () => running.disposeAsync(),
  };
}
