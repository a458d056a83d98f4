import { randomBytes } from "node:crypto";
import type { PgSelectSingleStep } from "postgraphile/@dataplan/pg";
import { constant, context, lambda, list } from "postgraphile/grafast";
import { extendSchema, gql } from "postgraphile/utils";
import { isStaff } from "../../database/request-query.ts";
import { pay, type TakeQuota } from "../../limits/quotas.ts";
import { Secrets } from "../../limits/secrets.ts";
import { AppError } from "../../ops/app-error.ts";
import type { Oidc } from "../../people/oidc.ts";
import type { Tokens } from "../../people/tokens.ts";
import {
  type RefreshToken,
  readRefreshToken,
  sha256,
  successorOf,
  writeRefreshToken,
} from "../../people/tokens.ts";
import type { SessionConfig } from "../../settings/config.ts";
import { type Caller, callerPlan, hostRow } from "../requests/caller.ts";
import type { Attempt } from "./check-attempt.ts";
import { type Credentials, hashesOf, type Logins } from "./login.ts";

type Lifetimes = Pick<SessionConfig, "accessTokenLifetimeSeconds" | "refreshTokenLifetimeSeconds">;

const REFRESH = `
  select r.key, a.role
    from app_private.refresh_session($1, $2, $3, $4, $5, $6, make_interval(secs => $7)) r (key),
      app_private.authenticate($1, $2) a`;

const TAKE_TICKET = "select * from app_private.take_oidc_ticket($1)";

/** The error for a session that has ended, and for a ticket that begins none. */
const ended = () =>
  new AppError("UNAUTHENTICATED", "The session has ended: log in again.", {
    reason: "SESSION_ENDED",
  });

/** Exchanges a refresh token for its successor; undefined if the token is unknown or too old. */
async function successor(
  caller: Caller,
  token: RefreshToken,
  lifetime: number,
): Promise<RefreshToken | undefined> {
  const key = randomBytes(32);
  const hashes = hashesOf(token);
  const refreshed = await hostRow<{ key: Buffer | null; role: string }>(
    caller,
    REFRESH,
    token.userId,
    token.sessionId,
    hashes.family,
    hashes.token,
    key,
    hashesOf(successorOf(token, key)).token,
    lifetime,
  );
  // Another request with the same token may have come first: its key counts.
  if (!refreshed?.key) return undefined;
  return { ...successorOf(token, refreshed.key), isAdmin: isStaff(refreshed.role) };
}

/**
 * Makes the function that exchanges refresh tokens. An exchange for a known session counts as a request of its user.
 * For others, a wrong token counts as a guess.
 */
function makeRefresh(takeQuota: TakeQuota, lifetime: number, oidc: Oidc | undefined) {
  const known = new Secrets(takeQuota);
  return async (caller: Caller, text: string): Promise<RefreshToken> => {
    const token = readRefreshToken(text);
    const family = token && hashesOf(token).family.toString("base64");
    const secret = token ? `${token.userId}.${token.sessionId}.${family}` : "";
    if (token && known.isKnown(secret)) {
      const user = { userId: String(token.userId), address: caller.request.address };
      await pay(takeQuota, user, { reports: 0, others: 1 });
    }
    let next: RefreshToken | undefined;
    await known.check(secret, caller.request.address, async () => {
      if (token) await oidc?.check(token.userId, token.sessionId, hashesOf(token).family);
      next = token && (await successor(caller, token, lifetime));
      return next !== undefined;
    });
    if (!next) throw ended();
    return next;
  };
}

/** Adds the sessions of clients that stay logged in: `Mutation.sessionBegin` and `Mutation.sessionRefresh`. */
export function makeSessionsPlugin(
  { accessTokenLifetimeSeconds, refreshTokenLifetimeSeconds }: Lifetimes,
  takeQuota: TakeQuota,
  { check, begin }: Logins,
  oidc: Oidc | undefined,
) {
  const refresh = makeRefresh(takeQuota, refreshTokenLifetimeSeconds, oidc);
  const bodyOf = (tokens: Tokens, token: RefreshToken) => ({
    accessToken: tokens.issue(token, accessTokenLifetimeSeconds),
    tokenType: "Bearer",
    expiresIn: accessTokenLifetimeSeconds,
    refreshToken: writeRefreshToken(token),
    userId: token.userId,
  });
  return extendSchema({
    typeDefs: gql`
      """A short access token, and the refresh token for the next one."""
      type SessionBody {
        """The access token. Send it with each request in the header "Authorization: Bearer …"."""
        accessToken: String!
        """Always "Bearer"."""
        tokenType: String!
        """How many seconds the access token is valid."""
        expiresIn: Int!
        """The token for sessionRefresh. Store it where only your program can read it."""
        refreshToken: String!
        """The id of the user."""
        userId: Int!
      }
      extend type Session {
        """True for the session of this request."""
        isCurrent: Boolean!
      }
      extend type Query {
        """The names of the OpenID providers where people log in: a browser begins at /oidc/ and the name. Needs no token."""
        loginProviders: [String!]!
      }
      extend type Mutation {
        """Begins the session of a login at an OpenID provider, by the ticket that the console's address then has behind #/oidc/: once, within a minute. Error UNAUTHENTICATED if it was used or is over."""
        oidcSession(
          """The ticket."""
          ticket: String!
        ): SessionBody
        """Logs in like login, for a client that stays logged in: the access token is short, and sessionRefresh returns the next one. Error UNAUTHENTICATED if the email or the password is wrong, RATE_LIMITED after too many wrong logins."""
        sessionBegin(
          """The email and the password."""
          input: LoginCredentials!
        ): SessionBody
        """Returns the next access token and the next refresh token of a session. Until the next refresh token is used, the one before works too, and returns the same next one. An older one ends the session, because it may be stolen. Error UNAUTHENTICATED if the session has ended."""
        sessionRefresh(
          """The newest refresh token."""
          refreshToken: String!
        ): SessionBody
      }
    `,
    objects: {
      Session: {
        plans: {
          isCurrent: ($session: PgSelectSingleStep) =>
            lambda(
              list([$session.get("id"), context().get("request")]),
              ([id, { identity }]) => Number(id) === identity?.sessionId,
            ),
        },
      },
      Query: { plans: { loginProviders: () => constant(oidc?.names ?? []) } },
      Mutation: {
        plans: {
          oidcSession: callerPlan(["ticket"], async (caller, ticket: string) => {
            const account = await hostRow<Credentials>(caller, TAKE_TICKET, sha256(ticket));
            if (!account) throw ended();
            return await begin(caller, account, true, "OIDC");
          }),
          sessionBegin: callerPlan(["input"], async (caller, input: Attempt) =>
            begin(caller, await check(caller, input), true),
          ),
          sessionRefresh: callerPlan(["refreshToken"], async (caller, text: string) =>
            bodyOf(caller.tokens, await refresh(caller, text)),
          ),
        },
      },
    },
  });
}
