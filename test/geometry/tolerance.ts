import type { Area, Place } from "./oracle.ts";

/**
 * The tolerance of the zones' edges, as a share of the geodesic distance from the area. A zone is at most 0.5 % too
 * small and 0.25 % too large. exactness.test.ts measures two thirds of that. The causes: a circle of 64 corners lies up
 * to 0.12 % inside the round one, and a UTM projection errs by 0.04 % in its middle and by 0.1 % the other way at its
 * rim.
 */
export const EXACTNESS = {
  area: { distance: 0, under: 0.001, over: 0.001 },
  two: { distance: 1000, under: 5, over: 2.5 },
  three: { distance: 2000, under: 10, over: 5 },
};

/** True if a place is far enough from every edge of an area's zones to have a certain level. */
export function isBeyondDoubt(area: Area, place: Place): boolean {
  const metres = area.metresToEdge(place);
  if (metres < EXACTNESS.area.over) return false;
  return (
    area.covers(place) ||
    [EXACTNESS.two, EXACTNESS.three].every(
      ({ distance, under, over }) => metres < distance - under || metres > distance + over,
    )
  );
}
