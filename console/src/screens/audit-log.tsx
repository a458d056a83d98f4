import { useEffect, useMemo } from "preact/hooks";
import { Problem } from "../components/problem.tsx";
import { ShowMore } from "../components/show-more.tsx";
import { Title } from "../components/title.tsx";
import { type AuditEntry, readEntries } from "../state/audit-entries.ts";
import { type AuditFilter, parseFilter, queryOf } from "../state/audit-filter.ts";
import { pages } from "../state/pages.ts";
import { addressOf } from "../state/route.ts";
import { userNames } from "../state/user-names.ts";
import { t } from "../words/translate.ts";
import { Downloads } from "./audit-log/downloads.tsx";
import { EntryTable } from "./audit-log/entry-table.tsx";
import { AuditFilters } from "./audit-log/filters.tsx";

const PAGE_SIZE = 50;

/** The ids of the users whom an entry names. */
const usersOf = ({ actorId, objectType, objectId }: AuditEntry) =>
  [actorId, objectType === "USER" ? objectId : null].filter((id) => id !== null);

/** Shows who did what, the newest first. The address has the filter. */
export function AuditLogScreen({ query }: { query: string }) {
  const filter = parseFilter(query);
  const key = queryOf(filter);
  const users = useMemo(userNames, []);
  const current = useMemo(() => ({ filter }), []);
  current.filter = filter;
  const entries = useMemo(
    () => pages<AuditEntry>(PAGE_SIZE, (page, signal) => readEntries(current.filter, page, signal)),
    [],
  );
  useEffect(() => void entries.begin(), [key]);
  const shown = entries.data.value;
  useEffect(() => {
    const ids = [...(shown ?? []).flatMap(usersOf), Number(filter.actor)].filter((id) => id > 0);
    if (shown) void users.load(ids);
  }, [shown]);
  const edit = (change: Partial<AuditFilter>) => {
    // Dates that are typed make no entries in the browser's history.
    location.replace(addressOf({ screen: "audit-log", query: queryOf({ ...filter, ...change }) }));
  };
  return (
    <main class="page">
      <Title text={t("Audit log")} />
      <p class="hint">
        {t(
          "Who did what, the newest first. Views of people are recorded too. Whoever runs the service can verify that no entry was changed: npm run audit -- verify",
        )}
      </p>
      <AuditFilters filter={filter} names={users.names.value} onChange={edit} />
      <Downloads key={key} filter={filter} />
      <Problem text={entries.error.value} retry={() => void entries.load()} />
      {shown?.length === 0 && <p role="status">{t("There is no such entry.")}</p>}
      {shown && shown.length > 0 && <EntryTable entries={shown} names={users.names.value} />}
      {entries.hasMore.value && (
        <ShowMore isBusy={entries.isLoading.value} onClick={() => void entries.more()} />
      )}
    </main>
  );
}
