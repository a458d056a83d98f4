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

/** Returns when the server on this port is a standby no more. */
export async function untilPromoted(port: number): Promise<void> {
  const client = await connect(urlOf(port));
  const STATE = "select pg_is_in_recovery() as waits";
  while ((await client.query<{ waits: boolean }>(STATE)).rows[0]?.waits) await sleep(10);
  await client.end();
}

/** Returns when a synchronous standby follows the server at this URL. */
export async function untilFollowed(url: string): Promise<void> {
  const client = await connect(url);
  const STATE = "select from pg_stat_replication where sync_state = 'sync'";
  for (let tries = 0; (await client.query(STATE)).rows.length === 0; tries += 1) {
    if (tries === 1200) throw new Error("The standby does not follow.");
    await sleep(100);
  }
  await client.end();
}
