import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import type { MultiLineString } from "geojson";
import { mesh } from "topojson-client";
import type { Plugin } from "vite";
import { countryFiles } from "./country-areas.ts";
import { type CountriesTopology, countryLabels } from "./country-labels.ts";
import { land } from "./land.ts";
import { placeFiles } from "./place-files.ts";
import { roundedLines, roundedPolygons } from "./rounded.ts";
import { waters } from "./waters.ts";

const require = createRequire(import.meta.url);

/** The details of the coast, each with its scale and its decimals of degrees, which are finer than its data. */
export const DETAILS = [
  ["world", "110m", 1],
  ["coarse", "50m", 2],
  ["fine", "10m", 3],
] as const;

/** The borders between countries, without their coasts. */
export function borders(scale: (typeof DETAILS)[number][1]): MultiLineString {
  const topology: CountriesTopology = require(`world-atlas/countries-${scale}.json`);
  return mesh(topology, topology.objects.countries, (a, b) => a !== b);
}

/** Returns the content of each file of the base map. */
function filesOfBaseMap(): Map<string, string> {
  const files = new Map<string, string>();
  for (const [detail, scale, decimals] of DETAILS) {
    files.set(`${detail}-land`, JSON.stringify(roundedPolygons(land(scale), decimals)));
    files.set(`${detail}-borders`, JSON.stringify(roundedLines(borders(scale), decimals)));
  }
  files.set("waters", JSON.stringify(roundedPolygons(waters(), 3)));
  const labels = countryLabels(require("world-atlas/countries-110m.json"));
  files.set("countries", JSON.stringify(labels));
  for (const [name, content] of [...placeFiles(), ...countryFiles()]) {
    files.set(name, JSON.stringify(content));
  }
  return files;
}

/**
 * The offline base map, made from packages of open data: land and borders of Natural Earth (public domain), in three
 * details, lakes and rivers of OpenStreetMap (ODbL), and the inhabited places of GeoNames (CC BY 4.0). All but the places are
 * GeoJSON files, which the map's worker loads without blocking the page. Their folder is named by their content, so that
 * browsers keep them for good.
 */
export function baseMap(): Plugin {
  const files = filesOfBaseMap();
  const hash = createHash("sha256");
  for (const [name, source] of files) hash.update(`${name} ${source}\n`);
  const folder = `assets/base-map-${hash.digest("hex").slice(0, 8)}`;
  return {
    name: "base-map",
    config: () => ({ define: { BASE_MAP: JSON.stringify(folder) } }),
    generateBundle() {
      for (const [name, source] of files) {
        this.emitFile({ type: "asset", fileName: `${folder}/${name}.json`, source });
      }
    },
  };
}
