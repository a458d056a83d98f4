import { type RequestHandler, Router } from "express";
import type { MapConfig } from "../settings/map.ts";
import { BUILT_CONSOLE, builtFiles, pageHeaders, sayIfNotBuilt } from "./console.ts";

/** The files at the root of the host, by their paths. The build keeps them in the console's folder. */
const FILES: Record<string, string> = {
  "/": "/person.html",
  "/person-worker.js": "/person-worker.js",
  "/manifest.webmanifest": "/manifest.webmanifest",
};
/** The folders of files that the pages share. */
const SHARED = /^\/(?:assets|icons)(?:\/[\w-][\w.-]*)+$/;

/** Serves the person's own page at `/`, with its service worker, whose scope is the worker's folder. */
export function personRouter(map: MapConfig | undefined, directory = BUILT_CONSOLE): Router {
  const isOurs: RequestHandler = (request, _response, next) => {
    const { path } = request;
    if (request.method !== "GET" && request.method !== "HEAD") return next("router");
    const file = Object.hasOwn(FILES, path) ? FILES[path] : SHARED.test(path) ? path : undefined;
    if (!file) return next("router");
    request.url = file;
    next();
  };
  return Router().use(isOurs, pageHeaders(map), ...builtFiles(directory), sayIfNotBuilt(directory));
}
