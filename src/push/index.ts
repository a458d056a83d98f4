import type { PushConfig } from "./config.ts";
import { makeExpo } from "./expo.ts";
import { makeFcm } from "./fcm.ts";
import type { Provider, ProviderName } from "./provider.ts";
import { makeWebPush } from "./web-push.ts";

/** Of each provider "on", or "off" and what to set. */
export type PushStatus = Record<"expo" | "fcm" | "webPush", string>;

export interface Providers {
  /** Those that are on. */
  providers: Map<ProviderName, Provider>;
  status: PushStatus;
}

/** Makes the providers that have credentials. */
export function makeProviders({ expo, fcm, webPush }: PushConfig): Providers {
  const providers = new Map<ProviderName, Provider>();
  const status: PushStatus = { expo: "on", fcm: "on", webPush: "on" };

  if (expo.accessToken) {
    providers.set("expo", makeExpo({ url: expo.url, accessToken: expo.accessToken }));
  } else status.expo = "off: set EXPO_ACCESS_TOKEN";

  if (fcm.serviceAccount) {
    providers.set("fcm", makeFcm({ url: fcm.url, serviceAccount: fcm.serviceAccount }));
  } else status.fcm = "off: set FCM_SERVICE_ACCOUNT";

  if (webPush.keys) {
    const { keys, subject, hosts } = webPush;
    providers.set("web_push", makeWebPush({ keys, subject, hosts }));
  } else status.webPush = "off: set VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY";

  return { providers, status };
}
