/**
 * Makes graphile-migrate send the statements of a migration one by one on a cluster, in the same transaction. For each
 * statement, Citus hands the text that it got on to the worker nodes. A migration that came whole would run there once
 * for each of its statements, and the worker nodes refuse that.
 */
import { createRequire } from "node:module";
import type { ClientBase, QueryResult } from "pg";
import { isCluster } from "./is-cluster.ts";
import { splitStatements } from "./split-statements.ts";

type Client = Pick<ClientBase, "query">;
/** Runs a migration, and says in which line of its text an error is. */
type Run = (client: Client, body: string, filename: string) => Promise<unknown>;

const library: { runQueryWithErrorInstrumentation: Run } = createRequire(import.meta.url)(
  "graphile-migrate/dist/instrumentation.js",
);
const { runQueryWithErrorInstrumentation: run } = library;

/** Runs the statements of a script. The position in an error is counted from the start of the script. */
async function runEach(client: Client, script: string): Promise<QueryResult> {
  // Lets tables that refer to each other change over one connection to each node.
  let result = await client.query("set local citus.multi_shard_modify_mode = 'sequential'");
  for (const { text, start } of splitStatements(script)) {
    try {
      result = await client.query(text);
    } catch (error) {
      const { position } = error as { position?: string };
      throw position ? Object.assign(error as Error, { position: `${+position + start}` }) : error;
    }
  }
  return result;
}

library.runQueryWithErrorInstrumentation = async (client, body, filename) => {
  if (!(await isCluster(client))) return await run(client, body, filename);
  const query = async () => await runEach(client, body);
  return await run({ query } as unknown as Client, body, filename);
};
