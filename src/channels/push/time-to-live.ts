import type { Outcome, Push } from "./provider.ts";

/** The outcome of a push that is too late to be sent. */
export const ENDED: Outcome = { state: "failed", why: "the alert has ended" };

export function hasEnded(push: Push): boolean {
  return push.expiresAt <= Date.now();
}

/** 28 days. Providers keep no push for longer, and most refuse one that asks for it. */
const MAX_SECONDS = 28 * 86_400;

/** Whole seconds until the alert ends, or as many as providers take. */
export function timeToLive(push: Push): number {
  const seconds = Math.floor((push.expiresAt - Date.now()) / 1000);
  return Math.min(Math.max(seconds, 0), MAX_SECONDS);
}
