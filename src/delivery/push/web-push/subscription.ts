/** What a browser gives for pushing to it: see PushSubscription.toJSON() of the Push API. */
export interface Subscription {
  endpoint: string;
  keys: {
    /** The browser's public key, in base64url. */
    p256dh: string;
    auth: string;
  };
}

/** Recognises a Web Push subscription among tokens: it is the only token that is JSON. */
export function looksLikeSubscription(token: string): boolean {
  return /^\s*\{/.test(token);
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
