import type pg from "pg";
import { type Node, urlOf } from "../helpers/cluster.ts";
import { coordinatorUrl, on } from "./crash.ts";

/** Returns the worker node that has a user's rows. */
export async function nodeOf(owner: pg.Pool, userId: number): Promise<Node> {
  const { rows } = await owner.query<Node>(
    `select s.nodename as host, s.nodeport as port, false as "isCoordinator" from citus_shards s
      where s.shardid = get_shard_id_for_distribution_column('app_public.last_positions', $1::int)`,
    [userId],
  );
  return rows[0] as Node;
}

/**
 * Makes a worker node unreachable for one database: its connections end, and it refuses new ones. The returned function
 * makes it reachable again.
 */
export async function cutOff(worker: Node, database: string): Promise<() => Promise<void>> {
  const allow = (isAllowed: boolean) =>
    on(urlOf(coordinatorUrl(), worker), async (client) => {
      await client.query(`alter database ${database} with allow_connections ${isAllowed}`);
      await client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and backend_type = 'client backend'",
        [database],
      );
    });
  await allow(false);
  return () => allow(true);
}
