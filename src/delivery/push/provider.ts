/** A provider as TypeScript and the configuration spell it. The registry knows its name in the database. */
export type ProviderName = "expo" | "fcm" | "webPush" | "email" | "ntfy" | "sms";

/** One notification to one device. */
export interface Push {
  /** As the device registered it. */
  token: string;
  title?: string;
  /** The alert's text for the level. The body is made from it, and the title if the alert has none. */
  text: string;
  notificationId: number;
  alertId: number;
  level: "ONE" | "TWO" | "THREE";
  kind: "ALERT" | "UPDATE" | "ALL_CLEAR";
  /** The title and the text of an exercise or a test begin with a word that says so. */
  status: "ACTUAL" | "EXERCISE" | "TEST";
  /** The language of the texts, such as pt-BR. */
  language: string;
  /** True if `text` is a general sentence: then the data beside it tell no more. */
  isBare?: boolean;
  /** Where the console shows what this is about, if it is no alert: then the data beside it tell only this. */
  path?: string;
  /** When the alert ends, in milliseconds since 1970. Nothing may reach the device after it. */
  expiresAt: number;
  /** The same moment by performance.now(), from the database's clock: this machine's clock may be wrong, or be set. */
  endsAt: number;
}

/** The outcome of a push at its provider. `why` is for the administrator. */
export type Outcome =
  /** The provider has taken it. With a `receipt`, the provider can be asked later whether it was delivered. */
  | { state: "accepted"; receipt?: string }
  /** It will never be delivered. `everyone`: neither will others, until an administrator fixes the cause. */
  | { state: "failed"; why: string; everyone?: boolean }
  /** The device no longer exists. Its token must be forgotten. */
  | { state: "dead"; why: string }
  /**
   * Try again, not before `after` milliseconds if the provider says so.
   * `everyone`: the provider refuses or cannot be reached, so no other push would succeed now.
   * `unsent`: it was not sent at all.
   */
  | { state: "retry"; why: string; after?: number; everyone?: boolean; unsent?: boolean };

/** The outcome of a push that may be tried again. */
export type Retry = Extract<Outcome, { state: "retry" }>;

/** A provider, as the jobs see it. */
export interface Provider {
  name: ProviderName;
  /** How many pushes one call of `send` takes at most. */
  batchSize: number;
  /** How many calls may run at once. */
  concurrency: number;
  /** Sends pushes and returns their outcomes in the same order. Never rejects. */
  send(pushes: Push[]): Promise<Outcome[]>;
  /**
   * Asks for at most 1,000 receipts. Leaves out those that the provider does not have yet.
   * Rejects if the provider does not answer.
   */
  receipts?(ids: string[]): Promise<Map<string, Outcome>>;
  close?(): Promise<void>;
}

/**
 * The outcome of a push that is too late to be sent. It may be tried again, because the alert may have been extended:
 * the database decides whether it is still too late.
 */
export const ENDED: Outcome = { state: "retry", why: "the alert has ended", unsent: true };

export function hasEnded(push: Push): boolean {
  return push.endsAt <= performance.now();
}

/** 28 days. Providers keep no push for longer, and most refuse one that asks for it. */
const MAX_TIME_TO_LIVE_S = 28 * 86_400;

/** Whole seconds until the alert ends, or the most that providers take. */
export function timeToLive(push: Push): number {
  const seconds = Math.floor((push.endsAt - performance.now()) / 1000);
  return Math.min(Math.max(seconds, 0), MAX_TIME_TO_LIVE_S);
}

/** Makes the `send` of a provider that takes one push a request. An error fails only its own push. */
export function oneByOne(send: (push: Push) => Promise<Outcome>): Provider["send"] {
  async function settle(push: Push): Promise<Outcome> {
    if (hasEnded(push)) return ENDED;
    try {
      return await send(push);
    } catch (error) {
      return { state: "failed", why: (error as Error).message };
    }
  }
  return (pushes) => Promise.all(pushes.map(settle));
}
