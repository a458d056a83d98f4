import { effect, signal } from "@preact/signals";
import { serviceSeconds } from "./service-clock.ts";

/** The time by the service's clock, in seconds since 1970. It changes every ten seconds, and when more is known of that clock. */
export const now = signal(0);

/** Sets the time to the present one. */
export function tick(): void {
  now.value = serviceSeconds();
}

const STEP = 10_000;
// Again as soon as more is known of the service's clock.
effect(tick);
setInterval(tick, STEP);
