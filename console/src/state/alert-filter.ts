import type { AlertState, AlertStatus, AlertsSearchQueryVariables } from "../api/operations.ts";
import { beginning, isDay } from "./days.ts";

/** The filter of a list of alerts. The address contains it, so that a reload, a link and Back show the same alerts. */
export interface AlertFilter {
  search: string;
  state: AlertState | "";
  status: AlertStatus | "";
  /** Days in the viewer's time zone, such as 2026-11-22: the first and the last. */
  from: string;
  to: string;
  /** The page, from 1. */
  page: number;
}

export const ALL_ALERTS: AlertFilter = {
  search: "",
  state: "",
  status: "",
  from: "",
  to: "",
  page: 1,
};

export const PAGE_SIZE = 25;
/** The longest search text that the service accepts, in characters. */
export const MAX_SEARCH_CHARACTERS = 200;

const STATES: readonly string[] = ["ACTIVE", "EXPIRED", "CANCELLED"] satisfies AlertState[];
const STATUSES: readonly string[] = ["ACTUAL", "EXERCISE", "TEST"] satisfies AlertStatus[];

/** Reads a filter from the query of an address. Unknown values count as absent. */
export function parseFilter(query: string): AlertFilter {
  const fields = new URLSearchParams(query);
  const field = (name: string, isKnown: (value: string) => boolean) => {
    const value = fields.get(name) ?? "";
    return isKnown(value) ? value : "";
  };
  const page = Number(fields.get("page"));
  return {
    search: [...(fields.get("search") ?? "")].slice(0, MAX_SEARCH_CHARACTERS).join(""),
    state: field("state", (value) => STATES.includes(value)) as AlertFilter["state"],
    status: field("status", (value) => STATUSES.includes(value)) as AlertFilter["status"],
    from: field("from", isDay),
    to: field("to", isDay),
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  };
}

/** Returns the query of an address with a filter; empty if the filter shows all alerts. */
export function queryOf(filter: AlertFilter): string {
  const fields = Object.entries(filter).filter(
    ([name, value]) => value !== ALL_ALERTS[name as keyof AlertFilter],
  );
  return new URLSearchParams(
    fields.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
}

/** Returns the variables of the request for a filter. */
export const variablesOf = (filter: AlertFilter): AlertsSearchQueryVariables => ({
  search: filter.search.trim() || null,
  state: filter.state || null,
  status: filter.status || null,
  publishedSince: filter.from ? beginning(filter.from) : null,
  publishedBefore: filter.to ? beginning(filter.to, 1) : null,
  limit: PAGE_SIZE,
  offset: (filter.page - 1) * PAGE_SIZE,
});
