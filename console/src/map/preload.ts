import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";
import { addressOfData } from "./fetch-data.ts";

/** Loads a file into the browser's cache. Unless the body is read, the browser may stop receiving it. */
function preload(url: string): void {
  fetch(url)
    .then((response) => response.arrayBuffer())
    .catch(() => {});
}

let isBegun = false;

/** Loads the map's code, and what it will request first. */
export function preloadMap(): void {
  if (isBegun) return;
  isBegun = true;
  import("./workers.ts").then(({ startWorkers }) => startWorkers(), console.warn);
  import("../screens/map.tsx").catch(console.warn);
  preload(addressOfData("world-land"));
  preload(workerUrl);
}
