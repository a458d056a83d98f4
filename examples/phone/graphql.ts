/** An error in the service's answer, with its message. */
export class ApiError extends Error {
  readonly code: string;
  /** Seconds to wait before the next try, if the service says so. */
  readonly retryAfter: number | undefined;
  constructor(code: string, message: string, retryAfter?: number) {
    super(message);
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** Thrown if there is no answer, or if it does not come from the service. */
export class UnreachableError extends Error {}

/** How long an answer may take, in milliseconds. */
const TIMEOUT = 15_000;

/** Sends a document, with a token or without. */
export type Graphql = <T>(query: string, variables?: object, token?: string) => Promise<T>;

interface Answer<T> {
  data?: T;
  errors?: { message: string; extensions?: { code?: string; retryAfter?: number } }[];
}

/** Makes a client for the service at a URL. */
export function graphqlClient(url: string): Graphql {
  return async <T>(query: string, variables?: object, token?: string) => {
    let answer: Answer<T>;
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          Accept: "application/json",
          ...(token && { Authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ query, variables }),
        signal: AbortSignal.timeout(TIMEOUT),
      });
      answer = (await response.json()) as Answer<T>;
    } catch (error) {
      const { cause, message } = error as Error;
      const why = (cause as NodeJS.ErrnoException | undefined)?.code ?? message;
      throw new UnreachableError(`The service does not answer at ${url} (${why}).`);
    }
    const [error] = answer.errors ?? [];
    if (error) {
      const { code = "UNKNOWN", retryAfter } = error.extensions ?? {};
      throw new ApiError(code, error.message, retryAfter);
    }
    return answer.data as T;
  };
}
