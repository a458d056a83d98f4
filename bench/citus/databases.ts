import pg from "pg";
import { readConfig } from "../../src/config/config.ts";
import { migrate } from "../../src/database/migrate.ts";
import { openDatabase } from "../../src/database/open.ts";
import { dropSpread, spreadDatabase } from "../../test/helpers/cluster.ts";
import { databaseUrl, dropDatabase, onServer } from "../../test/helpers/server.ts";

/** A filled database, on one server or spread over a cluster. */
export interface Place {
  name: "plain" | "cluster";
  url: string;
  /** The database on each node. */
  nodes: string[];
  drop(): Promise<void>;
}

/** Makes a database, migrates it, and fills it. */
async function make(
  server: string,
  name: string,
  fill: (owner: pg.Pool) => Promise<void>,
): Promise<string> {
  await onServer(server, `create database ${name}`);
  const url = databaseUrl(server, name);
  const config = readConfig({ DATABASE_URL: url, JWT_SECRET: "unused" });
  const database = await openDatabase(config, () => {});
  try {
    await migrate(database, console.error);
    await fill(database.ownerPool);
  } finally {
    await database.close();
  }
  return url;
}

export async function makePlain(
  server: string,
  name: string,
  fill: (owner: pg.Pool) => Promise<void>,
): Promise<Place> {
  await dropDatabase(server, name);
  const url = await make(server, name, fill);
  await onServer(url, "vacuum analyze");
  return { name: "plain", url, nodes: [url], drop: () => dropDatabase(server, name) };
}

export async function makeCluster(
  server: string,
  name: string,
  fill: (owner: pg.Pool) => Promise<void>,
): Promise<Place> {
  await dropSpread(server, name);
  const url = await make(server, name, fill);
  await spreadDatabase(server, name);
  await onServer(url, "vacuum analyze");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ host: string; port: number }>(
    "select nodename as host, nodeport as port from pg_dist_node order by groupid",
  );
  await client.end();
  const nodes = rows.map(({ host, port }) => {
    const node = new URL(url);
    node.hostname = host;
    node.port = String(port);
    return node.href;
  });
  return { name: "cluster", url, nodes, drop: () => dropSpread(server, name) };
}
