import { plain } from "../words/plain.ts";
import type { InhabitedPlace } from "./base-map-data.ts";
import { fetchData } from "./fetch-data.ts";

/** Returns a function that runs `run` once and keeps its result. After a failure it runs again. */
function once<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= run().catch((error) => {
      running = undefined;
      throw error;
    });
    return running;
  };
}

/** Loads the places with 15,000 inhabitants or more, the largest first. */
export const cities = once(() => fetchData<InhabitedPlace[]>("cities"));

/** Loads the places with 1,000 to 15,000 inhabitants, the largest first. */
export const towns = once(() => fetchData<InhabitedPlace[]>("towns"));

/** The characters that a search needs. */
export const SHORTEST_SEARCH = 2;

/** Finds places by the beginning of their name, the largest first. */
export async function findPlaces(beginning: string, most: number): Promise<InhabitedPlace[]> {
  const prefix = plain(beginning.trim());
  if (prefix.length < SHORTEST_SEARCH) return [];
  const found: InhabitedPlace[] = [];
  for (const load of [cities, towns]) {
    for (const place of await load()) {
      if (plain(place[0]).startsWith(prefix)) found.push(place);
      if (found.length === most) return found;
    }
  }
  return found;
}
