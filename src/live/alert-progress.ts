import type pg from "pg";
import type { Log } from "../ops/log.ts";
import { MAX_POLLING_SHARE, poll } from "../ops/poll.ts";
import { Feed } from "./feed.ts";

/** Says that an alert's counts or version have changed. */
export interface AlertEvent {
  id: number;
}

/** An alert's counts and version as one text, to compare; null if there is no such alert. */
type Progress = string | null;

const PROGRESS = {
  name: "live-alert-progress",
  text: "select app_private.alert_progress($1) as progress",
};

interface FollowedAlert {
  feeds: Set<Feed<AlertEvent>>;
  ending: AbortController;
  first: Promise<Progress>;
}

/** Tells subscribers when an alert's counts change. Polls each followed alert once, however many subscribers it has. */
export class AlertFeeds {
  readonly #pool: pg.Pool;
  readonly #log: Log;
  readonly #followed = new Map<number, FollowedAlert>();

  constructor(pool: pg.Pool, log: Log) {
    this.#pool = pool;
    this.#log = log;
  }

  /** Follows an alert. The first event is its present state. Returns undefined if there is no such alert. */
  async subscribe(id: number): Promise<Feed<AlertEvent> | undefined> {
    const followed = this.#followed.get(id) ?? this.#follow(id);
    const feed = new Feed<AlertEvent>({
      keyOf: () => id,
      share: MAX_POLLING_SHARE,
      onEnd: () => {
        followed.feeds.delete(feed);
        if (followed.feeds.size > 0) return;
        followed.ending.abort();
        this.#followed.delete(id);
      },
    });
    followed.feeds.add(feed);
    let progress: Progress = null;
    try {
      // Read before the subscriber's first event, so that no change between the two is lost.
      progress = await followed.first;
    } finally {
      if (progress === null) feed.end();
    }
    if (progress === null) return undefined;
    feed.push({ id });
    return feed;
  }

  #follow(id: number): FollowedAlert {
    const readProgress = async () => {
      const query = { ...PROGRESS, values: [id] };
      const { rows } = await this.#pool.query<{ progress: Progress }>(query);
      return rows[0]?.progress ?? null;
    };
    const followed: FollowedAlert = {
      feeds: new Set(),
      ending: new AbortController(),
      first: readProgress(),
    };
    this.#followed.set(id, followed);
    let lastProgress: Progress;
    const check = async () => {
      const progress = await readProgress();
      if (progress === lastProgress) return;
      lastProgress = progress;
      for (const feed of followed.feeds) {
        if (progress === null) feed.end();
        else feed.push({ id });
      }
    };
    followed.first.then(
      (progress) => {
        lastProgress = progress;
        void poll(check, followed.ending.signal, this.#log, "live");
      },
      () => {},
    );
    return followed;
  }
}
