import { Router } from "express";
import type { AlertDefaults, HostSettings } from "../settings/host-settings.ts";
import { MAP_FILE_URL, type MapConfig } from "../settings/map.ts";
import { BUILT_CONSOLE, builtFiles, sayIfNotBuilt } from "./console/built-files.ts";
import { mapFile } from "./console/map-file.ts";
import { pageHeaders } from "./console/page-headers.ts";

/** Serves the console at `/console/`, and its settings at `/console/config.json`. Redirects `/join` to a page there. */
export function consoleRouter(
  map: MapConfig | undefined,
  alertDefaults: () => Promise<AlertDefaults | null>,
  directory = BUILT_CONSOLE,
  hasMail = false,
): Router {
  const headers = pageHeaders(map);
  const mapSettings = map ? { url: map.url, kind: map.kind, attribution: map.attribution } : null;
  const router = Router().use("/console", headers);
  if (map?.file) router.get(`/console/${MAP_FILE_URL}`, mapFile(map.file));
  return (
    router
      // Relative, so that a proxy may move the path. A secret in the path moves behind #, which is not sent to servers.
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
      // The person's page is at the root of the host.
      .get("/console/person.html", (_request, response) => response.redirect("../"))
      .use("/console", ...builtFiles(directory), sayIfNotBuilt(directory))
  );
}
