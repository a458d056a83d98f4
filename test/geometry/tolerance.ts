import type { Area, Place } from "./oracle.ts";

/**
 * How exact the edges of the zones are, in metres of geodesic distance from the area; measured, with
 * a margin, by exactness.test.ts. A zone never reaches further than `over` past its distance nor
 * falls short by more than `under`: a circle of 64 corners lies up to 0.12 % within the round one,
 * and a UTM projection is off by 0.04 % in the middle of its zone, and at its rim by 0.1 % the other way.
 */
export const EXACTNESS = {
  area: { distance: 0, under: 0.001, over: 0.001 },
  two: { distance: 1000, under: 3.5, over: 1.5 },
  three: { distance: 2000, under: 7, over: 3 },
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
