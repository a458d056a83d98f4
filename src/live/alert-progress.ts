import type pg from "pg";
import type { Log } from "../process/log.ts";
import { Feed } from "./feed.ts";
import { poll, SHARE } from "./poll.ts";

/** An alert whose numbers have changed. */
export interface AlertEvent {
  id: number;
}

/** An alert's numbers as one text; null where there is no such alert. */
type Progress = string | null;

const PROGRESS = {
  name: "live-alert-progress",
  text: "select app_private.alert_progress($1) as progress",
};

interface Watched {
  feeds: Set<Feed<AlertEvent>>;
  ending: AbortController;
  first: Promise<Progress>;
}

/** Tells those who watch an alert when its numbers change; one poll an alert, whatever the number of them. */
export class AlertFeeds {
  readonly #pool: pg.Pool;
  readonly #log: Log;
  readonly #watched = new Map<number, Watched>();

  constructor(pool: pg.Pool, log: Log) {
    this.#pool = pool;
    this.#log = log;
  }

  /** What changes from now on, the alert as it is now at first; undefined where there is none. */
  async subscribe(id: number): Promise<Feed<AlertEvent> | undefined> {
    const watched = this.#watched.get(id) ?? this.#watch(id);
    const feed = new Feed<AlertEvent>({
      keyOf: () => id,
      share: SHARE,
      onEnd: () => {
        watched.feeds.delete(feed);
        if (watched.feeds.size > 0) return;
        watched.ending.abort();
        this.#watched.delete(id);
      },
    });
    watched.feeds.add(feed);
    let progress: Progress = null;
    try {
      // Before the subscriber reads it, so that no change falls between the two.
      progress = await watched.first;
    } finally {
      if (progress === null) feed.end();
    }
    if (progress === null) return undefined;
    feed.push({ id });
    return feed;
  }

  #watch(id: number): Watched {
    const ask = async () => {
      const query = { ...PROGRESS, values: [id] };
      const { rows } = await this.#pool.query<{ progress: Progress }>(query);
      return rows[0]?.progress ?? null;
    };
    const watched: Watched = { feeds: new Set(), ending: new AbortController(), first: ask() };
    this.#watched.set(id, watched);
    let known: Progress;
    const look = async () => {
      const progress = await ask();
      if (progress === known) return;
      known = progress;
      for (const feed of watched.feeds) {
        if (progress === null) feed.end();
        else feed.push({ id });
      }
    };
    watched.first.then(
      (progress) => {
        known = progress;
        void poll(look, watched.ending.signal, this.#log);
      },
      () => {},
    );
    return watched;
  }
}
