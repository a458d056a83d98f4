import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";
import { prewarm, setWorkerCount, setWorkerUrl } from "maplibre-gl/workers";

/**
 * Starts MapLibre's workers, so that they run when the map is made. A file of this host has their code, because the content
 * security policy forbids blob: scripts.
 */
export function startWorkers(): void {
  setWorkerUrl(workerUrl);
  // Two, so that a drawing does not wait while the coastline loads.
  setWorkerCount(2);
  prewarm();
}
