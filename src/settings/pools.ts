import type { Variables } from "./variables.ts";

/** How many connections to the database a host has, besides those for requests. */
export interface Pools {
  publication: number;
  jobs: number;
}

/**
 * The fewest connections for jobs: each lane listens on one, each job that runs at once may hold one, and heartbeats
 * take one. With fewer, long publications would stop heartbeats, and other hosts would run their jobs again.
 */
export const MIN_CONNECTIONS_WITH_JOBS = 32;

/** Reads the sizes of the pools. */
export function readPools(variables: Variables): Pools {
  return {
    // PUBLICATION_POOL_SIZE: two publications, two statements that read for subscribers, three that find what is new.
    publication: variables.integer("PUBLICATION_POOL_SIZE", 7, 2, 1000),
    // JOBS_POOL_SIZE: by default two more than the fewest, for queries besides jobs, such as metrics.
    jobs: variables.integer(
      "JOBS_POOL_SIZE",
      MIN_CONNECTIONS_WITH_JOBS + 2,
      MIN_CONNECTIONS_WITH_JOBS,
      1000,
    ),
  };
}
