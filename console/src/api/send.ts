import { noteAnswer, noteOutage } from "../state/connection.ts";
import { noteServiceClock } from "../state/service-clock.ts";
import { inWords, type Refusal } from "../words/refusals.ts";
import { t } from "../words/translate.ts";
import { hostUrl } from "./host-url.ts";
import type { TypedDocumentString } from "./operations.ts";

const ENDPOINT = hostUrl("graphql");

/**
 * A failed request: a message that says what to do, and the API's error code, or "UNREACHABLE" without an answer. It may
 * name the field of the form that is wrong.
 */
export class RequestError extends Error {
  readonly code: string;
  readonly field: string;
  /** What else the API says. */
  readonly facts: Partial<Refusal>;
  constructor(code: string, message: string, field = "", facts: Partial<Refusal> = {}) {
    super(message);
    this.code = code;
    this.field = field;
    this.facts = facts;
  }
}

interface Answer<Result> {
  data?: Result;
  errors?: { message: string; extensions?: Omit<Refusal, "message"> & { code?: string } }[];
}

const UNREACHABLE = t(
  "The service does not answer. Check the connection and try again: nothing that you entered is lost.",
);

/** Returns the field that a refusal is about, as its reason begins; empty if it names none. */
const fieldOf = (reason: string) =>
  (/^(?:USERS_)?(EMAIL|NAME|ADDRESS|(?:CURRENT_)?PASSWORD)_/.exec(reason)?.[1] ?? "")
    .toLowerCase()
    .replace("_p", "P");

const ADVICE = t("Try again; if it stays, tell whoever runs the service.");

/** How to send a request. Without a token, or with an empty one, it is anonymous. */
export interface Options {
  signal?: AbortSignal;
  token?: string;
  /**
   * Milliseconds that the service has to answer. By default only the browser sets a limit: a publication may take long.
   */
  timeoutMs?: number;
}

export const SHORT_TIMEOUT_MS = 15_000;
/** For requests that must not hold up later work if no answer comes. */
export const WITH_SHORT_TIMEOUT = { timeoutMs: SHORT_TIMEOUT_MS };

/** Returns the signal that ends a request: the caller's, or the end of its time. */
function endOf({ signal, timeoutMs }: Options): AbortSignal | null {
  if (timeoutMs === undefined) return signal ?? null;
  const late = AbortSignal.timeout(timeoutMs);
  return signal ? AbortSignal.any([signal, late]) : late;
}

async function post(query: string, variables: unknown, options: Options) {
  const { signal, token } = options;
  try {
    return await fetch(ENDPOINT, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify({ query, variables }),
      signal: endOf(options),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    noteOutage();
    throw new RequestError("UNREACHABLE", UNREACHABLE);
  }
}

/** Runs an operation with a token. */
export async function send<Result, Variables>(
  operation: TypedDocumentString<Result, Variables>,
  variables: Variables,
  options: Options,
): Promise<Result> {
  const sentAt = Date.now();
  const response = await post(operation.toString(), variables, options);
  noteServiceClock(response.headers.get("date"), sentAt, Date.now());
  let answer: Answer<Result>;
  try {
    answer = await response.json();
  } catch (error) {
    if (options.signal?.aborted) throw error;
    noteOutage();
    throw new RequestError("UNREACHABLE", UNREACHABLE);
  }
  // 503 means that the database is away or busy.
  if (response.status === 503) noteOutage();
  else noteAnswer();
  const [error] = answer.errors ?? [];
  if (error) {
    const { code = "INTERNAL_SERVER_ERROR", ...facts } = error.extensions ?? {};
    const words = inWords({ message: error.message, ...facts });
    const hasAdvice = code !== "INTERNAL_SERVER_ERROR" || facts.reason === "CANNOT_WRITE";
    const text = hasAdvice ? words : `${words} ${ADVICE}`;
    throw new RequestError(code, text, fieldOf(facts.reason ?? ""), facts);
  }
  return answer.data as Result;
}
