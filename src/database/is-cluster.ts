import type pg from "pg";
import { ConfigError } from "../errors/config-error.ts";

/** True if Citus spreads this database over several nodes. */
export async function isCluster(database: Pick<pg.ClientBase, "query">): Promise<boolean> {
  const text = "select from pg_extension where extname = 'citus'";
  return (await database.query(text)).rowCount === 1;
}

/** Throws a ConfigError on a worker node of a cluster, which has only a part of the tables. */
export async function refuseWorkerNode(database: Pick<pg.ClientBase, "query">): Promise<void> {
  if (!(await isCluster(database))) return;
  const { rows } = await database.query("select groupid <> 0 as refused from pg_dist_local_group");
  if (!rows[0].refused) return;
  throw new ConfigError(
    "This database is on a worker node of a cluster. Nothing in it was changed. Set DATABASE_URL to the coordinator.",
  );
}
