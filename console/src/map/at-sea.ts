import type { MultiPolygon, Position } from "geojson";
import type { Bounds } from "../geo/area.ts";
import { isInside } from "../geo/nesting.ts";
import { fetchData } from "./fetch-data.ts";

/** The land's longitudes run on past 180, and an area's may too. */
const TURNS = [-360, 0, 360];

function hasLand({ coordinates }: MultiPolygon, [west, south, east, north]: Bounds): boolean {
  const isWithin = ([x = 0, y = 0]: Position) =>
    south <= y && y <= north && TURNS.some((turn) => west <= x + turn && x + turn <= east);
  const [x, y] = [(west + east) / 2, (south + north) / 2];
  return coordinates.some(
    ([coast = []]) => coast.some(isWithin) || TURNS.some((turn) => isInside([x + turn, y], coast)),
  );
}

/** True if the offline map has no land in a part of the earth. Its finest coast, which is large, is asked last. */
export async function isAtSea(bounds: Bounds): Promise<boolean> {
  for (const detail of ["coarse", "fine"])
    if (hasLand(await fetchData<MultiPolygon>(`${detail}-land`), bounds)) return false;
  return true;
}
