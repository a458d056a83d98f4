/** A small world with certain results: square areas on a plane, and people far from their edges. */

export type Level = "ONE" | "TWO" | "THREE";

export interface Place {
  latitude: number;
  longitude: number;
}

/** The start and end of a request, in milliseconds of the test's clock. */
export interface Span {
  asked: number;
  answered: number;
}

/** An acknowledged report. For a batch it contains the last place, which is the one that counts. */
export interface Report extends Span {
  place: Place;
  /** now() of its transaction, in milliseconds since 1970. */
  createdAt: number;
}

/** An early end of an alert. */
export interface End extends Span {
  /** The end in milliseconds since 1970, by the database's clock. */
  at: number;
  /**
   * True if reports that started before the end always find the alert active. That holds for an expiry, which is a
   * time, but not for a cancellation, which takes effect when it commits.
   */
  isClocked: boolean;
}

/** A publication: its first phase makes the alert visible, its second one matches. */
export interface Publication {
  id: number;
  centre: Place;
  visible: Span;
  matched: Span;
  end: End | undefined;
}

/** A change of password, from one session of the user to the next. */
export interface PasswordChange extends Span {
  from: number;
}

/** A request with a token of a session, and whether the database accepted it. */
export interface Attempt extends Span {
  sessionId: number;
  accepted: boolean;
}

const METRES_A_DEGREE = 111_195;
/** Half the side of each alert's square in metres. */
export const HALF_SIDE = 100;

function metres(from: Place, to: Place): { north: number; east: number } {
  const shrink = Math.cos((from.latitude * Math.PI) / 180);
  return {
    north: (to.latitude - from.latitude) * METRES_A_DEGREE,
    east: (to.longitude - from.longitude) * METRES_A_DEGREE * shrink,
  };
}

/** Returns the place at a distance in metres from another. */
export function offset({ latitude, longitude }: Place, north: number, east: number): Place {
  const shrink = Math.cos((latitude * Math.PI) / 180);
  return {
    latitude: latitude + north / METRES_A_DEGREE,
    longitude: longitude + east / (METRES_A_DEGREE * shrink),
  };
}

/** Returns the corners of an alert's square. */
export function cornersOf(centre: Place): Place[] {
  return [
    offset(centre, -HALF_SIDE, -HALF_SIDE),
    offset(centre, -HALF_SIDE, HALF_SIDE),
    offset(centre, HALF_SIDE, HALF_SIDE),
    offset(centre, HALF_SIDE, -HALF_SIDE),
  ];
}

/** Returns the distance in metres from a place to an alert's square; 0 inside. */
export function distanceTo(centre: Place, place: Place): number {
  const { north, east } = metres(centre, place);
  return Math.hypot(
    Math.max(0, Math.abs(north) - HALF_SIDE),
    Math.max(0, Math.abs(east) - HALF_SIDE),
  );
}

/** Returns the level of a place. */
export function levelAt(centre: Place, place: Place): Level | undefined {
  const distance = distanceTo(centre, place);
  if (distance === 0) return "ONE";
  if (distance < 1000) return "TWO";
  return distance < 2000 ? "THREE" : undefined;
}

/** The distance in metres within which the plane and the ellipsoid may give different zones. */
const BAND = 25;

/** True if a place is far enough from every edge of an alert's zones to have a certain level. */
export function isPlain(centre: Place, place: Place): boolean {
  const { north, east } = metres(centre, place);
  const depth = HALF_SIDE - Math.max(Math.abs(north), Math.abs(east));
  const distance = distanceTo(centre, place);
  return [depth, distance - 1000, distance - 2000].every((off) => Math.abs(off) > BAND);
}

/** Returns a random number generator with a seed (mulberry32). */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
