/** What the service refuses, in its own words. */
export class ApiError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Nobody answers, or somebody else than the service. */
export class UnreachableError extends Error {}

/** How long an answer may take, in milliseconds. */
const PATIENCE = 15_000;

/** POSTs a document; with a token or without. */
export type Graphql = <T>(query: string, variables?: object, token?: string) => Promise<T>;

interface Answer<T> {
  data?: T;
  errors?: { message: string; extensions?: { code?: string } }[];
}

/** A client of one service. */
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
        signal: AbortSignal.timeout(PATIENCE),
      });
      answer = (await response.json()) as Answer<T>;
    } catch (error) {
      const { cause, message } = error as Error;
      const why = (cause as NodeJS.ErrnoException | undefined)?.code ?? message;
      throw new UnreachableError(`${url} does not answer as the service does (${why}).`);
    }
    const [error] = answer.errors ?? [];
    if (error) throw new ApiError(error.extensions?.code ?? "UNKNOWN", error.message);
    return answer.data as T;
  };
}
