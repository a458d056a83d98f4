import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { AuditAction } from "../api/operations.ts";
import { Field } from "../components/field.tsx";
import { ListItem } from "../components/list-item.tsx";
import { LoadState } from "../components/load-state.tsx";
import { Problem } from "../components/problem.tsx";
import { Select } from "../components/select.tsx";
import { ShowMore } from "../components/show-more.tsx";
import { type Column, Table } from "../components/table.tsx";
import { Title } from "../components/title.tsx";
import { useAction } from "../components/use-action.ts";
import { UserField } from "../components/user-field.tsx";
import {
  type AuditEntry,
  MAX_FILE_ENTRIES,
  readAllEntries,
  readEntries,
} from "../state/audit-entries.ts";
import { type AuditChoice, type AuditFilter, parseFilter, queryOf } from "../state/audit-filter.ts";
import { pages } from "../state/pages.ts";
import { addressOf } from "../state/route.ts";
import { userNames } from "../state/user-names.ts";
import { userSearch } from "../state/user-search.ts";
import { ACTIONS, actorWithoutUser, OBJECTS } from "../words/audit.ts";
import { factsInWords } from "../words/audit-facts.ts";
import { auditCsv, auditJsonLines } from "../words/audit-files.ts";
import { exactMoment } from "../words/report-time.ts";
import { t } from "../words/translate.ts";

/** The number of results below the field. More words narrow them down. */
const MAX_RESULTS = 5;

/**
 * Chooses whose entries are shown.
 * @param props.chosen The name of the chosen person; empty for everyone.
 * @param props.onChoose Gets the person's id; empty for everyone.
 */
function PersonFilter(props: { chosen: string; onChoose: (id: string) => void }) {
  const { chosen, onChoose } = props;
  const search = useMemo(() => userSearch(MAX_RESULTS, { needsText: true }), []);
  const { foundBy, text, users, follow } = search;
  useEffect(follow, [follow]);
  const filter = useRef<HTMLDivElement>(null);
  const choose = (id: string) => {
    text.value = "";
    onChoose(id);
    // The button that had the focus is gone then.
    filter.current?.focus();
  };
  const found = text.value.trim() ? users.data.value : undefined;
  return (
    <div ref={filter} tabIndex={-1}>
      {chosen && (
        <p class="publish-row">
          <strong>{t("By {name}", { name: chosen })}</strong>
          <button type="button" onClick={() => choose("")}>
            {t("By everyone")}
          </button>
        </p>
      )}
      <UserField search={search} label={t("Who: any word of a name, or an email")} />
      <Problem text={users.error.value} retry={() => void users.load()} />
      <p role="status" class="hint">
        {foundBy.value !== "" &&
          found?.length === 0 &&
          t("Nobody has “{text}” in the name, or an email that begins so.", {
            text: foundBy.value,
          })}
      </p>
      <ul class="cards">
        {found?.map(({ id, name, email }) => (
          <ListItem
            key={id}
            actions={[[t("Choose"), t("What {name} did", { name }), () => choose(String(id))]]}
          >
            {name}
            <p class="hint">{email}</p>
          </ListItem>
        ))}
      </ul>
    </div>
  );
}

const CHOICES: readonly [AuditChoice, string][] = [
  ["", t("All but views of people")],
  ["ANY", t("Any")],
  ...(Object.entries(ACTIONS) as [AuditAction, string][]),
];

/** Chooses which entries are shown. */
function AuditFilters(props: {
  filter: AuditFilter;
  names: ReadonlyMap<number, string>;
  onChange: (change: Partial<AuditFilter>) => void;
}) {
  const { filter, names, onChange } = props;
  return (
    <search>
      <div class="row filters">
        <Select
          label={t("What")}
          value={filter.action}
          options={CHOICES}
          onChange={(action) => onChange({ action })}
        />
        <Field
          label={t("From|a day")}
          type="date"
          value={filter.from}
          onInput={(from) => onChange({ from })}
        />
        <Field
          label={t("Until|a day")}
          type="date"
          value={filter.to}
          onInput={(to) => onChange({ to })}
        />
      </div>
      <PersonFilter
        chosen={
          filter.actor && (names.get(Number(filter.actor)) ?? t("User {id}", { id: filter.actor }))
        }
        onChoose={(actor) => onChange({ actor })}
      />
    </search>
  );
}

type Names = ReadonlyMap<number, string>;

/** Returns a user's name and id. A removed user's name is unknown. */
function nameOf(id: number, names: Names): string {
  const name = names.get(id);
  return name === undefined ? t("User {id}", { id }) : `${name} (${id})`;
}

/** Shows who did it, with a link to everything that they did. */
function Person({ entry: { action, actorId }, names }: { entry: AuditEntry; names: Names }) {
  if (actorId === null) return <>{actorWithoutUser(action)}</>;
  const query = queryOf({ actor: String(actorId), action: "", from: "", to: "" });
  return <a href={addressOf({ screen: "audit-log", query })}>{nameOf(actorId, names)}</a>;
}

/** True of reads of lists and maps, which name nobody. */
const isUnnamedRead = ({ action, objectType, facts }: AuditEntry) =>
  /^PEOPLE_/.test(action) && objectType !== "USER" && !Object.hasOwn(Object(facts), "user_ids");

function Thing({ entry, names }: { entry: AuditEntry; names: Names }) {
  const { objectType, objectId } = entry;
  if (objectType === null || objectId === null)
    return isUnnamedRead(entry) ? t("Anyone, perhaps") : null;
  if (objectType === "USER") return <>{nameOf(objectId, names)}</>;
  const text = OBJECTS[objectType](objectId);
  if (objectType !== "ALERT") return <>{text}</>;
  return <a href={addressOf({ screen: "alert", id: objectId })}>{text}</a>;
}

/** Lists entries of the audit log. */
function EntryTable({ entries, names }: { entries: readonly AuditEntry[]; names: Names }) {
  const columns: readonly Column<AuditEntry>[] = [
    [t("When"), ({ createdAt }) => exactMoment(createdAt)],
    [t("Who"), (entry) => <Person entry={entry} names={names} />],
    [t("What"), ({ action }) => ACTIONS[action]],
    [t("To what"), (entry) => <Thing entry={entry} names={names} />],
    [t("Details"), ({ facts }) => factsInWords(facts)],
  ];
  return <Table columns={columns} rows={entries} keyOf={({ id }) => id} kind="stacked moments" />;
}

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
function Downloads({ filter }: { filter: AuditFilter }) {
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
      <LoadState of={entries} empty={t("There is no such entry.")} />
      {shown && shown.length > 0 && <EntryTable entries={shown} names={users.names.value} />}
      {entries.hasMore.value && (
        <ShowMore isBusy={entries.isLoading.value} onClick={() => void entries.more()} />
      )}
    </main>
  );
}
