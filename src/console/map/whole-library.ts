import { setWorkerCount, setWorkerUrl } from "maplibre-gl/whole";
import workerUrl from "maplibre-gl/whole-worker?url";
import { WORKERS } from "./workers.ts";

/** All of MapLibre, for the style of an operator's server. The console's own maps leave out what they do not need. */
export { AttributionControl, Map, NavigationControl, ScaleControl } from "maplibre-gl/whole";

setWorkerUrl(workerUrl);
setWorkerCount(WORKERS);
