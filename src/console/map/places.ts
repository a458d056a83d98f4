import type { InhabitedPlace } from "./base-map-data.ts";
import { fetchData } from "./fetch-data.ts";

/** Runs once, and again after a failure. */
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

/** Places of 15,000 inhabitants and more, the largest first. */
export const cities = once(() => fetchData<InhabitedPlace[]>("cities"));

/** The smaller ones, down to a thousand, the largest first. */
export const towns = once(() => fetchData<InhabitedPlace[]>("towns"));

/** As one types it in a hurry: without accents and capitals. */
const plain = (text: string) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** Finds places whose name begins so, the largest first. */
export async function findPlaces(beginning: string, most: number): Promise<InhabitedPlace[]> {
  const wanted = plain(beginning.trim());
  if (wanted.length < 2) return [];
  const found: InhabitedPlace[] = [];
  for (const load of [cities, towns]) {
    for (const place of await load()) {
      if (plain(place[0]).startsWith(wanted)) found.push(place);
      if (found.length === most) return found;
    }
  }
  return found;
}
