import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { Database } from "../../database/open.ts";
import type { Readiness } from "../../database/readiness.ts";
import { providerStates } from "../../delivery/push/states.ts";
import { shareAnswers } from "../../ops/share-answers.ts";
import { VERSION } from "../../ops/version.ts";

/**
 * Makes the metrics of the present state: of the process, its pools and the database. They are read at each scrape.
 * @param hasDatabase False if another host of this machine has the metrics of the database.
 * @param pushStatus For each provider "on", or "off" and what to set. Undefined if this process sends no pushes.
 */
export function stateMetrics(
  {
    ownerPool,
    hostPool,
    publicationPool,
  }: Pick<Database, "ownerPool" | "hostPool" | "publicationPool">,
  hasDatabase = true,
  pushStatus?: Readonly<Record<string, string>>,
): Registry {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  new Gauge({
    name: "location_alert_info",
    help: "Always 1. The label is the version of the service.",
    labelNames: ["version"] as const,
    registers,
    aggregator: "first",
  }).set({ version: VERSION }, 1);

  const pools: Record<string, pg.Pool> = {
    host: hostPool,
    publication: publicationPool,
    owner: ownerPool,
  };
  new Gauge({
    name: "location_alert_pool_connections",
    help: "Connections to the database by pool: used, idle, and waiting for those that wait for one.",
    labelNames: ["pool", "state"] as const,
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool, state: "used" }, totalCount - idleCount);
        this.set({ pool, state: "idle" }, idleCount);
        this.set({ pool, state: "waiting" }, waitingCount);
      }
      // Requests wait for a connection of this pool before they reach pg's pool.
      this.set({ pool: "host", state: "waiting" }, hostPool.waiting);
    },
  });

  if (!hasDatabase) return registry;

  const stateOf = makeDatabaseState(ownerPool);
  /** Makes a metric of the database. It is missing while the database does not answer. */
  function ofDatabase(name: string, help: string, value: (state: DatabaseState) => number | null) {
    new Gauge({
      name: `location_alert_${name}`,
      help,
      registers,
      aggregator: "max",
      async collect() {
        this.remove();
        const state = await stateOf();
        const number = state && value(state);
        if (number != null) this.set(number);
      },
    });
  }
  new Gauge({
    name: "location_alert_database_up",
    help: "1 if the database answers within two seconds.",
    registers,
    aggregator: "min",
    async collect() {
      this.set((await stateOf()) ? 1 : 0);
    },
  });
  ofDatabase("database_bytes", "The size of the database.", ({ bytes }) => bytes);
  ofDatabase("position_partitions", "Partitions of positions.", ({ partitions }) => partitions);
  ofDatabase(
    "publications_running",
    "Publications that are not complete.",
    (state) => state.publications,
  );
  ofDatabase(
    "publication_lag_seconds",
    "The age of the oldest publication that is not complete; 0 if there is none.",
    ({ lag }) => lag,
  );
  ofDatabase(
    "worker_pools",
    "Worker pools that are alive, one for each lane of each process.",
    ({ workers }) => workers,
  );
  ofDatabase(
    "heartbeat_age_seconds",
    "The time since the newest heartbeat of any worker pool.",
    ({ heartbeat }) => heartbeat,
  );

  /** Makes a metric of the database with one series for each row that it finds. */
  function ofRows(
    name: string,
    help: string,
    label: "provider" | "task",
    aggregator: "min" | "max",
    rowsOf: (state: DatabaseState) => [name: string, value: number][],
  ) {
    new Gauge({
      name: `location_alert_${name}`,
      help,
      labelNames: [label],
      registers,
      aggregator,
      async collect() {
        const state = await stateOf();
        this.reset();
        for (const [row, value] of state ? rowsOf(state) : []) this.set({ [label]: row }, value);
      },
    });
  }
  if (pushStatus) {
    const help =
      "1 if the provider is on, and took the last push that it was sent, if there was one.";
    ofRows("provider_up", help, "provider", "min", ({ failing }) =>
      Object.entries(providerStates(pushStatus, failing)).map(([provider, is]) => [
        provider,
        is === "on" ? 1 : 0,
      ]),
    );
  }
  const ofJobs = (name: string, help: string, column: "waiting" | "oldest" | "given_up") =>
    ofRows(name, help, "task", "max", ({ jobs }) => jobs.map((job) => [job.task, job[column]]));
  ofJobs("jobs_waiting", "Jobs that are due and that no worker has taken, by task.", "waiting");
  ofJobs("job_oldest_seconds", "For how long the oldest of them has been due.", "oldest");
  ofJobs("jobs_given_up", "Jobs that failed so often that they are not tried again.", "given_up");
  const ofTasks = (name: string, help: string, column: "age" | "late_after") =>
    ofRows(name, help, "task", "max", ({ tasks }) => tasks.map((one) => [one.task, one[column]]));
  ofTasks(
    "task_success_age_seconds",
    "The time since the last success of each task that runs regularly, such as retention and checkpoints.",
    "age",
  );
  ofTasks("task_late_seconds", "The age from which on such a task is late.", "late_after");
  return registry;
}

/** The state of the database, its jobs and its publications. Times are in seconds. */
export interface DatabaseState {
  bytes: number;
  partitions: number;
  /** How many publications are not complete, and the age of the oldest. */
  publications: number;
  lag: number;
  /** How many worker pools are alive, and the time since the newest heartbeat; null if there never was one. */
  workers: number;
  heartbeat: number | null;
  jobs: { task: string; waiting: number; oldest: number; given_up: number }[];
  /** The time since the last success of each task that runs regularly, and after how long it is late. */
  tasks: { task: string; age: number; late_after: number }[];
  /** Providers that took no push last, by their names in the database. */
  failing: Readiness["failingPushes"];
}

const STATE_TIMEOUT_MS = 2_000;
/** An answer is used again in this time, however often there are scrapes. */
const CACHE_LIFETIME_MS = 5_000;

/** Both statements run in one transaction. */
const STATE = `
  set local statement_timeout = ${STATE_TIMEOUT_MS};
  select pg_database_size(current_database())::float8 as bytes,
    (select count(*) from pg_inherits where inhparent = 'app_public.positions'::regclass)::integer as partitions,
    p.*, w.*, coalesce(j.jobs, '[]') as jobs, coalesce(t.tasks, '[]') as tasks, coalesce(app_private.failing_pushes(), '{}') as failing
  from (
    select count(*)::integer as publications,
        coalesce(max(extract(epoch from now() - app_private.published_at(a))), 0)::float8 as lag
      from app_private.publications p join app_public.alerts a on a.id = p.alert_id where p.completed_at is null
  ) p, (
    select count(*) filter (where w.seen_at > now() - interval '10 seconds')::integer as workers,
        extract(epoch from now() - max(w.seen_at))::float8 as heartbeat
      from app_private.workers w
  ) w, (
    select json_agg(t) as jobs from (
      select j.task_identifier as task,
          count(*) filter (where j.is_due) as waiting,
          coalesce(max(extract(epoch from now() - j.run_at)) filter (where j.is_due), 0) as oldest,
          count(*) filter (where j.attempts >= j.max_attempts and j.locked_at is null) as given_up
        from (
          select *, attempts < max_attempts and locked_at is null and run_at <= now() as is_due from graphile_worker.jobs
        ) j
        group by j.task_identifier
    ) t
  ) j, (
    select json_agg(json_build_object('task', t.name, 'age', extract(epoch from now() - t.succeeded_at),
        'late_after', extract(epoch from t.late_after))) as tasks
      from app_private.tasks t
  ) t`;

async function query(pool: pg.Pool): Promise<DatabaseState> {
  const results = (await pool.query(STATE)) as unknown as pg.QueryResult[];
  return results.at(-1)?.rows[0];
}

/**
 * Makes the function that reads the state of the database for scrapes: one statement at a time, for two seconds at
 * most, and at most once in five seconds. Returns undefined if the database does not answer.
 */
export function makeDatabaseState(pool: pg.Pool): () => Promise<DatabaseState | undefined> {
  const read = shareAnswers(() => query(pool).catch(() => undefined), CACHE_LIFETIME_MS);
  const tooLate = () => sleep(STATE_TIMEOUT_MS, undefined, { ref: false });
  return () => Promise.race([read(), tooLate()]);
}
