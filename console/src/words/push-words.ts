import type { PushProvidersQuery } from "../api/operations.ts";
import { listed } from "./lists.ts";
import { moment } from "./time.ts";
import { t } from "./translate.ts";

/** A provider of pushes, and whether it takes them. */
export type PushProvider = NonNullable<PushProvidersQuery["pushProviders"]>[number];

const NAMES: Record<string, string> = {
  expo: "App (Expo)",
  fcm: "App (Firebase)",
  web_push: t("Browsers"),
};

/** The name of a provider, for people. */
export const providerName = (provider: string) => NAMES[provider] ?? provider;

/** Returns why a provider took no push, or takes none. The provider's own messages stay as they are. */
export function pushReason(reason: string | null): string {
  const found = /^(?:(\w+) is off: )?set (.+)$/.exec(reason ?? "");
  if (!found) return reason ?? "";
  const [, provider, names = ""] = found;
  const settings = listed(names.split(" and "));
  return provider
    ? t("{provider} is off: set {settings}", { provider, settings })
    : t("set {settings}", { settings });
}

/** Says whether pushes go out through a provider, and if not, why. */
export function providerState({ state, reason, since }: PushProvider): string {
  if (state === "ON") return t("✓ on");
  if (state === "OFF") return t("✕ off: {reason}", { reason: pushReason(reason) });
  const why = pushReason(reason);
  return since === null
    ? t("! failing: {reason}", { reason: why })
    : t("! failing since {time}: {reason}", { time: moment(since), reason: why });
}
