import { promisify } from "node:util";
import { gzip } from "node:zlib";

const zip = promisify(gzip);

/**
 * Returns the headers and the compressed body of a request to Expo: a batch repeats its text up to a hundred times, and
 * the network may be slow.
 */
export async function compress(content: object) {
  return { headers: { "content-encoding": "gzip" }, body: await zip(JSON.stringify(content)) };
}
