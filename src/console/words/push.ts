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

/** Returns why a provider takes no pushes. Its own reasons stay as they are. */
function reasonOf(reason: string | null): string {
  const settings = /^set (.+)$/.exec(reason ?? "")?.[1]?.split(" and ");
  return settings ? t("set {settings}", { settings: listed(settings) }) : (reason ?? "");
}

/** Says whether pushes go out through a provider, and if not, why. */
export function providerState({ state, reason, since }: PushProvider): string {
  if (state === "ON") return t("✓ on");
  if (state === "OFF") return t("✕ off: {reason}", { reason: reasonOf(reason) });
  const why = reasonOf(reason);
  return since === null
    ? t("! failing: {reason}", { reason: why })
    : t("! failing since {time}: {reason}", { time: moment(since), reason: why });
}
