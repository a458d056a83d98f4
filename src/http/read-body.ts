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

/** Why a body could not be read. */
export type BodyFault = "too large" | "unknown encoding" | "badly compressed";

/** A body, decompressed, or why there is none. `bytes` is how many arrived. */
export type ReadBody =
  | { buffer: Buffer; bytes: number; fault?: undefined }
  | { buffer?: undefined; bytes: number; fault: BodyFault };

/**
 * Reads a request's body, also if it is compressed, up to `most` bytes. The rest of a larger body is read and dropped,
 * because some clients do not read the answer before they have sent the whole body.
 * @throws Error if the client leaves.
 */
export async function readBody(request: IncomingMessage, most: number): Promise<ReadBody> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= most) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (bytes > most) return { bytes, fault: "too large" };
  const buffer = Buffer.concat(chunks);
  const encoding = request.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (encoding === "identity" || bytes === 0) return { buffer, bytes };
  const decode = DECODERS.get(encoding.replace(/^x-/, ""));
  if (!decode) return { bytes, fault: "unknown encoding" };
  try {
    return { buffer: await decode(buffer, { maxOutputLength: most }), bytes };
  } catch (error) {
    const isLarge = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    return { bytes, fault: isLarge ? "too large" : "badly compressed" };
  }
}
