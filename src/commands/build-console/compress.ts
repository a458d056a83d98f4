import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

const gzipped = promisify(gzip);

/** Files that are smaller by it, and large enough to matter. */
const COMPRESSIBLE = /\.(js|mjs|css|html|json|svg)$/;
const LEAST = 1024;

/** Lays a gzipped twin beside each file that is worth it, so that the host need not compress at each request. */
export async function compress(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !COMPRESSIBLE.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const content = await readFile(path);
    if (content.length >= LEAST)
      await writeFile(`${path}.gz`, await gzipped(content, { level: 9 }));
  }
}
