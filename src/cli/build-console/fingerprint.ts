import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

async function filesIn(path: string): Promise<string[]> {
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

/** A hash of the content of files and directories. Times are ignored, because they change at each checkout. */
export async function fingerprint(paths: string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const path of paths) {
    for (const file of (await filesIn(path)).sort()) {
      const content = await readFile(file);
      hash.update(`${file.slice(path.length)} ${content.length}\n`).update(content);
    }
  }
  return hash.digest("hex");
}
