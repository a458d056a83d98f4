import { session, sessionHasExpired } from "../state/session.ts";
import { t } from "../words/translate.ts";
import type { TypedDocumentString } from "./operations.ts";
import { currentToken, renewSession } from "./renew-session.ts";
import { type Options, RequestError, send } from "./send.ts";

export { RequestError };

const isRefused = (error: unknown) =>
  error instanceof RequestError && error.code === "UNAUTHENTICATED";

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
  try {
    return await send(operation, variables, { ...options, token });
  } catch (error) {
    if (!token || !isRefused(error)) throw error;
    const isOwn = token === session.peek()?.token;
    if (isOwn && (await renewSession())) {
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
