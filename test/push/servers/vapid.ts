import { createPublicKey } from "node:crypto";
import jwt from "jsonwebtoken";

/** The public key, made from its 65 bytes in base64url. */
function verifyingKey(publicKey: string) {
  const point = Buffer.from(publicKey, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((n) => n.toString("base64url"));
  return createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
}

/** Checks a VAPID authorization (RFC 8292) for a subscription with a key. Returns the error, or undefined. */
export type VapidCheck = (
  authorization: string | undefined,
  publicKey: string,
) => string | undefined;

/**
 * Makes a check that remembers valid authorizations.
 * @param audience The push service's origin, which is known once it serves.
 */
export function makeVapidCheck(audience: () => string): VapidCheck {
  /** When each valid authorization ends. Each is used for many pushes. */
  const verified = new Map<string, number>();

  return (authorization = "", publicKey) => {
    const now = Date.now() / 1000;
    const [, token = "", of] = authorization.match(/^vapid t=([^,]+), ?k=(.+)$/) ?? [];
    if (of !== publicKey) return "not the key of the subscription";
    if ((verified.get(authorization) ?? 0) > now) return undefined;
    try {
      const key = verifyingKey(publicKey);
      const claims = jwt.verify(token, key, { algorithms: ["ES256"], audience: audience() });
      const { exp = 0, sub = "" } = claims as jwt.JwtPayload;
      if (exp > now + 86_400) return "exp claim must not be more than 24 hours ahead";
      // Apple takes no address at a host without a dot.
      if (!/^(mailto:[^\s@]+@|https:\/\/)([a-z0-9-]+\.)+[a-z][a-z0-9-]+(\/\S*)?$/i.test(sub)) {
        return "BadJwtToken";
      }
      verified.set(authorization, exp);
    } catch (error) {
      return (error as Error).message;
    }
    return undefined;
  };
}
