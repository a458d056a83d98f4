import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import express, { type RequestHandler, Router } from "express";
import { MAP_FILE_URL, type MapConfig } from "../config/map.ts";
import type { AlertDefaults, HostSettings } from "../shared/host-settings.ts";
import { compressedFiles } from "./console/compressed-files.ts";
import { contentSecurityPolicy } from "./console/content-security-policy.ts";
import { mapFile } from "./console/map-file.ts";

/** The directory that `npm run console` builds into. */
export const BUILT_CONSOLE = fileURLToPath(new URL("../../build/console", import.meta.url));

const YEAR = 31_536_000;
const NOT_BUILT =
  "The console is not built: start the service with npm start, or run npm run console.\n";

/** Serves the console at `/console/`, the page of `/join` in its folder, and the host's settings for it at `/console/config.json`. */
export function consoleRouter(
  map: MapConfig | undefined,
  alertDefaults: () => Promise<AlertDefaults | null>,
  directory = BUILT_CONSOLE,
  hasMail = false,
): Router {
  const policy = contentSecurityPolicy(map);
  const headers: RequestHandler = (_request, response, next) => {
    response.set({
      "Content-Security-Policy": policy,
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "same-origin",
      "Cross-Origin-Opener-Policy": "same-origin",
    });
    next();
  };
  const files = express.static(directory, {
    // The names of scripts and styles contain a hash of their content, so they never change. Browsers revalidate the rest.
    setHeaders(response, path) {
      const isHashed = path.startsWith(join(directory, "assets"));
      response.setHeader(
        "Cache-Control",
        isHashed ? `public, max-age=${YEAR}, immutable` : "no-cache",
      );
    },
  });
  const mapSettings = map ? { url: map.url, kind: map.kind, attribution: map.attribution } : null;
  const router = Router().use("/console", headers);
  if (map?.file) router.get(`/console/${MAP_FILE_URL}`, mapFile(map.file));
  return (
    router
      // Relative, so that a proxy may move the path. A secret in the path moves behind #, which reaches no server again.
      .get("/join{/:secret}", headers, (request, response) => {
        const up = request.path === "/join" ? "." : "..";
        const { secret = "" } = request.params as { secret?: string };
        response.set({ "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" });
        response.redirect(`${up}/console/join.html${secret && `#${encodeURIComponent(secret)}`}`);
      })
      .get("/console/config.json", async (_request, response) => {
        const settings: HostSettings = {
          map: mapSettings,
          alertDefaults: await alertDefaults(),
          hasMail,
        };
        response.set("Cache-Control", "no-cache").json(settings);
      })
      .use("/console", compressedFiles(directory), files, (_request, response, next) => {
        if (existsSync(join(directory, "index.html"))) next();
        else response.status(503).type("text").send(NOT_BUILT);
      })
  );
}
