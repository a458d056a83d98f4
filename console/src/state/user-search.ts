import { effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { type UserSort, UsersDocument, type UsersQuery } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { type Page, type Pages, pages } from "./pages.ts";
import { serviceSeconds } from "./service-clock.ts";

export type User = NonNullable<UsersQuery["usersOverview"]>[number];

/** Which users a list shows, and in which order. */
export interface UserFilter {
  sort: UserSort;
  device: "any" | "yes" | "no";
  /** Seconds: users who reported within that time. If negative: users who did not. */
  reported: "any" | "3600" | "86400" | "604800" | "-86400" | "-604800";
  kind: "everyone" | "testers" | "without a password" | "silent";
}

export const EVERYONE: UserFilter = {
  sort: "ID",
  device: "any",
  reported: "any",
  kind: "everyone",
};

/** Returns the variables of the request for a filter. */
function variablesOf({ sort, device, reported, kind }: UserFilter) {
  const seconds = Number(reported);
  const since = serviceSeconds() - Math.abs(seconds);
  return {
    sort,
    ...(device !== "any" && { hasDevice: device === "yes" }),
    ...(reported !== "any" && { [seconds > 0 ? "reportedSince" : "notReportedSince"]: since }),
    ...(kind === "testers" && { isTester: true }),
    ...(kind === "silent" && { isSilent: true }),
    ...(kind === "without a password" && { hasPassword: false }),
  };
}

const DEBOUNCE_MS = 200;

/** A search for users by words of their name, or the beginning of their email. */
export interface UserSearch {
  text: Signal<string>;
  filter: Signal<UserFilter>;
  /** The text that the present results match. */
  foundBy: ReadonlySignal<string>;
  users: Pages<User>;
  /** Searches after each change of the text or the filter. Returns a function that stops. */
  follow(): () => void;
}

/** Makes a search with pages of `size` users. Without a text it finds everyone; with `needsText`, nobody. */
export function userSearch(size: number, { needsText = false } = {}): UserSearch {
  const text = signal("");
  const filter = signal(EVERYONE);
  const foundBy = signal("");
  const find = async (search: string, page: Page, signal: AbortSignal): Promise<User[]> => {
    const variables = { search, ...variablesOf(filter.peek()), ...page };
    return (await request(UsersDocument, variables, { signal })).usersOverview ?? [];
  };
  const users = pages<User>(size, async (page, signal) => {
    const search = text.peek().trim();
    const rows = needsText && !search ? [] : await find(search, page, signal);
    foundBy.value = search;
    return rows;
  });
  return {
    text,
    filter,
    foundBy,
    users,
    follow: () =>
      effect(() => {
        void text.value;
        void filter.value;
        const timer = setTimeout(() => void users.begin(), users.data.peek() ? DEBOUNCE_MS : 0);
        return () => clearTimeout(timer);
      }),
  };
}
