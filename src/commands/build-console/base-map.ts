import { createRequire } from "node:module";
import type { Geometry, Position } from "geojson";
import { feature, mesh } from "topojson-client";
import type { GeometryObject, Topology } from "topojson-specification";
import type { Plugin } from "vite";
import { unwrapped } from "../../console/geo/meridian.ts";
import { type CountriesTopology, countryLabels } from "./country-labels.ts";
import { inhabitedPlaces } from "./inhabited-places.ts";

const require = createRequire(import.meta.url);

/** Places with at least this many inhabitants are loaded with the map, smaller ones when the user zooms in. */
const MIN_CITY_POPULATION = 15_000;
/** Decimals of degrees. Four make eleven metres, which is finer than the data. */
const DECIMALS = 4;

/** GeoJSON as text, with rounded coordinates. */
const toJson = (geometry: Geometry) =>
  JSON.stringify(geometry, (_key, value) =>
    typeof value === "number" ? Number(value.toFixed(DECIMALS)) : value,
  );

/** Joins what the data cuts at the 180th meridian: its rings jump to the other side of the map there, and back. */
function withoutJumps(polygon: Position[][]): Position[][] {
  const rings = unwrapped(polygon);
  // A ring around a pole, such as Antarctica's, ends a turn away from its start.
  const isClosed = rings.every(
    (ring) => Math.abs((ring[0]?.[0] ?? 0) - (ring.at(-1)?.[0] ?? 0)) < 1,
  );
  return isClosed ? rings : polygon;
}

function land(scale: string): string {
  const topology: Topology<{ land: GeometryObject }> = require(`world-atlas/land-${scale}.json`);
  const made = feature(topology, topology.objects.land);
  const geometries =
    made.type === "Feature" ? [made.geometry] : made.features.map((each) => each.geometry);
  const coordinates = geometries.flatMap((geometry) => {
    if (geometry.type === "MultiPolygon") return geometry.coordinates;
    return geometry.type === "Polygon" ? [geometry.coordinates] : [];
  });
  return toJson({ type: "MultiPolygon", coordinates: coordinates.map(withoutJumps) });
}

function borders(scale: string): string {
  const topology: CountriesTopology = require(`world-atlas/countries-${scale}.json`);
  return toJson(mesh(topology, topology.objects.countries, (a, b) => a !== b));
}

/**
 * The offline base map, made from packages of open data: land and borders of Natural Earth (public domain), in a coarse
 * and a fine version, and the inhabited places of GeoNames (CC BY 4.0). Land and borders are GeoJSON files, which the
 * map's worker loads without blocking the page.
 */
export function baseMap(): Plugin {
  return {
    name: "base-map",
    generateBundle() {
      const emit = (name: string, source: string) =>
        this.emitFile({ type: "asset", fileName: `base-map/${name}.json`, source });
      for (const [name, scale] of [
        ["coarse", "50m"],
        ["fine", "10m"],
      ] as const) {
        emit(`${name}-land`, land(scale));
        emit(`${name}-borders`, borders(scale));
      }
      emit("countries", JSON.stringify(countryLabels(require("world-atlas/countries-110m.json"))));
      const places = inhabitedPlaces();
      emit(
        "cities",
        JSON.stringify(
          places.filter(([, , , , inhabitants]) => inhabitants >= MIN_CITY_POPULATION),
        ),
      );
      emit(
        "towns",
        JSON.stringify(places.filter(([, , , , inhabitants]) => inhabitants < MIN_CITY_POPULATION)),
      );
    },
  };
}
