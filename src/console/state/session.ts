import { computed, effect, signal } from "@preact/signals";
import { stored } from "./stored.ts";

/** The login of this browser. */
export interface Session {
  token: string;
  userId: number;
  email: string;
  /** True for a training user, whose alerts are all exercises. */
  isTraining?: boolean;
}

/** The page's own: a person's page must not open the console's session, nor the other way round. */
const NAME = globalThis.document?.documentElement?.dataset?.session ?? "session";

/** Names what is stored for this page only. */
export const ownName = (name: string) => (NAME === "session" ? name : `${NAME}.${name}`);

export const session = stored<Session | null>(NAME, null);

/** The token that has expired or was revoked. A login appears over the page, which keeps its state. */
const refusedToken = signal<string>();

export const isExpired = computed(
  () => session.value !== null && session.value.token === refusedToken.value,
);

/** Call this when the API refuses a token. */
export function sessionHasExpired(token: string): void {
  refusedToken.value = token;
}

export function logOut(): void {
  session.value = null;
}

/** Returns when a token expires, in milliseconds since 1970; undefined if the token does not contain it. */
function expiryOf(token: string): number | undefined {
  try {
    const payload = token.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? "";
    return JSON.parse(atob(payload)).exp * 1000;
  } catch {
    return undefined;
  }
}

/** The longest delay of a timer, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

// Asks for a new login when the token expires, before a request fails.
effect(() => {
  const token = session.value?.token;
  const expiry = token && expiryOf(token);
  if (!token || !expiry) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    const left = expiry - Date.now();
    if (left <= 0) sessionHasExpired(token);
    else timer = setTimeout(wait, Math.min(left, LONGEST_TIMER));
  };
  wait();
  return () => clearTimeout(timer);
});
