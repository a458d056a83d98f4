import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";

/** Milliseconds between two measurements. */
const INTERVAL = 500;

/** Milliseconds for which measurements are kept, and so the longest lag that is reported exactly. */
const KEPT = 3_600_000;

/** A position in the WAL. The conversion is exact up to 8 petabytes. */
const ON_PRIMARY = "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as lsn";
/** Null if the server is no longer a standby: then only the primary has current data. */
const ON_REPLICA = `select case when pg_is_in_recovery()
    then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 end as lsn`;

async function lsnOf(pool: Pool, text: string): Promise<number> {
  const { rows } = await pool.query<{ lsn: number | null }>(text);
  const lsn = rows[0]?.lsn;
  if (lsn == null) throw new Error("This PostgreSQL is not a standby.");
  return lsn;
}

interface Options {
  /** The standby's pool for reads. */
  pool: Pool;
  /** The standby's pool for measurements, which must not wait for reads. */
  watcher: Pool;
  /** The pool that asks the primary where it is. */
  primary: Pool;
  /** In milliseconds. */
  maxLag: number;
  /** The milliseconds that a report may take from its created_at to its commit. */
  longestReport: number;
  /** Ends all connections to the standby. The pools make new ones. */
  cutOff(): void;
}

/**
 * A standby for reads of history, and how far it lags. The lag is the time since the newest moment up to which the
 * standby has everything that was committed. The host notes the primary's position in the WAL at each measurement, so
 * the lag is right even with a quiet primary, with clocks that differ, and with a standby that has lost its primary.
 */
export class Replica {
  readonly pool: Pool;
  /** In milliseconds. A fresh standby has all reports whose created_at is longer ago. */
  readonly window: number;
  readonly #options: Options;
  /** Where the primary was at moments that the standby has not reached yet, oldest first. */
  #ahead: { at: number; lsn: number }[] = [];
  /** The newest moment that the standby has reached. */
  #reached = Number.NEGATIVE_INFINITY;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;

  constructor(options: Options) {
    this.pool = options.pool;
    this.window = options.maxLag + options.longestReport;
    this.#options = options;
    this.#running = this.#watch();
  }

  /** In milliseconds. Infinite until the standby has caught up for the first time. */
  get lag(): number {
    return performance.now() - this.#reached;
  }

  /** True if the lag is short enough for the standby to answer. */
  get isFresh(): boolean {
    return this.lag <= this.#options.maxLag;
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await Promise.all([this.pool.end(), this.#options.watcher.end()]);
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stopping;
    let wasFresh = false;
    while (!signal.aborted) {
      // Without an answer the lag grows.
      await this.#measure().catch(() => {});
      // Requests that still wait for the standby ask the primary after this.
      if (wasFresh && !this.isFresh) this.#options.cutOff();
      wasFresh = this.isFresh;
      await sleep(INTERVAL, undefined, { signal }).catch(() => {});
    }
  }

  async #measure(): Promise<void> {
    const { primary, watcher } = this.#options;
    const at = performance.now();
    const lsn = await lsnOf(primary, ON_PRIMARY);
    // Noted before the standby is asked, because it may not answer for days.
    this.#ahead = [...this.#ahead.filter((one) => one.at > at - KEPT), { at, lsn }];
    const replayed = await lsnOf(watcher, ON_REPLICA);
    const reached = this.#ahead.findLast((one) => one.lsn <= replayed);
    this.#reached = reached?.at ?? this.#reached;
    this.#ahead = this.#ahead.filter((one) => one.at > this.#reached);
  }
}
