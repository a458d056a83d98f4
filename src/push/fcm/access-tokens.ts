import { JWT } from "google-auth-library";
import { retryAfter } from "../retry-after.ts";
import type { ServiceAccount } from "./service-account.ts";

const SCOPE = "https://www.googleapis.com/auth/firebase.messaging";
/** How long before its end a token is replaced, in milliseconds. */
const MARGIN = 60_000;

/** No access token is to be had. */
export class NoAccessToken extends Error {
  /** Milliseconds, where Google says so. */
  after: number | undefined;

  constructor(cause: unknown) {
    const { response, message } = cause as Error & { response?: { headers?: Headers } };
    super(`no access token for the service account: ${message}`, { cause });
    this.after = retryAfter(response?.headers?.get("retry-after"));
  }
}

export interface AccessTokens {
  /**
   * The token to use, shared by all who ask; another one than `refused`.
   * @throws NoAccessToken
   */
  get(refused?: string): Promise<string>;
}

interface AccessToken {
  value: string;
  /** When it is to be replaced, in milliseconds since 1970. */
  end: number;
}

/** OAuth for a service account: gets access tokens, one request at a time, and keeps each while it lasts. */
export function makeAccessTokens(account: ServiceAccount, timeout: number): AccessTokens {
  let latest: Promise<AccessToken> | undefined;

  async function request(): Promise<AccessToken> {
    const signal = AbortSignal.timeout(timeout);
    const client = new JWT({
      email: account.clientEmail,
      key: account.privateKey,
      scopes: [SCOPE],
      // The library knows one address only; the service account names its own.
      additionalClaims: { aud: account.tokenUri },
      transporterOptions: {
        fetchImplementation: (_url, init) => fetch(account.tokenUri, { ...init, signal }),
      },
    });
    try {
      const { access_token, expiry_date } = await client.authorize();
      if (!access_token) throw new Error("the answer has none");
      return { value: access_token, end: (expiry_date ?? 0) - MARGIN };
    } catch (error) {
      throw new NoAccessToken(error);
    }
  }

  function renew(): Promise<AccessToken> {
    const renewed = request();
    latest = renewed;
    // The next to ask tries again.
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
      // Whoever comes first replaces it; the others wait for the same one.
      const next = latest === known ? renew() : (latest ?? renew());
      return (await next).value;
    },
  };
}
