import { EventEmitter } from "node:events";
import type pg from "pg";
import type { Database } from "../database/open.ts";
import { PrimaryClient } from "../database/primary-client.ts";
import type { Log } from "../ops/log.ts";
import { logFailure } from "../ops/outage.ts";
import { AlertFeeds } from "./alert-progress.ts";
import { BatchReader } from "./batch-reader.ts";
import { listen } from "./listener.ts";
import { NotificationFeeds } from "./notifications.ts";
import { PositionFeeds } from "./position-events.ts";

interface LiveEvents {
  /** Sessions of a user have ended, or their rights have changed. */
  revocation: [userId: number];
  /** Events may be missing: subscribers have to subscribe again. */
  gap: [];
}

/** Events of the database, for the subscribers at this host. */
export interface Live extends EventEmitter<LiveEvents> {
  notifications: NotificationFeeds;
  alerts: AlertFeeds;
  positions: PositionFeeds;
  reader: BatchReader;
  close(): Promise<void>;
}

/** Starts to listen, on one connection for all subscribers. */
export async function openLive(
  {
    hostPool,
    publicationPool,
    cutOff,
  }: Record<"hostPool" | "publicationPool", pg.Pool> & Pick<Database, "cutOff">,
  log: Log,
): Promise<Live> {
  const events = new EventEmitter<LiveEvents>();
  const onLoss = (error: Error) => {
    logFailure(log, "live", error);
    events.emit("gap");
  };
  const notifications = new NotificationFeeds(publicationPool, onLoss);
  const positions = new PositionFeeds(publicationPool, log);
  const close = await listen(
    () =>
      new PrimaryClient({ ...publicationPool.options, application_name: "location-alert live" }),
    {
      notifications_added: (payload) => notifications.hear(payload),
      last_positions_gone: (payload) => positions.hearGone(payload),
      token_revoked: (payload) => void events.emit("revocation", Number(payload)),
    },
    () => {
      notifications.forget();
      events.emit("gap");
    },
    log,
    cutOff,
  );
  return Object.assign(events, {
    notifications,
    // Uses the pool of requests: each followed alert has its own poll, and clients decide how many alerts they follow.
    alerts: new AlertFeeds(hostPool, log),
    positions,
    reader: new BatchReader(publicationPool),
    close,
  });
}
