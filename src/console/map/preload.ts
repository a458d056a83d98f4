import { loadHostSettings } from "../api/load-host-settings.ts";
import { addressOfData } from "./fetch-data.ts";

/** Loads what the map will ask for at first, while the map's own code is still on its way. The browser keeps it. */
export function preloadMap(): void {
  void loadHostSettings();
  for (const url of [addressOfData("world-land"), addressOfData("world-borders")]) {
    // Without reading, the browser may stop to receive.
    fetch(url)
      .then((response) => response.arrayBuffer())
      .catch(() => {});
  }
}
