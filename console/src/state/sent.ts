import { RequestError } from "../api/request.ts";
import { t } from "../words/translate.ts";
import { session } from "./session.ts";

const PREFIX = "location-alerts.sent.";

/** A publication that this browser has sent, and whose outcome no page has shown yet. */
export interface Sent {
  /** The key of the request. */
  key: string;
  userId: number | undefined;
  /** What is published, for the user. */
  what: string;
  /** The id of its draft. */
  draftId: number | undefined;
  /** In milliseconds since 1970. */
  sentAt: number;
}

/** Keeps a publication before it is sent, so that a reloaded page can ask what became of it. */
export function keepSent(fields: Omit<Sent, "userId" | "sentAt">): void {
  const sent: Sent = { ...fields, userId: session.peek()?.userId, sentAt: Date.now() };
  try {
    localStorage.setItem(PREFIX + sent.key, JSON.stringify(sent));
  } catch {
    // Storage is full or off: a reloaded page does not know of it.
  }
}

/** Call this when the user has seen the outcome. */
export function forgetSent(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Storage is off.
  }
}

/** Returns the publications of this user whose outcome no page has shown yet, the oldest first. */
export function sentPublications(): Sent[] {
  try {
    return Object.entries(localStorage)
      .flatMap(([name, text]) => (name.startsWith(PREFIX) ? [JSON.parse(text) as Sent] : []))
      .filter(({ userId }) => userId === session.peek()?.userId)
      .sort((one, other) => one.sentAt - other.sentAt);
  } catch {
    // Storage is off, or another version of the console wrote it.
    return [];
  }
}

const WENT_THROUGH = t(
  "An earlier try of this alert was published after all. Update it with what you changed.",
);

/** Says that an earlier try was published after all, as the alert with an id. */
export class PublishedBefore extends RequestError {
  readonly alertId: number;
  constructor(alertId: number) {
    super("CONFLICT", WENT_THROUGH);
    this.alertId = alertId;
  }
}
