import { createRequire } from "node:module";
import type { MultiPolygon, Polygon } from "geojson";
import { feature } from "topojson-client";
import { unwrapped } from "../../console/geo/meridian.ts";
import type { CountriesTopology } from "./country-labels.ts";
import { roundedPolygons } from "./rounded.ts";

const require = createRequire(import.meta.url);

/** The most corners of a country: more would slow down the drawing. */
const MOST_CORNERS = 4000;
/** It holds a pole, so no alert can have it. */
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
      const whole = { type: "MultiPolygon" as const, coordinates: parts.map(unwrapped) };
      return [name, roundedPolygons(whole, 6)];
    }),
  );
}

/** The area of each country of Natural Earth, in the finest of its maps that is not too fine to draw with. */
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

/** The files of the countries' areas, and the names of the countries. The place of a name is the number of its file. */
export function countryFiles(): Map<string, unknown> {
  const areas = [...countryAreas()];
  return new Map<string, unknown>([
    ["country-names", areas.map(([name]) => name)],
    ...areas.map(([, area], at) => [`country-${at}`, area] as const),
  ]);
}
