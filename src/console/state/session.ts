import { computed, effect, signal } from "@preact/signals";
import { stored } from "./stored.ts";

/** Who is logged in at this browser. */
export interface Session {
  token: string;
  userId: number;
  email: string;
}

export const session = stored<Session | null>("session", null);

/** The token that was found expired or revoked: one logs in again above the page as it is. */
const refusedToken = signal<string>();

export const isExpired = computed(
  () => session.value !== null && session.value.token === refusedToken.value,
);

/** Called where the API refuses a token. */
export function sessionHasExpired(token: string): void {
  refusedToken.value = token;
}

export function logOut(): void {
  session.value = null;
}

/** When a token expires, in milliseconds since 1970; undefined where it does not say. */
function expiryOf(token: string): number | undefined {
  try {
    const payload = token.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? "";
    return JSON.parse(atob(payload)).exp * 1000;
  } catch {
    return undefined;
  }
}

/** The longest that a timer can be set for. */
const LONGEST_TIMER = 2 ** 31 - 1;

// So that one does not learn of it by a refusal.
effect(() => {
  const token = session.value?.token;
  const expiry = token && expiryOf(token);
  if (!token || !expiry) return;
  const left = Math.min(Math.max(0, expiry - Date.now()), LONGEST_TIMER);
  const timer = setTimeout(() => {
    if (expiry <= Date.now()) sessionHasExpired(token);
  }, left);
  return () => clearTimeout(timer);
});
