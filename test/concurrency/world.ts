/** A small world whose truth is plain: squares on a plain, and people who stand well off their edges. */

export type Level = "ONE" | "TWO" | "THREE";

export interface Place {
  latitude: number;
  longitude: number;
}

/** When something was asked and answered, in milliseconds of the test's clock. */
export interface Span {
  asked: number;
  answered: number;
}

/** A report as the database acknowledged it; of a batch, its last place, which is what counts. */
export interface Report extends Span {
  place: Place;
  /** The database's now() of its transaction, in milliseconds since 1970. */
  createdAt: number;
}

/** The end of an alert ahead of its time. */
export interface End extends Span {
  /** When it ends, in milliseconds since 1970, by the database's clock. */
  at: number;
  /**
   * Whether reports that began before it find the alert lasting, whenever they look: so of an expiry,
   * which is a time, and not of a cancellation, which is there once committed.
   */
  isClocked: boolean;
}

/** A publication: its first phase, which makes the alert visible, and its second, which matches. */
export interface Publication {
  id: number;
  centre: Place;
  visible: Span;
  matched: Span;
  end: End | undefined;
}

/** A change of password, from one version of the user's tokens to the next. */
export interface PasswordChange extends Span {
  from: number;
}

/** Something sent with a token of some version, and whether that was taken. */
export interface Attempt extends Span {
  version: number;
  accepted: boolean;
}

const METRES_A_DEGREE = 111_195;
/** Half the side of each alert's square, in metres. */
export const HALF_SIDE = 100;

function metres(from: Place, to: Place): { north: number; east: number } {
  const shrink = Math.cos((from.latitude * Math.PI) / 180);
  return {
    north: (to.latitude - from.latitude) * METRES_A_DEGREE,
    east: (to.longitude - from.longitude) * METRES_A_DEGREE * shrink,
  };
}

/** A place so many metres off another. */
export function offset({ latitude, longitude }: Place, north: number, east: number): Place {
  const shrink = Math.cos((latitude * Math.PI) / 180);
  return {
    latitude: latitude + north / METRES_A_DEGREE,
    longitude: longitude + east / (METRES_A_DEGREE * shrink),
  };
}

/** The corners of an alert's square. */
export function cornersOf(centre: Place): Place[] {
  return [
    offset(centre, -HALF_SIDE, -HALF_SIDE),
    offset(centre, -HALF_SIDE, HALF_SIDE),
    offset(centre, HALF_SIDE, HALF_SIDE),
    offset(centre, HALF_SIDE, -HALF_SIDE),
  ];
}

/** Metres from a place to an alert's square; 0 inside. */
export function distanceTo(centre: Place, place: Place): number {
  const { north, east } = metres(centre, place);
  return Math.hypot(
    Math.max(0, Math.abs(north) - HALF_SIDE),
    Math.max(0, Math.abs(east) - HALF_SIDE),
  );
}

/** The zone of an alert that a place lies in. */
export function levelAt(centre: Place, place: Place): Level | undefined {
  const distance = distanceTo(centre, place);
  if (distance === 0) return "ONE";
  if (distance < 1000) return "TWO";
  return distance < 2000 ? "THREE" : undefined;
}

/** Metres within which this plain world and the ellipsoid may not agree on a zone. */
const BAND = 25;

/** Whether a place is so far off every edge of an alert's zones that there is no doubt. */
export function isPlain(centre: Place, place: Place): boolean {
  const { north, east } = metres(centre, place);
  const depth = HALF_SIDE - Math.max(Math.abs(north), Math.abs(east));
  const distance = distanceTo(centre, place);
  return [depth, distance - 1000, distance - 2000].every((off) => Math.abs(off) > BAND);
}

/** Numbers from a seed, by mulberry32. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
