import { useEffect, useState } from "preact/hooks";
import { type Area, boundsOf } from "../geo/area.ts";
import { projectionAt } from "../person/nearest.ts";
import { metres } from "../words/numbers.ts";
import { nameOf, regionOf } from "../words/place-words.ts";
import { t } from "../words/translate.ts";
import { filesWithin } from "./place-files.ts";
import { allPlacesIn } from "./places.ts";

/** Within this distance of its middle a place is called by its name alone. Larger places reach further. */
const WITHIN_KM = 3;
/** Degrees around the middle in which places are looked for. */
const AROUND = 0.5;

/** Says where the middle of an area is: "Modena, Italy", or "12 km from Modena, Italy". Empty far from any place. */
export async function placeOfArea(area: Area): Promise<string> {
  const [west, south, east, north] = boundsOf([area]) ?? [0, 0, 0, 0];
  const [x, y] = [(west + east) / 2, (south + north) / 2];
  const around = [
    x - AROUND,
    Math.max(y - AROUND, -90),
    x + AROUND,
    Math.min(y + AROUND, 90),
  ] as const;
  const files = (["cities", "towns"] as const).flatMap((kind) => filesWithin(kind, around));
  const project = projectionAt({ longitude: x, latitude: y });
  let best = { weight: 0, words: "" };
  for (const place of await allPlacesIn(files)) {
    const [, , longitude, latitude, inhabitants] = place;
    const far = Math.hypot(...project([longitude, latitude])) / 1000;
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

/** The same for a component: undefined until it is known, and while the places cannot be loaded. */
export function usePlaceOf(area: Area): string | undefined {
  const [place, setPlace] = useState<string>();
  useEffect(() => void placeOfArea(area).then(setPlace, () => {}), [area]);
  return place;
}
