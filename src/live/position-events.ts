import type pg from "pg";
import type { Log } from "../ops/log.ts";
import { poll } from "../ops/poll.ts";
import { Feed } from "./feed.ts";

/** A user whose last position is new, or gone. */
export interface LastPositionEvent {
  userId: number;
}

/** A new last position of a user, which is kept as history. */
export interface PositionEvent extends LastPositionEvent {
  id: string;
  createdAt: string;
}

/** The number of polls in which a smaller id may still appear, because its transaction committed late. */
const LATE_POLLS = 5;

const NEWEST = {
  name: "live-newest-position",
  text: "select app_private.newest_position_id() as id",
};
const AFTER = {
  name: "live-positions",
  // As text, which keeps all digits.
  text: `select id::text, user_id, created_at::text from app_private.last_positions_after($1)
    union all select id::text, user_id, null from app_private.lone_positions_after($1)`,
  rowMode: "array" as const,
};

interface Polling {
  ending: AbortController;
  begun: Promise<void>;
}

/** Tells subscribers about new last positions, at most once a second for each user. One poll serves all subscribers. */
export class PositionFeeds {
  readonly #pool: pg.Pool;
  readonly #log: Log;
  /** Feeds of what is kept as history, and feeds of all changes. */
  readonly #historyFeeds = new Set<Feed<PositionEvent>>();
  readonly #changeFeeds = new Set<Feed<LastPositionEvent>>();
  #polling: Polling | undefined;

  constructor(pool: pg.Pool, log: Log) {
    this.#pool = pool;
    this.#log = log;
  }

  /** Follows the new last positions that are kept as history, from now on. */
  followHistory(): Promise<Feed<PositionEvent>> {
    return this.#follow(this.#historyFeeds);
  }

  /** Follows all changes of last positions from now on, also of users who have no history, and deletions. */
  followChanges(): Promise<Feed<LastPositionEvent>> {
    return this.#follow(this.#changeFeeds);
  }

  /** Takes an announcement of app_private.announce_gone_positions(). */
  hearGone(payload: string): void {
    if (this.#changeFeeds.size === 0) return;
    for (const userId of JSON.parse(payload)) {
      for (const feed of this.#changeFeeds) feed.push({ userId });
    }
  }

  async #follow<T extends LastPositionEvent>(feeds: Set<Feed<T>>): Promise<Feed<T>> {
    const feed = new Feed<T>({
      keyOf: ({ userId }) => userId,
      onEnd: () => {
        feeds.delete(feed);
        if (this.#historyFeeds.size + this.#changeFeeds.size > 0) return;
        this.#polling?.ending.abort();
        this.#polling = undefined;
      },
    });
    feeds.add(feed);
    this.#polling ??= this.#begin();
    try {
      await this.#polling.begun;
      return feed;
    } catch (error) {
      feed.end();
      throw error;
    }
  }

  #begin(): Polling {
    const ending = new AbortController();
    const begun = this.#pool.query<{ id: string }>(NEWEST).then(({ rows }) => {
      const check = this.#makeCheck(BigInt(rows[0]?.id ?? 0));
      void poll(check, ending.signal, this.#log, "live");
    });
    return { ending, begun };
  }

  #makeCheck(newest: bigint): () => Promise<void> {
    /** The greatest id after each of the last polls, the most recent poll at the end. */
    const greatestIds = [newest];
    /** The ids found by the last poll, which the next one finds again. */
    let passedOn = new Set<string>();
    return async () => {
      let greatest = greatestIds.at(-1) as bigint;
      const { rows } = await this.#pool.query<[string, number, string | null]>({
        ...AFTER,
        values: [String(greatestIds[0])],
      });
      const found = new Set<string>();
      for (const [id, userId, createdAt] of rows) {
        found.add(id);
        if (BigInt(id) > greatest) greatest = BigInt(id);
        if (passedOn.has(id)) continue;
        for (const feed of this.#changeFeeds) feed.push({ userId });
        if (createdAt === null) continue;
        for (const feed of this.#historyFeeds) feed.push({ id, userId, createdAt });
      }
      passedOn = found;
      greatestIds.push(greatest);
      if (greatestIds.length > LATE_POLLS) greatestIds.shift();
    };
  }
}
