import type { Readiness } from "../../database/readiness.ts";
import { PROVIDERS } from "./registry.ts";

/** A reason without what a provider wrote itself, because anyone may read it. */
const withoutDetail = (why: string) => why.replace(/( answered \d+):.*$/s, "$1");

/**
 * Returns the state of each provider: as configured, or why it takes no pushes.
 * @param configured For each provider "on", or "off" and what to set.
 */
export function providerStates(
  configured: Record<string, string>,
  failing: Readiness["failingPushes"],
): Record<string, string> {
  const states = PROVIDERS.map(({ name, storedName }) => {
    const failure = configured[name] === "on" ? failing[storedName] : undefined;
    const state = failure
      ? `failing since ${new Date(failure.since).toISOString()}: ${withoutDetail(failure.why)}`
      : configured[name];
    return [name, state];
  });
  return Object.fromEntries(states);
}
