import type { ChannelsQuery } from "../api/operations.ts";
import { listed } from "./numbers.ts";
import { moment } from "./time.ts";
import { t } from "./translate.ts";

/** A provider of pushes, and whether it takes them. */
export type PushProvider = NonNullable<ChannelsQuery["pushProviders"]>[number];

/** The channels, as the subject of a sentence. */
const CHANNELS: Record<string, string> = {
  expo: t("App pushes (Expo)"),
  fcm: t("App pushes (Firebase)"),
  web_push: t("Browser pushes"),
  email: t("Alerts by email"),
  ntfy: t("Pushes by ntfy"),
  sms: t("Alerts by SMS"),
  mail: t("Mails"),
};

/** Returns why a provider took no push, or takes none: whom to ask for its settings, or the provider's own message. */
export function pushReason(reason: string | null): string {
  const found = /^(?:\w+ is off: )?set (.+)$/.exec(reason ?? "");
  if (!found) return reason ?? "";
  return t("ask your operator ({settings})", { settings: listed(found[1]?.split(" and ") ?? []) });
}

/** Says whether a channel is on, and if not, why and what to do. */
export function providerState({ provider, state, reason: given, since }: PushProvider): string {
  const channel = CHANNELS[provider] ?? provider;
  const reason = pushReason(given);
  if (state === "ON") return t("✓ {channel} are on", { channel });
  if (state === "OFF") return t("✕ {channel} are off: {reason}", { channel, reason });
  return since === null
    ? t("! {channel} are failing: {reason}", { channel, reason })
    : t("! {channel} are failing since {time}: {reason}", {
        channel,
        time: moment(since),
        reason,
      });
}
