import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Log } from "../log.ts";

/** How often a pool of workers says that it lives, in milliseconds; app_private.heartbeat() allows for five. */
const INTERVAL = 2_000;

const beat = (poolId: string) => ({
  text: "select app_private.heartbeat($1)",
  values: [poolId],
});

/** Says that a pool of workers lives, until the signal. */
export async function keepBeating(
  owner: pg.Pool,
  poolId: string,
  signal: AbortSignal,
  log: Log,
): Promise<void> {
  for (;;) {
    await sleep(INTERVAL, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    await owner.query(beat(poolId)).catch((error: Error) => {
      log(`jobs: no heartbeat: ${error.message}`);
    });
  }
}

/** Says so for the first time before a job is taken: what is taken by a pool that nobody knows stays taken. */
export const FirstHeartbeatPlugin: GraphileConfig.Plugin = {
  name: "FirstHeartbeatPlugin",
  version: "1.0.0",
  worker: {
    hooks: {
      async startWorker(_context, { worker: { workerPool }, withPgClient }) {
        await withPgClient((client) => client.query(beat(workerPool.id)));
      },
    },
  },
};
