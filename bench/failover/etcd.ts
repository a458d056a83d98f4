import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { freePort } from "../../src/cli/drill/postgresql.ts";
import { end, start } from "./start.ts";

/** Three etcd servers, which agree on who is the primary. */
export interface Etcd {
  /** The value of PATRONI_ETCD3_HOSTS. */
  hosts: string;
  /** Kills the leader by SIGKILL. */
  killLeader(): Promise<void>;
  /** Starts a killed server again. */
  restart(): void;
  stop(): Promise<void>;
}

interface Member {
  name: string;
  client: string;
  peer: string;
  process?: ChildProcess;
}

/** Starts three etcd servers, with their data below `root`. */
export async function startEtcd(root: string): Promise<Etcd> {
  const address = async () => `127.0.0.1:${await freePort()}`;
  const members: Member[] = [];
  for (const name of ["etcd-1", "etcd-2", "etcd-3"]) {
    members.push({ name, client: await address(), peer: await address() });
  }
  const cluster = members.map(({ name, peer }) => `${name}=http://${peer}`).join(",");

  function restart(): void {
    for (const member of members) {
      if (member.process && member.process.signalCode === null) continue;
      member.process = start(
        {
          ETCD_NAME: member.name,
          ETCD_DATA_DIR: join(root, member.name),
          ETCD_LISTEN_PEER_URLS: `http://${member.peer}`,
          ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${member.peer}`,
          ETCD_LISTEN_CLIENT_URLS: `http://${member.client}`,
          ETCD_ADVERTISE_CLIENT_URLS: `http://${member.client}`,
          ETCD_INITIAL_CLUSTER: cluster,
        },
        "etcd",
      );
    }
  }

  async function isLeader({ client }: Member): Promise<boolean> {
    const request = { method: "POST", body: "{}" };
    const response = await fetch(`http://${client}/v3/maintenance/status`, request);
    const status = (await response.json()) as { header: { member_id: string }; leader: string };
    return status.leader === status.header.member_id;
  }

  restart();
  return {
    hosts: members.map(({ client }) => client).join(","),
    async killLeader() {
      for (const member of members) {
        if (await isLeader(member)) member.process?.kill("SIGKILL");
      }
    },
    restart,
    async stop() {
      await Promise.all(members.map(({ process }) => process && end(process)));
    },
  };
}
