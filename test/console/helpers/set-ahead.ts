import { learnClock } from "../../../src/console/state/service-clock.ts";

/** Puts the service's clock ahead of this computer's, by seconds. */
export function setAhead(seconds: number): void {
  // Sent for a second before it arrived, in which it was written: it leaves no doubt.
  learnClock(new Date(seconds * 1000).toUTCString(), 1000, 0);
}
