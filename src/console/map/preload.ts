import { loadHostSettings } from "../api/load-host-settings.ts";
import { addressOfData } from "./fetch-data.ts";

/** Loads what the map will ask for at first, while the map's own code is still on its way. The browser keeps it. */
export function preloadMap(): void {
  import("./workers.ts").then(({ startWorkers }) => startWorkers(), console.warn);
  void loadHostSettings();
  // Without reading, the browser may stop to receive.
  fetch(addressOfData("world-land"))
    .then((response) => response.arrayBuffer())
    .catch(() => {});
}
