import type pg from "pg";
import type { Log } from "../process/log.ts";
import { Feed } from "./feed.ts";
import { poll } from "./poll.ts";

/** A position that has become its user's last one. */
export interface PositionEvent {
  id: string;
  userId: number;
  createdAt: string;
}

/** For how many looks a position with a lesser id than those known may still come, as its transaction ends late. */
const LATE = 5;

const NEWEST = {
  name: "live-newest-position",
  text: "select app_private.newest_position_id() as id",
};
const AFTER = {
  name: "live-positions",
  // As text, which loses none of the digits.
  text: "select id::text, user_id, created_at::text from app_private.last_positions_after($1)",
  rowMode: "array" as const,
};

interface Watch {
  ending: AbortController;
  begun: Promise<void>;
}

/** Tells those who watch where users are, at most once a second and user; one poll, whatever the number of them. */
export class PositionFeeds {
  readonly #pool: pg.Pool;
  readonly #log: Log;
  readonly #feeds = new Set<Feed<PositionEvent>>();
  #watch: Watch | undefined;

  constructor(pool: pg.Pool, log: Log) {
    this.#pool = pool;
    this.#log = log;
  }

  /** What comes from now on. */
  async subscribe(): Promise<Feed<PositionEvent>> {
    const feed = new Feed<PositionEvent>({
      keyOf: ({ userId }) => userId,
      onEnd: () => {
        this.#feeds.delete(feed);
        if (this.#feeds.size > 0) return;
        this.#watch?.ending.abort();
        this.#watch = undefined;
      },
    });
    this.#feeds.add(feed);
    this.#watch ??= this.#begin();
    try {
      await this.#watch.begun;
      return feed;
    } catch (error) {
      feed.end();
      throw error;
    }
  }

  #begin(): Watch {
    const ending = new AbortController();
    const begun = this.#pool.query<{ id: string }>(NEWEST).then(({ rows }) => {
      const look = this.#looks(BigInt(rows[0]?.id ?? 0));
      void poll(look, ending.signal, this.#log);
    });
    return { ending, begun };
  }

  #looks(newest: bigint): () => Promise<void> {
    /** The greatest ids known after each of the last looks, the newest last. */
    const known = [newest];
    /** Those passed on that are found again. */
    let passedOn = new Set<string>();
    return async () => {
      let last = known.at(-1) as bigint;
      const { rows } = await this.#pool.query({ ...AFTER, values: [String(known[0])] });
      const found = new Set<string>();
      for (const [id, userId, createdAt] of rows as unknown as [string, number, string][]) {
        found.add(id);
        if (BigInt(id) > last) last = BigInt(id);
        if (passedOn.has(id)) continue;
        for (const feed of this.#feeds) feed.push({ id, userId, createdAt });
      }
      passedOn = found;
      known.push(last);
      if (known.length > LATE) known.shift();
    };
  }
}
