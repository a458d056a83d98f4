import { effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { UsersDocument, type UsersQuery } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { type Page, type Pages, pages } from "./pages.ts";

export type User = NonNullable<UsersQuery["users"]>[number];

/** Milliseconds that typing rests before it is asked. */
const REST = 200;

/** Users by the beginning of their name or email. */
export interface UserSearch {
  text: Signal<string>;
  /** The text that the users found were found by. */
  foundBy: ReadonlySignal<string>;
  users: Pages<User>;
  /** Asks whenever the text changes, until the function returned is called. */
  follow(): () => void;
}

async function find(search: string, page: Page, signal: AbortSignal): Promise<User[]> {
  return (await request(UsersDocument, { search, ...page }, { signal })).users ?? [];
}

/** Finds so many users at a time; without a text everyone, or, where `needsText`, nobody. */
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
