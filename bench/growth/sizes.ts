import { isSmall } from "../lib/database.ts";
import type { Crowd } from "./publications.ts";

/** How large the benchmarks of growth are. */

export const ROUNDS = isSmall ? 1 : 11;
/** Of what takes longer. */
export const FEWER_ROUNDS = isSmall ? 1 : 5;

/** Users of the databases for reports and lists. */
export const USERS = isSmall ? 1_500 : 101_000;
/** Those of them who were told of all overlapping alerts: the first so many. */
export const TOLD_USERS = isSmall ? 50 : 200;
export const SPREAD_ALERTS = isSmall ? [0, 10, 1_500] : [0, 100, 10_000, 101_000];
export const OVERLAPPING_ALERTS = isSmall ? [1, 10, 50] : [1, 10, 100, 1_000];
export const POSITIONS = isSmall ? 10_000 : 10_000_000;

export const OFFSETS = isSmall ? [0, 1_000] : [0, 1_000, 100_000];

export const PUBLIC = isSmall ? [1_000, 3_000] : [1_000, 10_000, 100_000, 1_000_000];
/** publish_chunk() tells up to so many at once, and passes over all users where there are more. */
export const CHUNK = isSmall ? 300 : 10_000;
export const CROWDS: Crowd[] = [
  { people: isSmall ? 100 : 1_000, longitude: 0 },
  { people: 1.2 * CHUNK, longitude: 2 },
];
