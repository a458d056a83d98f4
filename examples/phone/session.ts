import { ApiError, type Graphql } from "./graphql.ts";

const BEGIN = `mutation ($input: LoginCredentials!) { sessionBegin(input: $input) { userId refreshToken } }`;
const REFRESH = `mutation ($refreshToken: String!) {
  sessionRefresh(refreshToken: $refreshToken) { accessToken refreshToken expiresIn }
}`;

interface Tokens {
  accessToken: string;
  refreshToken: string;
  expiresIn: number;
}

/** Who has logged in, and the refresh token to keep. */
interface Begun {
  userId: number;
  refreshToken: string;
}

export async function logIn(graphql: Graphql, email: string, password: string): Promise<Begun> {
  const { sessionBegin } = await graphql<{ sessionBegin: Begun }>(BEGIN, {
    input: { email, password },
  });
  return sessionBegin;
}

/** Sends documents as a user. */
export interface Sender {
  send<T>(query: string, variables?: object): Promise<T>;
}

/** Sends documents as the user, with an access token that it renews. */
export class Session implements Sender {
  readonly #graphql: Graphql;
  readonly #refreshToken: () => string;
  readonly #keep: (refreshToken: string) => Promise<void>;
  #accessToken = "";
  #validUntil = 0;
  #refreshing: Promise<void> | undefined;

  /** @param keep Stores the next refresh token. The one before is void after its first use. */
  constructor(
    graphql: Graphql,
    refreshToken: () => string,
    keep: (refreshToken: string) => Promise<void>,
  ) {
    this.#graphql = graphql;
    this.#refreshToken = refreshToken;
    this.#keep = keep;
  }

  /** Returns an access token that is valid for half a minute at least. */
  async token(): Promise<string> {
    if (Date.now() > this.#validUntil - 30_000) {
      this.#refreshing ??= this.#refresh().finally(() => {
        this.#refreshing = undefined;
      });
      await this.#refreshing;
    }
    return this.#accessToken;
  }

  async send<T>(query: string, variables: object = {}): Promise<T> {
    try {
      return await this.#graphql<T>(query, variables, await this.token());
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "UNAUTHENTICATED")) throw error;
      // The key that signs tokens may have been replaced. If the session has ended, the refresh says so.
      this.forget();
      return await this.#graphql<T>(query, variables, await this.token());
    }
  }

  /** Forgets the access token, so that the next request gets a new one. */
  forget(): void {
    this.#validUntil = 0;
  }

  async #refresh(): Promise<void> {
    // If the answer is lost, the same refresh token gives the same next one.
    const { sessionRefresh } = await this.#graphql<{ sessionRefresh: Tokens }>(REFRESH, {
      refreshToken: this.#refreshToken(),
    });
    await this.#keep(sessionRefresh.refreshToken);
    this.#accessToken = sessionRefresh.accessToken;
    this.#validUntil = Date.now() + sessionRefresh.expiresIn * 1000;
  }
}
