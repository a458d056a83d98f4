import { loadHostSettings } from "../api/load-host-settings.ts";
import { addressOfData } from "./fetch-data.ts";

/** Loads what the map will request first, while the map's own code is still loading. The browser caches it. */
export function preloadMap(): void {
  import("./workers.ts").then(({ startWorkers }) => startWorkers(), console.warn);
  void loadHostSettings();
  // Unless the body is read, the browser may stop receiving it.
  fetch(addressOfData("world-land"))
    .then((response) => response.arrayBuffer())
    .catch(() => {});
}
