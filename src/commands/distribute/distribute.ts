import type { Pool } from "pg";
import { checkHistory } from "../../database/check-history.ts";
import type { Log } from "../../process/log.ts";
import { CommandError } from "../run-command.ts";
import { checkCluster } from "./check-cluster.ts";
import { readSteps } from "./steps.ts";

/** The advisory lock that is held for the whole command, so that only one runs at a time. */
const LOCK = 4157;

/**
 * Distributes a migrated database over the worker nodes of its cluster. The steps that an interrupted run has completed
 * stay, and are not done again.
 */
export async function distribute(pool: Pool, log: Log): Promise<void> {
  await checkHistory(pool);
  const client = await pool.connect();
  try {
    await checkCluster(client);
    const { rows } = await client.query("select pg_try_advisory_lock($1) as taken", [LOCK]);
    if (!rows[0].taken) throw new CommandError("Another run of this command is at work.");
    const steps = await readSteps();
    for (const [index, { title, sql }] of steps.entries()) {
      await client.query(`begin; ${sql}; commit`);
      log(`${index + 1} of ${steps.length}: ${title}`);
    }
  } finally {
    // The lock ends with the connection.
    client.release(true);
  }
}
