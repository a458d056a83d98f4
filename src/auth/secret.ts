import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config/config.ts";
import type { Log } from "../process/log.ts";

const MIN_LENGTH = 32;

/**
 * Loads the secret of the embedded database, or makes it at the first start. It is kept in the database's directory,
 * in a file that only its owner can read.
 */
async function loadOrCreateSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, "jwt-secret");
  await mkdir(dataDir, { recursive: true });
  try {
    await writeFile(file, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const secret = await readFile(file, "utf8");
  if (secret.length < MIN_LENGTH) {
    throw new Error(`${file} holds no secret: remove it and start again.`);
  }
  return secret;
}

/** The secret that signs tokens: JWT_SECRET, or the one kept in DATA_DIR. Warns of a short one. */
export async function tokenSecret(
  { jwtSecret, dataDir }: Pick<Config, "jwtSecret" | "dataDir">,
  log: Log,
): Promise<string> {
  const secret = jwtSecret ?? (await loadOrCreateSecret(dataDir));
  if (secret.length < MIN_LENGTH) {
    log(
      "JWT_SECRET is short: whoever guesses it can sign tokens. Use 32 random characters or more.",
    );
  }
  return secret;
}
