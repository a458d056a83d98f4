export interface Point {
  latitude: number;
  longitude: number;
}

/** Squares and stations of Paris. */
export const PLACES: Record<string, Point> = {
  Étoile: { latitude: 48.8738, longitude: 2.295 },
  "Rond-Point des Champs-Élysées": { latitude: 48.8689, longitude: 2.3101 },
  Concorde: { latitude: 48.8656, longitude: 2.3212 },
  Madeleine: { latitude: 48.87, longitude: 2.3245 },
  "Saint-Lazare": { latitude: 48.8757, longitude: 2.3256 },
  Opéra: { latitude: 48.8709, longitude: 2.3318 },
  "Palais-Royal": { latitude: 48.8627, longitude: 2.3363 },
  Châtelet: { latitude: 48.8583, longitude: 2.3473 },
  "Hôtel de Ville": { latitude: 48.8566, longitude: 2.3516 },
  Bastille: { latitude: 48.8531, longitude: 2.3691 },
  République: { latitude: 48.8674, longitude: 2.3637 },
  "Strasbourg–Saint-Denis": { latitude: 48.8694, longitude: 2.3544 },
  "Gare de l’Est": { latitude: 48.8766, longitude: 2.3584 },
  "Gare du Nord": { latitude: 48.88, longitude: 2.355 },
  Barbès: { latitude: 48.8838, longitude: 2.3497 },
  Pigalle: { latitude: 48.8822, longitude: 2.3376 },
  "Place de Clichy": { latitude: 48.8837, longitude: 2.3273 },
  Stalingrad: { latitude: 48.8843, longitude: 2.3658 },
  Belleville: { latitude: 48.8722, longitude: 2.3768 },
  "Père Lachaise": { latitude: 48.8628, longitude: 2.3872 },
  Nation: { latitude: 48.8484, longitude: 2.3959 },
  "Gare de Lyon": { latitude: 48.8443, longitude: 2.3744 },
  "Gare d’Austerlitz": { latitude: 48.8424, longitude: 2.365 },
  "Place d’Italie": { latitude: 48.8311, longitude: 2.3556 },
  "Denfert-Rochereau": { latitude: 48.8339, longitude: 2.3324 },
  "Port-Royal": { latitude: 48.84, longitude: 2.337 },
  Luxembourg: { latitude: 48.8462, longitude: 2.3402 },
  "Place Monge": { latitude: 48.8427, longitude: 2.3521 },
  "Saint-Michel": { latitude: 48.8534, longitude: 2.344 },
  Odéon: { latitude: 48.8522, longitude: 2.3389 },
  "Saint-Germain-des-Prés": { latitude: 48.8539, longitude: 2.3336 },
  "Sèvres–Babylone": { latitude: 48.8517, longitude: 2.3268 },
  Montparnasse: { latitude: 48.8421, longitude: 2.3219 },
  Invalides: { latitude: 48.861, longitude: 2.3146 },
  "École Militaire": { latitude: 48.8548, longitude: 2.3063 },
  "Tour Eiffel": { latitude: 48.8584, longitude: 2.2945 },
  Trocadéro: { latitude: 48.8629, longitude: 2.2872 },
  "Pont de l’Alma": { latitude: 48.8647, longitude: 2.301 },
};

/** Streets, each as the list of places along it. People move in both directions. */
export const STREETS: readonly (readonly string[])[] = [
  [
    "Étoile",
    "Rond-Point des Champs-Élysées",
    "Concorde",
    "Palais-Royal",
    "Châtelet",
    "Hôtel de Ville",
    "Bastille",
    "Nation",
  ],
  [
    "Étoile",
    "Place de Clichy",
    "Pigalle",
    "Barbès",
    "Stalingrad",
    "Belleville",
    "Père Lachaise",
    "Nation",
  ],
  [
    "Concorde",
    "Madeleine",
    "Opéra",
    "Strasbourg–Saint-Denis",
    "République",
    "Bastille",
    "Gare de Lyon",
    "Gare d’Austerlitz",
  ],
  ["Madeleine", "Saint-Lazare", "Place de Clichy"],
  ["Saint-Lazare", "Opéra", "Palais-Royal"],
  [
    "Gare du Nord",
    "Gare de l’Est",
    "Strasbourg–Saint-Denis",
    "Châtelet",
    "Saint-Michel",
    "Luxembourg",
    "Port-Royal",
    "Denfert-Rochereau",
  ],
  ["Barbès", "Gare du Nord", "Stalingrad"],
  ["Gare de l’Est", "République", "Belleville"],
  ["République", "Père Lachaise"],
  ["Trocadéro", "Étoile"],
  ["Trocadéro", "Tour Eiffel", "École Militaire", "Invalides", "Concorde"],
  ["Trocadéro", "Pont de l’Alma", "Rond-Point des Champs-Élysées"],
  ["Pont de l’Alma", "Invalides", "Saint-Germain-des-Prés", "Odéon", "Saint-Michel"],
  ["École Militaire", "Montparnasse", "Port-Royal"],
  ["Montparnasse", "Sèvres–Babylone", "Saint-Germain-des-Prés"],
  ["Odéon", "Luxembourg", "Place Monge", "Place d’Italie", "Denfert-Rochereau", "Montparnasse"],
  ["Place Monge", "Gare d’Austerlitz", "Place d’Italie"],
];

/** The corners of the alert's area: the Marais and the streets west of it. */
export const ALERT_AREA = ["Châtelet", "Strasbourg–Saint-Denis", "République", "Bastille"] as const;

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

/** Metres in a degree of latitude. */
const DEGREE = 111_195;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** The distance in metres between two points of one city. */
export function distance(a: Point, b: Point): number {
  const north = (b.latitude - a.latitude) * DEGREE;
  const east = (b.longitude - a.longitude) * DEGREE * Math.cos(radians(a.latitude));
  return Math.hypot(north, east);
}

/** The point at a fraction of the way from one point to another. */
export function between(a: Point, b: Point, fraction: number): Point {
  return {
    latitude: a.latitude + (b.latitude - a.latitude) * fraction,
    longitude: a.longitude + (b.longitude - a.longitude) * fraction,
  };
}

/** The point at a distance in metres and a direction in radians. */
export function offset(point: Point, metres: number, direction: number): Point {
  return {
    latitude: point.latitude + (metres * Math.cos(direction)) / DEGREE,
    longitude:
      point.longitude +
      (metres * Math.sin(direction)) / (DEGREE * Math.cos(radians(point.latitude))),
  };
}
