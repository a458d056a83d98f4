import webPush from "web-push";
import { makeClient } from "./client.ts";
import { dataOf, type Message, roomBeside, sendShortening } from "./message.ts";
import { oneByOne } from "./one-by-one.ts";
import type { Outcome, Provider, Push } from "./provider.ts";
import { timeToLive } from "./time-to-live.ts";
import { inWords, silence, trouble } from "./trouble.ts";
import type { VapidKeys } from "./vapid-keys.ts";
import { isAllowed, KNOWN_HOSTS } from "./web-push/hosts.ts";
import { parseSubscription, type Subscription } from "./web-push/subscription.ts";
import { makeVapid } from "./web-push/vapid.ts";

export interface WebPushOptions {
  keys: VapidKeys;
  /** Whom a push service may turn to: mailto: or https:. */
  subject: string;
  /** Patterns of the hosts to send to; those of the browsers' makers by default. */
  hosts?: string[];
  /** Milliseconds for a request. */
  timeout?: number;
}

/** Bytes of plaintext that make the 4096 that every push service takes (RFC 8291, section 4). */
const LIMIT = 3993;

/** Pushes to browsers: RFC 8030, encrypted by RFC 8291, with VAPID (RFC 8292). */
export function makeWebPush(options: WebPushOptions): Provider {
  const { keys, subject, hosts = KNOWN_HOSTS, timeout = 10_000 } = options;
  const client = makeClient(timeout);
  const authorization = makeVapid(keys, subject);

  async function post(push: Push, subscription: Subscription, message: Message) {
    const { headers, body } = webPush.generateRequestDetails(
      subscription,
      JSON.stringify({ ...message, data: dataOf(push) }),
      {
        TTL: timeToLive(push),
        urgency: push.level === "ONE" ? "high" : "normal",
        // Sent twice before the browser fetches it, it arrives once.
        topic: `notification-${push.notificationId}`,
        contentEncoding: "aes128gcm",
        headers: { Authorization: authorization(subscription.endpoint) },
      },
    );
    return client.post(subscription.endpoint, headers as Record<string, string>, body as Buffer);
  }

  async function send(push: Push): Promise<Outcome> {
    const subscription = parseSubscription(push.token);
    if (!subscription) return { state: "failed", why: "the token is no Web Push subscription" };
    if (!isAllowed(subscription.endpoint, hosts)) {
      return { state: "failed", why: "the subscription's host is not one to send to" };
    }
    const { host } = new URL(subscription.endpoint);
    return sendShortening(push.text, roomBeside(dataOf(push), LIMIT), async (message) => {
      const answer = await post(push, subscription, message);
      if (answer.status === undefined) return { ...silence(host, answer), everyone: false };
      const general = trouble(host, answer);
      // One push service of several: the browsers of the others can be reached.
      if (general) return { ...general, everyone: false };
      if (answer.status < 300) return { state: "accepted" };
      if (answer.status === 413) return "too big";
      const isGone = answer.status === 404 || answer.status === 410;
      return { state: isGone ? "dead" : "failed", why: inWords(host, answer) };
    });
  }

  return {
    name: "web_push",
    batchSize: 1,
    concurrency: 64,
    send: oneByOne(send),
    close: async () => client.close(),
  };
}
