import type pg from "pg";
import type { Log } from "../process/log.ts";
import { Feed } from "./feed.ts";
import { poll } from "./poll.ts";

/** A new last position of a user. */
export interface PositionEvent {
  id: string;
  userId: number;
  createdAt: string;
}

/** The number of polls in which a position with a smaller id may still appear, because its transaction committed late. */
const LATE_POLLS = 5;

const NEWEST = {
  name: "live-newest-position",
  text: "select app_private.newest_position_id() as id",
};
const AFTER = {
  name: "live-positions",
  // As text, which keeps all digits.
  text: "select id::text, user_id, created_at::text from app_private.last_positions_after($1)",
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
  readonly #feeds = new Set<Feed<PositionEvent>>();
  #polling: Polling | undefined;

  constructor(pool: pg.Pool, log: Log) {
    this.#pool = pool;
    this.#log = log;
  }

  /** Follows all new last positions from now on. */
  async subscribe(): Promise<Feed<PositionEvent>> {
    const feed = new Feed<PositionEvent>({
      keyOf: ({ userId }) => userId,
      onEnd: () => {
        this.#feeds.delete(feed);
        if (this.#feeds.size > 0) return;
        this.#polling?.ending.abort();
        this.#polling = undefined;
      },
    });
    this.#feeds.add(feed);
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
      void poll(check, ending.signal, this.#log);
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
      const { rows } = await this.#pool.query<[string, number, string]>({
        ...AFTER,
        values: [String(greatestIds[0])],
      });
      const found = new Set<string>();
      for (const [id, userId, createdAt] of rows) {
        found.add(id);
        if (BigInt(id) > greatest) greatest = BigInt(id);
        if (passedOn.has(id)) continue;
        for (const feed of this.#feeds) feed.push({ id, userId, createdAt });
      }
      passedOn = found;
      greatestIds.push(greatest);
      if (greatestIds.length > LATE_POLLS) greatestIds.shift();
    };
  }
}
