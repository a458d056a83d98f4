import { EventEmitter, once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import {
  Logger,
  parseCrontab,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
} from "graphile-worker";
import type pg from "pg";
import type { Log } from "../process/log.ts";
import { FirstHeartbeatPlugin, type Heart } from "./heartbeat.ts";
import { workerPool } from "./worker-pool.ts";

/** Before jobs are run again, in milliseconds. */
const PAUSE = 2_000;

/** Jobs that share a number of places to run at, and wait for no others. */
export interface Lane {
  tasks: TaskList;
  /** How many run at once in this process. */
  concurrency: number;
  crontab?: string;
}

/** A lane that runs in this process. */
export interface RunningLane {
  /** Takes no new jobs, and waits for those that run. */
  stop(): Promise<void>;
}

/** A graphile-worker, the name that it locks jobs by, and its end: asked for, or because its database went away. */
interface Worker {
  runner: Runner;
  poolId: string;
  ended: Promise<void>;
}

async function startWorker(owner: pg.Pool, lane: Lane, heart: Heart, log: Log): Promise<Worker> {
  const events: WorkerEvents = new EventEmitter();
  let poolId = "";
  events.on("pool:create", ({ workerPool }) => {
    poolId = workerPool.id;
    heart.add(poolId);
  });
  // The job that it asked for may be locked, and the answer lost: as long as it lives, nobody sets that free.
  // Not at once, as a worker cannot be stopped in the middle of this.
  events.once("worker:getJob:error", ({ worker: { workerPool } }) => {
    setImmediate(() => void workerPool.gracefulShutdown("the database went away"));
  });
  // Earlier than the runner's promise, which waits for a crontab that waits for its database.
  const ended = once(events, "pool:release").then(() => heart.delete(poolId));
  const runner = await run({
    pgPool: workerPool(owner),
    events,
    concurrency: lane.concurrency,
    noHandleSignals: true,
    parsedCronItems: parseCrontab(lane.crontab ?? ""),
    taskList: lane.tasks,
    preset: {
      plugins: [FirstHeartbeatPlugin],
      // Out of batches, a job's outcome that cannot be written is a rejection that nobody handles.
      worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
    },
    logger: new Logger(() => (level, message) => {
      if (level === "error") log(`jobs: ${message}`);
    }),
  });
  return { runner, poolId, ended };
}

/**
 * Starts running a lane's jobs in this process. Each is claimed once, however many hosts there are; what a host that
 * died had claimed is set free by the others, see app_private.heartbeat().
 */
export async function startLane(
  owner: pg.Pool,
  lane: Lane,
  heart: Heart,
  log: Log,
): Promise<RunningLane> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopped = once(signal, "abort");

  /** A worker ends by itself where its database goes away. Until it is asked to stop, another one begins. */
  async function supervise(first: Worker): Promise<void> {
    let worker: Worker | undefined = first;
    let { poolId } = first;
    /** With what the last one left locked set free. */
    async function beginAnew(): Promise<Worker> {
      await owner.query("select app_private.free_jobs($1)", [[poolId]]);
      const next = await startWorker(owner, lane, heart, log);
      poolId = next.poolId;
      return next;
    }
    for (;;) {
      await Promise.race([worker?.ended, stopped]);
      if (signal.aborted) break;
      await sleep(PAUSE, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      worker = await beginAnew().catch((error: Error) => {
        log(`jobs: not yet running again: ${error.message}`);
        return undefined;
      });
    }
    // It may have stopped in this moment by itself.
    worker?.runner.stop().catch(() => {});
    await worker?.ended;
  }
  const supervised = supervise(await startWorker(owner, lane, heart, log));

  return {
    async stop() {
      stopping.abort();
      await supervised;
    },
  };
}
