import { useEffect, useMemo, useState } from "preact/hooks";
import { Problem } from "../../components/problem.tsx";
import { useAction } from "../../components/use-action.ts";
import { type AuditEntry, MOST_IN_FILE, readAllEntries } from "../../state/audit-entries.ts";
import type { AuditFilter } from "../../state/audit-filter.ts";
import { writeCsv } from "../../words/csv.ts";
import { t } from "../../words/translate.ts";

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

/** A format of the file. */
interface Form {
  name: string;
  type: string;
  write: (entries: readonly AuditEntry[]) => string;
}

const CSV: Form = { name: "audit-log.csv", type: "text/csv", write: auditCsv };
const JSON_LINES: Form = {
  name: "audit-log.jsonl",
  type: "application/jsonl",
  write: auditJsonLines,
};

/** Milliseconds until the browser has begun to save a file. */
const SAVED = 60_000;

/** Lets the browser save a file. */
function save(name: string, file: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), SAVED);
}

/** Buttons that download the entries of a filter. */
export function Downloads({ filter }: { filter: AuditFilter }) {
  const [state, setState] = useState("");
  const leaving = useMemo(() => new AbortController(), []);
  useEffect(() => () => leaving.abort(), []);
  const { run, isBusy, problem } = useAction(async ({ name, type, write }: Form) => {
    const report = (number: number) =>
      setState(t("{number, plural, one {# entry} other {# entries}}…", { number }));
    report(0);
    try {
      const entries = await readAllEntries(filter, report, leaving.signal);
      save(name, new Blob([write(entries)], { type }));
      setState(
        entries.length < MOST_IN_FILE
          ? t("The file has {number, plural, one {# entry} other {# entries}}.", {
              number: entries.length,
            })
          : t(
              "The file has the newest {number, number} entries. Choose days, or ask whoever runs the service for all of them.",
              { number: entries.length },
            ),
      );
    } catch (error) {
      setState("");
      if (!leaving.signal.aborted) throw error;
    }
  });
  return (
    <>
      <p class="publish-row">
        <button type="button" aria-busy={isBusy} onClick={() => void run(CSV)}>
          {t("Download as CSV")}
        </button>
        <button type="button" aria-busy={isBusy} onClick={() => void run(JSON_LINES)}>
          {t("Download as JSON lines")}
        </button>
        <span role="status" class="hint">
          {state}
        </span>
      </p>
      <Problem text={problem} />
    </>
  );
}
