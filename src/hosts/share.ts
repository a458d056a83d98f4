import type { Config } from "../settings/config.ts";

/** A publication needs two. */
const MIN_POOL_CONNECTIONS = 2;
/** One listens for subscribers, one is for /readyz. */
const CONNECTIONS_BESIDE_POOLS = 2;
/** A host without jobs uses the owner's pool mostly to migrate. */
const OWNER_POOL_WITHOUT_JOBS = 2;

/** Returns one host's part of a whole that is divided as evenly as possible. */
const partOf = (whole: number, hosts: number, number: number) =>
  Math.floor(whole / hosts) + (number <= whole % hosts ? 1 : 0);

/**
 * Returns the configuration of one of the machine's hosts, with its part of the connections. Jobs run in the first one.
 * @param number From 1 on.
 */
export function shareOf(config: Config, number: number): Config {
  const part = (whole: number) =>
    Math.max(MIN_POOL_CONNECTIONS, partOf(whole, config.hosts, number));
  const runsJobs = config.runsJobs && number === 1;
  return {
    ...config,
    runsJobs,
    poolSize: part(config.poolSize),
    pools: {
      publication: part(config.pools.publication),
      jobs: runsJobs ? config.pools.jobs : OWNER_POOL_WITHOUT_JOBS,
    },
    maxConnections: part(config.maxConnections),
  };
}

/** Counts the most connections to the database that all hosts of the machine open, and those that serve requests. */
export function connectionsOf(config: Config): { all: number; requests: number } {
  const shares = Array.from({ length: config.hosts }, (_, index) => shareOf(config, index + 1));
  const sum = (count: (share: Config) => number) =>
    shares.reduce((total, share) => total + count(share), 0);
  return {
    all: sum(
      ({ poolSize, pools }) => poolSize + pools.publication + pools.jobs + CONNECTIONS_BESIDE_POOLS,
    ),
    requests: sum(({ poolSize }) => poolSize),
  };
}
