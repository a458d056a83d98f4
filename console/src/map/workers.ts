import { prewarm, setWorkerCount, setWorkerUrl } from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";

/** Two, so that a drawing does not wait while the coastline loads. */
const WORKERS = 2;

/**
 * Starts MapLibre's workers, so that they run when the map is made. Their code is in a file of this host, because the
 * content security policy forbids blob: scripts.
 */
export function startWorkers(): void {
  setWorkerUrl(workerUrl);
  setWorkerCount(WORKERS);
  prewarm();
}
