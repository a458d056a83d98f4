import { EventEmitter, once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Logger, parseCrontab, type Runner, run, type WorkerEvents } from "graphile-worker";
import type pg from "pg";
import type { Log } from "../log.ts";
import { FirstHeartbeatPlugin, keepBeating } from "./heartbeat.ts";
import { promptErrors } from "./prompt-errors.ts";
import { publishAlert } from "./publish-alert.ts";
import * as upkeep from "./upkeep.ts";

/** Times are UTC. `?fill` catches up after a stop. */
const CRONTAB = `
* * * * * end_expired_alerts
* * * * * compact_alert_reach
10 3 * * * make_position_partitions ?fill=2d
20 3 * * * purge_positions ?fill=2d
`;

/** Before jobs are run again, in milliseconds. */
const PAUSE = 2_000;

/** Jobs that are run by this process. */
export interface Jobs {
  /** Takes no new ones, and waits for those that run. */
  stop(): Promise<void>;
}

/** A graphile-worker, and its end: asked for, or because it gave up. */
interface Worker {
  runner: Runner;
  ended: Promise<void>;
}

async function startWorker(owner: pg.Pool, log: Log): Promise<Worker> {
  const events: WorkerEvents = new EventEmitter();
  const ending = new AbortController();
  events.on("pool:create", ({ workerPool }) => {
    void keepBeating(owner, workerPool.id, ending.signal, log);
  });
  // Earlier than the runner's promise, which waits for a crontab that waits for its database.
  const ended = once(events, "pool:release").then(() => ending.abort());
  const runner = await run({
    pgPool: promptErrors(owner),
    events,
    concurrency: 2,
    noHandleSignals: true,
    parsedCronItems: parseCrontab(CRONTAB),
    taskList: {
      publish_alert: publishAlert,
      make_position_partitions: upkeep.makePositionPartitions,
      purge_positions: upkeep.purgePositions,
      end_expired_alerts: upkeep.endExpiredAlerts,
      compact_alert_reach: upkeep.compactAlertReach,
    },
    preset: {
      plugins: [FirstHeartbeatPlugin],
      // Out of batches, a job's outcome that cannot be written is a rejection that nobody handles.
      worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
    },
    logger: new Logger(() => (level, message) => {
      if (level === "error") log(`jobs: ${message}`);
    }),
  });
  return { runner, ended };
}

/**
 * Starts running jobs in this process. Each is claimed once, however many hosts there are; what a host that died had
 * claimed is set free by the others, see app_private.heartbeat().
 */
export async function startJobs(owner: pg.Pool, log: Log): Promise<Jobs> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopped = once(signal, "abort");

  /** graphile-worker gives up where it cannot write what became of a job: as long as nobody stops it, it begins anew. */
  async function supervise(first: Worker): Promise<void> {
    let worker: Worker | undefined = first;
    for (;;) {
      await Promise.race([worker?.ended, stopped]);
      if (signal.aborted) break;
      await sleep(PAUSE, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      worker = await startWorker(owner, log).catch((error: Error) => {
        log(`jobs: not yet running again: ${error.message}`);
        return undefined;
      });
    }
    // It may have stopped in this moment by itself.
    worker?.runner.stop().catch(() => {});
    await worker?.ended;
  }
  const supervised = supervise(await startWorker(owner, log));

  return {
    async stop() {
      stopping.abort();
      await supervised;
    },
  };
}
