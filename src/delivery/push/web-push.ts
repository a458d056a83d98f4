import { join } from "node:path";
import { LRU } from "@graphile/lru";
import webPush from "web-push";
import { isAllowed } from "../../limits/allowed-hosts.ts";
import { keptSecret } from "../../ops/kept-secret.ts";
import { findKeyError, KNOWN_HOSTS, type VapidKeys } from "../../settings/push-settings.ts";
import {
  type Answer,
  describeAnswer,
  makeHttpClient,
  type NoAnswer,
  refusedForEveryone,
  temporaryFailure,
  unanswered,
} from "./http-client.ts";
import { dataOf, type Message, sendShortening, textBytesBeside } from "./message.ts";
import {
  type Outcome,
  oneByOne,
  type Provider,
  type Push,
  type Retry,
  timeToLive,
} from "./provider.ts";

export interface WebPushOptions {
  keys: VapidKeys;
  /** How a push service can contact the operator: a mailto: or https: address. */
  subject: string;
  /** Patterns of the hosts to send to. The browser makers' hosts by default. */
  hosts?: string[];
  /** Milliseconds for a request. */
  timeout?: number;
}

/** Plaintext that becomes 4096 bytes when encrypted, which every push service takes (RFC 8291, section 4). */
const MAX_MESSAGE_BYTES = 3993;

/** Pushes to browsers: RFC 8030, encrypted by RFC 8291, with VAPID (RFC 8292). */
export function makeWebPush(options: WebPushOptions): Provider {
  const { keys, subject, hosts = KNOWN_HOSTS, timeout = 10_000 } = options;
  const client = makeHttpClient(timeout);
  const vapidHeader = makeVapidHeader(keys, subject);
  const circuitBreakers = makeCircuitBreakers(timeout);

  async function post(
    push: Push,
    subscription: Subscription,
    message: Message,
    topic: string | undefined,
  ) {
    const { headers, body } = webPush.generateRequestDetails(
      subscription,
      JSON.stringify({ ...withTitle(message), data: dataOf(push) }),
      {
        TTL: timeToLive(push),
        urgency: push.level === "ONE" ? "high" : "normal",
        topic,
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
    const held = circuitBreakers.hold(host);
    if (held) return held;
    const maxBytes = textBytesBeside(dataOf(push), MAX_MESSAGE_BYTES);
    return sendShortening(push, maxBytes, async (message) => {
      let answer = await post(push, subscription, message, topicOf(push));
      if (refusesTopic(answer)) answer = await post(push, subscription, message, undefined);
      circuitBreakers.note(host, answer);
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

/** Browsers show no notification without a title, so the body becomes the title if there is none. */
const withTitle = ({ title, body }: Message) =>
  title === undefined ? { title: body, body: "" } : { title, body };

/**
 * The topic of a notification's pushes: if one is sent twice before the browser fetches it, the second replaces the
 * first. RFC 8030 takes 32 characters of base64url at most, and Apple only a length that base64url can have.
 */
function topicOf({ notificationId }: Push): string {
  return `notification-${String(notificationId).padStart(19, "0")}`;
}

/** Returns true if a push service refuses a push only for its topic. */
function refusesTopic(answer: Answer | NoAnswer): boolean {
  return answer.status === 400 && /BadWebPushTopic/.test(answer.text);
}

/**
 * The outcome that a push service's answer stands for. The service is one of several, and the others may still work, so
 * `everyone` is false. The caller handles "too big" by sending a shorter text.
 */
function readResponse(host: string, answer: Answer | NoAnswer): Outcome | "too big" {
  if (answer.status === undefined) return { ...unanswered(host, answer), everyone: false };
  // Microsoft's service says with 406 what others say with 429.
  const temporary =
    answer.status === 406 ? refusedForEveryone(host, answer) : temporaryFailure(host, answer);
  if (temporary) return { ...temporary, everyone: false };
  if (answer.status < 300) {
    if (!isDropped(answer)) return { state: "accepted" };
    const why = `${host} answered ${answer.status}, and does not deliver the push`;
    return { state: "retry", why, everyone: false };
  }
  if (answer.status === 413) return "too big";
  const why = describeAnswer(host, answer);
  if (refusesToken(answer)) return { state: "retry", why };
  const isGone = answer.status === 404 || answer.status === 410;
  return { state: isGone ? "dead" : "failed", why };
}

/**
 * Returns true if a push service refuses our token (RFC 8292) for now. It does if a clock is wrong, and accepts a later
 * token. Pushes to a browser that subscribed with another key are refused for good: Mozilla's status for that is 401,
 * and others' is 403.
 */
function refusesToken({ status, text }: Answer): boolean {
  if (status === 401) return !/mismatch/i.test(text);
  return status === 403 && /jwt|\bexp\b|expired/i.test(text);
}

/**
 * Returns true if Microsoft's service took a push and will not deliver it now: the browser is away for too long, or it
 * gets too many.
 */
function isDropped({ headers }: Answer): boolean {
  const states = [headers["x-wns-status"], headers["x-wns-notificationstatus"]];
  return states.some((state) => /^(dropped|channelthrottled)$/i.test(String(state)));
}

/** What a browser gives for pushing to it: see PushSubscription.toJSON() of the Push API. */
interface Subscription {
  endpoint: string;
  keys: {
    /** The browser's public key, in base64url. */
    p256dh: string;
    auth: string;
  };
}

/** Reads the subscription in a token. Undefined if the token is not a complete subscription. */
export function parseSubscription(token: string): Subscription | undefined {
  try {
    const { endpoint, keys } = JSON.parse(token);
    const fields = [endpoint, keys.p256dh, keys.auth];
    if (!fields.every((field) => typeof field === "string" && field)) return undefined;
    return { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } };
  } catch {
    return undefined;
  }
}

/** Recognises a Web Push subscription among tokens: it is the only token that is JSON. */
export function looksLikeSubscription(token: string): boolean {
  return /^\s*\{/.test(token);
}

/** A header is used for an hour and is valid for two. */
const HEADER_USE_MS = 3_600_000;
const HEADER_LIFETIME_MS = 2 * HEADER_USE_MS;

/**
 * Makes the Authorization header that tells a push service who we are (RFC 8292). Each service gets its own, which is
 * used again for an hour: signing takes as long as encrypting a push.
 * @param subject How the service can contact the operator: a mailto: or https: address.
 */
export function makeVapidHeader(keys: VapidKeys, subject: string): (endpoint: string) => string {
  const headers = new LRU<string, { header: string; end: number }>({ maxLength: 1000 });
  return (endpoint) => {
    const { origin } = new URL(endpoint);
    const now = Date.now();
    let known = headers.get(origin);
    // If more than an hour is left, the clock was ahead when the header was made. Services may refuse it until that
    // time is reached.
    if (!known || known.end <= now || known.end - now > HEADER_USE_MS) {
      const expiration = Math.floor((now + HEADER_LIFETIME_MS) / 1000);
      const { Authorization: header } = webPush.getVapidHeaders(
        origin,
        subject,
        keys.publicKey,
        keys.privateKey,
        "aes128gcm",
        expiration,
      );
      known = { header, end: now + HEADER_USE_MS };
      headers.set(origin, known);
    }
    return known.header;
  };
}

/** While a circuit is half open, one push tests whether the host works again and the others wait this long. */
const PROBE_INTERVAL_MS = 1000;

/** What is known about a host. Times are by performance.now(). */
interface Host {
  answeredAt: number;
  /** Set while the host does not answer: until when its pushes are held back, why, and whether one is trying it now. */
  silence?: { until: number; why: string; isTried: boolean };
}

/** A circuit breaker for each push service: a push to one that does not answer would keep others waiting. */
export interface CircuitBreakers {
  /**
   * The outcome of a push that is held back because its host does not answer. Undefined for a push that may be sent.
   * After a silence, only one push may be sent at first: the others wait for its outcome.
   */
  hold(host: string): Retry | undefined;
  /** Notes a host's answer to a push, or that there was none. */
  note(host: string, answer: Answer | NoAnswer): void;
}

/**
 * @param timeout How long a push waits for an answer, in milliseconds. If a push times out and its host has not
 * answered any for half of this time, pushes to the host are held back for twice this time.
 */
export function makeCircuitBreakers(timeout: number): CircuitBreakers {
  // Users choose hosts, and a pattern may allow any number of them.
  const hosts = new LRU<string, Host>({ maxLength: 1000 });

  return {
    hold(host) {
      const { silence } = hosts.get(host) ?? {};
      if (!silence) return undefined;
      const now = performance.now();
      if (silence.until <= now) {
        silence.until = now + timeout;
        silence.isTried = true;
        return undefined;
      }
      const rest = silence.until - now;
      const after = silence.isTried ? Math.min(rest, PROBE_INTERVAL_MS) : rest;
      return { state: "retry", why: silence.why, after, everyone: false, unsent: true };
    },
    note(host, answer) {
      const now = performance.now();
      if (answer.status !== undefined) return hosts.set(host, { answeredAt: now });
      // A push that fails at once keeps no other waiting.
      if (!answer.timedOut) return;
      const { answeredAt } = hosts.get(host) ?? { answeredAt: Number.NEGATIVE_INFINITY };
      // A single push may also time out at a host that works.
      if (now - answeredAt <= timeout / 2) return;
      const { why } = unanswered(host, answer);
      hosts.set(host, { answeredAt, silence: { until: now + 2 * timeout, why, isTried: false } });
    },
  };
}

/**
 * Loads the keys of Web Push that belong to the embedded database, or makes them at the first start. They are kept in
 * its directory: the subscriptions of browsers depend on them.
 */
export const loadOrCreateVapidKeys = (dataDir: string): Promise<VapidKeys> =>
  keptSecret({
    file: join(dataDir, "vapid-keys.json"),
    make: () => JSON.stringify(webPush.generateVAPIDKeys()),
    parse(text) {
      const { publicKey, privateKey } = JSON.parse(text);
      const keys = { publicKey, privateKey };
      return findKeyError(keys) ? undefined : keys;
    },
    loss: "browsers have to register for pushes again.",
  });
