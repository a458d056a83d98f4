import { createRequire } from "node:module";
import type { MultiPolygon, Polygon } from "geojson";
import { feature } from "topojson-client";
import { unwrapLongitudes } from "../src/geo/meridian.ts";
import type { CountriesTopology } from "./country-labels.ts";
import { roundedPolygons } from "./rounded.ts";

const require = createRequire(import.meta.url);

/** The most corners of a country: more would slow down the drawing. */
const MOST_CORNERS = 4000;
/** Antarctica contains a pole, so it cannot be an alert's area. */
const IMPOSSIBLE = new Set(["Antarctica"]);

const cornersOf = ({ coordinates }: MultiPolygon) =>
  coordinates.flat().reduce((sum, ring) => sum + ring.length, 0);

/** Returns the countries of a map, by name. */
function countriesOf(scale: "50m" | "110m"): Map<string, MultiPolygon> {
  const topology: CountriesTopology = require(`world-atlas/countries-${scale}.json`);
  const { features } = feature(topology, topology.objects.countries);
  return new Map(
    features.map(({ properties: { name }, geometry }) => {
      const { type, coordinates } = geometry as Polygon | MultiPolygon;
      const parts = type === "Polygon" ? [coordinates] : coordinates;
      const whole = { type: "MultiPolygon" as const, coordinates: parts.map(unwrapLongitudes) };
      return [name, roundedPolygons(whole, 6)];
    }),
  );
}

/** Returns the area of each country of Natural Earth, from the finest map with few enough corners to draw. */
export function countryAreas(): Map<string, MultiPolygon> {
  const areas = new Map<string, MultiPolygon>();
  for (const scale of ["110m", "50m"] as const) {
    for (const [name, area] of countriesOf(scale)) {
      if (!IMPOSSIBLE.has(name) && area.coordinates.length > 0 && cornersOf(area) <= MOST_CORNERS)
        areas.set(name, area);
    }
  }
  return new Map([...areas].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Returns the files of the countries' areas, and one with the names. A name's index in it is the number of its file.
 */
export function countryFiles(): Map<string, unknown> {
  const areas = [...countryAreas()];
  return new Map<string, unknown>([
    ["country-names", areas.map(([name]) => name)],
    ...areas.map(([, area], at) => [`country-${at}`, area] as const),
  ]);
}
