import { EventEmitter } from "node:events";
import pg from "pg";
import type { Log } from "../process/log.ts";
import { AlertFeeds } from "./alert-progress.ts";
import { BatchReader } from "./batch-reader.ts";
import { listen } from "./listener.ts";
import { NotificationFeeds } from "./notifications.ts";
import { PositionFeeds } from "./positions.ts";

interface LiveEvents {
  /** A user's tokens were revoked. */
  revocation: [userId: number];
  /** Something may have been missed: subscribers have to begin anew. */
  gap: [];
}

/** What happens in the database, as the subscribers at this host follow it. */
export interface Live extends EventEmitter<LiveEvents> {
  notifications: NotificationFeeds;
  alerts: AlertFeeds;
  positions: PositionFeeds;
  reader: BatchReader;
  stop(): Promise<void>;
}

/** Begins to listen: one connection like those of the host's pool, whatever the number of subscribers. */
export async function startLive(hostPool: pg.Pool, log: Log): Promise<Live> {
  const events = new EventEmitter<LiveEvents>();
  const notifications = new NotificationFeeds(hostPool, (error) => {
    log(`live: ${error.message}`);
    events.emit("gap");
  });
  const stop = await listen(
    () => new pg.Client(hostPool.options),
    {
      notifications_added: (payload) => notifications.hear(payload),
      token_revoked: (payload) => void events.emit("revocation", Number(payload)),
    },
    () => events.emit("gap"),
    log,
  );
  return Object.assign(events, {
    notifications,
    alerts: new AlertFeeds(hostPool, log),
    positions: new PositionFeeds(hostPool, log),
    reader: new BatchReader(hostPool),
    stop,
  });
}
