import { randomUUID } from "node:crypto";
import { link, mkdir, open, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

export interface SecretFile<Secret> {
  file: string;
  make(): string;
  /** Reads the secret from a text. Returns undefined or throws if the text is not one. */
  parse(text: string): Secret | undefined;
  /** What a new secret in its place would cause, for the error. */
  loss: string;
}

/** Writes a new file for its owner only: either the whole text is on the disk, or no file. An existing file stays. */
async function writeOnce(file: string, text: string): Promise<void> {
  const folder = dirname(file);
  const draft = `${file}.${randomUUID()}`;
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(draft, text, { flag: "wx", mode: 0o600, flush: true });
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const entries = await open(folder);
  await entries.sync().finally(() => entries.close());
}

/**
 * Reads a secret from a file that only its owner can read. The first start makes it. If two processes start at once,
 * one of them makes it.
 * @throws Error that says what to do if something else is in the file.
 */
export async function keptSecret<Secret>({
  file,
  make,
  parse,
  loss,
}: SecretFile<Secret>): Promise<Secret> {
  const text = await readFile(file, "utf8").catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    await writeOnce(file, make());
    return readFile(file, "utf8");
  });
  try {
    const secret = parse(text);
    if (secret !== undefined) return secret;
  } catch {
    // A parser's message would not help the operator.
  }
  throw new Error(
    `${file} ${text ? "is damaged" : "is empty"}: restore it from a backup. Without one, remove it and start again, which makes a new one: ${loss}`,
  );
}
