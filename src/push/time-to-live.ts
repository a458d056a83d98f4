import type { Outcome, Push } from "./provider.ts";

/** What becomes of a push that comes too late to be sent. */
export const ENDED: Outcome = { state: "failed", why: "the alert has ended" };

export function hasEnded(push: Push): boolean {
  return push.expiresAt <= Date.now();
}

/** Whole seconds until the alert ends, 0 for the last of them. */
export function timeToLive(push: Push): number {
  return Math.max(0, Math.floor((push.expiresAt - Date.now()) / 1000));
}
