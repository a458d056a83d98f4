import type { Outcome, Push } from "./provider.ts";

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
