import type { Variables } from "./variables.ts";

/** How many connections to the database a host has beside those for requests. */
export interface Pools {
  publication: number;
  jobs: number;
}

/** Reads the sizes of the pools. */
export function readPools(variables: Variables): Pools {
  return {
    // PUBLICATION_POOL_SIZE: two publications, two statements that read for subscribers, and three that find what is new.
    publication: variables.integer("PUBLICATION_POOL_SIZE", 7, 2, 1000),
    // JOBS_POOL_SIZE: each of the ten lanes of jobs listens on one connection, each of the seventeen jobs that run at once
    // takes one, and so do heartbeats. A few are left.
    jobs: variables.integer("JOBS_POOL_SIZE", 30, 12, 1000),
  };
}
