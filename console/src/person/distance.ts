import { metres } from "../words/numbers.ts";
import { t } from "../words/translate.ts";
import type { Concern } from "./concern.ts";
import type { Zones } from "./drawn-zones.ts";
import type { Here } from "./here.ts";
import { type Nearest, nearestBorder, type Place } from "./nearest.ts";
import { isLatest, messageFor } from "./where.ts";

/** A place of the person, and when they were there, in seconds since 1970. */
export interface Known extends Place {
  at: number;
}

/** Returns the last known place of the person: from this page's report, or from the last notification. */
export function placeOf(concern: Concern, here: Here | undefined): Known | undefined {
  if (here && isLatest(here, concern)) return { ...here, at: here.takenAt };
  const [last] = concern.told;
  return last?.placeKept ? { ...last, at: last.createdAt } : undefined;
}

const TO: readonly ((distance: string) => string)[] = [
  (distance) => t("{distance} to the north", { distance }),
  (distance) => t("{distance} to the north-east", { distance }),
  (distance) => t("{distance} to the east", { distance }),
  (distance) => t("{distance} to the south-east", { distance }),
  (distance) => t("{distance} to the south", { distance }),
  (distance) => t("{distance} to the south-west", { distance }),
  (distance) => t("{distance} to the west", { distance }),
  (distance) => t("{distance} to the north-west", { distance }),
];

/** Says how far the border is, and in which direction. */
function inWords({ isInside, bearing }: Nearest, distance: number): string {
  if (isInside) return t("Inside, {distance} from its border", { distance: metres(distance) });
  return TO[Math.round(bearing / 45) % 8]?.(metres(distance)) ?? "";
}

/** Says how far the area is from a place; undefined before its zones are known. */
export function distanceToArea(
  concern: Concern,
  zones: Zones | undefined,
  place: Place | undefined,
  here: Here | undefined,
): string | undefined {
  const nearest = zones && place && nearestBorder(zones.ONE, place);
  if (!nearest) return undefined;
  // The service's own distance is preferred if there is one, because it is geodesic.
  const said = messageFor(concern, here);
  const distance = said && said.distance > 0 ? said.distance : nearest.metres;
  return inWords(nearest, distance);
}
