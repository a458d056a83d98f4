import type { ClientBase } from "pg";

const AT_ONCE = 20_000;

/**
 * Yields the rows of a query as arrays, in batches. PostgreSQL works on the next batch while the caller handles one.
 * The client has to be in a transaction.
 */
export async function* readRows<Row extends unknown[]>(
  client: ClientBase,
  text: string,
  values: unknown[] = [],
): AsyncGenerator<Row[], void> {
  await client.query(`declare audit_rows no scroll cursor for ${text}`, values);
  const fetchRows = () =>
    client.query<Row>({ text: `fetch ${AT_ONCE} from audit_rows`, rowMode: "array" });
  for (let next = fetchRows(); ; ) {
    const { rows } = await next;
    if (rows.length === 0) return;
    next = fetchRows();
    // The next turn of the loop awaits it and gets its error. Until then the error must not count as unhandled.
    next.catch(() => {});
    yield rows;
  }
}
