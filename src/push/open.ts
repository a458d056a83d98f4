import type { Config } from "../config/config.ts";
import type { Log } from "../process/log.ts";
import { makeProviders, type PushStatus } from "./index.ts";
import { makeOff } from "./off.ts";
import type { Provider, ProviderName } from "./provider.ts";
import { keptVapidKeys } from "./vapid-keys.ts";

const NAMES: Record<keyof PushStatus, ProviderName> = {
  expo: "expo",
  fcm: "fcm",
  webPush: "web_push",
};

/** Every provider, on or off, as the configuration has them. */
export interface OpenProviders {
  providers: Provider[];
  status: PushStatus;
  /** What browsers subscribe with; undefined where Web Push is off. */
  vapidPublicKey: string | undefined;
  close(): Promise<void>;
}

/** Opens the push providers, and says which are off. The embedded database has keys of its own for Web Push. */
export async function openProviders(
  { push, databaseUrl, dataDir }: Pick<Config, "push" | "databaseUrl" | "dataDir">,
  log: Log,
): Promise<OpenProviders> {
  const keys = push.webPush.keys ?? (databaseUrl ? undefined : await keptVapidKeys(dataDir));
  const { providers: on, status } = makeProviders({ ...push, webPush: { ...push.webPush, keys } });
  const providers = Object.entries(NAMES).map(([name, provider]) => {
    const said = status[name as keyof PushStatus];
    if (said !== "on") log(`push: ${name} is ${said}.`);
    return on.get(provider) ?? makeOff(provider, `${name} is ${said}`);
  });
  return {
    providers,
    status,
    vapidPublicKey: keys?.publicKey,
    async close() {
      await Promise.all(providers.map((provider) => provider.close?.()));
    },
  };
}
