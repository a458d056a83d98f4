import type { Area, Place } from "./oracle.ts";

/**
 * The tolerance of the zones' edges, in metres. Zones err outwards: whoever is within the distance is in the zone, and
 * nobody who is more than 1.5 m a kilometre and 10 cm beyond it.
 */
export const EXACTNESS = {
  area: { distance: 0, under: 0.001, over: 0.001 },
  two: { distance: 1000, under: 0, over: 1.6 },
  three: { distance: 2000, under: 0, over: 3.1 },
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
