import type pg from "pg";
import { Feed } from "./feed.ts";

/** Remembers ids for at least `lifetime`, and at most twice as long. */
export class RecentIds {
  readonly #lifetime: number;
  #newer = new Set<number>();
  #older = new Set<number>();
  #since = performance.now();

  /** @param lifetime in milliseconds */
  constructor(lifetime: number) {
    this.#lifetime = lifetime;
  }

  /** Adds an id. Returns false if it is already there. */
  add(id: number): boolean {
    const now = performance.now();
    if (now - this.#since > this.#lifetime) {
      this.#older = now - this.#since > 2 * this.#lifetime ? new Set() : this.#newer;
      this.#newer = new Set();
      this.#since = now;
    }
    if (this.#newer.has(id) || this.#older.has(id)) return false;
    this.#newer.add(id);
    return true;
  }
}

/** A new notification, which its recipient's subscription reads. */
export interface NotificationEvent {
  id: number;
}

/** A transaction's notifications for an alert, as app_private.announce_notifications() announces them. */
interface Announcement {
  alertId: number;
  /** The smallest and the greatest id. Other transactions may have ids between them. */
  first: number;
  last: number;
}

/** The same notification may be announced again in this time. */
const REPEAT_WINDOW_MS = 60_000;

const RECIPIENTS = {
  name: "live-recipients",
  text: "select id, user_id from app_private.notifications_between($1, $2, $3, $4)",
  rowMode: "array" as const,
};

/** Tells the subscribers at this host about their new notifications. */
export class NotificationFeeds {
  readonly #pool: pg.Pool;
  readonly #onLoss: (error: Error) => void;
  readonly #feeds = new Map<number, Set<Feed<NotificationEvent>>>();
  #passedOn = new RecentIds(REPEAT_WINDOW_MS);
  #announcements: Announcement[] = [];
  #isReading = false;

  /** @param onLoss Called when announcements are lost because the database failed. */
  constructor(pool: pg.Pool, onLoss: (error: Error) => void) {
    this.#pool = pool;
    this.#onLoss = onLoss;
  }

  /** Follows a user's notifications from now on. */
  subscribe(userId: number): Feed<NotificationEvent> {
    const feedsOfUser = this.#feeds.get(userId) ?? new Set();
    const feed = new Feed<NotificationEvent>({
      keyOf: ({ id }) => id,
      onEnd: () => {
        feedsOfUser.delete(feed);
        if (feedsOfUser.size === 0) this.#feeds.delete(userId);
      },
    });
    this.#feeds.set(userId, feedsOfUser.add(feed));
    return feed;
  }

  /** Forgets what was passed on. A database that lost its last changes gives their ids to new notifications. */
  forget(): void {
    this.#passedOn = new RecentIds(REPEAT_WINDOW_MS);
  }

  /** Queues an announcement. One statement reads all that arrive while the last statement runs. */
  hear(payload: string): void {
    if (this.#feeds.size === 0) return;
    this.#announcements.push(JSON.parse(payload));
    if (!this.#isReading) void this.#read();
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    while (this.#announcements.length > 0) {
      const announcements = this.#announcements;
      this.#announcements = [];
      try {
        this.#passOn(await this.#recipients(announcements));
      } catch (error) {
        this.#onLoss(error as Error);
      }
    }
    this.#isReading = false;
  }

  async #recipients(announcements: Announcement[]): Promise<[id: number, userId: number][]> {
    const idCount = announcements.reduce((sum, { first, last }) => sum + last - first + 1, 0);
    // pg gives an id of 64 bits as text.
    const { rows } = await this.#pool.query<[id: string, userId: number]>({
      ...RECIPIENTS,
      values: [
        announcements.map(({ alertId }) => alertId),
        announcements.map(({ first }) => first),
        announcements.map(({ last }) => last),
        // Sends the users to filter by only if there are fewer of them than ids to read.
        idCount > this.#feeds.size ? [...this.#feeds.keys()] : null,
      ],
    });
    return rows.map(([id, userId]) => [Number(id), userId]);
  }

  #passOn(recipients: [id: number, userId: number][]): void {
    for (const [id, userId] of recipients) {
      const feeds = this.#feeds.get(userId);
      if (!feeds || !this.#passedOn.add(id)) continue;
      for (const feed of feeds) feed.push({ id });
    }
  }
}
