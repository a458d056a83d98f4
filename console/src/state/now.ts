import { effect, signal } from "@preact/signals";
import { serviceSeconds } from "./service-clock.ts";

/**
 * The time by the service's clock, in seconds since 1970. It changes every ten seconds, and when the estimate of that
 * clock changes.
 */
export const now = signal(0);

/** Sets the time to the present one. */
export function tick(): void {
  now.value = serviceSeconds();
}

const STEP_MS = 10_000;
// Runs again when the estimate of the service's clock changes.
effect(tick);
setInterval(tick, STEP_MS);
