import { ConfigError } from "../ops/config-error.ts";
import type { Variables } from "./variables.ts";

/** A standby that answers requests for data that may be a few seconds old. */
export interface ReplicaConfig {
  url: string;
  /** In milliseconds. If the standby lags more, the primary answers. */
  maxLag: number;
}

/** Reads where the standby is. Undefined if the primary answers everything. */
export function readReplica(variables: Variables): ReplicaConfig | undefined {
  // REPLICA_DATABASE_URL: a standby of DATABASE_URL, as a login that is a member of app_host, or the owner.
  const url = variables.postgresUrl("REPLICA_DATABASE_URL");
  // REPLICA_MAX_LAG: how many seconds old its answers may be.
  const maxLag = 1000 * variables.integer("REPLICA_MAX_LAG", 5, 2, 3600);
  if (!url) return undefined;
  if (!variables.postgresUrl("DATABASE_URL")) {
    throw new ConfigError("DATABASE_URL must be set if REPLICA_DATABASE_URL is: to the primary.");
  }
  return { url, maxLag };
}
