import { LRU } from "@graphile/lru";
import webPush from "web-push";
import type { VapidKeys } from "../../../settings/vapid-keys.ts";

/** A header is used for an hour and is valid for two. In milliseconds. */
const USED_FOR = 3_600_000;
const VALID_FOR = 2 * USED_FOR;

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
    if (!known || known.end <= now || known.end - now > USED_FOR) {
      const expiration = Math.floor((now + VALID_FOR) / 1000);
      const { Authorization: header } = webPush.getVapidHeaders(
        origin,
        subject,
        keys.publicKey,
        keys.privateKey,
        "aes128gcm",
        expiration,
      );
      known = { header, end: now + USED_FOR };
      headers.set(origin, known);
    }
    return known.header;
  };
}
