import { existsSync } from "node:fs";
import { extname, join, normalize } from "node:path";
import type { RequestHandler } from "express";

/** Rewrites the URL of a request to the file's gzipped copy, which the build makes, if the client accepts gzip. */
export function gzippedFiles(directory: string): RequestHandler {
  return (request, response, next) => {
    const path = request.path.endsWith("/") ? `${request.path}index.html` : request.path;
    // Safe without decoding: the build's file names contain no escaped characters.
    const inside = normalize(path);
    if (!existsSync(join(directory, `${inside}.gz`))) return next();
    response.vary("Accept-Encoding");
    if (!request.acceptsEncodings("gzip")) return next();
    response.set("Content-Encoding", "gzip").type(extname(inside));
    request.url = `${path}.gz`;
    next();
  };
}
