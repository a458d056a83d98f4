import { projectionAt } from "../person/nearest.ts";
import { regionOf } from "../words/place-words.ts";
import { plain } from "../words/plain.ts";
import type { InhabitedPlace } from "./base-map-data.ts";
import { fetchData } from "./fetch-data.ts";
import { fileOfName, MIN_SEARCH_CHARACTERS } from "./place-files.ts";

export { MIN_SEARCH_CHARACTERS };

/** Makes a function run once for each argument, and keep the result. After a failure it runs again. */
function once<T>(run: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return (name) => {
    const known = running.get(name);
    if (known) return known;
    const begun = run(name).catch((error) => {
      running.delete(name);
      throw error;
    });
    running.set(name, begun);
    return begun;
  };
}

/** The names of all files with places. The others would be empty. */
const places = once(async () => new Set(await fetchData<string[]>("places")));
const load = once((file) => fetchData<InhabitedPlace[]>(file));

/** Loads a file with places, the largest first. */
export async function placesIn(file: string): Promise<InhabitedPlace[]> {
  return (await places("")).has(file) ? await load(file) : [];
}

/** Loads the largest places, which are in no other file of a part of the map. */
const metropolises = () => load("metropolises");

/** A place of exactly the typed name counts as a hundred times as large. */
const EXACT = 100;
/** Farther places count as smaller, in proportion to the distance in this unit of metres. */
const NEAR_M = 100_000;

/** Loads the places of all sizes from the files of a part of the map. */
export const allPlacesIn = async (files: string[]): Promise<InhabitedPlace[]> =>
  (await Promise.all([metropolises(), ...files.map(placesIn)])).flat();

/**
 * Finds places by the beginning of a name, in any of its languages: "roma", "monaco di b", "modena, it". The most likely
 * one is first: of exactly this name, large, and near.
 */
export async function findPlaces(
  text: string,
  most: number,
  near: readonly [longitude: number, latitude: number],
): Promise<InhabitedPlace[]> {
  const [prefix = "", ...within] = text.split(",").map((part) => plain(part.trim()));
  if (prefix.length < MIN_SEARCH_CHARACTERS) return [];
  const found: [weight: number, place: InhabitedPlace][] = [];
  const project = projectionAt({ longitude: near[0], latitude: near[1] });
  for (const place of await placesIn(fileOfName(prefix))) {
    const [name, country, longitude, latitude, inhabitants, , others = {}] = place;
    const names = [name, ...Object.values(others)].map(plain);
    if (!names.some((each) => each.startsWith(prefix))) continue;
    if (within.length > 0) {
      const regions = [country, ...regionOf(place).split(", ")].map(plain);
      if (!within.every((part) => regions.some((region) => region.startsWith(part)))) continue;
    }
    const size = (inhabitants + 1) * (names.includes(prefix) ? EXACT : 1);
    found.push([size / (1 + Math.hypot(...project([longitude, latitude])) / NEAR_M), place]);
  }
  return found
    .sort(([a], [b]) => b - a)
    .slice(0, most)
    .map(([, place]) => place);
}
