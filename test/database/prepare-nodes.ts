import type { Pool } from "pg";
import { isCluster } from "../helpers/database.ts";

/**
 * Continues a publication so far that the next chunk notifies people. On a cluster, the first two chunks of a version
 * only prepare the worker nodes.
 */
export async function prepareNodes(pool: Pool, alertId: number): Promise<void> {
  for (let rest = isCluster ? 2 : 0; rest > 0; rest--) {
    await pool.query("select app_private.publish_chunk($1)", [alertId]);
  }
}
