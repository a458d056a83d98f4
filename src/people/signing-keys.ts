import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { keptSecret } from "../ops/kept-secret.ts";
import type { Log } from "../ops/log.ts";
import type { Config, SessionConfig } from "../settings/config.ts";
import { secretKey, type TokenKey } from "../settings/token-keys.ts";

const MIN_SECRET_BYTES = 32;

type SigningConfig = Pick<Config, "databaseUrl" | "dataDir" | "jwtSecret"> & {
  sessions: Pick<SessionConfig, "privateKey" | "previousPrivateKey" | "previousSecret">;
};

/**
 * Loads the secret of the embedded database, or makes it at the first start. It is kept in the database's directory.
 */
const loadOrCreateSecret = (dataDir: string): Promise<string> =>
  keptSecret({
    file: join(dataDir, "jwt-secret"),
    make: () => randomBytes(32).toString("base64url"),
    parse: (secret) => (secret.length < MIN_SECRET_BYTES ? undefined : secret),
    loss: "everyone has to log in again.",
  });

/**
 * The keys of tokens. The first one signs: JWT_PRIVATE_KEY, else JWT_SECRET or the secret kept in DATA_DIR. The others
 * verify. Warns of a short secret.
 */
export async function signingKeys(
  { databaseUrl, dataDir, jwtSecret, sessions }: SigningConfig,
  log: Log,
): Promise<[TokenKey, ...TokenKey[]]> {
  const secret = jwtSecret ?? (databaseUrl ? undefined : await loadOrCreateSecret(dataDir));
  for (const one of [secret, sessions.previousSecret]) {
    if (one !== undefined && one.length < MIN_SECRET_BYTES) {
      log(
        "JWT_SECRET is short: whoever guesses it can sign tokens. Use 32 random characters or more.",
        "warn",
      );
    }
  }
  const [first, ...others] = [
    sessions.privateKey,
    secret === undefined ? undefined : secretKey(secret),
    sessions.previousPrivateKey,
    sessions.previousSecret === undefined ? undefined : secretKey(sessions.previousSecret),
  ].filter((key) => key !== undefined);
  if (!first) throw new Error("There is no key to sign tokens with.");
  return [first, ...others];
}
