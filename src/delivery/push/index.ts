import type { Log } from "../../ops/log.ts";
import type { Lane, Room } from "../../ops/room.ts";
import type { Seal } from "../../people/seal.ts";
import type { Config, PushConfig } from "../../settings/config.ts";
import type { Provider, ProviderName } from "./provider.ts";
import { PROVIDERS, type ProviderEntry } from "./registry.ts";
import { makeCheckReceipts, makeSendPushes, type WatchedProvider } from "./send-pushes.ts";
import { makeSendSmsCode } from "./sms.ts";
import { makeTellByPush } from "./tell-members.ts";
import { watchPushes } from "./watch.ts";
import { loadOrCreateVapidKeys } from "./web-push.ts";

/**
 * Push, and the other channels that work like it. The layers, from the outside in:
 *
 * - **Channel**: one kind of message. Nothing outside its folder knows how it sends.
 * - **Provider**: a company whose servers carry the channel's messages. Push has Expo, FCM and Web Push. Email, ntfy and SMS are one each.
 * - **Device**: where a message ends. Its token names it at its provider.
 */
export interface PushChannel extends Required<Pick<Room, "lanes" | "close">> {
  /** For each provider "on", or "off" and what to set. */
  status: Record<string, string>;
  /** The key that browsers subscribe with. Undefined if Web Push is off. */
  vapidPublicKey: string | undefined;
  /** The server where people subscribe to their topic. Undefined if ntfy is off. */
  ntfyUrl: string | undefined;
}

/** Opens push, and logs which providers are off. With the embedded database, Web Push makes its own keys. */
export async function openPush(
  { push, databaseUrl, dataDir }: Pick<Config, "push" | "databaseUrl" | "dataDir">,
  log: Log,
  seal?: Seal,
): Promise<PushChannel> {
  const keys =
    push.webPush.keys ?? (databaseUrl ? undefined : await loadOrCreateVapidKeys(dataDir));
  const opened = openProviders({ ...push, webPush: { ...push.webPush, keys } }, seal);
  for (const { entry, status } of opened) {
    if (status !== "on") log(`push: ${entry.name} is ${status}.`);
  }
  return {
    status: Object.fromEntries(opened.map(({ entry, status }) => [entry.name, status])),
    lanes: lanesOf(opened, push, log),
    vapidPublicKey: keys?.publicKey,
    ntfyUrl: push.ntfy.url,
    async close() {
      await Promise.all(opened.map(({ provider }) => provider.close?.()));
    },
  };
}

/** A provider of the registry, switched on or off. */
interface OpenProvider {
  entry: ProviderEntry;
  provider: Provider;
  /** "on", or "off" and what to set. */
  status: string;
}

/** Makes each provider of the registry. One without credentials is off. */
export function openProviders(config: PushConfig, seal?: Seal): OpenProvider[] {
  return PROVIDERS.map((entry) => {
    const made = entry.make(config, seal);
    if (made) return { entry, provider: made, status: "on" };
    const status = `off: set ${entry.environment.join(" and ")}`;
    const provider = makeDisabledProvider(entry.name, `${entry.name} is ${status}`);
    return { entry, provider, status };
  });
}

/**
 * Makes the provider that stands in if there are no credentials. Its pushes wait, and fail when their alert ends.
 * So pushes reach everyone if an administrator sets the credentials in time.
 */
function makeDisabledProvider(name: ProviderName, why: string): Provider {
  return {
    name,
    batchSize: 1000,
    concurrency: 1,
    send: async (pushes) =>
      pushes.map(() => ({ state: "retry", why, everyone: true, unsent: true })),
  };
}

/** One lane for each provider, so that a slow one delays no other, and one for receipts, codes and messages to members. */
function lanesOf(opened: readonly OpenProvider[], push: PushConfig, log: Log): Lane[] {
  const receivers = new Map<string, WatchedProvider>();
  const lanes = opened.map(({ entry: { name, storedName, lane, catchUp }, provider }) => {
    const watch = watchPushes(name, log);
    receivers.set(storedName, { provider, watch: watch.receipts });
    const { task, concurrency } = lane;
    return {
      concurrency,
      tasks: { [task]: makeSendPushes(storedName, provider, watch.sent) },
      catchUp: catchUp?.(push),
    };
  });
  const providers = new Map(opened.map(({ entry, provider }) => [entry.storedName, provider]));
  const tasks = {
    push_receipts: makeCheckReceipts(receivers),
    ...(push.sms && { send_sms_code: makeSendSmsCode(push.sms) }),
    tell_by_push: makeTellByPush(providers),
  };
  return [...lanes, { concurrency: 1, tasks }];
}
