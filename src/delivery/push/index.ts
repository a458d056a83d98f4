import type { Log } from "../../ops/log.ts";
import type { Config } from "../../settings/config.ts";
import type { PushConfig } from "../../settings/push-settings.ts";
import { loadOrCreateVapidKeys } from "../../settings/vapid-keys.ts";
import type { Channel } from "../channel.ts";
import type { Lane } from "../lane.ts";
import { makeDisabledProvider } from "./disabled-provider.ts";
import { makeCheckReceipts } from "./jobs/check-receipts.ts";
import { makeSendPushes } from "./jobs/send-pushes.ts";
import { ownTokensOnly } from "./own-tokens.ts";
import type { Provider } from "./provider.ts";
import { detectProvider, PROVIDERS, type ProviderEntry } from "./registry.ts";
import { watchPushes } from "./watch.ts";

/** The channel that reaches people by push. */
export interface PushChannel extends Channel {
  /** The key that browsers subscribe with. Undefined if Web Push is off. */
  vapidPublicKey: string | undefined;
}

/** A provider of the registry, switched on or off. */
interface OpenProvider {
  entry: ProviderEntry;
  provider: Provider;
  /** "on", or "off" and what to set. */
  status: string;
}

/** Makes each provider of the registry. One without credentials is off. */
export function openProviders(config: PushConfig): Promise<OpenProvider[]> {
  return Promise.all(
    PROVIDERS.map(async (entry) => {
      const provider = await entry.make(config);
      if (provider) {
        return { entry, provider: ownTokensOnly(provider, detectProvider), status: "on" };
      }
      const status = `off: set ${entry.environment.join(" and ")}`;
      return {
        entry,
        provider: makeDisabledProvider(entry.name, `${entry.name} is ${status}`),
        status,
      };
    }),
  );
}

/** The lanes of push: one for each provider, and one for the receipts of all. */
function lanesOf(opened: readonly OpenProvider[], log: Log): Lane[] {
  const watched = opened.map(({ entry, provider }) => {
    return { entry, provider, watch: watchPushes(entry.name, log) };
  });
  return [
    ...watched.map(({ entry, provider, watch }) => ({
      concurrency: entry.lane.concurrency,
      tasks: { [entry.lane.task]: makeSendPushes(entry.storedName, provider, watch.sent) },
    })),
    {
      concurrency: 1,
      tasks: {
        push_receipts: makeCheckReceipts(
          new Map(
            watched.map(({ entry, provider, watch }) => [
              entry.storedName,
              { provider, watch: watch.receipts },
            ]),
          ),
        ),
      },
    },
  ];
}

/** Opens push, and logs which providers are off. With the embedded database, Web Push makes its own keys. */
export async function openPush(
  { push, databaseUrl, dataDir }: Pick<Config, "push" | "databaseUrl" | "dataDir">,
  log: Log,
): Promise<PushChannel> {
  const keys =
    push.webPush.keys ?? (databaseUrl ? undefined : await loadOrCreateVapidKeys(dataDir));
  const opened = await openProviders({ ...push, webPush: { ...push.webPush, keys } });
  for (const { entry, status } of opened) {
    if (status !== "on") log(`push: ${entry.name} is ${status}.`);
  }
  return {
    status: Object.fromEntries(opened.map(({ entry, status }) => [entry.name, status])),
    lanes: lanesOf(opened, log),
    vapidPublicKey: keys?.publicKey,
    async close() {
      await Promise.all(opened.map(({ provider }) => provider.close?.()));
    },
  };
}
