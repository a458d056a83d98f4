import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * The secret that tokens are signed with, for the embedded database: made at the first start, and
 * kept beside it in a file that only its owner can read.
 */
export async function keptSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, "jwt-secret");
  await mkdir(dataDir, { recursive: true });
  try {
    await writeFile(file, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const secret = await readFile(file, "utf8");
  if (secret.length < 32) throw new Error(`${file} holds no secret: remove it, and start again.`);
  return secret;
}
