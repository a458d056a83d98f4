import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Log } from "../ops/log.ts";
import { logFailure } from "../ops/outage.ts";

/** app_private.heartbeat() allows for five missed ones. */
const HEARTBEAT_INTERVAL_MS = 2_000;

const heartbeatQuery = (poolIds: readonly string[]) => ({
  text: "select app_private.heartbeat(variadic $1)",
  values: [poolIds],
});

/** Regularly tells the database which worker pools of this process are alive. */
export class Heartbeat {
  readonly #pools = new Set<string>();
  readonly #stopping = new AbortController();

  constructor(owner: pg.Pool, log: Log) {
    void this.#run(owner, log);
  }

  /** Includes a pool from now on. */
  add(poolId: string): void {
    this.#pools.add(poolId);
  }

  /** Leaves out a pool that has ended. */
  delete(poolId: string): void {
    this.#pools.delete(poolId);
  }

  stop(): void {
    this.#stopping.abort();
  }

  async #run(owner: pg.Pool, log: Log): Promise<void> {
    const { signal } = this.#stopping;
    for (;;) {
      await sleep(HEARTBEAT_INTERVAL_MS, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      if (this.#pools.size === 0) continue;
      await owner.query(heartbeatQuery([...this.#pools])).catch((error: Error) => {
        logFailure(log, "jobs: no heartbeat", error);
      });
    }
  }
}

/** Registers a pool before it takes its first job: a job locked by an unregistered pool is never released. */
export const FirstHeartbeatPlugin: GraphileConfig.Plugin = {
  name: "FirstHeartbeatPlugin",
  version: "1.0.0",
  worker: {
    hooks: {
      async startWorker(_context, { worker: { workerPool }, withPgClient }) {
        await withPgClient((client) => client.query(heartbeatQuery([workerPool.id])));
      },
    },
  },
};
