import { EventEmitter, once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Logger, parseCrontab, type Runner, run, type WorkerEvents } from "graphile-worker";
import type pg from "pg";
import { jobRuns } from "../ops/instruments.ts";
import type { Log } from "../ops/log.ts";
import { logFailure, logProblems } from "../ops/outage.ts";
import type { Lane } from "../ops/room.ts";
import { FirstHeartbeatPlugin, type Heartbeat } from "./heartbeat.ts";

// graphile-worker prints the stacks of errors that it also logs.
console.trace = () => {};

/** The callback that gets a connection from a pool. */
type Connected = Parameters<pg.Pool["connect"]>[0];

/** Makes a second release of a connection do nothing. */
function releasingOnce(callback: Connected): Connected {
  return (error, client, release) => {
    if (!client) return callback(error, client, release);
    let isReleased = false;
    callback(error, client, (destroy) => {
      if (isReleased) return;
      isReleased = true;
      release(destroy);
    });
  };
}

/**
 * Wraps a pool for graphile-worker, to work around two of its faults.
 *
 * - Errors lose their code. After some codes, such as those of a database that is starting, graphile-worker waits for
 *   up to three minutes before it connects again. Without a code it waits for two seconds.
 * - A second release of a connection does nothing. graphile-worker releases its LISTEN connection twice if it ends
 *   before LISTEN is answered. pg's pool would throw then, in a promise that nobody handles, and end the process.
 */
export function workerPool(pool: pg.Pool): pg.Pool {
  async function connect(): Promise<pg.PoolClient> {
    try {
      return await pool.connect();
    } catch (error) {
      throw new Error((error as Error).message, { cause: error });
    }
  }
  return new Proxy(pool, {
    get(target, key, receiver) {
      if (key !== "connect") return Reflect.get(target, key, receiver);
      return (callback?: Connected) =>
        callback ? target.connect(releasingOnce(callback)) : connect();
    },
  });
}

/** A worker that lost its database waits this long. */
const RESTART_DELAY_MS = 2_000;

/** A lane that runs in this process. */
export interface RunningLane {
  /** Takes no new jobs, and waits for those that run. */
  stop(): Promise<void>;
}

/** A graphile-worker in this process. */
interface Worker {
  runner: Runner;
  /** The name under which it locks jobs. */
  poolId: string;
  /** Resolves when it was stopped or has lost its database. */
  ended: Promise<void>;
}

/**
 * Resolves when a pool has ended. The runner's promise resolves later: it waits for the crontab, which may still wait
 * for the database.
 *
 * If graphile-worker could not write an outcome, it miscounts the remaining outcomes, and may never release the pool:
 * https://github.com/graphile/worker/issues/636. In that case the pool has ended when its workers have.
 */
async function endOf(events: WorkerEvents): Promise<void> {
  const workersEnded = Promise.race([
    once(events, "pool:gracefulShutdown:complete"),
    once(events, "pool:gracefulShutdown:error"),
  ]);
  await Promise.race([
    once(events, "pool:release"),
    Promise.all([once(events, "pool:fatalError"), workersEnded]),
  ]);
}

async function startWorker(
  owner: pg.Pool,
  lane: Lane,
  heartbeat: Heartbeat,
  log: Log,
): Promise<Worker> {
  const events: WorkerEvents = new EventEmitter();
  let poolId = "";
  events.on("pool:create", ({ workerPool }) => {
    poolId = workerPool.id;
    heartbeat.add(poolId);
  });
  const count = (outcome: string) => (event: { job: { task_identifier: string } }) =>
    jobRuns.inc({ task: event.job.task_identifier, outcome });
  events.on("job:success", count("ok"));
  events.on("job:error", count("error"));
  // The answer is lost, but the job may be locked, and stays locked while this pool lives. So the pool has to end.
  // Not at once, because a worker cannot be stopped inside this event.
  events.once("worker:getJob:error", ({ worker: { workerPool } }) => {
    setImmediate(() => void workerPool.gracefulShutdown("the database went away"));
  });
  const ended = endOf(events).then(() => heartbeat.delete(poolId));
  const runner = await run({
    pgPool: workerPool(owner),
    events,
    concurrency: lane.concurrency,
    ...(lane.pollInterval ? { pollInterval: lane.pollInterval } : {}),
    noHandleSignals: true,
    parsedCronItems: parseCrontab(lane.crontab ?? ""),
    taskList: lane.tasks,
    preset: {
      plugins: [FirstHeartbeatPlugin],
      // With batches, an outcome that cannot be written would be an unhandled rejection.
      worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
    },
    logger: new Logger(logProblems(log, "jobs")),
  });
  return { runner, poolId, ended };
}

/**
 * Starts to run a lane's jobs in this process. However many hosts there are, each job is claimed once. If a host dies,
 * the others release the jobs that it had claimed: see app_private.heartbeat().
 */
export async function startLane(
  owner: pg.Pool,
  lane: Lane,
  heartbeat: Heartbeat,
  log: Log,
): Promise<RunningLane> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopped = once(signal, "abort");

  /** Starts a new worker each time one loses its database, until the lane is stopped. */
  async function supervise(first: Worker): Promise<void> {
    let worker: Worker | undefined = first;
    let { poolId } = first;
    /** Starts another worker after releasing the jobs that the last one left locked. */
    async function restart(): Promise<Worker> {
      await owner.query("select app_private.free_jobs($1)", [[poolId]]);
      const next = await startWorker(owner, lane, heartbeat, log);
      poolId = next.poolId;
      return next;
    }
    for (;;) {
      await Promise.race([worker?.ended, stopped]);
      // If the worker ended by itself, this still stops its crontab. stop() rejects if the runner has stopped already.
      worker?.runner.stop().catch(() => {});
      if (signal.aborted) break;
      await sleep(RESTART_DELAY_MS, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      worker = await restart().catch((error: Error) => {
        logFailure(log, "jobs: not running yet", error);
        return undefined;
      });
    }
    await worker?.ended;
  }
  // A series that begins with its first failure would hide that failure from Prometheus.
  for (const task of Object.keys(lane.tasks)) {
    for (const outcome of ["ok", "error"]) jobRuns.inc({ task, outcome }, 0);
  }
  const supervised = supervise(await startWorker(owner, lane, heartbeat, log));

  return {
    async stop() {
      stopping.abort();
      await supervised;
    },
  };
}
