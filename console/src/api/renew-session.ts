import { effect } from "@preact/signals";
import {
  noteSessionEnd,
  type Session,
  session,
  sessionName,
  staleToken,
} from "../state/session.ts";
import { storedValue } from "../state/stored.ts";
import { SessionRefreshDocument, type TokensFragment } from "./operations.ts";
import { RequestError, send, WITH_SHORT_TIMEOUT } from "./send.ts";

/** A token is renewed this many milliseconds before it expires. */
const RENEWAL_MARGIN_MS = 30_000;

/** Returns a session's fields for new tokens. `validUntil` is by this browser's clock, which may be wrong. */
export const tokensOf = ({
  accessToken,
  refreshToken,
  expiresIn,
}: Omit<TokensFragment, "refreshToken"> & { refreshToken: string | null }) => ({
  token: accessToken,
  ...(refreshToken && { refreshToken }),
  validUntil: Date.now() + expiresIn * 1000,
});

/** Runs a callback in one tab at a time, because a refresh token can be used only once. */
const withTabLock = <T>(run: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(`${sessionName}.renewal`, run) : run();

async function renew(): Promise<boolean> {
  const before = session.peek();
  const latest = storedValue<Session>(sessionName);
  if (latest !== undefined && latest?.token !== before?.token) {
    // Another tab has renewed it, or logged out.
    session.value = latest;
    return latest !== null;
  }
  if (!before?.refreshToken) return false;
  try {
    const { refreshToken } = before;
    const { sessionRefresh } = await send(
      SessionRefreshDocument,
      { refreshToken },
      // All tabs wait for this request. If its answer is lost, the same refresh token gets the same successor.
      WITH_SHORT_TIMEOUT,
    );
    // The user may have logged out during the request.
    if (!sessionRefresh || session.peek() !== before) return false;
    session.value = { ...before, ...tokensOf(sessionRefresh) };
    return true;
  } catch (error) {
    if (!(error instanceof RequestError && error.code === "UNAUTHENTICATED")) throw error;
    noteSessionEnd(before.token);
    return false;
  }
}

let renewing: Promise<boolean> | undefined;

/** Gets the session's next token. Returns false if there is none, so that the user must log in. */
export function renewSession(): Promise<boolean> {
  if (!session.peek()?.refreshToken) return Promise.resolve(false);
  renewing ??= withTabLock(renew).finally(() => {
    renewing = undefined;
  });
  return renewing;
}

/** Returns the session's token, after its renewal if it is about to end. */
export async function currentToken(): Promise<string | undefined> {
  const { token, refreshToken, validUntil = 0 } = session.peek() ?? {};
  const isOld = token === staleToken.peek() || Date.now() > validUntil - RENEWAL_MARGIN_MS;
  if (refreshToken && isOld) await renewSession();
  return session.peek()?.token;
}

// A live connection was refused: it begins again with the next token.
effect(() => {
  if (staleToken.value && staleToken.value === session.value?.token) {
    renewSession().catch((error) => console.warn("Not renewed:", error));
  }
});
