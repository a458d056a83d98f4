import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Plugin } from "vite";
import { type CountriesTopology, countryLabels } from "./country-labels.ts";
import { inhabitedPlaces } from "./inhabited-places.ts";

const require = createRequire(import.meta.url);

/** From this many inhabitants on, a place is loaded with the map; smaller ones when one looks closer. */
const LARGE = 15_000;

/**
 * The offline base map, from packages of open data: coastlines and borders of Natural Earth (in the public domain), once
 * coarse and once fine, and the inhabited places of GeoNames (CC BY 4.0).
 */
export function baseMap(): Plugin {
  return {
    name: "base-map",
    async generateBundle() {
      const emit = (name: string, source: string) =>
        this.emitFile({ type: "asset", fileName: `base-map/${name}.json`, source });
      for (const [name, file] of [
        ["coarse", "countries-50m.json"],
        ["fine", "countries-10m.json"],
      ] as const) {
        emit(name, await readFile(require.resolve(`world-atlas/${file}`), "utf8"));
      }
      const coarse: CountriesTopology = require("world-atlas/countries-110m.json");
      emit("countries", JSON.stringify(countryLabels(coarse)));
      const places = inhabitedPlaces();
      emit(
        "cities",
        JSON.stringify(places.filter(([, , , , inhabitants]) => inhabitants >= LARGE)),
      );
      emit("towns", JSON.stringify(places.filter(([, , , , inhabitants]) => inhabitants < LARGE)));
    },
  };
}
