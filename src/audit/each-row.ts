import pg from "pg";

/**
 * Calls a function with each row of a query, as an array, as soon as it arrives. Keeps no row, and lets PostgreSQL use
 * parallel workers, which a cursor does not.
 * @param take Must not throw.
 */
export function eachRow<Row extends unknown[]>(
  client: pg.ClientBase,
  text: string,
  take: (row: Row) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    client
      .query(new pg.Query({ text, rowMode: "array" } as pg.QueryConfig))
      // pg's type declares rows as objects.
      .on("row", (row) => take(row as Row))
      .on("error", reject)
      .on("end", () => resolve());
  });
}
