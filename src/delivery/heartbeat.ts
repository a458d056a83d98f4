import type pg from "pg";
import type { Log } from "../ops/log.ts";
import { poll } from "../ops/poll.ts";

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
    const beat = async () => {
      if (this.#pools.size > 0) await owner.query(heartbeatQuery([...this.#pools]));
    };
    const { signal } = this.#stopping;
    void poll(beat, signal, log, "jobs: no heartbeat", HEARTBEAT_INTERVAL_MS, 1);
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
