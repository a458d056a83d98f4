/** How MapLibre's workers start and stop. The build takes these functions from MapLibre, without the rest of it. */
declare module "maplibre-gl/workers" {
  export { clearPrewarmedResources, prewarm, setWorkerCount, setWorkerUrl } from "maplibre-gl";
}

/** MapLibre's own build. */
declare module "maplibre-gl/whole" {
  export * from "maplibre-gl";
}
