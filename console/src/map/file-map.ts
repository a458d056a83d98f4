import { effect } from "@preact/signals";
import type { Polygon } from "geojson";
import {
  addProtocol,
  type FilterSpecification,
  type LayerSpecification,
  type Map as MapLibreMap,
} from "maplibre-gl";
import { type Header, PMTiles } from "pmtiles";
import type { MapSettings } from "../api/load-host-settings.ts";
import { FILE_SOURCE, fileLayers } from "./file-style.ts";
import { repaint } from "./offline-map.ts";
import { isDark, LAND_COLOURS } from "./palette.ts";

/** From this zoom on, the file is finer than the offline map, whose coast is hidden under the file. */
const FINER_FROM_ZOOM = 7;
/** The protocol of the addresses at which MapLibre requests tiles. */
const PROTOCOL = "map-file";
/** The layers below which the file's ground and its names go: the lowest layer of the zones and of the people. */
const ZONES = "alerts-THREE";
const PEOPLE = "clusters";

/** The part of the earth that a file covers, by its header. */
type Bounds = [west: number, south: number, east: number, north: number];

/** The part that a map of Mercator's can show. */
const WORLD: Bounds = [-180, -85.0511, 180, 85.0511];

/** Returns the part that a file covers. A header without bounds, or with impossible ones, says nothing: the whole world. */
const boundsOf = ({ minLon, minLat, maxLon, maxLat }: Header): Bounds =>
  minLon < maxLon && minLat < maxLat ? [minLon, minLat, maxLon, maxLat] : WORLD;

const rectangle = ([west, south, east, north]: Bounds): Polygon => ({
  type: "Polygon",
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
});

/** Hides the offline map's names where the file has its own. */
function hideNames(map: MapLibreMap, within: Polygon, from: number): void {
  for (const layer of ["towns", "cities"]) {
    const others: FilterSpecification = ["any", ["<", ["zoom"], from], ["!", ["within", within]]];
    const before = map.getFilter(layer);
    map.setFilter(layer, before ? (["all", before, others] as FilterSpecification) : others);
  }
}

/**
 * Shows the host's PMTiles file above the offline map, which stays visible outside of it.
 * @throws Error if the file cannot be read or is not in Protomaps' schema. The map is unchanged then.
 */
export async function addFileMap(map: MapLibreMap, { url }: MapSettings): Promise<void> {
  const archive = new PMTiles(new URL(url, document.baseURI).href);
  const [header, metadata] = await Promise.all([
    archive.getHeader(),
    archive.getMetadata() as Promise<{ vector_layers?: { id: string }[]; attribution?: string }>,
  ]);
  const present = (metadata.vector_layers ?? []).map(({ id }) => id);
  if (present.length > 0 && !present.includes("roads"))
    throw new Error(
      `MAP_FILE is not in Protomaps' schema: it has the layers ${present.join(", ")}.`,
    );
  addProtocol(PROTOCOL, async ({ url: tile }, { signal }) => {
    const [z, x, y] = tile.split("/").slice(-3).map(Number) as [number, number, number];
    const found = await archive.getZxy(z, x, y, signal);
    return { data: found?.data ?? new ArrayBuffer() };
  });

  const bounds = boundsOf(header);
  const within = rectangle(bounds);
  const from = Math.max(header.minZoom, FINER_FROM_ZOOM);
  map.addSource("file-bounds", { type: "geojson", data: within });
  map.addSource(FILE_SOURCE, {
    type: "vector",
    tiles: [`${PROTOCOL}://{z}/{x}/{y}`],
    minzoom: header.minZoom,
    maxzoom: header.maxZoom,
    bounds,
    ...(metadata.attribution && { attribution: metadata.attribution }),
  });

  const landOf = (dark: boolean): LayerSpecification => ({
    id: "file-bounds",
    type: "fill",
    source: "file-bounds",
    minzoom: from,
    paint: { "fill-color": LAND_COLOURS[dark ? "dark" : "light"].land },
  });
  const { ground, names } = fileLayers(isDark.peek());
  for (const layer of [landOf(isDark.peek()), ...ground]) map.addLayer(layer, ZONES);
  for (const layer of names) map.addLayer(layer, PEOPLE);
  hideNames(map, within, from);
  effect(() => {
    const now = fileLayers(isDark.value);
    repaint(map, [landOf(isDark.value), ...now.ground, ...now.names]);
  });
}
