import { session, sessionHasExpired } from "../state/session.ts";
import type { TypedDocumentString } from "./operations.ts";

/** Where this host's API is, wherever a proxy puts the console. */
const ENDPOINT = new URL("../graphql", document.baseURI);

/** Why a request failed: a sentence that says what to do, and the API's code; "UNREACHABLE" where it did not answer. */
export class RequestError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

interface Answer<Result> {
  data?: Result;
  errors?: { message: string; extensions?: { code?: string } }[];
}

const UNREACHABLE =
  "The service does not answer. Check the connection and try again: nothing that you entered is lost.";

/** What to do, where the API's own message does not say it. */
const ADVICE: Record<string, string> = {
  INTERNAL_SERVER_ERROR: "Try again; if it stays, tell whoever runs the service.",
  FORBIDDEN: "Log in as an administrator.",
};

/** How a request is sent: by default with the token of whoever is logged in. */
interface Options {
  signal?: AbortSignal;
  token?: string;
}

async function post(query: string, variables: unknown, { signal, token }: Options) {
  try {
    return await fetch(ENDPOINT, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify({ query, variables }),
      signal: signal ?? null,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new RequestError("UNREACHABLE", UNREACHABLE);
  }
}

/** Runs an operation. Where the token is no longer valid, the console asks for a new login, and nothing else changes. */
export async function request<Result, Variables>(
  operation: TypedDocumentString<Result, Variables>,
  variables: Variables,
  options: Options = {},
): Promise<Result> {
  const token = options.token ?? session.value?.token;
  const sending = token ? { ...options, token } : options;
  const response = await post(operation.toString(), variables, sending);
  let answer: Answer<Result>;
  try {
    answer = await response.json();
  } catch {
    throw new RequestError("UNREACHABLE", UNREACHABLE);
  }
  const [error] = answer.errors ?? [];
  if (error) {
    const code = error.extensions?.code ?? "INTERNAL_SERVER_ERROR";
    if (code === "UNAUTHENTICATED" && token) sessionHasExpired(token);
    throw new RequestError(code, [error.message, ADVICE[code]].filter(Boolean).join(" "));
  }
  return answer.data as Result;
}

/** What to show of anything thrown. */
export function sentenceOf(error: unknown): string {
  if (error instanceof RequestError) return error.message;
  console.error(error);
  return "Something went wrong in this page. Reload it: what you entered is kept.";
}
