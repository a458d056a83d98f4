import { type Area, boundsOf } from "../geo/area.ts";
import { metres } from "../words/numbers.ts";
import { nameOf, regionOf } from "../words/place-words.ts";
import { t } from "../words/translate.ts";
import { filesWithin } from "./place-files.ts";
import { kilometres, metropolises, placesIn } from "./places.ts";

/** Within this distance of its middle a place is called by its name alone. Larger places reach further. */
const WITHIN_KM = 3;
/** Degrees around the middle in which places are looked for. */
const AROUND = 0.5;

/** Says where the middle of an area is: "Modena, Italy", or "12 km from Modena, Italy". Empty far from any place. */
export async function placeOfArea(area: Area): Promise<string> {
  const [west, south, east, north] = boundsOf([area]) ?? [0, 0, 0, 0];
  const middle = [(west + east) / 2, (south + north) / 2] as const;
  const [x, y] = middle;
  const around = [
    x - AROUND,
    Math.max(y - AROUND, -90),
    x + AROUND,
    Math.min(y + AROUND, 90),
  ] as const;
  const files = (["cities", "towns"] as const).flatMap((kind) => filesWithin(kind, around));
  const lists = await Promise.all([metropolises(), ...files.map(placesIn)]);
  let best = { weight: 0, words: "" };
  for (const place of lists.flat()) {
    const [, , longitude, latitude, inhabitants] = place;
    const far = kilometres(middle, longitude, latitude);
    // A town counts near itself, a city further around.
    const weight = Math.sqrt(inhabitants) / (1 + far * far);
    if (far > 111 * AROUND || weight <= best.weight) continue;
    const name = [nameOf(place), regionOf(place)].filter(Boolean).join(", ");
    const isThere = far < Math.max(WITHIN_KM, Math.sqrt(inhabitants) / 100);
    best = {
      weight,
      words: isThere
        ? name
        : t("{distance} from {place}", { distance: metres(far * 1000), place: name }),
    };
  }
  return best.words;
}
