import { askFactor } from "../state/second-factor.ts";
import { session, sessionHasExpired } from "../state/session.ts";
import { t } from "../words/translate.ts";
import type { TypedDocumentString } from "./operations.ts";
import { currentToken, renewSession } from "./renew-session.ts";
import { type Options, RequestError, SHORT_TIMEOUT_MS, send, WITH_SHORT_TIMEOUT } from "./send.ts";

export { RequestError, SHORT_TIMEOUT_MS, WITH_SHORT_TIMEOUT };

const isRefused = (error: unknown) =>
  error instanceof RequestError && error.code === "UNAUTHENTICATED";

/**
 * Renews the session, unless another request or tab has done so already. Returns true if the same user then has a token
 * other than the refused one.
 */
async function isRenewed(token: string, userId: number | undefined): Promise<boolean> {
  if (token === session.peek()?.token && !(await renewSession())) return false;
  return session.peek()?.userId === userId && session.peek()?.token !== token;
}

/**
 * Runs an operation, with the session's token unless another is given. If the token is no longer valid, the session is
 * renewed; if it cannot be, the page asks for a new login and keeps everything else.
 */
export async function request<Result, Variables>(
  operation: TypedDocumentString<Result, Variables>,
  variables: Variables,
  options: Options = {},
): Promise<Result> {
  const token = options.token ?? (await currentToken()) ?? "";
  const userId = session.peek()?.userId;
  try {
    return await send(operation, variables, { ...options, token });
  } catch (error) {
    const { reason } = error instanceof RequestError ? error.facts : {};
    if (reason === "SECOND_FACTOR_NEEDED" && (await askFactor())) {
      return await send(operation, variables, { ...options, token });
    }
    if (!token || !isRefused(error)) throw error;
    if (options.token === undefined && (await isRenewed(token, userId))) {
      return await send(operation, variables, { ...options, token: session.peek()?.token ?? "" });
    }
    sessionHasExpired(token);
    throw error;
  }
}

/** Returns the message to show for an error. */
export function messageOf(error: unknown): string {
  if (error instanceof RequestError) return error.message;
  console.error(error);
  return t("Something went wrong in this page. Reload it: what you entered is kept.");
}
