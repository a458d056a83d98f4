import type pg from "pg";

/** True if Citus spreads this database over several nodes. */
export async function isCluster(database: Pick<pg.ClientBase, "query">): Promise<boolean> {
  const text = "select from pg_extension where extname = 'citus'";
  return (await database.query(text)).rowCount === 1;
}
