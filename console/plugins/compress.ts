import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const gzipped = promisify(gzip);
const brotli = promisify(brotliCompress);

/** The files that are worth compressing. */
const COMPRESSIBLE = /\.(js|mjs|css|html|json|svg)$/;
/**
 * The files that brotli compresses too: code and the words of pages, which become a sixth smaller than with gzip, and the
 * land that the map's first picture waits for. Brotli takes too long for the other data.
 */
const URGENT = /\.(js|mjs|css)$|-words-[\w-]+\.json$|\/world-land\.json$/;
/** In bytes. Smaller files are not worth compressing. */
const MIN_SIZE = 512;
/** The number of files that are compressed at once. */
const AT_ONCE = 4;

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < MIN_SIZE) return;
  await writeFile(`${path}.gz`, await gzipped(content, { level: 9 }));
  if (!URGENT.test(path)) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await writeFile(`${path}.br`, await brotli(content, { params }));
}

/**
 * Writes compressed copies beside each file that is large enough, so that the host does not compress for each request.
 */
export async function compress(directory: string): Promise<void> {
  const files = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = files
    .filter((file) => file.isFile() && COMPRESSIBLE.test(file.name))
    .map(({ parentPath, name }) => join(parentPath, name));
  const next = async () => {
    for (let path = paths.pop(); path; path = paths.pop()) await compressFile(path);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

/** Compresses the built files, at last. */
export const compressed = (): Plugin => ({
  name: "compressed",
  writeBundle: {
    order: "post",
    sequential: true,
    handler: async ({ dir = "" }) => await compress(dir),
  },
});
