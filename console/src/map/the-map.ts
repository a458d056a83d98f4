import "maplibre-gl/dist/maplibre-gl.css";
import { effect } from "@preact/signals";
import {
  AttributionControl,
  type ErrorEvent,
  Map as MapLibreMap,
  NavigationControl,
  ScaleControl,
} from "maplibre-gl";
import { loadHostSettings, type MapSettings } from "../api/load-host-settings.ts";
import { hostSettings } from "../state/host-settings.ts";
import { t } from "../words/translate.ts";
import { fillOfflineMap, offlineStyle, paintOfflineMap } from "./offline-map.ts";
import { addOwnLayers } from "./own-layers.ts";
import { isDark } from "./palette.ts";
import { streets } from "./streets.ts";
import { view } from "./view.ts";
import { startWorkers } from "./workers.ts";

/** The element of the only map. Screens take turns to show it, so that its view and data stay loaded. */
export const mapElement = document.createElement("div");
mapElement.className = "the-map";

/** Shows raster tiles above the offline map, which then shows no names. */
function addRaster(map: MapLibreMap, { url, attribution }: MapSettings): void {
  map.addSource("tiles", { type: "raster", tiles: [url], tileSize: 256, attribution });
  map.addLayer({ id: "tiles", type: "raster", source: "tiles" }, "towns");
}

async function addStreets(map: MapLibreMap, config: MapSettings): Promise<void> {
  try {
    const { addFileMap } = await import("./file-map.ts");
    await addFileMap(map, config);
    streets.value = "shown";
  } catch (error) {
    console.error(error);
    streets.value = "failed";
  }
}

/** Adds the credits of the map, and its scale. */
function addCredits(map: MapLibreMap, config?: MapSettings | null): void {
  const customAttribution = config && config.kind !== "raster" ? config.attribution : [];
  map.addControl(new AttributionControl({ compact: true, customAttribution }));
  map.addControl(new ScaleControl(), "bottom-left");
}

async function create(): Promise<MapLibreMap> {
  const config = (hostSettings.peek() ?? (await loadHostSettings()))?.map;
  // The workers run already, unless their code could not be loaded before.
  startWorkers();
  let isPaintedDark = isDark.value;
  const map = new MapLibreMap({
    container: mapElement,
    style: config?.kind === "style" ? config.url : offlineStyle(isPaintedDark),
    // Only a foreign style may have mistakes. A check of our own would delay the first picture.
    validateStyle: config?.kind === "style",
    ...view.value,
    // For reduced motion, MapLibre itself jumps instead of flying, but it would still fade names in.
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
  map.addControl(new NavigationControl({ showCompass: false }), "top-right");
  // A map server may take long to answer, and the credits do not wait for it.
  if (config?.kind === "style") addCredits(map, config);
  map.once("style.load", () => addOwnLayers(map));
  await new Promise<void>((resolve) => {
    map.once("load", () => resolve());
    if (config?.kind !== "style") return;
    // If the map server does not answer, the offline map must appear, so that an administrator can still publish.
    const replaceStyle = ({ error }: ErrorEvent) => {
      console.error(error);
      streets.value = "failed";
      map.setStyle(offlineStyle(isPaintedDark));
    };
    map.once("error", replaceStyle);
    // A tile or picture that is missing later does not affect the rest of the map.
    map.once("style.load", () => map.off("error", replaceStyle));
  });
  // The credits measure the page, which would delay the first picture.
  if (config?.kind !== "style") setTimeout(() => addCredits(map, config));
  if (map.getSource("land")) {
    effect(() => {
      if (isDark.value !== isPaintedDark) paintOfflineMap(map, isDark.value);
      isPaintedDark = isDark.value;
    });
    const isRaster = config?.kind === "raster";
    void fillOfflineMap(map, !isRaster).catch(console.error);
    if (isRaster) addRaster(map, config);
  }
  // The map can be used while its streets load.
  if (config?.kind === "file") void addStreets(map, config);
  else if (streets.peek() === "loading") streets.value = config ? "shown" : "none";
  map.on("moveend", () => {
    const { lng, lat } = map.getCenter();
    view.value = { center: [lng, lat], zoom: map.getZoom() };
  });
  return map;
}

let loading: Promise<MapLibreMap> | undefined;

/** Returns the only map, when it has loaded. Makes it at the first call. */
export function sharedMap(): Promise<MapLibreMap> {
  loading ??= create();
  return loading;
}
