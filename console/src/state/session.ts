import { computed, effect, signal } from "@preact/signals";
import type { AuthorityRole } from "../api/operations.ts";
import { serviceMilliseconds } from "./service-clock.ts";
import { storedSignal } from "./stored.ts";

/** What a user may do at an authority. */
export interface Right {
  id: number;
  name: string;
  role: AuthorityRole;
}

/** The login of this browser. */
export interface Session {
  token: string;
  userId: number;
  email: string;
  /** Who this is, once the service has said so. */
  name?: string;
  /** True for a training user, whose alerts are all exercises. */
  isTraining?: boolean;
  /** What they may do, once the console knows. */
  rights?: Right[];
  /** Gets the next token. Absent if the session ends with its token. */
  refreshToken?: string;
  /** When the token stops being valid, in milliseconds since 1970, if it can be renewed. */
  validUntil?: number;
}

/** The name of this page's session: a person's page must not open the console's session, or the reverse. */
export const sessionName = globalThis.document?.documentElement?.dataset?.session ?? "session";

/** Returns the name of something that is stored for this page only. */
export const ownName = (name: string) =>
  sessionName === "session" ? name : `${sessionName}.${name}`;

export const session = storedSignal<Session | null>(sessionName, null);

/** The token that has expired or was revoked. A login appears over the page, which keeps its state. */
const refusedToken = signal<string>();

export const isExpired = computed(
  () => session.value !== null && session.value.token === refusedToken.value,
);

/** The refused token of a session that can be renewed. */
export const staleToken = signal<string>();

/** Call this when a session has ended for good. */
export function noteSessionEnd(token: string): void {
  refusedToken.value = token;
}

/** Call this when the API refuses a token. */
export function sessionHasExpired(token: string): void {
  const { value } = session;
  if (value?.token === token && value.refreshToken) staleToken.value = token;
  else noteSessionEnd(token);
}

export function logOut(): void {
  session.value = null;
}

/**
 * Returns when a token expires by the service's clock, in milliseconds since 1970; undefined if the token does not say.
 */
function expiryOf(token: string): number | undefined {
  try {
    const payload = token.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? "";
    return JSON.parse(atob(payload)).exp * 1000;
  } catch {
    return undefined;
  }
}

const MAX_TIMER_MS = 2 ** 31 - 1;

// Asks for a new login when the token expires, before a request fails.
effect(() => {
  // A session that can be renewed is renewed at the next request.
  const token = session.value?.refreshToken ? undefined : session.value?.token;
  const expiry = token && expiryOf(token);
  if (!token || !expiry) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    // This computer's clock may be days ahead.
    const left = expiry - serviceMilliseconds();
    if (left <= 0) sessionHasExpired(token);
    else timer = setTimeout(wait, Math.min(left, MAX_TIMER_MS));
  };
  wait();
  return () => clearTimeout(timer);
});
