import type { InhabitedPlace } from "../src/map/base-map-data.ts";
import { fileOfName, fileOfPoint } from "../src/map/place-files.ts";
import { inhabitedPlaces } from "./inhabited-places.ts";

/** Places with at least this many inhabitants are in one file, because the map shows them from far away. */
const MIN_METROPOLIS = 400_000;
/** Places with at least this many inhabitants are cities, smaller ones are towns. */
const MIN_CITY = 15_000;

/**
 * Divides the inhabited places into files, the largest first in each: the large ones for the whole map, the others by
 * squares of the map, and all of them by the beginnings of their names. So the console loads only what it needs.
 */
export function placeFiles(): Map<string, unknown[]> {
  const files = new Map<string, InhabitedPlace[]>();
  const add = (file: string, place: InhabitedPlace) => {
    const places = files.get(file);
    if (places) places.push(place);
    else files.set(file, [place]);
  };
  const large: InhabitedPlace[] = [];
  for (const place of inhabitedPlaces()) {
    const [name, , longitude, latitude, inhabitants, , names = {}] = place;
    for (const file of new Set([name, ...Object.values(names)].map(fileOfName))) add(file, place);
    if (inhabitants >= MIN_METROPOLIS) large.push(place);
    else add(fileOfPoint(inhabitants >= MIN_CITY ? "cities" : "towns", longitude, latitude), place);
  }
  const names = [...files.keys()];
  return new Map<string, unknown[]>([...files, ["metropolises", large], ["places", names]]);
}
