import type { MultiPolygon, Position } from "geojson";
import { AlertReachDocument } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { type Area, type Bounds, boundsOf, shapesOf } from "../geo/area.ts";
import { lengthOf } from "../geo/measure.ts";
import { isInside } from "../geo/nesting.ts";
import { fetchData } from "../map/fetch-data.ts";
import { metres, squareKilometres } from "../words/numbers.ts";
import { t } from "../words/translate.ts";
import { reachInput } from "./alert-input.ts";
import { distancesOf } from "./distances.ts";
import type { Draft } from "./draft-fields.ts";
import { type Reach, sums } from "./reach.ts";

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
async function isAtSea(bounds: Bounds): Promise<boolean> {
  for (const detail of ["coarse", "fine"])
    if (hasLand(await fetchData<MultiPolygon>(`${detail}-land`), bounds)) return false;
  return true;
}

/** A part that is smaller, in metres, may be a slip of the hand. */
const MIN_ACROSS = 50;
/** A larger area, in square metres, may have been drawn at the wrong zoom. */
const MAX_SIZE = 5e9;
/** An area that is further, in metres, from all who report may be in a wrong place. */
const FAR = 50_000;
const METRES_PER_DEGREE = 111_195;

/** Returns the larger side of the smallest part of an area, in metres. */
function acrossOf(area: Area): number {
  const sides = shapesOf(area).map(({ coordinates }) => {
    const [west, south, east, north] = boundsOf([{ type: "Polygon", coordinates }]) ?? [0, 0, 0, 0];
    const along = (to: [number, number]) => lengthOf([[west, south], to]);
    return Math.max(along([east, south]), along([west, north]));
  });
  return Math.min(...sides);
}

/** Says what is unusual about the size of an area. */
export function oddSize(area: Area, found: Reach | undefined): string[] {
  const across = acrossOf(area);
  return [
    across < MIN_ACROSS ? t("Part of it is only {length} across.", { length: metres(across) }) : "",
    found && found.area > MAX_SIZE
      ? t("It is {size} large.", { size: squareKilometres(found.area) })
      : "",
  ].filter(Boolean);
}

/** True if the zones of a draft have no land. */
async function isOffLand(draft: Draft, area: Area): Promise<boolean> {
  const [west, south, east, north] = boundsOf([area]) ?? [0, 0, 0, 0];
  const around = distancesOf(draft)[1] / METRES_PER_DEGREE;
  const wide = around / Math.cos((((south + north) / 2) * Math.PI) / 180);
  return await isAtSea([west - wide, south - around, east + wide, north + around]);
}

/** True if nobody has ever reported from near an area. */
async function isFarFromAll(draft: Draft, area: Area): Promise<boolean> {
  const input = {
    ...reachInput({ ...draft, status: "ACTUAL" }, area),
    level2Distance: FAR / 2,
    level3Distance: FAR,
  };
  const { alertReach: near } = await request(AlertReachDocument, { input });
  return near !== null && sums(near).all + near.stale + near.coarse === 0;
}

/** Says what is unusual about where an area is. Whatever cannot be loaded is not said: a warning must go out. */
export async function oddPlace(draft: Draft, area: Area, found?: Reach): Promise<string[]> {
  const isEmpty = found !== undefined && sums(found).all === 0;
  const [isSea, isFar] = await Promise.all([
    isOffLand(draft, area).catch(() => false),
    isEmpty && isFarFromAll(draft, area).catch(() => false),
  ]);
  return [
    isSea ? t("It is at sea, by the offline map.") : "",
    isFar ? t("Nobody who reports is within {distance} of it.", { distance: metres(FAR) }) : "",
    isEmpty && !isFar && draft.status === "ACTUAL" ? t("Nobody is in its zones now.") : "",
  ].filter(Boolean);
}
