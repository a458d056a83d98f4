import { noteServiceClock } from "../../src/state/service-clock.ts";

/** Puts the service's clock ahead of this computer's, by seconds. */
export function setAhead(seconds: number): void {
  // With these times, the least and the greatest possible difference of the clocks are equal.
  noteServiceClock(new Date(seconds * 1000).toUTCString(), 1000, 0);
}
