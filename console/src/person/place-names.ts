import type { InhabitedPlace } from "../map/base-map-data.ts";
import { filesWithin } from "../map/place-files.ts";
import { allPlacesIn } from "../map/places.ts";
import { nameOf } from "../words/place-words.ts";
import { t } from "../words/translate.ts";
import { HEIGHT, type View, WIDTH } from "./alert-drawing.ts";
import type { Point } from "./nearest.ts";

/** A name on the drawing, and its point. */
export interface PlaceName {
  name: string;
  x: number;
  y: number;
}

/** The most names, and the width of a letter and the height of a line. */
const MAX_NAMES = 8;
const [LETTER, LINE] = [6.5, 16];
/** The most files for each of the two kinds of places, on average. A drawing that needs more is too large for them. */
const MAX_FILES = 6;

const overlaps = (a: PlaceName, b: PlaceName) =>
  Math.abs(a.y - b.y) < LINE &&
  Math.abs(a.x - b.x) < ((a.name.length + b.name.length) * LETTER) / 2 + 8;

/**
 * Finds the largest places in a view whose names have room.
 * @param taken The point of the person, which has a name too.
 */
export async function placeNames(
  { bounds, draw }: View,
  taken: Point | undefined,
): Promise<PlaceName[]> {
  const files = (["cities", "towns"] as const).flatMap((kind) => filesWithin(kind, bounds));
  if (files.length > MAX_FILES * 2) return [];
  const names: PlaceName[] = [];
  // The person's mark, and their name below it.
  const own = [4, 23].map((below) => ({
    name: t("You"),
    x: taken?.[0] ?? -WIDTH,
    y: (taken?.[1] ?? 0) + below,
  }));
  const places = (await allPlacesIn(files)).sort(
    (a: InhabitedPlace, b: InhabitedPlace) => b[4] - a[4],
  );
  for (const place of places) {
    const name = nameOf(place);
    const [x, y] = draw([place[2], place[3]]);
    const one = { name, x, y };
    const half = (name.length * LETTER) / 2;
    const isIn = x > half && x < WIDTH - half && y > LINE && y < HEIGHT - LINE;
    if (isIn && ![...own, ...names].some((other) => overlaps(one, other))) names.push(one);
    if (names.length === MAX_NAMES) break;
  }
  return names;
}
