import type { Outcome, Push } from "./provider.ts";

/** The outcome of a push that is too late to be sent. */
export const ENDED: Outcome = { state: "failed", why: "the alert has ended" };

export function hasEnded(push: Push): boolean {
  return push.expiresAt <= Date.now();
}

/** Whole seconds until the alert ends. */
export function timeToLive(push: Push): number {
  return Math.max(0, Math.floor((push.expiresAt - Date.now()) / 1000));
}
