import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";
import { config, prewarm, WorkerPool } from "maplibre-gl/workers";

/**
 * Starts MapLibre's workers, so that they run when the map is made. A file of this host has their code, because the content
 * security policy forbids blob: scripts.
 */
export function startWorkers(): void {
  config.WORKER_URL = workerUrl;
  // Two, so that a drawing does not wait while the coastline loads.
  WorkerPool.workerCount = 2;
  prewarm();
}
