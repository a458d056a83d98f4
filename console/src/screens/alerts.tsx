import { useEffect, useMemo } from "preact/hooks";
import { AlertsSearchDocument, type AlertsSearchQuery } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { DraftList } from "../components/draft-list.tsx";
import { Problem } from "../components/problem.tsx";
import { StateBadge } from "../components/state-badge.tsx";
import { Title } from "../components/title.tsx";
import {
  type AlertFilter,
  PAGE_SIZE,
  parseFilter,
  queryOf,
  variablesOf,
} from "../state/alert-filter.ts";
import { stateOf } from "../state/alert-list.ts";
import { onReturn } from "../state/connection.ts";
import { loaded } from "../state/loaded.ts";
import { now } from "../state/now.ts";
import { addressOf } from "../state/route.ts";
import { STATUS_NAMES } from "../words/alert-words.ts";
import { count } from "../words/numbers.ts";
import { moment, relativeTime } from "../words/time.ts";
import { t } from "../words/translate.ts";
import { AlertFilters } from "./alerts/alert-filters.tsx";

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

function AlertRow({ alert }: { alert: Found["alerts"][number] }) {
  const { id, title, status, createdAt, expiresAt, cancelledAt, reachedUsers } = alert;
  return (
    <tr>
      <th scope="row">
        <a href={addressOf({ screen: "alert", id })}>
          {id}: {title}
        </a>
      </th>
      <td data-label={t("State")}>
        <StateBadge state={stateOf(alert, now.value)} status={status} />
      </td>
      <td data-label={t("Kind")}>{STATUS_NAMES[status][0]}</td>
      <td data-label={t("Published")}>{moment(createdAt)}</td>
      <td class="figures" data-label={t("Ends")}>
        {relativeTime(cancelledAt ?? expiresAt, now.value)}
      </td>
      <td class="number" data-label={t("In the zones")}>
        {count(reachedUsers)}
      </td>
    </tr>
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
      <Problem text={search.error.value} retry={() => void search.load()} />
      <DraftList />
      <AlertFilters
        filter={filter}
        onChange={(to) => {
          // Typing makes no entries in the browser's history.
          location.replace(address(to));
        }}
      />
      <p role="status" class="hint figures">
        {found && t("{number, plural, one {# alert} other {# alerts}}", { number: found.total })}
      </p>
      {found && found.alerts.length > 0 && (
        <div class="table stacked">
          <table>
            <thead>
              <tr>
                <th scope="col">{t("Alert")}</th>
                <th scope="col">{t("State")}</th>
                <th scope="col">{t("Kind")}</th>
                <th scope="col">{t("Published")}</th>
                <th scope="col">{t("Ends")}</th>
                <th scope="col" class="number">
                  {t("In the zones")}
                </th>
              </tr>
            </thead>
            <tbody>
              {found.alerts.map((alert) => (
                <AlertRow key={alert.id} alert={alert} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {found && (
        <PageLinks
          page={filter.page}
          pages={Math.max(filter.page, Math.ceil(found.total / PAGE_SIZE))}
          addressOf={(page) => address({ ...filter, page })}
        />
      )}
    </main>
  );
}
