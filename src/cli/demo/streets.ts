import { distance, type Point } from "./geometry.ts";
import { PLACES, STREETS } from "./paris.ts";

/** The coordinates of a place. */
export function point(place: string): Point {
  const found = PLACES[place];
  if (!found) throw new Error(`There is no ${place} on the map.`);
  return found;
}

export const placeNames = Object.keys(PLACES);

const neighbours = new Map<string, Set<string>>(placeNames.map((name) => [name, new Set()]));
for (const street of STREETS) {
  street.slice(1).forEach((to, index) => {
    const from = street[index] as string;
    neighbours.get(from)?.add(to);
    neighbours.get(to)?.add(from);
  });
}

/** The shortest way along the streets, including both ends, by Dijkstra's algorithm. */
export function route(from: string, to: string): string[] {
  const metres = new Map([[from, 0]]);
  const before = new Map<string, string>();
  const open = new Set([from]);
  while (open.size > 0) {
    const [next] = [...open].sort((a, b) => (metres.get(a) ?? 0) - (metres.get(b) ?? 0));
    const here = next as string;
    if (here === to) break;
    open.delete(here);
    for (const neighbour of neighbours.get(here) ?? []) {
      const way = (metres.get(here) ?? 0) + distance(point(here), point(neighbour));
      if (way >= (metres.get(neighbour) ?? Number.POSITIVE_INFINITY)) continue;
      metres.set(neighbour, way);
      before.set(neighbour, here);
      open.add(neighbour);
    }
  }
  const way = [to];
  for (let place = before.get(to); place; place = before.get(place)) way.unshift(place);
  return way;
}
