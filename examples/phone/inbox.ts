import { ApiError } from "./graphql.ts";
import type { Sender } from "./session.ts";

/** A notification, new or changed. */
export interface Notification {
  id: number;
  cursor: string;
  kind: "ALERT" | "UPDATE" | "ALL_CLEAR";
  level: "ONE" | "TWO" | "THREE";
  version: number;
  seen: boolean;
  createdAt: number;
  alert: { id: number; title: string | null; text1: string; text2: string; text3: string };
}

const NOTIFICATIONS = `query ($since: String!) {
  notifications(since: $since, limit: 200) {
    id cursor kind level version seen createdAt alert { id title text1 text2 text3 }
  }
}`;

/** Returns the notifications that are new or have changed since a cursor, the first change first. */
export async function readNotifications(session: Sender, since: string): Promise<Notification[]> {
  try {
    return (await session.send<{ notifications: Notification[] }>(NOTIFICATIONS, { since }))
      .notifications;
  } catch (error) {
    // The database was restored to an earlier state. Reads from the start: ids tell which ones are known.
    if (since && error instanceof ApiError && error.code === "CONFLICT") {
      return await readNotifications(session, "");
    }
    throw error;
  }
}
