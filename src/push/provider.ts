/** Who takes pushes to a device; which one, its token says: see app_private.push_provider(). */
export type ProviderName = "expo" | "fcm" | "web_push";

/** One notification to one device. */
export interface Push {
  /** As the device registered it. */
  token: string;
  /** The alert's text for the level: title and body are made of it. */
  text: string;
  notificationId: number;
  alertId: number;
  level: "ONE" | "TWO" | "THREE";
  kind: "ALERT" | "UPDATE" | "ALL_CLEAR";
  /** When the alert ends, in milliseconds since 1970: nothing is to arrive after it. */
  expiresAt: number;
}

/** What became of a push at its provider. */
export type Outcome =
  /** The provider has it. Where it tells later how it went on, `receipt` is what to ask it for. */
  | { state: "accepted"; receipt?: string }
  /** It never will be: why, for the administrator. */
  | { state: "failed"; why: string }
  /** The device is no longer there: its token is to be forgotten. */
  | { state: "dead"; why: string }
  /**
   * It may be later: not before `after` milliseconds, where the provider says so. `everyone` where the
   * provider refuses, or is out of reach, whomever one asks for. `unsent` where it was not even tried.
   */
  | { state: "retry"; why: string; after?: number; everyone?: boolean; unsent?: boolean };

/** A push service, as the jobs see it. */
export interface Provider {
  name: ProviderName;
  /** How many pushes one call of `send` takes at most. */
  batchSize: number;
  /** How many calls may be under way at once. */
  concurrency: number;
  /** Sends, and tells of each what became of it, in their order. Never rejects. */
  send(pushes: Push[]): Promise<Outcome[]>;
  /** Asks for receipts, at most 1,000; those that the provider does not have yet are left out. Rejects where it does not answer. */
  receipts?(ids: string[]): Promise<Map<string, Outcome>>;
  /** Closes its connections. */
  close?(): Promise<void>;
}
