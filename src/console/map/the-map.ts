import "maplibre-gl/dist/maplibre-gl.css";
import { effect } from "@preact/signals";
import {
  AttributionControl,
  Map as MapLibreMap,
  NavigationControl,
  ScaleControl,
} from "maplibre-gl";
import type { MapSettings } from "../../shared/host-settings.ts";
import { loadHostSettings } from "../api/load-host-settings.ts";
import { hostSettings } from "../state/host-settings.ts";
import { t } from "../words/translate.ts";
import { addCrossingLayers } from "./crossing-layers.ts";
import { addLastingLayers } from "./lasting-layers.ts";
import { fillOfflineMap, offlineStyle, paintOfflineMap } from "./offline-map.ts";
import { isDark } from "./palette.ts";
import { addPositionLayers } from "./position-layers.ts";
import { addRecipientLayers } from "./recipient-layers.ts";
import { view } from "./view.ts";
import { startWorkers } from "./workers.ts";
import { addZoneLayers } from "./zone-layers.ts";

/** The element of the only map. Screens take turns to show it, so that its view and data stay loaded. */
export const mapElement = document.createElement("div");
mapElement.className = "the-map";

/** Shows raster tiles above the offline map, which has no names then. */
function addRaster(map: MapLibreMap, { url, attribution }: MapSettings): void {
  map.addSource("tiles", { type: "raster", tiles: [url], tileSize: 256, attribution });
  map.addLayer({ id: "tiles", type: "raster", source: "tiles" }, "towns");
}

async function addStreets(map: MapLibreMap, config: MapSettings): Promise<void> {
  const { addFileMap } = await import("./file-map.ts");
  await addFileMap(map, config);
}

/** Adds what the console draws on any map. */
function addOwnLayers(map: MapLibreMap): void {
  addZoneLayers(map);
  addLastingLayers(map);
  addPositionLayers(map);
  addRecipientLayers(map);
  addCrossingLayers(map);
}

async function create(): Promise<MapLibreMap> {
  const config = (hostSettings.peek() ?? (await loadHostSettings()))?.map;
  // They run already, unless their code could not be loaded before.
  startWorkers();
  const map = new MapLibreMap({
    container: mapElement,
    style: config?.kind === "style" ? config.url : offlineStyle(isDark.value),
    ...view.value,
    // MapLibre jumps instead of flying by itself, but still lets names fade in.
    fadeDuration: matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 300,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    maxPitch: 0,
    locale: {
      "AttributionControl.ToggleAttribution": t("Toggle attribution"),
      "Map.Title": t("Map"),
      "NavigationControl.ZoomIn": t("Zoom in"),
      "NavigationControl.ZoomOut": t("Zoom out"),
    },
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  const attribution = config && config.kind !== "raster" ? config.attribution : [];
  map.addControl(new AttributionControl({ compact: true, customAttribution: attribution }));
  map.addControl(new NavigationControl({ showCompass: false }), "top-right");
  map.addControl(new ScaleControl(), "bottom-left");
  map.once("style.load", () => addOwnLayers(map));
  await new Promise<void>((resolve) => {
    map.once("load", () => resolve());
    // If the map server does not answer, the offline map must appear, so that an administrator can still publish.
    map.once("error", ({ error }) => {
      console.error(error);
      if (config?.kind === "style" && !map.isStyleLoaded())
        map.setStyle(offlineStyle(isDark.value));
    });
  });
  if (map.getSource("land")) {
    effect(() => paintOfflineMap(map, isDark.value));
    const isRaster = config?.kind === "raster";
    void fillOfflineMap(map, !isRaster).catch(console.error);
    if (isRaster) addRaster(map, config);
  }
  // The map can be used while its streets are on their way.
  if (config?.kind === "file") void addStreets(map, config).catch(console.error);
  map.on("moveend", () => {
    const { lng, lat } = map.getCenter();
    view.value = { center: [lng, lat], zoom: map.getZoom() };
  });
  return map;
}

let loading: Promise<MapLibreMap> | undefined;

/** Returns the only map, when it has loaded. Makes it at the first call. */
export function theMap(): Promise<MapLibreMap> {
  loading ??= create();
  return loading;
}
