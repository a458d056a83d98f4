import { extendSchema, gql } from "postgraphile/utils";
import { AppError } from "../../ops/app-error.ts";
import type { Identity } from "../../people/tokens.ts";
import { type Caller, callerPlan, hostRow } from "../requests/caller.ts";
import { type Attempt, checkAttempt } from "./check-attempt.ts";

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
  select app_private.begin_session($1, $2, make_interval(secs => $3), $4, $5, $6) as id
    from set_config('app.request_id', $7, true)`;

async function checkLogin(caller: Caller, input: Attempt): Promise<Credentials> {
  const find = () => hostRow<Credentials>(caller, CREDENTIALS, input.email);
  const credentials = await checkAttempt(caller, input, find);
  if (!credentials) throw wrongLogin();
  return credentials;
}

/** How to begin a session. */
export interface SessionOptions {
  /** In seconds. */
  lifetime: number;
  /** The hashes of a refresh token's parts, if the session can be refreshed. */
  hashes?: { family: Buffer; token: Buffer };
}

/** Begins a session of a user, and returns the identity for its tokens. */
export async function beginSessionOf(
  { user_id: userId, ...account }: Credentials,
  caller: Caller,
  { lifetime, hashes }: SessionOptions,
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
    request.id,
  );
  // The password was changed while it was checked.
  if (begun?.id == null) throw wrongLogin();
  return { userId, sessionId: Number(begun.id), isAdmin: account.is_admin };
}

/** Logs in: checks a password, and begins a session. */
export const beginSession = async (
  caller: Caller,
  input: Attempt,
  options: SessionOptions,
): Promise<Identity> => beginSessionOf(await checkLogin(caller, input), caller, options);

/** The answer to a login. */
export const authBodyOf = ({ tokens }: Caller, identity: Identity, lifetime: number) => ({
  accessToken: tokens.issue(identity, lifetime),
  tokenType: "Bearer",
  userId: identity.userId,
});

/** Adds `Mutation.login`. */
export const makeLoginPlugin = (lifetime: number) =>
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
      """Returns an access token for an email and its password. Error UNAUTHENTICATED if one of them is wrong, RATE_LIMITED after too many wrong logins."""
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
            authBodyOf(caller, await beginSession(caller, input, { lifetime }), lifetime),
          ),
        },
      },
    },
  });
