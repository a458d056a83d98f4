import { createECDH, randomBytes, randomUUID } from "node:crypto";
import { decrypt, type Subscriber } from "./decrypt.ts";
import {
  type LocalServer,
  makeReceived,
  type Received,
  type Reply,
  type Request,
  startLocalServer,
} from "./local-server.ts";
import { makeVapidCheck } from "./vapid.ts";
import { findPushError } from "./web-push-headers.ts";

/** A push that was accepted. */
export interface WebPushMessage {
  /** The subscription as the browser got it. */
  token: string;
  /** In seconds. */
  ttl: number;
  urgency: string | undefined;
  topic: string | undefined;
  body: Buffer;
  /** By performance.now(). */
  at: number;
  /** Decrypts the body, and parses the JSON in it. */
  read(): { title: string; body: string; data: Record<string, unknown> };
}

export interface WebPushServer extends LocalServer {
  received: Received<WebPushMessage>;
  /** Makes a new browser's subscription as JSON, which is its token. */
  subscribe(): string;
  /** From now on pushes to the subscription get this status. 410 means that the browser unsubscribed. */
  refuse(token: string, status: number): void;
}

export interface WebPushServerOptions {
  /** The key of the subscriptions, in base64url. Its private key must sign the pushes. */
  publicKey: string;
  /** The most bytes of a push's encrypted body. */
  limit?: number;
}

/** Starts a browser's push service, together with its browsers. */
export async function startWebPushServer(options: WebPushServerOptions): Promise<WebPushServer> {
  const { publicKey, limit = 4096 } = options;
  const received = makeReceived<WebPushMessage>();
  const subscribers = new Map<string, Subscriber & { token: string; refusal?: number }>();
  const paths = new Map<string, string>();
  const faultOf = makeVapidCheck(() => server.url);

  const server = await startLocalServer(({ path, headers, body }: Request): Reply => {
    const subscriber = subscribers.get(path);
    if (!subscriber) return { status: 404, body: "no such subscription" };
    const fault = faultOf(headers.authorization, publicKey);
    if (fault) return { status: 403, body: fault };
    if (subscriber.refusal) return { status: subscriber.refusal };
    const reason = findPushError({ path, headers, body });
    if (reason) return { status: 400, body: { reason } };
    if (body.length > limit) return { status: 413 };
    const { token } = subscriber;
    received.add(token, {
      token,
      ttl: Number(headers.ttl),
      urgency: headers.urgency as string | undefined,
      topic: headers.topic as string | undefined,
      body,
      at: performance.now(),
      read: () => JSON.parse(decrypt(body, subscriber)),
    });
    return { status: 201, headers: { location: `${server.url}/message/${received.all.length}` } };
  });

  return {
    ...server,
    received,
    subscribe() {
      const keys = createECDH("prime256v1");
      const auth = randomBytes(16);
      const p256dh = keys.generateKeys("base64url");
      const path = `/push/${randomUUID()}`;
      const token = JSON.stringify({
        endpoint: server.url + path,
        keys: { p256dh, auth: auth.toString("base64url") },
      });
      subscribers.set(path, { keys, auth, token });
      paths.set(token, path);
      return token;
    },
    refuse(token, status) {
      const subscriber = subscribers.get(paths.get(token) ?? "");
      if (subscriber) subscriber.refusal = status;
    },
  };
}
