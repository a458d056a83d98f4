import webPush from "web-push";
import type { VapidKeys } from "../vapid-keys.ts";

/** How long one authorization is used; it is valid for longer. In milliseconds. */
const USED_FOR = 3_600_000;
const VALID_FOR = 2 * USED_FOR;

/**
 * The Authorization header that tells a push service who we are (RFC 8292): one for each service, used again for an
 * hour, since to sign takes as long as to encrypt.
 * @param subject Whom the service may turn to: mailto: or https:.
 */
export function makeVapid(keys: VapidKeys, subject: string): (endpoint: string) => string {
  const known = new Map<string, { header: string; end: number }>();
  return (endpoint) => {
    const { origin } = new URL(endpoint);
    const now = Date.now();
    let one = known.get(origin);
    if (!one || one.end <= now) {
      const { publicKey, privateKey } = keys;
      const expiration = Math.floor((now + VALID_FOR) / 1000);
      const headers = webPush.getVapidHeaders(
        origin,
        subject,
        publicKey,
        privateKey,
        "aes128gcm",
        expiration,
      );
      one = { header: headers.Authorization, end: now + USED_FOR };
      known.set(origin, one);
    }
    return one.header;
  };
}
