import type { Readiness } from "../../database/readiness.ts";
import { type ChannelState, channelState, channelStateText } from "../../ops/channel-state.ts";
import { PROVIDERS } from "./registry.ts";

type Failing = Readiness["failingPushes"];

/** Removes a provider's own text from a reason, because anyone may read the reason. */
const withoutDetail = (why: string) => why.replace(/( answered \d+):.*$/s, "$1");

/**
 * Returns the state of each provider, by its name in the database, for administrators.
 * @param configured For each provider "on", or "off" and what to set.
 */
export const listProviderStates = (
  configured: Readonly<Record<string, string>>,
  failing: Failing,
): (ChannelState & { provider: string })[] =>
  PROVIDERS.map(({ name, storedName }) => ({
    provider: storedName,
    ...channelState(configured[name] ?? "off", failing[storedName]),
  }));

/**
 * Returns the state of each provider as text: as configured, or why it takes no pushes.
 * @param configured For each provider "on", or "off" and what to set.
 */
export const providerStates = (
  configured: Readonly<Record<string, string>>,
  failing: Failing,
): Record<string, string> =>
  Object.fromEntries(
    PROVIDERS.map(({ name, storedName }) => {
      const failure = failing[storedName];
      const why = failure && `: ${withoutDetail(failure.why)}`;
      return [name, channelStateText(configured[name] ?? "off", failure, why)];
    }),
  );
