import type { AuditEntry } from "../state/audit-entries.ts";
import { writeCsv } from "./csv.ts";

/** The columns of `npm run audit -- export`, because other programs read both. */
const rowOf = (entry: AuditEntry) => ({
  id: String(entry.id),
  created_at: new Date(entry.createdAt * 1000).toISOString(),
  actor_id: entry.actorId,
  session_id: entry.sessionId === null ? null : String(entry.sessionId),
  request_id: entry.requestId,
  action: entry.action,
  object_type: entry.objectType,
  object_id: entry.objectId === null ? null : String(entry.objectId),
  facts: entry.facts as unknown,
});

const COLUMNS: (keyof ReturnType<typeof rowOf>)[] = [
  "id",
  "created_at",
  "actor_id",
  "session_id",
  "request_id",
  "action",
  "object_type",
  "object_id",
  "facts",
];

/** Writes entries as a CSV file. */
export const auditCsv = (entries: readonly AuditEntry[]) =>
  writeCsv([
    COLUMNS,
    ...entries.map((entry) => {
      const row = rowOf(entry);
      return COLUMNS.map((column) =>
        column === "facts" ? JSON.stringify(row.facts) : String(row[column] ?? ""),
      );
    }),
  ]);

/** Writes entries as JSON, one a line. */
export const auditJsonLines = (entries: readonly AuditEntry[]) =>
  entries.map((entry) => `${JSON.stringify(rowOf(entry))}\n`).join("");
