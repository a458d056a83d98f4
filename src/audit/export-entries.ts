import type { ClientBase } from "pg";

const ENTRIES_PER_PAGE = 20_000;

/**
 * Yields the rows of a query as arrays, in batches. PostgreSQL works on the next batch while the caller handles one.
 * The client has to be in a transaction.
 */
async function* readRows<Row extends unknown[]>(
  client: ClientBase,
  text: string,
  values: unknown[] = [],
): AsyncGenerator<Row[], void> {
  await client.query(`declare audit_rows no scroll cursor for ${text}`, values);
  const fetchRows = () =>
    client.query<Row>({ text: `fetch ${ENTRIES_PER_PAGE} from audit_rows`, rowMode: "array" });
  for (let next = fetchRows(); ; ) {
    const { rows } = await next;
    if (rows.length === 0) return;
    next = fetchRows();
    // The next turn of the loop awaits it and gets its error. Until then the error must not count as unhandled.
    next.catch(() => {});
    yield rows;
  }
}

export const FORMATS = ["csv", "jsonl"] as const;
export type Format = (typeof FORMATS)[number];

const COLUMNS = [
  "id",
  "created_at",
  "actor_id",
  "session_id",
  "request_id",
  "action",
  "object_type",
  "object_id",
  "facts",
] as const;

const ENTRIES = `select e.id::text, to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), e.actor_id, e.session_id::text,
    e.request_id, e.action::text, e.object_type::text, e.object_id::text, e.facts::text
  from app_public.audit_entries e
  where e.created_at >= coalesce($1::timestamptz, '-infinity') and e.created_at < coalesce($2::timestamptz, 'infinity') order by e.id`;

type Cell = string | number | null;

const csvCell = (cell: Cell) =>
  /[",\r\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : (cell ?? "");

const WRITERS: Record<Format, (row: readonly Cell[]) => string> = {
  csv: (row) => `${row.map(csvCell).join(",")}\r\n`,
  jsonl: (row) => {
    const entry = Object.fromEntries(COLUMNS.map((column, index) => [column, row[index]]));
    return `${JSON.stringify({ ...entry, facts: JSON.parse(String(entry.facts)) })}\n`;
  },
};

/**
 * Writes the entries of the audit log as lines, the smallest id first.
 * @param client In a transaction.
 * @param since Leaves out entries before this moment.
 * @param before Leaves out entries from this moment on.
 */
export async function* exportedEntries(
  client: ClientBase,
  format: Format,
  since: Date | null = null,
  before: Date | null = null,
): AsyncGenerator<string, void> {
  if (format === "csv") yield WRITERS.csv(COLUMNS);
  for await (const rows of readRows<Cell[]>(client, ENTRIES, [since, before])) {
    yield rows.map(WRITERS[format]).join("");
  }
}
