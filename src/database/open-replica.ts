import pg from "pg";
import type { Log } from "../ops/log.ts";
import type { Config } from "../settings/config.ts";
import { type Database, loggingErrors } from "./open.ts";
import { cutOff } from "./primary-client.ts";
import { PATIENCE } from "./readiness.ts";
import { Replica } from "./replica.ts";

/** Opens the standby that the configuration names. */
export function openReplica(
  { replica, poolSize, timeouts }: Pick<Config, "replica" | "poolSize" | "timeouts">,
  { readinessPool }: Pick<Database, "readinessPool">,
  log: Log,
): Replica | undefined {
  if (!replica) return undefined;
  const connections = new Set<pg.ClientBase>();
  const open = (options: pg.PoolConfig) =>
    loggingErrors(
      new pg.Pool({
        connectionString: replica.url,
        // The owner takes this role too, and so does any other member of it.
        options: "-c role=app_host -c jit=off",
        keepAlive: true,
        // If there is no connection in time, the primary answers.
        connectionTimeoutMillis: PATIENCE,
        application_name: "location-alert replica",
        ...options,
      }),
      log,
      connections,
    );
  return new Replica({
    pool: open({
      max: poolSize,
      statement_timeout: timeouts.statement,
      idle_in_transaction_session_timeout: timeouts.statement,
    }),
    watcher: open({ max: 1, query_timeout: PATIENCE }),
    primary: readinessPool,
    maxLag: replica.maxLag,
    longestReport: timeouts.statement,
    cutOff() {
      for (const client of connections) cutOff(client, "the standby lags or is silent");
    },
  });
}
