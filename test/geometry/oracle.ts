/**
 * A second implementation of the alerts' geometry, without PostGIS: Karney's geodesics on the ellipsoid (WGS 84),
 * and areas as the service defines them, with edges that are straight in longitude and latitude.
 */

export interface Place {
  latitude: number;
  longitude: number;
}

export type Level = "ONE" | "TWO" | "THREE" | null;

// Looks up the functions once, and loads the geodesics as Node does: in a test file, each use of a global is slow.
const { default: geodesic } = await importOnce<{
  default: typeof import("geographiclib-geodesic");
}>("geographiclib-geodesic");
const { cos, PI, sin, sqrt } = Math;

const WGS84 = geodesic.Geodesic.WGS84;
const ECCENTRICITY_SQUARED = WGS84.f * (2 - WGS84.f);
/** The length of a piece of an edge in degrees. On a piece, the distance to any place nearby has one minimum. */
const PIECE = 0.25;

type Vector = [number, number, number];

/** Returns a place's coordinates in space, in metres from the earth's centre. */
function inSpace({ latitude, longitude }: Place): Vector {
  const [phi, lambda] = [(latitude * PI) / 180, (longitude * PI) / 180];
  const normal = WGS84.a / sqrt(1 - ECCENTRICITY_SQUARED * sin(phi) ** 2);
  return [
    normal * cos(phi) * cos(lambda),
    normal * cos(phi) * sin(lambda),
    normal * (1 - ECCENTRICITY_SQUARED) * sin(phi),
  ];
}

/**
 * Returns the straight distance through the earth in metres. For a few kilometres it equals the geodesic to a
 * millimetre.
 */
function chord(a: Vector, b: Vector): number {
  const [x, y, z] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  return sqrt(x * x + y * y + z * z);
}

/** Returns the geodesic distance between two places in metres. */
export function metresBetween(a: Place, b: Place): number {
  return WGS84.Inverse(a.latitude, a.longitude, b.latitude, b.longitude).s12 as number;
}

/** Returns the place at a distance and a direction (degrees from north) from another. */
export function travel(from: Place, azimuth: number, metres: number): Place {
  const { lat2, lon2 } = WGS84.Direct(from.latitude, from.longitude, azimuth, metres);
  return { latitude: lat2 as number, longitude: lon2 as number };
}

/** Returns a place between two others, on the line that is straight in degrees. */
export function between(a: Place, b: Place, share: number): Place {
  return {
    latitude: a.latitude + share * (b.latitude - a.latitude),
    longitude: a.longitude + share * (b.longitude - a.longitude),
  };
}

/** Returns a ring whose longitudes run on past 180 or -180, so that each edge takes the short way round. */
export function unwrapped(ring: Place[]): Place[] {
  let turns = 0;
  return ring.map(({ latitude, longitude }, index) => {
    const step = longitude - (ring[index - 1]?.longitude ?? longitude);
    if (Math.abs(step) > 180) turns -= Math.sign(step);
    return { latitude, longitude: longitude + 360 * turns };
  });
}

interface Piece {
  from: Place;
  to: Place;
  middle: Vector;
  /** The largest distance of the piece's places from its middle. */
  radius: number;
}

/** Returns the smallest distance to a piece, by golden-section search on the chord, which grows with the geodesic. */
function nearest({ from, to, radius }: Piece, place: Vector): { metres: number; share: number } {
  const at = (share: number) => chord(inSpace(between(from, to, share)), place);
  const golden = (sqrt(5) - 1) / 2;
  let [low, high] = [0, 1];
  let [left, right] = [1 - golden, golden];
  let [atLeft, atRight] = [at(left), at(right)];
  // Stops at half a millimetre, the largest error for a place on the edge itself.
  while (radius * (high - low) > 0.0005) {
    if (atLeft < atRight) {
      [high, right, atRight] = [right, left, atLeft];
      left = high - golden * (high - low);
      atLeft = at(left);
    } else {
      [low, left, atLeft] = [left, right, atRight];
      right = low + golden * (high - low);
      atRight = at(right);
    }
  }
  return [0, 1, (low + high) / 2]
    .map((share) => ({ metres: at(share), share }))
    .reduce((best, other) => (other.metres < best.metres ? other : best));
}

/** An area, given by the corners of its rings: of its outer borders and of its holes, in any order. */
export class Area {
  readonly #edges: [Place, Place][];
  readonly #pieces: Piece[];

  constructor(...rings: Place[][]) {
    this.#edges = rings
      .map(unwrapped)
      .flatMap((ring) =>
        ring.map((from, index): [Place, Place] => [from, ring[(index + 1) % ring.length] as Place]),
      );
    this.#pieces = this.#edges.flatMap(([from, to]) => {
      const extent = Math.max(
        Math.abs(to.latitude - from.latitude),
        Math.abs(to.longitude - from.longitude),
      );
      const count = Math.max(1, Math.ceil(extent / PIECE));
      return Array.from({ length: count }, (_, n) => {
        const ends = [between(from, to, n / count), between(from, to, (n + 1) / count)] as const;
        const middle = inSpace(between(...ends, 0.5));
        const reach = Math.max(chord(middle, inSpace(ends[0])), chord(middle, inSpace(ends[1])));
        return { from: ends[0], to: ends[1], middle, radius: 1.01 * reach };
      });
    });
  }

  /**
   * True if a place that is not on an edge lies inside. Counts the edges that a line to the north crosses, in any turn.
   */
  covers({ latitude, longitude }: Place): boolean {
    let inside = false;
    for (const turned of [longitude - 360, longitude, longitude + 360]) {
      for (const [a, b] of this.#edges) {
        if (a.longitude > turned === b.longitude > turned) continue;
        const share = (turned - a.longitude) / (b.longitude - a.longitude);
        if (between(a, b, share).latitude > latitude) inside = !inside;
      }
    }
    return inside;
  }

  /** Returns the geodesic distance in metres from a place to the nearest edge. */
  metresToEdge(place: Place): number {
    const here = inSpace(place);
    const pieces = this.#pieces
      .map((piece) => ({ piece, least: chord(piece.middle, here) - piece.radius }))
      .sort((a, b) => a.least - b.least);
    let metres = Number.POSITIVE_INFINITY;
    let closest: Place = place;
    for (const { piece, least } of pieces) {
      if (least > metres) break;
      const found = nearest(piece, here);
      if (found.metres < metres) {
        metres = found.metres;
        closest = between(piece.from, piece.to, found.share);
      }
    }
    return metresBetween(place, closest);
  }

  /** Returns the level of a place that is not on the edge of a zone. */
  levelAt(place: Place): Level {
    if (this.covers(place)) return "ONE";
    const metres = this.metresToEdge(place);
    if (metres <= 1000) return "TWO";
    return metres <= 2000 ? "THREE" : null;
  }
}
