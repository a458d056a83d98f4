import type { WithPgClient } from "postgraphile/@dataplan/pg";
import { context, list, sideEffect } from "postgraphile/grafast";
import { extendSchema, gql } from "postgraphile/utils";
import { verifyPassword } from "../../auth/passwords.ts";
import type { Tokens } from "../../auth/tokens.ts";
import { AppError } from "../../errors/app-error.ts";

interface Credentials {
  user_id: number;
  is_admin: boolean;
  password_hash: string;
  token_version: number;
}

/** What the database says at the beginning of a login. */
interface Begun {
  /** In seconds. 0 if the login may go on. */
  retry_after: number;
  /** True if the account has logged in from this address before. */
  is_known: boolean;
}

const BEGIN = "select * from app_private.begin_login($1, $2)";
const CREDENTIALS = "select * from app_private.login_credentials($1)";
const FAIL = "select app_private.fail_login($1, $2)";
const COMPLETE = "select app_private.complete_login($1, $2)";

interface LoginCredentials {
  email: string;
  password: string;
}

/**
 * Logs in. An unknown email and a wrong password give the same message after the same time. The database counts
 * failures and refuses an attempt before its password is hashed.
 */
async function login(
  withPgClient: WithPgClient,
  tokens: Tokens,
  address: string,
  { email, password }: LoginCredentials,
) {
  // Runs as the host's login role: no role of a request may read a hash.
  const call = async <Row>(text: string, ...values: string[]) =>
    (await withPgClient(null, (client) => client.query<Row>({ text, values }))).rows;

  /** Returns true if the account is known at the address. */
  const begin = async (): Promise<boolean> => {
    const [begun] = await call<Begun>(BEGIN, email, address);
    const { retry_after: retryAfter, is_known: isKnown } = begun as Begun;
    if (retryAfter === 0) return isKnown;
    const message = `Too many wrong logins: try again in ${retryAfter} seconds.`;
    throw new AppError("RATE_LIMITED", message, retryAfter);
  };

  const isKnown = await begin();
  const [credentials] = await call<Credentials>(CREDENTIALS, email);
  const key = isKnown ? `${credentials?.user_id} at ${address}` : address;
  const lane = { key, isKnown };
  const isRight = await verifyPassword(password, credentials?.password_hash, lane, begin);
  if (!isRight || !credentials) {
    await call(FAIL, email, address);
    throw new AppError("UNAUTHENTICATED", "The email or the password is wrong.");
  }
  await call(COMPLETE, email, address);
  return {
    accessToken: tokens.issue({
      userId: credentials.user_id,
      isAdmin: credentials.is_admin,
      tokenVersion: credentials.token_version,
    }),
    tokenType: "Bearer",
    userId: credentials.user_id,
  };
}

/** Adds `Mutation.login`. */
export const LoginPlugin = extendSchema({
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
        login(_$root, args) {
          const $context = context();
          return sideEffect(
            list([
              $context.get("withPgClient"),
              $context.get("tokens"),
              $context.get("address"),
              args.getRaw("input"),
            ]),
            async ([withPgClient, tokens, address, input]) =>
              await login(
                withPgClient as WithPgClient,
                tokens as Tokens,
                (address as () => string)(),
                input as LoginCredentials,
              ),
          );
        },
      },
    },
  },
});
