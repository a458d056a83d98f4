import { LRU } from "@graphile/lru";
import type { Identity } from "./tokens.ts";

/** The most ended sessions that are remembered. */
const MOST_REMEMBERED = 10_000;

/**
 * The ended sessions for which administrators' tokens still verify. Without this list, requests with such a token would
 * go before everyone else until it expires, only to be refused by the database. An ended session never comes back.
 */
export class EndedSessions {
  readonly #ids = new LRU<number, true>({ maxLength: MOST_REMEMBERED });

  note(sessionId: number): void {
    this.#ids.set(sessionId, true);
  }

  /** Returns the identity, without the administrator's right if its session has ended. */
  withoutLostRight(identity: Identity): Identity {
    const { userId, sessionId, isAdmin } = identity;
    return isAdmin && this.#ids.get(sessionId) ? { userId, sessionId } : identity;
  }
}
