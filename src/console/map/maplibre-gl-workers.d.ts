/** How MapLibre's workers start. The build takes these functions from MapLibre, without the rest of it. */
declare module "maplibre-gl/workers" {
  export { prewarm, setWorkerCount, setWorkerUrl } from "maplibre-gl";
}
