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
export const metropolises = () => load("metropolises");

/** A place of exactly the typed name counts as a hundred times as large. */
const EXACT = 100;
/** Farther places count as smaller, in proportion to the distance in this unit. */
const NEAR_KM = 100;

/** Returns about how far a point is from a place, at short distances. */
export function kilometres([x0, y0]: readonly [number, number], x1: number, y1: number): number {
  const east = (((x1 - x0 + 540) % 360) - 180) * Math.cos((y0 * Math.PI) / 180);
  return Math.hypot(east, y1 - y0) * 111;
}

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
  for (const place of await placesIn(fileOfName(prefix))) {
    const [name, country, longitude, latitude, inhabitants, , others = {}] = place;
    const names = [name, ...Object.values(others)].map(plain);
    if (!names.some((each) => each.startsWith(prefix))) continue;
    const regions = [country, ...regionOf(place).split(", ")].map(plain);
    if (!within.every((part) => regions.some((region) => region.startsWith(part)))) continue;
    const size = (inhabitants + 1) * (names.includes(prefix) ? EXACT : 1);
    found.push([size / (1 + kilometres(near, longitude, latitude) / NEAR_KM), place]);
  }
  return found
    .sort(([a], [b]) => b - a)
    .slice(0, most)
    .map(([, place]) => place);
}
