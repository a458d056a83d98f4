import { randomInt } from "node:crypto";
import type pg from "pg";
import { urlOf } from "../helpers/cluster.ts";
import { coordinatorUrl, on } from "./crash.ts";
import { nodeOf } from "./cut-off.ts";

/**
 * Hides a user's notifications of an alert on their worker node, as if it had not committed them yet. The returned
 * function shows them again, as the commit would.
 * @param isPrepared True if the node has prepared them and the coordinator has committed: the state after a crash.
 */
export async function hideNotifications(
  owner: pg.Pool,
  {
    userId,
    alertId,
    isPrepared = false,
  }: { userId: number; alertId: number; isPrepared?: boolean },
): Promise<() => Promise<void>> {
  const node = await nodeOf(owner, userId);
  const { rows } = await owner.query(
    `select current_database() as name, w.groupid as "group",
        'app_public.notifications_' || get_shard_id_for_distribution_column('app_public.notifications', $1::int) as shard
      from pg_dist_node w where (w.nodename, w.nodeport) = ($2, $3)`,
    [userId, node.host, node.port],
  );
  const { name, group, shard } = rows[0];
  const url = new URL(urlOf(coordinatorUrl(), node));
  url.pathname = `/${name}`;
  const turn = `update ${shard} set id = -id, alert_id = -alert_id
    where user_id = ${userId} and abs(alert_id) = ${alertId}`;
  const run = (...statements: string[]) =>
    on(url.href, async (client) => {
      await client.query("set citus.enable_manual_changes_to_shards = on");
      for (const statement of statements) await client.query(statement);
    });
  await run(turn);
  if (!isPrepared) return () => run(turn);
  const id = `citus_0_${randomInt(1e6, 1e9)}_${randomInt(1e6, 1e9)}_0`;
  await run("begin", turn, `prepare transaction '${id}'`);
  await owner.query("insert into pg_dist_transaction (groupid, gid) values ($1, $2)", [group, id]);
  return async () => void (await owner.query("select recover_prepared_transactions()"));
}
