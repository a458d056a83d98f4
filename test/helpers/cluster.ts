import pg, { type DatabaseError } from "pg";
import { distribute } from "../../src/commands/distribute/distribute.ts";
import { databaseUrl, dropDatabase, onServer } from "./server.ts";

/** Kept low, because each shard of each partition is a table to create. */
const SHARDS = 4;

/** PostgreSQL's code for a table that does not exist. Without Citus, there is no `pg_dist_node`. */
const UNDEFINED_TABLE = "42P01";

/** A node of the cluster. The coordinator's role and password work on it too. */
export interface Node {
  host: string;
  port: number;
  isCoordinator: boolean;
}

/** Returns the nodes that the coordinator's own database lists. */
export async function nodesOf(coordinatorUrl: string): Promise<Node[]> {
  const client = new pg.Client({ connectionString: coordinatorUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Node>(
      `select nodename as host, nodeport as port, groupid = 0 as "isCoordinator" from pg_dist_node order by groupid`,
    );
    return rows;
  } finally {
    await client.end();
  }
}

/** True if a server is the coordinator of a cluster: its own database has worker nodes. */
export async function hasWorkers(serverUrl: string): Promise<boolean> {
  const nodes = await nodesOf(serverUrl).catch((error: DatabaseError) => {
    if (error.code === UNDEFINED_TABLE) return [];
    throw error;
  });
  return nodes.length > 1;
}

export function urlOf(coordinatorUrl: string, { host, port }: Node): string {
  const url = new URL(coordinatorUrl);
  url.hostname = host;
  url.port = String(port);
  return url.href;
}

/** Makes a migrated database on the coordinator the database of a cluster, and distributes it. */
export async function spreadDatabase(coordinatorUrl: string, name: string): Promise<void> {
  const nodes = await nodesOf(coordinatorUrl);
  const workers = nodes.filter(({ isCoordinator }) => !isCoordinator);
  for (const worker of workers) {
    const workerUrl = urlOf(coordinatorUrl, worker);
    await onServer(workerUrl, `create database ${name}`);
    await onServer(databaseUrl(workerUrl, name), "create extension citus");
    await onServer(databaseUrl(workerUrl, name), "create extension if not exists postgis");
  }
  const url = databaseUrl(coordinatorUrl, name);
  // The migrations stop granting new functions to everyone, but Citus's own functions must be granted.
  await onServer(
    url,
    `alter default privileges grant execute on functions to public;
      create extension citus;
      alter default privileges revoke execute on functions from public`,
  );
  await onServer(url, `alter database ${name} set citus.shard_count = ${SHARDS}`);
  const turn = new pg.Client({ connectionString: coordinatorUrl });
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  try {
    // Roles are shared by all databases, and adding nodes copies them. So one database at a time is distributed.
    await turn.connect();
    await turn.query("select pg_advisory_lock(4157)");
    for (const { host, port, isCoordinator } of nodes) {
      const add = isCoordinator ? "citus_set_coordinator_host" : "citus_add_node";
      await onServer(url, `select ${add}('${host}', ${port})`);
    }
    await distribute(pool, () => {});
  } finally {
    await turn.end();
    await pool.end();
  }
}

/** Drops a database on all nodes. */
export async function dropSpread(coordinatorUrl: string, name: string): Promise<void> {
  for (const node of await nodesOf(coordinatorUrl)) {
    await dropDatabase(urlOf(coordinatorUrl, node), name);
  }
}
