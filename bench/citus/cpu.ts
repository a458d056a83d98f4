import { readFileSync } from "node:fs";
import pg from "pg";

/** Returns the milliseconds of CPU of a process, from /proc; 0 if it has ended. */
function cpuOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return 0;
  }
}

/**
 * Returns the milliseconds of CPU that the connections to a database on this machine have used. Connections that have
 * ended do not count.
 */
async function cpuOfNode(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    return rows.reduce((sum, { pid }) => sum + cpuOf(pid), 0);
  } finally {
    await client.end();
  }
}

/** Returns the milliseconds of CPU of each node, the coordinator first. */
export const cpuOfNodes = (nodes: readonly string[]): Promise<number[]> =>
  Promise.all(nodes.map(cpuOfNode));
