import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";
import {
  clearPrewarmedResources,
  prewarm,
  setWorkerCount,
  setWorkerUrl,
} from "maplibre-gl/workers";

/** Two, so that a drawing does not wait while the coastline loads. */
export const WORKERS = 2;

/**
 * Starts MapLibre's workers, so that they run when the map is made. Their code is in a file of this host, because the
 * content security policy forbids blob: scripts.
 */
export function startWorkers(): void {
  setWorkerUrl(workerUrl);
  setWorkerCount(WORKERS);
  prewarm();
}

/** Stops the workers, which no map has used. */
export const stopWorkers = clearPrewarmedResources;
