import { JWT } from "google-auth-library";
import type { ServiceAccount } from "../../../settings/service-account.ts";
import { retryAfter } from "../retry-after.ts";

const SCOPE = "https://www.googleapis.com/auth/firebase.messaging";
/** A token is replaced this long before it expires, in milliseconds. */
const MARGIN = 60_000;

/** No access token could be obtained. */
export class NoAccessToken extends Error {
  /** When to try again, in milliseconds, if Google says so. */
  after: number | undefined;

  constructor(cause: unknown) {
    const { response, message } = cause as Error & { response?: { headers?: Headers } };
    super(`no access token for the service account: ${message}`, { cause });
    this.after = retryAfter(response?.headers?.get("retry-after"));
  }
}

export interface AccessTokens {
  /**
   * Returns the token that all requests share. It is never the `refused` one.
   * @throws NoAccessToken
   */
  get(refused?: string): Promise<string>;
}

interface AccessToken {
  value: string;
  /** When to replace it, in milliseconds since 1970. */
  end: number;
}

/** OAuth for a service account. Makes one request at a time, and keeps each access token until it expires. */
export function makeAccessTokens(account: ServiceAccount, timeout: number): AccessTokens {
  let latest: Promise<AccessToken> | undefined;

  async function request(): Promise<AccessToken> {
    const signal = AbortSignal.timeout(timeout);
    const client = new JWT({
      email: account.clientEmail,
      key: account.privateKey,
      scopes: [SCOPE],
      // The library has one fixed address. The service account names its own.
      additionalClaims: { aud: account.tokenUri },
      transporterOptions: {
        fetchImplementation: (_url, init) => fetch(account.tokenUri, { ...init, signal }),
      },
    });
    try {
      const { access_token, expiry_date } = await client.authorize();
      if (!access_token) throw new Error("the answer has no access token");
      return { value: access_token, end: (expiry_date ?? 0) - MARGIN };
    } catch (error) {
      throw new NoAccessToken(error);
    }
  }

  function renew(): Promise<AccessToken> {
    const renewed = request();
    latest = renewed;
    // After a failure, the next request tries again.
    renewed.catch(() => {
      if (latest === renewed) latest = undefined;
    });
    return renewed;
  }

  return {
    async get(refused) {
      const known = latest;
      if (known) {
        const token = await known;
        if (token.value !== refused && token.end > Date.now()) return token.value;
      }
      // The first caller replaces the token. The others wait for the same new one.
      const next = latest === known ? renew() : (latest ?? renew());
      return (await next).value;
    },
  };
}
