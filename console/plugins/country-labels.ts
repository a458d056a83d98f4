import type { MultiPolygon, Polygon, Position } from "geojson";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import { nearestLongitude } from "../src/geo/meridian.ts";
import type { CountryLabel } from "../src/map/base-map-data.ts";
import { withoutJumps } from "./land.ts";

export type CountriesTopology = Topology<{ countries: GeometryCollection<{ name: string }> }>;

/** Returns twice the signed area of a ring, and its centroid multiplied by three times that value. */
function moments(ring: Position[]): [number, number, number] {
  let [area, x, y] = [0, 0, 0];
  for (let i = 0; i + 1 < ring.length; i++) {
    const [[x0, y0], [x1, y1]] = [ring[i] as [number, number], ring[i + 1] as [number, number]];
    const cross = x0 * y1 - x1 * y0;
    area += cross;
    x += (x0 + x1) * cross;
    y += (y0 + y1) * cross;
  }
  return [area, x, y];
}

const english = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
/** ISO 3166's codes of countries by their English names. Natural Earth abbreviates some. */
const CODES = new Map([
  ...LETTERS.flatMap((a) => LETTERS.map((b) => [english.of(a + b) ?? "", a + b] as const)),
  ["United States of America", "US"],
  ["Bosnia and Herz.", "BA"],
  ["Turkey", "TR"],
  ["Macedonia", "MK"],
  ["Dem. Rep. Congo", "CD"],
  ["Congo", "CG"],
  ["S. Sudan", "SS"],
  ["Central African Rep.", "CF"],
  ["Côte d'Ivoire", "CI"],
  ["Myanmar", "MM"],
  ["Dominican Rep.", "DO"],
  ["Eq. Guinea", "GQ"],
  ["eSwatini", "SZ"],
  ["W. Sahara", "EH"],
]);

/** Places each country's name at the centroid of its largest part. */
export function countryLabels(topology: CountriesTopology): CountryLabel[] {
  const { features } = feature(topology, topology.objects.countries);
  return features
    .map(({ properties: { name }, geometry }): CountryLabel => {
      const { type, coordinates } = geometry as Polygon | MultiPolygon;
      const parts = type === "Polygon" ? [coordinates] : coordinates;
      const [largest] = parts
        // The data cuts countries at the 180th meridian, and Antarctica at its pole.
        .map((part) => moments(withoutJumps(part)[0] as Position[]))
        .sort((a, b) => Math.abs(b[0]) - Math.abs(a[0]));
      const [area, x, y] = largest as [number, number, number];
      const round = (value: number) => Number(value.toFixed(2));
      const longitude = nearestLongitude(x / area / 3, 0);
      const [at, size] = [
        [round(longitude), round(y / area / 3)] as const,
        round(Math.abs(area) / 2),
      ];
      const code = CODES.get(name);
      return code ? [name, ...at, size, code] : [name, ...at, size];
    })
    .sort((a, b) => b[3] - a[3]);
}
