import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { Database } from "../../database/open.ts";
import type { Readiness } from "../../database/readiness.ts";
import { providerStates } from "../../delivery/push/states.ts";
import { shareAnswers } from "../../ops/share-answers.ts";
import { VERSION } from "../../ops/version.ts";

/** The metrics that the database knows of itself, its publications and its jobs, and what each says. */
const HELP = {
  database_bytes: "The size of the database.",
  position_partitions: "Partitions of positions.",
  publications_running: "Publications that are not complete.",
  publication_lag_seconds:
    "The age of the oldest publication that is not complete; 0 if there is none.",
  worker_pools: "Worker pools that are alive, one for each lane of each process.",
  heartbeat_age_seconds: "The time since the newest heartbeat of any worker pool.",
  jobs_waiting: "Jobs that are due and that no worker has taken, by task.",
  job_oldest_seconds: "For how long the oldest of them has been due.",
  jobs_given_up: "Jobs that failed so often that they are not tried again.",
  task_success_age_seconds:
    "The time since the last success of each task that runs regularly, such as retention and checkpoints.",
  task_late_seconds: "The age from which on such a task is late.",
  cap_source_age_seconds: "The time since the last answer of each source of CAP messages.",
  cap_source_failures: "How often each source has failed since its last answer.",
  webhook_messages_waiting: "Messages that wait to be taken, by webhook.",
  webhook_oldest_seconds: "The age of the oldest of them.",
};

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
  /** Makes a metric that is read from the database. It has a label: one without would be 0 while it has no value. */
  function ofDatabase(
    name: string,
    help: string,
    label: string,
    aggregator: "min" | "max",
    seriesOf: (state: DatabaseState | undefined) => readonly Series[],
  ) {
    new Gauge({
      name: `location_alert_${name}`,
      help,
      labelNames: [label],
      registers,
      aggregator,
      async collect() {
        const series = seriesOf(await stateOf());
        this.reset();
        for (const { of, value } of series) this.set(of === null ? {} : { [label]: of }, value);
      },
    });
  }
  const up = "1 if the database answers within two seconds.";
  ofDatabase("database_up", up, "task", "min", (state) => [{ of: null, value: state ? 1 : 0 }]);
  for (const [name, help] of Object.entries(HELP)) {
    const [, label = "task"] = /^(?:cap_)?(source|webhook)/.exec(name) ?? [];
    ofDatabase(name, help, label, "max", (state) =>
      (state?.series ?? []).filter(({ metric }) => metric === name),
    );
  }
  if (pushStatus) {
    const help =
      "1 if the provider is on, and took the last push that it was sent, if there was one.";
    ofDatabase("provider_up", help, "provider", "min", (state) => {
      const providers = Object.entries(state ? providerStates(pushStatus, state.failing) : {});
      return providers.map(([of, is]) => ({ of, value: is === "on" ? 1 : 0 }));
    });
  }
  return registry;
}

interface Series {
  /** The task or the provider; null if the metric has one series. */
  of: string | null;
  value: number;
}

/** What the database says for a scrape. Times are in seconds. */
export interface DatabaseState {
  series: (Series & { metric: string })[];
  /** Providers that took no push last, by their names in the database. */
  failing: Readiness["failingPushes"];
}

const STATE_TIMEOUT_MS = 2_000;
/** An answer is used again in this time, however often there are scrapes. */
const CACHE_LIFETIME_MS = 5_000;

/** The statements run in one transaction. */
const STATE = `
  set local statement_timeout = ${STATE_TIMEOUT_MS};
  select coalesce(app_private.failing_pushes(), '{}') as failing;
  with publications as (
    select count(*) as running, coalesce(max(extract(epoch from now() - app_private.published_at(a))), 0) as lag
      from app_private.publications p join app_public.alerts a on a.id = p.alert_id where p.completed_at is null
  ), workers as (
    select count(*) filter (where w.seen_at > now() - interval '10 seconds') as alive, extract(epoch from now() - max(w.seen_at)) as age
      from app_private.workers w
  ), jobs as (
    select j.task_identifier as task,
        count(*) filter (where j.is_due) as waiting,
        coalesce(max(extract(epoch from now() - j.run_at)) filter (where j.is_due), 0) as oldest,
        count(*) filter (where j.attempts >= j.max_attempts and j.locked_at is null) as given_up
      from (
        select *, attempts < max_attempts and locked_at is null and run_at <= now() as is_due from graphile_worker.jobs
      ) j
      group by j.task_identifier
  ), hooks as (
    select m.webhook_id::text as webhook, count(*) as waiting, extract(epoch from now() - min(m.created_at)) as oldest
      from app_private.webhook_messages m group by m.webhook_id
  )
  select m.metric, m.of, m.value::float8 from (
    select 'database_bytes' as metric, null as of, pg_database_size(current_database())::numeric as value
    union all select 'position_partitions', null, count(*) from pg_inherits where inhparent = 'app_public.positions'::regclass
    union all select 'publications_running', null, running from publications
    union all select 'publication_lag_seconds', null, lag from publications
    union all select 'worker_pools', null, alive from workers
    union all select 'heartbeat_age_seconds', null, age from workers
    union all select 'jobs_waiting', task, waiting from jobs
    union all select 'job_oldest_seconds', task, oldest from jobs
    union all select 'jobs_given_up', task, given_up from jobs
    union all select 'task_success_age_seconds', name, extract(epoch from now() - succeeded_at) from app_private.tasks
    union all select 'task_late_seconds', name, extract(epoch from late_after) from app_private.tasks
    union all select 'cap_source_age_seconds', id::text, extract(epoch from now() - answered_at) from app_public.cap_sources where not is_paused
    union all select 'cap_source_failures', id::text, failures from app_public.cap_sources where not is_paused
    union all select 'webhook_messages_waiting', webhook, waiting from hooks
    union all select 'webhook_oldest_seconds', webhook, oldest from hooks
  ) m where m.value is not null`;

async function query(pool: pg.Pool): Promise<DatabaseState> {
  const [, pushes, state] = (await pool.query(STATE)) as unknown as pg.QueryResult[];
  return { series: state?.rows ?? [], failing: pushes?.rows[0].failing };
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
