import { plain } from "../words/plain.ts";

/** The number of characters that a search needs. Places whose names begin with the same ones share a file. */
export const MIN_SEARCH_CHARACTERS = 2;

/** Returns the file with the places whose names begin like this one. */
export const fileOfName = (name: string) =>
  `names-${plain(name)
    .slice(0, MIN_SEARCH_CHARACTERS)
    .replaceAll(/[^a-z0-9]/g, "_")}`;

/**
 * The size in degrees of a square of the map whose places share a file. Cities and smaller towns have separate files.
 */
const TILE_SIZES = { cities: 10, towns: 2.5 } as const;
export type PlaceKind = keyof typeof TILE_SIZES;

/** Returns the file with the places of a kind around a point. */
export function fileOfPoint(kind: PlaceKind, longitude: number, latitude: number): string {
  const size = TILE_SIZES[kind];
  const x = Math.floor((longitude + 180) / size) % (360 / size);
  return `${kind}-${x}-${Math.floor((latitude + 90) / size)}`;
}

/** Returns the files with the places of a kind in a part of the map. Its longitudes may run on past 180. */
export function filesWithin(
  kind: PlaceKind,
  [west, south, east, north]: readonly [number, number, number, number],
): string[] {
  const size = TILE_SIZES[kind];
  const files = new Set<string>();
  const start = ((((west + 180) % 360) + 360) % 360) - 180;
  const width = Math.min(east - west, 360 - size);
  for (let y = south; ; y = Math.min(y + size, north)) {
    for (let x = 0; ; x = Math.min(x + size, width)) {
      files.add(fileOfPoint(kind, start + x, y));
      if (x === width) break;
    }
    if (y === north) break;
  }
  return [...files];
}
