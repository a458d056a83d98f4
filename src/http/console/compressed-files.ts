import { existsSync } from "node:fs";
import { extname, join, normalize } from "node:path";
import type { RequestHandler } from "express";

/** The endings of compressed copies, the best first. */
const ENDINGS = { br: ".br", gzip: ".gz" } as const;

/** Rewrites the URL of a request to the file's smallest copy that the client accepts. The build makes the copies. */
export function compressedFiles(directory: string): RequestHandler {
  return (request, response, next) => {
    const path = request.path.endsWith("/") ? `${request.path}index.html` : request.path;
    // Safe without decoding: the build's file names contain no escaped characters.
    const inside = normalize(path);
    const made = (Object.keys(ENDINGS) as (keyof typeof ENDINGS)[]).filter((encoding) =>
      existsSync(join(directory, inside + ENDINGS[encoding])),
    );
    if (made.length === 0) return next();
    response.vary("Accept-Encoding");
    // Browsers list gzip first, but do not prefer it.
    const encoding = made.find((copy) => request.acceptsEncodings(copy));
    if (!encoding) return next();
    response.set("Content-Encoding", encoding).type(extname(inside));
    request.url = path + ENDINGS[encoding];
    next();
  };
}
