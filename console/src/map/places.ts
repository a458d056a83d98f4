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

/** Finds places by the beginning of their name, the largest first. */
export async function findPlaces(beginning: string, most: number): Promise<InhabitedPlace[]> {
  const prefix = plain(beginning.trim());
  if (prefix.length < MIN_SEARCH_CHARACTERS) return [];
  const found: InhabitedPlace[] = [];
  for (const place of await placesIn(fileOfName(prefix))) {
    if (plain(place[0]).startsWith(prefix)) found.push(place);
    if (found.length === most) break;
  }
  return found;
}
