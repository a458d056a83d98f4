import type pg from "pg";
import { Feed } from "./feed.ts";
import { Recent } from "./recent.ts";

/** A notification that was made, to be read by whom it is for. */
export interface NotificationEvent {
  id: number;
}

/** That a transaction made notifications of an alert, as app_private.announce_notifications() tells it. */
interface Announcement {
  alertId: number;
  /** Its least id and its greatest; between them may be those of other transactions. */
  first: number;
  last: number;
}

/** How long a notification that was passed on may be announced once more, in milliseconds. */
const REPEATS = 60_000;

const RECIPIENTS = {
  name: "live-recipients",
  text: "select id, user_id from app_private.notifications_between($1, $2, $3, $4)",
  rowMode: "array" as const,
};

/** Passes on, to the subscribers at this host, that there is a notification for them. */
export class NotificationFeeds {
  readonly #pool: pg.Pool;
  readonly #onLoss: (error: Error) => void;
  readonly #feeds = new Map<number, Set<Feed<NotificationEvent>>>();
  readonly #passedOn = new Recent(REPEATS);
  #heard: Announcement[] = [];
  #isReading = false;

  /** @param onLoss for announcements of which nothing can be passed on, as the database failed */
  constructor(pool: pg.Pool, onLoss: (error: Error) => void) {
    this.#pool = pool;
    this.#onLoss = onLoss;
  }

  /** What comes for a user from now on. */
  subscribe(userId: number): Feed<NotificationEvent> {
    const ofUser = this.#feeds.get(userId) ?? new Set();
    const feed = new Feed<NotificationEvent>({
      keyOf: ({ id }) => id,
      onEnd: () => {
        ofUser.delete(feed);
        if (ofUser.size === 0) this.#feeds.delete(userId);
      },
    });
    this.#feeds.set(userId, ofUser.add(feed));
    return feed;
  }

  /** Takes note of what was notified. Those that come while the database is asked are asked for together. */
  hear(payload: string): void {
    if (this.#feeds.size === 0) return;
    this.#heard.push(JSON.parse(payload));
    if (!this.#isReading) void this.#read();
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    while (this.#heard.length > 0) {
      const heard = this.#heard;
      this.#heard = [];
      try {
        this.#passOn(await this.#recipients(heard));
      } catch (error) {
        this.#onLoss(error as Error);
      }
    }
    this.#isReading = false;
  }

  async #recipients(heard: Announcement[]): Promise<[id: number, userId: number][]> {
    const most = heard.reduce((sum, { first, last }) => sum + last - first + 1, 0);
    const { rows } = await this.#pool.query({
      ...RECIPIENTS,
      values: [
        heard.map(({ alertId }) => alertId),
        heard.map(({ first }) => first),
        heard.map(({ last }) => last),
        // Few are looked through here sooner than many users are sent there.
        most > this.#feeds.size ? [...this.#feeds.keys()] : null,
      ],
    });
    return rows as unknown as [number, number][];
  }

  #passOn(recipients: [id: number, userId: number][]): void {
    for (const [id, userId] of recipients) {
      const feeds = this.#feeds.get(userId);
      if (!feeds || !this.#passedOn.add(id)) continue;
      for (const feed of feeds) feed.push({ id });
    }
  }
}
