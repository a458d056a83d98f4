import { extendSchema, gql } from "postgraphile/utils";
import { AppError } from "../../ops/app-error.ts";
import type { Tickets } from "../../people/tickets.ts";
import {
  type Identity,
  newRefreshToken,
  type RefreshToken,
  sha256,
  writeRefreshToken,
} from "../../people/tokens.ts";
import type { Config } from "../../settings/config.ts";
import { type Caller, callerPlan, hostRow } from "../requests/caller.ts";
import { type Attempt, checkAttempt } from "./check-attempt.ts";

/** How somebody logs in. */
export type LoginWay = "PASSWORD" | "TOTP" | "PASSKEY" | "RECOVERY_CODE" | "OIDC";

/** A user whose password was just checked, or who was just made. */
export interface Credentials {
  user_id: number;
  is_admin: boolean;
  password_hash: string;
}

/** The error for an unknown email and for a wrong password. Both take the same time. */
const wrongLogin = () =>
  new AppError("UNAUTHENTICATED", "The email or the password is wrong.", { reason: "WRONG_LOGIN" });

const CREDENTIALS = "select * from app_private.login_credentials($1)";
const BEGIN_SESSION = `
  select app_private.begin_session($1, $2, make_interval(secs => $3), $4, $5, $6, $7) as id
    from set_config('app.request_id', $8, true)`;

/** What the database keeps of a refresh token. */
export const hashesOf = ({ family, own }: Pick<RefreshToken, "family" | "own">) => ({
  family: sha256(family),
  token: sha256(own),
});

/** Names a password hash in a ticket, which a new password ends. */
export const digestOf = (passwordHash: string) => sha256(passwordHash).toString("base64url");

/** Begins a session of a user, and returns the identity for its tokens. */
async function beginSession(
  caller: Caller,
  { user_id: userId, ...account }: Credentials,
  lifetime: number,
  way: LoginWay,
  hashes?: ReturnType<typeof hashesOf>,
): Promise<Identity> {
  const { request } = caller;
  const begun = await hostRow<{ id: string | null }>(
    caller,
    BEGIN_SESSION,
    userId,
    account.password_hash,
    lifetime,
    request.client ?? null,
    hashes?.family,
    hashes?.token,
    way,
    request.id,
  );
  // The password was changed while it was checked.
  if (begun?.id == null) throw wrongLogin();
  if (begun.id === "0") {
    throw new AppError("UNAUTHENTICATED", "Your account does not log in by password here.", {
      reason: "LOCAL_LOGIN_OFF",
    });
  }
  return { userId, sessionId: Number(begun.id), isAdmin: account.is_admin };
}

export type Logins = ReturnType<typeof makeLogins>;

/** Makes the functions that log in. */
export const makeLogins = (
  { tokenLifetimeSeconds, sessions }: Pick<Config, "tokenLifetimeSeconds" | "sessions">,
  tickets: Tickets | undefined,
) => ({
  /**
   * Checks a password.
   * @throws AppError UNAUTHENTICATED if it is wrong, or with a ticket if a second factor is needed too.
   */
  async check(caller: Caller, input: Attempt): Promise<Credentials> {
    const find = () =>
      hostRow<Credentials & { has_factor: boolean }>(caller, CREDENTIALS, input.email);
    const found = await checkAttempt(caller, input, find);
    if (!found) throw wrongLogin();
    if (!found.has_factor) return found;
    throw new AppError(
      "UNAUTHENTICATED",
      "The second factor is needed too: send it with this ticket by loginSecondFactor.",
      {
        reason: "SECOND_FACTOR",
        ticket: tickets?.issue("login", {
          userId: found.user_id,
          password: digestOf(found.password_hash),
        }),
      },
    );
  },
  /** Begins a session of a user, and returns its tokens. */
  async begin(
    caller: Caller,
    account: Credentials,
    staysLoggedIn = false,
    way: LoginWay = "PASSWORD",
  ) {
    const parts = staysLoggedIn ? newRefreshToken() : undefined;
    const { accessTokenLifetimeSeconds, refreshTokenLifetimeSeconds } = sessions;
    const expiresIn = parts ? accessTokenLifetimeSeconds : tokenLifetimeSeconds;
    const lifetime = parts ? refreshTokenLifetimeSeconds : tokenLifetimeSeconds;
    const identity = await beginSession(caller, account, lifetime, way, parts && hashesOf(parts));
    return {
      accessToken: caller.tokens.issue(identity, expiresIn),
      tokenType: "Bearer",
      userId: identity.userId,
      expiresIn,
      refreshToken: parts && writeRefreshToken({ ...identity, ...parts }),
    };
  },
});

/** Adds `Mutation.login`. */
export const makeLoginPlugin = ({ check, begin }: Logins) =>
  extendSchema({
    typeDefs: gql`
    """An access token and its user."""
    type AuthBody {
      """The access token. Send it with each request in the header "Authorization: Bearer …"."""
      accessToken: String!
      """Always "Bearer"."""
      tokenType: String!
      """The id of the user."""
      userId: Int!
    }
    """What a user logs in with."""
    input LoginCredentials {
      """The email address, in any case."""
      email: String!
      """The password."""
      password: String!
    }
    extend type Mutation {
      """Returns an access token for an email and its password. Error UNAUTHENTICATED if one of them is wrong, or with the reason SECOND_FACTOR and a ticket for loginSecondFactor if they are right and you have a second factor, RATE_LIMITED after too many wrong logins."""
      login(
        """The email and the password."""
        input: LoginCredentials!
      ): AuthBody
    }
  `,
    objects: {
      Mutation: {
        plans: {
          login: callerPlan(["input"], async (caller, input: Attempt) =>
            begin(caller, await check(caller, input)),
          ),
        },
      },
    },
  });
