import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";

const DECODERS = new Map(
  Object.entries({
    br: promisify(brotliDecompress),
    deflate: promisify(inflate),
    gzip: promisify(gunzip),
  }),
);

/**
 * Reads a request's body as text, also if it is compressed. Undefined if it is larger than `most` bytes, or cannot be
 * decompressed. The rest of a larger body is read and dropped, because some clients do not read the answer before they
 * have sent the whole body.
 * @throws Error if the client leaves.
 */
export async function readBody(
  request: IncomingMessage,
  most: number,
): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= most) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (size > most) return undefined;
  const body = Buffer.concat(chunks);
  const encoding = request.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (encoding === "identity" || body.length === 0) return body.toString();
  const decode = DECODERS.get(encoding.replace(/^x-/, ""));
  try {
    return (await decode?.(body, { maxOutputLength: most }))?.toString();
  } catch {
    return undefined;
  }
}
