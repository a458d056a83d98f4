import type { Feature, FeatureCollection, Point } from "geojson";
import type {
  ExpressionSpecification,
  GeoJSONSource,
  LayerSpecification,
  Map as MapLibreMap,
  StyleSpecification,
  SymbolLayerSpecification,
} from "maplibre-gl";
import { nearestLongitude } from "../geo/meridian.ts";
import { countryOf, nameOf } from "../words/place-words.ts";
import type { CountryLabel, InhabitedPlace } from "./base-map-data.ts";
import { addressOfData, fetchData } from "./fetch-data.ts";
import { setVisible } from "./overlay.ts";
import { LAND_COLOURS } from "./palette.ts";
import { filesWithin, type PlaceKind } from "./place-files.ts";
import { placesIn } from "./places.ts";

/** The zooms from which the fine coastline with lakes and rivers, smaller cities and towns are loaded. */
const FINE_FROM_ZOOM = 5;
const CITIES_FROM_ZOOM = 6;
const TOWNS_FROM_ZOOM = 8;
const NOTHING: FeatureCollection = { type: "FeatureCollection", features: [] };
// The host serves no glyphs: MapLibre draws labels with the viewer's own fonts.
const FONT = ["system-ui", "sans-serif"];
/** MapLibre loads no tiles for hidden layers, so the first picture does not wait for sources that are still empty. */
const HIDDEN = { visibility: "none" } as const;

/** Returns the style of the offline map with the coarsest land. `fillOfflineMap` loads the rest. */
export function offlineStyle(isDark: boolean): StyleSpecification {
  const colours = LAND_COLOURS[isDark ? "dark" : "light"];
  const empty = { type: "geojson" as const, data: NOTHING };
  return {
    version: 8,
    sources: {
      // The land is loaded with the style, because the first picture of the map shows it.
      land: { ...empty, data: addressOfData("world-land"), attribution: "Natural Earth" },
      waters: { ...empty, attribution: "OpenStreetMap (ODbL)" },
      borders: empty,
      countries: empty,
      cities: { ...empty, attribution: "GeoNames (CC BY 4.0)" },
      towns: empty,
    },
    layers: [
      { id: "water", type: "background", paint: { "background-color": colours.water } },
      // The land needs no smooth edge, because the coast is drawn over it.
      {
        id: "land",
        type: "fill",
        source: "land",
        paint: { "fill-color": colours.land, "fill-antialias": false },
      },
      {
        id: "waters",
        type: "fill",
        source: "waters",
        layout: HIDDEN,
        paint: { "fill-color": colours.water, "fill-outline-color": colours.coast },
      },
      { id: "coast", type: "line", source: "land", paint: { "line-color": colours.coast } },
      {
        id: "borders",
        type: "line",
        source: "borders",
        layout: HIDDEN,
        paint: { "line-color": colours.border, "line-dasharray": [3, 2] },
      },
      {
        id: "towns",
        type: "symbol",
        source: "towns",
        minzoom: TOWNS_FROM_ZOOM,
        layout: nameLayout(11),
        paint: namePaint(colours),
      },
      {
        id: "cities",
        type: "symbol",
        source: "cities",
        minzoom: 2.5,
        filter: [
          ">=",
          ["get", "inhabitants"],
          ["step", ["zoom"], 8e6, 3, 3e6, 4, 1e6, 5, 4e5, 6, 1e5, 7, 4e4, 8, 0],
        ],
        layout: nameLayout([
          "interpolate",
          ["linear"],
          ["log10", ["+", 1, ["get", "inhabitants"]]],
          4,
          12,
          7,
          16,
        ]),
        paint: namePaint(colours),
      },
      {
        id: "countries",
        type: "symbol",
        source: "countries",
        maxzoom: 6,
        layout: {
          ...HIDDEN,
          "text-field": ["get", "name"],
          "text-font": FONT,
          "text-size": 13,
          "text-transform": "uppercase",
          "text-letter-spacing": 0.12,
          "text-max-width": 7,
        },
        paint: namePaint(colours),
      },
    ],
  };
}

function nameLayout(size: number | ExpressionSpecification): SymbolLayerSpecification["layout"] {
  return {
    ...HIDDEN,
    "text-field": ["get", "name"],
    "text-font": FONT,
    "text-size": size,
    "text-anchor": "center",
    "symbol-sort-key": ["-", ["get", "inhabitants"]],
  };
}

function namePaint({ name, land }: { name: string; land: string }) {
  return { "text-color": name, "text-halo-color": land, "text-halo-width": 1.5 };
}

/** Paints the offline map in its light or dark colours. */
export const paintOfflineMap = (map: MapLibreMap, isDark: boolean) =>
  repaint(map, offlineStyle(isDark).layers);

/** Sets the colours and other paint of layers that are on the map. */
export function repaint(
  map: MapLibreMap,
  layers: Pick<LayerSpecification, "id" | "paint">[],
): void {
  for (const { id, ...layer } of layers) {
    if (!map.getLayer(id)) continue;
    for (const [name, value] of Object.entries(layer.paint ?? {})) {
      // The types relate each name to its value; they come from the same layer here.
      map.setPaintProperty(id, name as never, value as never);
    }
  }
}

function setData(map: MapLibreMap, source: string, data: GeoJSON.GeoJSON): void {
  void map.getSource<GeoJSONSource>(source)?.setData(data);
}

/** Sets URLs instead of data, so that MapLibre's worker fetches and parses them off the main thread. */
async function draw(
  map: MapLibreMap,
  source: "land" | "borders",
  detail: "world" | "coarse" | "fine",
): Promise<void> {
  await map.getSource<GeoJSONSource>(source)?.setData(addressOfData(`${detail}-${source}`));
}

const drawDetail = async (map: MapLibreMap, detail: "coarse" | "fine") => {
  await Promise.all([draw(map, "land", detail), draw(map, "borders", detail)]);
};

const named = (
  name: string,
  longitude: number,
  latitude: number,
  inhabitants = 0,
): Feature<Point> => ({
  type: "Feature",
  properties: { name, inhabitants },
  geometry: { type: "Point", coordinates: [longitude, latitude] },
});
const collection = (features: Feature[]): FeatureCollection => ({
  type: "FeatureCollection",
  features,
});
const placesOf = (places: InhabitedPlace[]) =>
  collection(places.map((place) => named(nameOf(place), place[2], place[3], place[4])));

/** Returns the places inside the visible part of the map. All of them would block the map for seconds. */
function within(map: MapLibreMap, places: InhabitedPlace[]): InhabitedPlace[] {
  const bounds = map.getBounds();
  const { lng } = bounds.getCenter();
  return places.filter(([, , longitude, latitude]) =>
    bounds.contains([nearestLongitude(longitude, lng), latitude]),
  );
}

/** Returns a function that loads the places of the visible part of the map, and shows each file as it arrives. */
function placeShower(map: MapLibreMap, kind: PlaceKind, always: InhabitedPlace[]) {
  let come: InhabitedPlace[] = [];
  let isAwaited = false;
  const show = () => {
    isAwaited = false;
    setData(map, kind, placesOf([...always, ...within(map, come)]));
  };
  return async () => {
    const bounds = map.getBounds();
    const files = filesWithin(kind, [
      bounds.getWest(),
      Math.max(bounds.getSouth(), -90),
      bounds.getEast(),
      Math.min(bounds.getNorth(), 90),
    ]);
    const own: InhabitedPlace[] = [];
    come = own;
    await Promise.all(
      files.map(async (file) => {
        own.push(...(await placesIn(file)));
        if (!isAwaited) requestAnimationFrame(show);
        isAwaited = true;
      }),
    );
  };
}

/**
 * Shows the names of countries and of the largest cities. Returns a function that loads the places of the visible part.
 */
async function fillNames(map: MapLibreMap): Promise<() => Promise<void>> {
  const [labels, metropolises] = await Promise.all([
    fetchData<CountryLabel[]>("countries"),
    fetchData<InhabitedPlace[]>("metropolises"),
  ]);
  const country = ([name, x, y, , code]: CountryLabel) =>
    named(code ? countryOf(code) : name, x, y);
  setData(map, "countries", collection(labels.map(country)));
  setData(map, "cities", placesOf(metropolises));
  setVisible(map, ["countries", "cities", "towns"], true);
  const showCities = placeShower(map, "cities", metropolises);
  const showTowns = placeShower(map, "towns", []);
  return async () => {
    const zoom = map.getZoom();
    await Promise.all([
      zoom >= CITIES_FROM_ZOOM && showCities(),
      zoom >= TOWNS_FROM_ZOOM && showTowns(),
    ]);
  };
}

/**
 * Loads the offline map's data: the coarsest borders now, then finer borders and land, and the details that the viewer
 * zooms in to.
 */
export async function fillOfflineMap(map: MapLibreMap, hasNames: boolean): Promise<void> {
  const [showNames] = await Promise.all([
    hasNames ? fillNames(map) : undefined,
    draw(map, "borders", "world").then(() => setVisible(map, ["borders"], true)),
  ]);
  let isFine = false;
  const coarse = drawDetail(map, "coarse");
  const loadDetails = async () => {
    await showNames?.();
    // A coarse coast that arrives later must not replace the finer one.
    await coarse;
    if (isFine || map.getZoom() < FINE_FROM_ZOOM) return;
    isFine = true;
    await drawDetail(map, "fine");
    await map.getSource<GeoJSONSource>("waters")?.setData(addressOfData("waters"));
    setVisible(map, ["waters"], true);
  };
  map.on("moveend", () => void loadDetails().catch(console.error));
  await loadDetails();
}
