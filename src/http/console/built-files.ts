import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import express, { type RequestHandler } from "express";
import { compressedFiles } from "./compressed-files.ts";

/** The directory that `npm run console` builds into. */
export const BUILT_CONSOLE = fileURLToPath(new URL("../../../build/console", import.meta.url));

const YEAR = 31_536_000;
const NOT_BUILT =
  "The console is not built: start the service with npm start, or run npm run console.\n";

/** Serves the built files of a directory, each in the smallest encoding that the client takes. */
export function builtFiles(directory: string): RequestHandler[] {
  const files = express.static(directory, {
    // Names of scripts and styles contain a hash of their content, so they never change. Browsers revalidate the rest.
    setHeaders(response, path) {
      const isHashed = path.startsWith(join(directory, "assets"));
      response.setHeader(
        "Cache-Control",
        isHashed ? `public, max-age=${YEAR}, immutable` : "no-cache",
      );
    },
  });
  return [compressedFiles(directory), files];
}

/** Says how to build the console, if it is not built. */
export const sayIfNotBuilt =
  (directory: string): RequestHandler =>
  (_request, response, next) => {
    if (existsSync(join(directory, "index.html"))) next();
    else response.status(503).type("text").send(NOT_BUILT);
  };
