import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

const gzipped = promisify(gzip);

/** The files that gzip makes smaller. */
const COMPRESSIBLE = /\.(js|mjs|css|html|json|svg)$/;
/** Smaller files are not worth it. In bytes. */
const MIN_SIZE = 1024;

/** Writes a gzipped copy beside each file that is large enough, so that the host does not compress at each request. */
export async function compress(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !COMPRESSIBLE.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const content = await readFile(path);
    if (content.length >= MIN_SIZE)
      await writeFile(`${path}.gz`, await gzipped(content, { level: 9 }));
  }
}
