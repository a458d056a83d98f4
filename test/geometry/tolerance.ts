import type { Area, Place } from "./oracle.ts";

/**
 * How exact the edges of the zones are, in metres of geodesic distance from the area: a zone falls
 * short by half a hundredth at most and never reaches further by a quarter. exactness.test.ts measures
 * them, and finds two thirds of that: a circle of 64 corners lies up to 0.12 % within the round one,
 * and a UTM projection is off by 0.04 % in its middle, and at its rim by 0.1 % the other way.
 */
export const EXACTNESS = {
  area: { distance: 0, under: 0.001, over: 0.001 },
  two: { distance: 1000, under: 5, over: 2.5 },
  three: { distance: 2000, under: 10, over: 5 },
};

/** Whether a place is so far off every edge of an area's zones that its level is beyond doubt. */
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
