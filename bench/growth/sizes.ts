import { isSmall } from "../lib/database.ts";
import type { Crowd } from "./publications.ts";

export const ROUNDS = isSmall ? 1 : 11;
/** The number of rounds of slower measurements. */
export const FEWER_ROUNDS = isSmall ? 1 : 5;

/** The number of users in the databases for reports and lists. */
export const USERS = isSmall ? 1_500 : 101_000;
/** The number of users, from the first id on, who were notified about all overlapping alerts. */
export const NOTIFIED_USERS = isSmall ? 50 : 200;
export const SPREAD_ALERTS = isSmall ? [0, 10, 1_500] : [0, 100, 10_000, 101_000];
export const OVERLAPPING_ALERTS = isSmall ? [1, 10, 50] : [1, 10, 100, 1_000];
export const POSITIONS = isSmall ? 10_000 : 10_000_000;

export const OFFSETS = isSmall ? [0, 1_000] : [0, 1_000, 100_000];

/** The numbers of users in the databases for publications. */
export const PUBLICATION_USERS = isSmall ? [1_000, 3_000] : [1_000, 10_000, 100_000, 1_000_000];
/** The chunk size of publish_chunk(), which notifies at most this many users in a transaction. */
export const CHUNK = isSmall ? 300 : 10_000;
export const CROWDS: Crowd[] = [
  { people: isSmall ? 100 : 1_000, longitude: 0 },
  { people: 1.2 * CHUNK, longitude: 2 },
];
