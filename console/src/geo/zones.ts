import buffer from "@turf/buffer";
import type { LevelAlert } from "../api/operations.ts";
import { type Area, boundsOf } from "./area.ts";
import { movedEast } from "./meridian.ts";
import { type ZoneFeature, zone } from "./zone.ts";

/** Moves an area to the east by degrees. */
const movedArea = (area: Area, degrees: number): Area =>
  area.type === "Polygon"
    ? { ...area, coordinates: area.coordinates.map((ring) => movedEast(ring, degrees)) }
    : {
        ...area,
        coordinates: area.coordinates.map((rings) => rings.map((ring) => movedEast(ring, degrees))),
      };

/** Returns approximate zones to show while an area is drawn, the widest first. The database computes the exact ones. */
export function zonesAround(area: Area, level2: number, level3: number): ZoneFeature[] {
  // The buffer's longitudes end at 180, so it is made at Greenwich.
  const [west = 0, , east = 0] = boundsOf([area]) ?? [];
  const middle = Math.round((west + east) / 2);
  const atGreenwich = movedArea(area, -middle);
  const around = (level: LevelAlert, metres: number) => {
    try {
      const grown = buffer(atGreenwich, metres, { units: "meters", steps: 12 });
      return grown?.geometry ? [zone(level, movedArea(grown.geometry, middle))] : [];
    } catch {
      // The area crosses itself while a corner is dragged.
      return [];
    }
  };
  return [...around("THREE", level3), ...around("TWO", level2), zone("ONE", area)];
}
