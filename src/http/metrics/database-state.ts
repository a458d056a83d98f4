import type pg from "pg";
import type { Readiness } from "../../database/readiness.ts";

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
  let known: { at: number; state: DatabaseState | undefined } | undefined;
  let asking: Promise<DatabaseState | undefined> | undefined;
  return async () => {
    if (known && performance.now() - known.at < CACHE_LIFETIME_MS) return known.state;
    // While a statement hangs, no other begins.
    asking ??= query(pool)
      .catch(() => undefined)
      .finally(() => {
        asking = undefined;
      });
    const { promise: tooLate, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => resolve(undefined), STATE_TIMEOUT_MS);
    const state = await Promise.race([asking, tooLate]);
    clearTimeout(timer);
    known = { at: performance.now(), state };
    return state;
  };
}
