import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type Node, nodesOf, urlOf } from "../helpers/cluster.ts";
import { until } from "../helpers/until.ts";

/** Milliseconds to wait for a node to recover, or for a state to appear. */
const PATIENCE = 30_000;

export const coordinatorUrl = () => process.env.CITUS_DATABASE_URL as string;

/** The worker nodes of the cluster. */
export async function workers(): Promise<Node[]> {
  return (await nodesOf(coordinatorUrl())).filter(({ isCoordinator }) => !isCoordinator);
}

/** Runs a callback on a new connection. */
export async function on<T>(url: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Kills a process of a worker node, so that PostgreSQL ends all others and recovers from its log. Waits until it
 * answers.
 */
export async function crash(worker: Node): Promise<void> {
  const url = urlOf(coordinatorUrl(), worker);
  await on(url, (client) =>
    client.query("copy (select 1) to program 'kill -9 $PPID'").catch(() => {}),
  );
  await until(
    () => on(url, (client) => client.query("select 1")).then(Boolean, () => false),
    Boolean,
    PATIENCE,
  );
}

/**
 * Holds transactions of several nodes: all nodes have prepared them and the coordinator has committed, but has not yet
 * told the nodes to commit. Commits wait for a standby that does not exist, until the returned function is called.
 */
async function holdCommits(): Promise<() => Promise<void>> {
  const set = (statement: string) =>
    on(coordinatorUrl(), async (client) => {
      // Otherwise this connection's commits would wait too.
      await client.query("set synchronous_commit = local");
      await client.query(statement);
      await client.query("select pg_reload_conf()");
    });
  await set("alter system set synchronous_standby_names = 'nobody'");
  return () => set("alter system reset synchronous_standby_names");
}

/** Crashes a worker node while it has prepared transactions that the coordinator committed. Returns their number. */
export async function crashPrepared(worker: Node, database: string): Promise<number> {
  const release = await holdCommits();
  try {
    const prepared = () =>
      on(urlOf(coordinatorUrl(), worker), async (client) => {
        const { rows } = await client.query<{ count: number }>(
          "select count(*)::int from pg_prepared_xacts where database = $1",
          [database],
        );
        return rows[0]?.count ?? 0;
      });
    const count = await until(prepared, (found) => found > 0, PATIENCE).catch(() => 0);
    // The coordinator commits after the last node has prepared.
    await sleep(100);
    await crash(worker);
    return count;
  } finally {
    await release();
  }
}

/** True while a publication has begun and is not complete. */
export async function isPublishing(owner: pg.Pool): Promise<boolean> {
  const { rows } = await owner.query(
    "select exists (select from app_private.publications where completed_at is null) as found",
  );
  return rows[0].found;
}

/** Moves a shard with all rows of its users to another worker node. */
export async function moveShards(owner: pg.Pool, part: number): Promise<void> {
  const { rows } = await owner.query(
    `select s.shardid, s.nodename, s.nodeport, w.nodename as to_name, w.nodeport as to_port
      from citus_shards s
      join pg_dist_node w on w.groupid > 0 and (w.nodename, w.nodeport) <> (s.nodename, s.nodeport)
      where s.table_name = 'app_public.last_positions'::regclass
      order by s.shardid offset $1 limit 1`,
    [part],
  );
  await owner.query(
    "select citus_move_shard_placement($1, $2, $3, $4, $5, 'force_logical')",
    Object.values(rows[0]),
  );
}
