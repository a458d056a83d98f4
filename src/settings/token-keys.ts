import {
  createHash,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  type JsonWebKey,
  type KeyObject,
} from "node:crypto";

/**
 * A key for tokens. Its algorithm belongs to it and is never read from a token (RFC 8725, 3.1), so that no public key
 * can be taken for a secret.
 */
export interface TokenKey {
  /** Names the key in the header of a token. */
  kid: string;
  algorithm: "HS256" | "ES256";
  signing: KeyObject;
  verifying: KeyObject;
}

/** The first half of the key's thumbprint, in the manner of RFC 7638. */
function kidOf(members: object): string {
  return createHash("sha256").update(JSON.stringify(members)).digest("base64url").slice(0, 22);
}

/** A secret that signs and verifies with HS256. */
export function secretKey(secret: string): TokenKey {
  // A KeyObject is imported once. A string would be imported at each verification, which takes four times as long.
  const key = createSecretKey(secret, "utf8");
  const kid = kidOf({ k: key.export().toString("base64url"), kty: "oct" });
  return { kid, algorithm: "HS256", signing: key, verifying: key };
}

/**
 * A private key on the curve P-256 that signs with ES256.
 * @throws Error if the text is not such a key.
 */
export function privateKey(pem: string): TokenKey {
  const signing = createPrivateKey(pem);
  if (signing.asymmetricKeyDetails?.namedCurve !== "prime256v1") {
    throw new Error("it is not on the curve P-256");
  }
  const verifying = createPublicKey(signing);
  const { crv, kty, x, y } = verifying.export({ format: "jwk" });
  return { kid: kidOf({ crv, kty, x, y }), algorithm: "ES256", signing, verifying };
}

/** The public keys as a JWK Set (RFC 7517). Secrets are never in it. */
export function publicKeySet(keys: readonly TokenKey[]): { keys: JsonWebKey[] } {
  return {
    keys: keys
      .filter(({ verifying }) => verifying.type === "public")
      .map(({ kid, algorithm, verifying }) => ({
        ...verifying.export({ format: "jwk" }),
        kid,
        alg: algorithm,
        use: "sig",
      })),
  };
}
