import type { Readiness } from "../../database/readiness.ts";
import { PROVIDERS } from "./registry.ts";

export interface ProviderState {
  /** Its name in the database. */
  provider: string;
  state: "ON" | "OFF" | "FAILING";
  /** What to set to turn it on, or why it takes no pushes. */
  reason: string | null;
  /** When it stopped taking pushes, in seconds since 1970. */
  since: number | null;
}

/** Removes a provider's own text from a reason, because anyone may read the reason. */
const withoutDetail = (why: string) => why.replace(/( answered \d+):.*$/s, "$1");

/** Returns since when and why a provider fails; undefined if it does not fail or is off. */
const failureOf = (
  { name, storedName }: (typeof PROVIDERS)[number],
  configured: Readonly<Record<string, string>>,
  failing: Readiness["failingPushes"],
) => (configured[name] === "on" ? failing[storedName] : undefined);

/**
 * Returns the state of each provider, for administrators.
 * @param configured For each provider "on", or "off" and what to set.
 */
export function listProviderStates(
  configured: Readonly<Record<string, string>>,
  failing: Readiness["failingPushes"],
): ProviderState[] {
  return PROVIDERS.map((one) => {
    const { name, storedName: provider } = one;
    const failure = failureOf(one, configured, failing);
    if (failure) {
      const since = Math.floor(Date.parse(failure.since) / 1000);
      return { provider, state: "FAILING", reason: failure.why, since };
    }
    const status = configured[name] ?? "off";
    if (status === "on") return { provider, state: "ON", reason: null, since: null };
    return { provider, state: "OFF", reason: status.replace(/^off: /, ""), since: null };
  });
}

/**
 * Returns the state of each provider as text: as configured, or why it takes no pushes.
 * @param configured For each provider "on", or "off" and what to set.
 */
export function providerStates(
  configured: Readonly<Record<string, string>>,
  failing: Readiness["failingPushes"],
): Record<string, string> {
  const states = PROVIDERS.map((one) => {
    const failure = failureOf(one, configured, failing);
    const state = failure
      ? `failing since ${new Date(failure.since).toISOString()}: ${withoutDetail(failure.why)}`
      : configured[one.name];
    return [one.name, state];
  });
  return Object.fromEntries(states);
}
