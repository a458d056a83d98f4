import type { WithPgClient } from "postgraphile/@dataplan/pg";
import { context, list, sideEffect } from "postgraphile/grafast";
import { extendSchema, gql } from "postgraphile/utils";
import { verifyPassword } from "../../auth/passwords.ts";
import type { Identity, Tokens } from "../../auth/tokens.ts";
import { AppError } from "../../errors/app-error.ts";

export interface Credentials {
  user_id: number;
  password_hash: string;
}

export interface LoginCredentials {
  email: string;
  password: string;
}

/** The answer to an unknown email and to a wrong password, after the same time. */
const wrongLogin = () => new AppError("UNAUTHENTICATED", "The email or the password is wrong.");

/**
 * Checks an email and its password.
 * @throws AppError UNAUTHENTICATED if one of them is wrong.
 */
async function checkLogin(
  withPgClient: WithPgClient,
  { email, password }: LoginCredentials,
): Promise<Credentials> {
  // Runs as the host's login role: no role of a request may read a hash.
  const { rows } = await withPgClient(null, (client) =>
    client.query<Credentials>({
      text: "select * from app_private.login_credentials($1)",
      values: [email],
    }),
  );
  const [credentials] = rows;
  if (!(await verifyPassword(password, credentials?.password_hash)) || !credentials) {
    throw wrongLogin();
  }
  return credentials;
}

/** How to begin a session. */
export interface SessionOptions {
  /** In seconds. */
  lifetime: number;
  /** The program that logs in. */
  client: string | undefined;
  /** The hashes of a refresh token's parts, if the session can be refreshed. */
  hashes?: { family: Buffer; token: Buffer };
}

/** Logs in: begins a session, and returns what its tokens name. */
export async function beginSession(
  withPgClient: WithPgClient,
  input: LoginCredentials,
  { lifetime, client, hashes }: SessionOptions,
): Promise<Identity> {
  const { user_id: userId, password_hash: hash } = await checkLogin(withPgClient, input);
  const { rows } = await withPgClient(null, (connection) =>
    connection.query<{ id: string | null }>({
      text: `select app_private.begin_session($1, $2, make_interval(secs => $3), $4, $5, $6) as id`,
      values: [userId, hash, lifetime, client ?? null, hashes?.family, hashes?.token] as never,
    }),
  );
  const id = rows[0]?.id;
  // The password was changed while it was checked.
  if (id == null) throw wrongLogin();
  return { userId, sessionId: Number(id) };
}

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
      """Returns an access token for an email and its password. Error UNAUTHENTICATED if one of them is wrong."""
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
                $context.get("client"),
                args.getRaw("input"),
              ]),
              async ([withPgClient, tokens, client, input]) => {
                const identity = await beginSession(
                  withPgClient as WithPgClient,
                  input as LoginCredentials,
                  { lifetime, client: client as string | undefined },
                );
                return {
                  accessToken: (tokens as Tokens).issue(identity, lifetime),
                  tokenType: "Bearer",
                  userId: identity.userId,
                };
              },
            );
          },
        },
      },
    },
  });
