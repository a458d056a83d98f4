import { existsSync } from "node:fs";
import { extname, join, normalize } from "node:path";
import type { RequestHandler } from "express";

/** Serves the gzipped twin that the build laid beside a file to whoever takes it, by asking `next` for that. */
export function gzippedTwins(directory: string): RequestHandler {
  return (request, response, next) => {
    const path = request.path.endsWith("/") ? `${request.path}index.html` : request.path;
    // What the build makes has plain names.
    const inside = normalize(path);
    if (!existsSync(join(directory, `${inside}.gz`))) return next();
    response.vary("Accept-Encoding");
    if (!request.acceptsEncodings("gzip")) return next();
    response.set("Content-Encoding", "gzip").type(extname(inside));
    request.url = `${path}.gz`;
    next();
  };
}
