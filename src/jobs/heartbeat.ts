import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Log } from "../process/log.ts";

/** How often this process says that its pools of workers live, in milliseconds; app_private.heartbeat() allows for five. */
const INTERVAL = 2_000;

const beat = (poolIds: readonly string[]) => ({
  text: "select app_private.heartbeat(variadic $1)",
  values: [poolIds],
});

/** Says which pools of workers live in this process. */
export class Heart {
  readonly #pools = new Set<string>();
  readonly #ending = new AbortController();

  constructor(owner: pg.Pool, log: Log) {
    void this.#beat(owner, log);
  }

  /** Says so of a pool too, until it is told that it has ended. */
  add(poolId: string): void {
    this.#pools.add(poolId);
  }

  delete(poolId: string): void {
    this.#pools.delete(poolId);
  }

  stop(): void {
    this.#ending.abort();
  }

  async #beat(owner: pg.Pool, log: Log): Promise<void> {
    const { signal } = this.#ending;
    for (;;) {
      await sleep(INTERVAL, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      if (this.#pools.size === 0) continue;
      await owner.query(beat([...this.#pools])).catch((error: Error) => {
        log(`jobs: no heartbeat: ${error.message}`);
      });
    }
  }
}

/** Says so for the first time before a job is taken: what is taken by a pool that nobody knows stays taken. */
export const FirstHeartbeatPlugin: GraphileConfig.Plugin = {
  name: "FirstHeartbeatPlugin",
  version: "1.0.0",
  worker: {
    hooks: {
      async startWorker(_context, { worker: { workerPool }, withPgClient }) {
        await withPgClient((client) => client.query(beat([workerPool.id])));
      },
    },
  },
};
