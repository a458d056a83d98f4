import type { Variables } from "./variables.ts";

/** Reads how long a host that stops still takes requests, in milliseconds. */
export function readDrain(variables: Variables): number {
  // DRAIN_SECONDS: how long /readyz says 503 before a host stops, so that a balancer sees it.
  return 1000 * variables.integer("DRAIN_SECONDS", 0, 0, 3600);
}
