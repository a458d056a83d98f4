import { effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { UsersDocument, type UsersQuery } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { type Page, type Pages, pages } from "./pages.ts";

export type User = NonNullable<UsersQuery["users"]>[number];

/** Milliseconds without typing before a request. */
const REST = 200;

/** A search for users by words of their name, or the beginning of their email. */
export interface UserSearch {
  text: Signal<string>;
  /** The text that the present results match. */
  foundBy: ReadonlySignal<string>;
  users: Pages<User>;
  /** Searches after each change of the text. Returns a function that stops. */
  follow(): () => void;
}

async function find(search: string, page: Page, signal: AbortSignal): Promise<User[]> {
  return (await request(UsersDocument, { search, ...page }, { signal })).users ?? [];
}

/** Makes a search with pages of `size` users. Without a text it finds everyone; with `needsText`, nobody. */
export function userSearch(size: number, { needsText = false } = {}): UserSearch {
  const text = signal("");
  const foundBy = signal("");
  const users = pages<User>(size, async (page, signal) => {
    const search = text.peek().trim();
    const rows = needsText && !search ? [] : await find(search, page, signal);
    foundBy.value = search;
    return rows;
  });
  return {
    text,
    foundBy,
    users,
    follow: () =>
      effect(() => {
        void text.value;
        const timer = setTimeout(() => void users.begin(), users.data.peek() ? REST : 0);
        return () => clearTimeout(timer);
      }),
  };
}
