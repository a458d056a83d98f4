import { createRequire } from "node:module";
import type { Geometry } from "geojson";
import { mesh } from "topojson-client";
import type { Plugin } from "vite";
import { type CountriesTopology, countryLabels } from "./country-labels.ts";
import { inhabitedPlaces } from "./inhabited-places.ts";
import { land } from "./land.ts";

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
        emit(`${name}-land`, toJson(land(scale)));
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
