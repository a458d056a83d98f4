import { useEffect, useMemo, useState } from "preact/hooks";
import {
  type AlertState,
  type AlertStatus,
  AlertsSearchDocument,
  type AlertsSearchQuery,
} from "../api/operations.ts";
import { request } from "../api/request.ts";
import { DraftList } from "../components/draft-list.tsx";
import { Field } from "../components/field.tsx";
import { LoadState } from "../components/load-state.tsx";
import { Select } from "../components/select.tsx";
import { StateBadge } from "../components/state-badge.tsx";
import { type Column, Table } from "../components/table.tsx";
import { Title } from "../components/title.tsx";
import {
  type AlertFilter,
  MAX_SEARCH_CHARACTERS,
  PAGE_SIZE,
  parseFilter,
  queryOf,
  variablesOf,
} from "../state/alert-filter.ts";
import { stateOf } from "../state/alert-list.ts";
import { onReturn } from "../state/connection.ts";
import { hostSettings } from "../state/host-settings.ts";
import { loaded } from "../state/loaded.ts";
import { now } from "../state/now.ts";
import { publicUrl } from "../state/public-url.ts";
import { may } from "../state/rights.ts";
import { addressOf } from "../state/route.ts";
import { STATUS_NAMES } from "../words/alert-words.ts";
import { count } from "../words/numbers.ts";
import { moment, relativeTime } from "../words/time.ts";
import { t } from "../words/translate.ts";

const STATES: readonly [AlertState | "", string][] = [
  ["", t("Any")],
  ["ACTIVE", t("Active")],
  ["EXPIRED", t("Ended by itself")],
  ["CANCELLED", t("Ended by an all-clear")],
];
const STATUSES: readonly [AlertStatus | "", string][] = [
  ["", t("Any")],
  ["ACTUAL", t("Live")],
  ["EXERCISE", t("Exercises")],
  ["TEST", t("Tests")],
];

/** On a phone the filters are folded, because they fill half of the screen. */
const WIDE = "(width >= 40rem)";

/** Chooses which alerts are shown. A change begins at the first page. */
function AlertFilters(props: { filter: AlertFilter; onChange: (filter: AlertFilter) => void }) {
  const { filter } = props;
  const [isOpen] = useState(() => matchMedia(WIDE).matches || queryOf(filter) !== "");
  const edit = (change: Partial<AlertFilter>) => props.onChange({ ...filter, page: 1, ...change });
  return (
    <search>
      <details open={isOpen}>
        <summary>{t("Search and filter")}</summary>
        <div class="row filters">
          <Field
            label={t("Words")}
            type="search"
            value={filter.search}
            placeholder={t("in title, texts, all-clear")}
            onInput={(search) => edit({ search: search.slice(0, MAX_SEARCH_CHARACTERS) })}
          />
          <Select
            label={t("State")}
            value={filter.state}
            options={STATES}
            onChange={(state) => edit({ state })}
          />
          <Select
            label={t("Live or drill")}
            value={filter.status}
            options={STATUSES}
            onChange={(status) => edit({ status })}
          />
          <Field
            label={t("Published from")}
            type="date"
            value={filter.from}
            onInput={(from) => edit({ from })}
          />
          <Field
            label={t("Published until")}
            type="date"
            value={filter.to}
            onInput={(to) => edit({ to })}
          />
        </div>
      </details>
    </search>
  );
}

/** Links to the page before and the page after. */
export function PageLinks(props: {
  page: number;
  pages: number;
  addressOf: (page: number) => string;
}) {
  const { page, pages, addressOf } = props;
  if (pages <= 1) return null;
  return (
    <nav class="publish-row" aria-label={t("Pages")}>
      {page > 1 && (
        <a class="button" href={addressOf(page - 1)}>
          {t("Newer")}
        </a>
      )}
      <span class="hint">{t("Page {page, number} of {pages, number}", { page, pages })}</span>
      {page < pages && (
        <a class="button" href={addressOf(page + 1)}>
          {t("Older")}
        </a>
      )}
    </nav>
  );
}

const CHECK_INTERVAL_MS = 15_000;
const DEBOUNCE_MS = 200;

type Found = NonNullable<AlertsSearchQuery["alertsSearch"]>;

/** Searches by a filter, and again from time to time. */
function useSearch(filter: AlertFilter) {
  const key = queryOf(filter);
  const current = useMemo(() => ({ filter }), []);
  current.filter = filter;
  const found = useMemo(
    () =>
      loaded(async (signal): Promise<Found | null> => {
        const variables = variablesOf(current.filter);
        return (await request(AlertsSearchDocument, variables, { signal })).alertsSearch;
      }),
    [],
  );
  useEffect(() => {
    const timer = setTimeout(() => void found.load(), found.data.peek() ? DEBOUNCE_MS : 0);
    return () => clearTimeout(timer);
  }, [key]);
  useEffect(() => {
    const timer = setInterval(() => void found.load(), CHECK_INTERVAL_MS);
    const ignoreReturn = onReturn(() => void found.load());
    return () => {
      clearInterval(timer);
      ignoreReturn();
    };
  }, []);
  return found;
}

type Row = Found["alerts"][number];

const COLUMNS: readonly Column<Row>[] = [
  [
    t("Alert"),
    ({ id, title }) => (
      <a href={addressOf({ screen: "alert", id })}>
        {id}: <bdi>{title}</bdi>
      </a>
    ),
  ],
  [t("State"), (alert) => <StateBadge state={stateOf(alert, now.value)} status={alert.status} />],
  [t("Kind"), ({ status }) => STATUS_NAMES[status][0]],
  [t("Published"), ({ createdAt }) => moment(createdAt)],
  [
    t("Ends"),
    ({ cancelledAt, expiresAt }) => relativeTime(cancelledAt ?? expiresAt, now.value),
    "figures",
  ],
  [t("In the zones"), ({ reachedUsers }) => count(reachedUsers), "number"],
];

/** The address of the feed by which broadcasters, apps and other services read the alerts. */
function FeedAddress() {
  if (!hostSettings.value?.hasFeed) return null;
  const address = publicUrl("alerts.atom");
  return (
    <p class="hint">
      {t("Other services read the alerts at {address}", {
        address: <a href={address}>{address}</a>,
      })}{" "}
      <button type="button" onClick={() => void navigator.clipboard?.writeText(address)}>
        {t("Copy the address")}
      </button>
    </p>
  );
}

/** Lists the alerts that meet the filter of the address, the newest first. */
export function AlertsScreen({ query }: { query: string }) {
  const filter = parseFilter(query);
  const search = useSearch(filter);
  const found = search.data.value;
  const address = (to: AlertFilter) => addressOf({ screen: "alerts", query: queryOf(to) });
  return (
    <main class="page">
      <Title text={t("Alerts")} />
      {may("AUTHOR") && <DraftList />}
      <AlertFilters
        filter={filter}
        onChange={(to) => {
          // Typing makes no entries in the browser's history.
          location.replace(address(to));
        }}
      />
      <LoadState of={search} />
      <p role="status" class="hint figures">
        {found && t("{number, plural, one {# alert} other {# alerts}}", { number: found.total })}
      </p>
      {found && found.alerts.length > 0 && (
        <Table columns={COLUMNS} rows={found.alerts} keyOf={({ id }) => id} />
      )}
      {found && (
        <PageLinks
          page={filter.page}
          pages={Math.max(filter.page, Math.ceil(found.total / PAGE_SIZE))}
          addressOf={(page) => address({ ...filter, page })}
        />
      )}
      <FeedAddress />
    </main>
  );
}
