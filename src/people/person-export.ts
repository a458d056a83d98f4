import type { Pool } from "pg";
import { FORMAT, LONG, SCHEMA_PATH, SHORT, SINGLE } from "./person-schema.ts";
import type { Ticket } from "./tickets.ts";

/** How many items of a part the host holds at once. */
const ITEMS_PER_PAGE = 1_000;

interface Page {
  isAllowed: boolean;
  items: string[] | null;
  lastId: string | null;
}

const BEGIN = `select app_private.begin_export($1, $2, $3) as "isAllowed" from set_config('app.request_id', $4, true)`;
const READ = `select is_allowed as "isAllowed", items, last_id as "lastId" from app_private.export_page($1, $2, $3, $4, $5, $6)`;

/** Records an export in the audit log, before any data is read. Returns false if it is not allowed. */
export async function beginExport(
  pool: Pool,
  { identity, userId }: Ticket,
  requestId: string | undefined,
): Promise<boolean> {
  const { rows } = await pool.query<{ isAllowed: boolean }>(BEGIN, [
    identity.userId,
    identity.sessionId,
    userId,
    requestId,
  ]);
  return rows[0]?.isAllowed === true;
}

/**
 * Writes everything that is held about a person as JSON, piece by piece. Each page is a statement of its own, so a
 * client that reads slowly holds no connection. The right is checked for each page.
 * @throws Error if the session ends or the person is erased during the export.
 */
export async function* personExport(
  pool: Pool,
  { identity, userId }: Ticket,
  at: Date,
): AsyncGenerator<string, void> {
  async function read(part: string, after = "0"): Promise<Page & { items: string[] }> {
    const { rows } = await pool.query<Page>({
      name: `export ${part}`,
      text: READ,
      values: [identity.userId, identity.sessionId, userId, part, after, ITEMS_PER_PAGE],
    });
    const page = rows[0] as Page;
    if (!page.isAllowed) throw new Error("The session has ended.");
    return { ...page, items: page.items ?? [] };
  }

  const head = { format: FORMAT, schema: SCHEMA_PATH, exportedAt: at.toISOString() };
  yield JSON.stringify(head).slice(0, -1);
  for (const part of Object.keys(SINGLE)) {
    const { items } = await read(part);
    yield `,\n"${part}": ${items[0] ?? "null"}`;
  }
  for (const part of Object.keys(SHORT)) {
    const { items } = await read(part);
    yield `,\n"${part}": [\n${items.join(",\n")}]`;
  }
  for (const part of Object.keys(LONG)) {
    yield `,\n"${part}": [\n`;
    let separator = "";
    for (let after: string | undefined = "0"; after !== undefined; ) {
      const { items, lastId } = await read(part, after);
      if (items.length > 0) yield separator + items.join(",\n");
      separator = ",\n";
      after = items.length === ITEMS_PER_PAGE ? (lastId ?? undefined) : undefined;
    }
    yield "]";
  }
  yield "}\n";
}
