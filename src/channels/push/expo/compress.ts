import { promisify } from "node:util";
import { gzip } from "node:zlib";

const zip = promisify(gzip);

/** What a request to Expo has, compressed: a batch says the same up to a hundred times, and the line may be slow. */
export async function compress(content: object) {
  return { headers: { "content-encoding": "gzip" }, body: await zip(JSON.stringify(content)) };
}
