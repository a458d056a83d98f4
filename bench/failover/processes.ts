import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "../lib/clones.ts";
import { urlOf } from "./servers.ts";

/** Kills all processes of the PostgreSQL server in a directory by SIGKILL. */
export async function killServer(directory: string): Promise<void> {
  const file = await readFile(join(directory, "postmaster.pid"), "utf8");
  const pid = Number(file.split("\n")[0]);
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  for (const one of [pid, ...children.trim().split(" ").filter(Boolean).map(Number)]) {
    process.kill(one, "SIGKILL");
  }
}

async function canWrite(port: number): Promise<boolean> {
  try {
    const client = await connect(urlOf(port));
    const { rows } = await client.query<{ can: boolean }>("select not pg_is_in_recovery() as can");
    await client.end();
    return rows[0]?.can ?? false;
  } catch {
    return false;
  }
}

/** Waits until one of these servers can write. Returns its port. */
export async function untilPromoted(ports: number[]): Promise<number> {
  for (;;) {
    for (const port of ports) if (await canWrite(port)) return port;
    await sleep(10);
  }
}

/** Waits until a synchronous standby follows the server at this URL. */
export async function untilFollowed(url: string): Promise<void> {
  const client = await connect(url);
  const STATE = "select from pg_stat_replication where sync_state = 'sync'";
  for (let tries = 0; (await client.query(STATE)).rows.length === 0; tries += 1) {
    if (tries === 1200) throw new Error("The standby does not follow.");
    await sleep(100);
  }
  await client.end();
}
