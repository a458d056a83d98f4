import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** Reads a secret from a file that only its owner can read. The first start makes it; of two that start at once, one. */
export async function keptSecret(file: string, make: () => string): Promise<string> {
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeFile(file, make(), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return await readFile(file, "utf8");
}
