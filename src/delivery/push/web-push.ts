import webPush from "web-push";
import type { VapidKeys } from "../../settings/vapid-keys.ts";
import { isAllowed, KNOWN_HOSTS } from "../../settings/web-push-hosts.ts";
import { makeHttpClient } from "./http-client.ts";
import { dataOf, type Message, sendShortening, textBytesBeside } from "./message.ts";
import { oneByOne } from "./one-by-one.ts";
import type { Outcome, Provider, Push } from "./provider.ts";
import { timeToLive } from "./time-to-live.ts";
import { readResponse } from "./web-push/response.ts";
import { makeSilentHosts } from "./web-push/silent-hosts.ts";
import { parseSubscription, type Subscription } from "./web-push/subscription.ts";
import { makeVapidHeader } from "./web-push/vapid-header.ts";

export interface WebPushOptions {
  keys: VapidKeys;
  /** How a push service can contact the operator: a mailto: or https: address. */
  subject: string;
  /** Patterns of the hosts to send to. The browser makers' hosts by default. */
  hosts?: string[];
  /** Milliseconds for a request. */
  timeout?: number;
}

/** Bytes of plaintext that become 4096 when encrypted, which every push service takes (RFC 8291, section 4). */
const MESSAGE_LIMIT = 3993;

/** Browsers show no notification without a title, so the body becomes the title if there is none. */
const withTitle = ({ title, body }: Message) =>
  title === undefined ? { title: body, body: "" } : { title, body };

/** Pushes to browsers: RFC 8030, encrypted by RFC 8291, with VAPID (RFC 8292). */
export function makeWebPush(options: WebPushOptions): Provider {
  const { keys, subject, hosts = KNOWN_HOSTS, timeout = 10_000 } = options;
  const client = makeHttpClient(timeout);
  const vapidHeader = makeVapidHeader(keys, subject);
  const silentHosts = makeSilentHosts(timeout);

  async function post(push: Push, subscription: Subscription, message: Message) {
    const { headers, body } = webPush.generateRequestDetails(
      subscription,
      JSON.stringify({ ...withTitle(message), data: dataOf(push) }),
      {
        TTL: timeToLive(push),
        urgency: push.level === "ONE" ? "high" : "normal",
        // If it is sent twice before the browser fetches it, the second replaces the first.
        topic: `notification-${push.notificationId}`,
        contentEncoding: "aes128gcm",
        headers: { Authorization: vapidHeader(subscription.endpoint) },
      },
    );
    // The library's types also allow other headers and no body, neither of which it makes for a payload.
    return client.post(subscription.endpoint, headers as Record<string, string>, body as Buffer);
  }

  async function send(push: Push): Promise<Outcome> {
    const subscription = parseSubscription(push.token);
    if (!subscription) return { state: "failed", why: "the token is not a Web Push subscription" };
    if (!isAllowed(subscription.endpoint, hosts)) {
      return { state: "failed", why: "the subscription's host is not allowed" };
    }
    const { host } = new URL(subscription.endpoint);
    const held = silentHosts.hold(host);
    if (held) return held;
    const maxBytes = textBytesBeside(dataOf(push), MESSAGE_LIMIT);
    return sendShortening(push, maxBytes, async (message) => {
      const answer = await post(push, subscription, message);
      silentHosts.note(host, answer);
      return readResponse(host, answer);
    });
  }

  return {
    name: "webPush",
    batchSize: 1,
    concurrency: 64,
    send: oneByOne(send),
    close: async () => client.close(),
  };
}
