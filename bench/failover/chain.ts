import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync } from "node:fs";
import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { asPostgres, findPostgres, freePort } from "../../src/commands/drill/postgresql.ts";
import { killServer, untilFollowed, untilPromoted } from "./processes.ts";
import { type Servers, urlOf } from "./servers.ts";

const NEEDED = ["/usr/bin/patroni", "/usr/bin/etcd", "/usr/sbin/haproxy"];
const FILES = join(import.meta.dirname, "../../compose/ha");
const PASSWORD = "a password for benchmarks";

/** Returns the programs that the chain lacks. */
export function missing(): string[] {
  return NEEDED.filter((path) => {
    try {
      accessSync(path);
      return false;
    } catch {
      return true;
    }
  });
}

interface Member {
  name: string;
  port: number;
  rest: number;
  directory: string;
}

/** A member of the etcd cluster. */
interface Voter {
  name: string;
  client: number;
  peer: number;
  process?: ChildProcess;
}

const ports = <Name extends string>(names: readonly Name[]) =>
  Promise.all(names.map(async (name) => ({ name, ports: [await freePort(), await freePort()] })));

/** Starts the whole chain with the files of compose/ha: three etcd, two Patroni with PostgreSQL, and HAProxy. */
export async function makeChain(): Promise<Servers> {
  if (!findPostgres()) throw new Error("Install PostgreSQL's server, such as postgresql-15.");
  const root = await mkdtemp(join(tmpdir(), "las-bench-chain-"));
  const own = async (path: string) => {
    if (userInfo().uid === 0) await chown(path, Number(await asPostgres("id", "-u")), -1);
  };
  await own(root);
  const children = new Set<ChildProcess>();

  /** Starts a program as a user who may run PostgreSQL, which refuses root. */
  function start(env: NodeJS.ProcessEnv, program: string, ...args: string[]): ChildProcess {
    const words =
      userInfo().uid === 0
        ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", program, ...args]
        : [program, ...args];
    const child = spawn(words[0] as string, words.slice(1), {
      cwd: root,
      env: { PATH: process.env.PATH, HOME: root, ...env },
      stdio: process.env.BENCH_VERBOSE ? ["ignore", "inherit", "inherit"] : "ignore",
    });
    children.add(child);
    child.on("exit", () => children.delete(child));
    return child;
  }

  const voters: Voter[] = (await ports(["etcd-1", "etcd-2", "etcd-3"])).map(
    ({ name, ports: [client = 0, peer = 0] }) => ({ name, client, peer }),
  );
  const peerOf = ({ peer }: Voter) => `http://127.0.0.1:${peer}`;
  const clientOf = ({ client }: Voter) => `http://127.0.0.1:${client}`;
  const startVoter = (voter: Voter) => {
    voter.process = start(
      {
        ETCD_NAME: voter.name,
        ETCD_DATA_DIR: join(root, voter.name),
        ETCD_LISTEN_PEER_URLS: peerOf(voter),
        ETCD_INITIAL_ADVERTISE_PEER_URLS: peerOf(voter),
        ETCD_LISTEN_CLIENT_URLS: clientOf(voter),
        ETCD_ADVERTISE_CLIENT_URLS: clientOf(voter),
        ETCD_INITIAL_CLUSTER: voters.map((one) => `${one.name}=${peerOf(one)}`).join(","),
      },
      "etcd",
    );
  };
  for (const voter of voters) startVoter(voter);

  const shared = await readFile(join(FILES, "patroni.yml"), "utf8");
  const configuration = join(root, "patroni.yml");
  // The bench makes its own database, and connects without a password.
  const settings = shared
    .replace(/^ *post_bootstrap:.*\n/m, "")
    .replace(/^ {4}- host all all all .*$/m, "    - host all all 127.0.0.1/32 trust");
  await writeFile(configuration, settings);
  const members: Member[] = (await ports(["postgres-1", "postgres-2"])).map(
    ({ name, ports: [port = 0, rest = 0] }) => ({ name, port, rest, directory: join(root, name) }),
  );
  for (const { name, port, rest, directory } of members) {
    await mkdir(directory);
    await own(directory);
    start(
      {
        PATRONI_NAME: name,
        PATRONI_ETCD3_HOSTS: voters.map(({ client }) => `127.0.0.1:${client}`).join(","),
        PATRONI_RESTAPI_LISTEN: `127.0.0.1:${rest}`,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${rest}`,
        PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
        PATRONI_POSTGRESQL_DATA_DIR: join(directory, "data"),
        PATRONI_POSTGRESQL_PGPASS: join(directory, "pgpass"),
        PATRONI_SUPERUSER_USERNAME: "postgres",
        PATRONI_SUPERUSER_PASSWORD: PASSWORD,
        PATRONI_REPLICATION_USERNAME: "postgres",
        PATRONI_REPLICATION_PASSWORD: PASSWORD,
      },
      "patroni",
      configuration,
    );
  }

  const isPrimary = async ({ rest }: Member) =>
    await fetch(`http://127.0.0.1:${rest}/primary`).then(
      ({ ok }) => ok,
      () => false,
    );
  async function findPrimary(): Promise<Member> {
    for (let tries = 0; tries < 600; tries += 1) {
      for (const member of members) if (await isPrimary(member)) return member;
      await sleep(200);
    }
    throw new Error("Patroni made no primary.");
  }
  let primary = await findPrimary();
  await untilFollowed(urlOf(primary.port));

  const [port, standbyPort] = [await freePort(), await freePort()];
  const [one, two] = members as [Member, Member];
  start(
    {
      HA_PRIMARY: `127.0.0.1:${port}`,
      HA_STANDBY: `127.0.0.1:${standbyPort}`,
      HA_POSTGRES_1: `127.0.0.1:${one.port}`,
      HA_POSTGRES_2: `127.0.0.1:${two.port}`,
      HA_PATRONI_1: String(one.rest),
      HA_PATRONI_2: String(two.rest),
    },
    "/usr/sbin/haproxy",
    "-db",
    "-f",
    join(FILES, "haproxy.cfg"),
  );

  /** Kills etcd's leader. */
  async function killLeader(): Promise<void> {
    for (const voter of voters) {
      const response = await fetch(`${clientOf(voter)}/v3/maintenance/status`, {
        method: "POST",
        body: "{}",
      });
      const { header, leader } = (await response.json()) as {
        header: { member_id: string };
        leader: string;
      };
      if (header.member_id === leader) voter.process?.kill("SIGKILL");
    }
  }

  return {
    url: urlOf(port),
    get primary() {
      return urlOf(primary.port);
    },
    async prepare() {},
    async lose(way) {
      if (way === "etcd") await killLeader();
      await killServer(join(primary.directory, "data"));
    },
    async promoted() {
      const standby = members.find((member) => member !== primary) as Member;
      await untilPromoted(standby.port);
      primary = standby;
    },
    async follow() {
      for (const voter of voters) if (!voter.process || voter.process.signalCode) startVoter(voter);
      await untilFollowed(urlOf(primary.port));
    },
    async remove() {
      const ends = [...children].map((child) => once(child, "exit"));
      for (const child of children) child.kill("SIGTERM");
      await Promise.race([Promise.all(ends), sleep(20_000, undefined, { ref: false })]);
      for (const child of children) child.kill("SIGKILL");
      await rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
    },
  };
}
