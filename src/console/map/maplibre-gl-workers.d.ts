/** What MapLibre starts its workers with. The build takes it from MapLibre's sources. */
declare module "maplibre-gl/workers" {
  export const config: { WORKER_URL: string };
  export const WorkerPool: { workerCount: number };
  export function prewarm(): void;
}
