import { useEffect, useMemo, useState } from "preact/hooks";
import { Problem } from "../../components/problem.tsx";
import { useAction } from "../../components/use-action.ts";
import { type AuditEntry, MAX_FILE_ENTRIES, readAllEntries } from "../../state/audit-entries.ts";
import type { AuditFilter } from "../../state/audit-filter.ts";
import { auditCsv, auditJsonLines } from "../../words/audit-files.ts";
import { t } from "../../words/translate.ts";

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

/** The time until the browser has begun to save a file. */
const SAVE_TIMEOUT_MS = 60_000;

/** Lets the browser save a file. */
function save(name: string, file: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), SAVE_TIMEOUT_MS);
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
        entries.length < MAX_FILE_ENTRIES
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
