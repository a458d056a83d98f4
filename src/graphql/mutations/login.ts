import type { WithPgClient } from "postgraphile/@dataplan/pg";
import { context, list, sideEffect } from "postgraphile/grafast";
import { extendSchema, gql } from "postgraphile/utils";
import type { Identity, Tokens } from "../../auth/tokens.ts";
import { AppError } from "../../errors/app-error.ts";
import { checkAttempt } from "./check-attempt.ts";

interface Credentials {
  user_id: number;
  is_admin: boolean;
  password_hash: string;
}

export interface LoginCredentials {
  email: string;
  password: string;
}

/** The answer to an unknown email and to a wrong password, after the same time. */
const wrongLogin = () => new AppError("UNAUTHENTICATED", "The email or the password is wrong.");

async function checkLogin(
  withPgClient: WithPgClient,
  input: LoginCredentials,
  address: string,
): Promise<Credentials> {
  const credentials = await checkAttempt(withPgClient, { ...input, address }, async () => {
    const { rows } = await withPgClient(null, (client) =>
      client.query<Credentials>({
        text: "select * from app_private.login_credentials($1)",
        values: [input.email],
      }),
    );
    return rows[0];
  });
  if (!credentials) throw wrongLogin();
  return credentials;
}

/** How to begin a session. */
export interface SessionOptions {
  /** In seconds. */
  lifetime: number;
  /** The program that logs in. */
  client: string | undefined;
  /** The address that it counts as. */
  address: string;
  /** The hashes of a refresh token's parts, if the session can be refreshed. */
  hashes?: { family: Buffer; token: Buffer };
}

/** Logs in: begins a session, and returns what its tokens name. */
export async function beginSession(
  withPgClient: WithPgClient,
  input: LoginCredentials,
  { lifetime, client, address, hashes }: SessionOptions,
): Promise<Identity> {
  const { user_id: userId, ...account } = await checkLogin(withPgClient, input, address);
  const { rows } = await withPgClient(null, (connection) =>
    connection.query<{ id: string | null }>({
      text: `select app_private.begin_session($1, $2, make_interval(secs => $3), $4, $5, $6) as id`,
      values: [
        userId,
        account.password_hash,
        lifetime,
        client ?? null,
        hashes?.family,
        hashes?.token,
      ] as never,
    }),
  );
  const id = rows[0]?.id;
  // The password was changed while it was checked.
  if (id == null) throw wrongLogin();
  return { userId, sessionId: Number(id), isAdmin: account.is_admin };
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
                $context.get("client"),
                $context.get("address"),
                args.getRaw("input"),
              ]),
              async ([withPgClient, tokens, client, address, input]) => {
                const identity = await beginSession(
                  withPgClient as WithPgClient,
                  input as LoginCredentials,
                  {
                    lifetime,
                    client: client as string | undefined,
                    address: (address as () => string)(),
                  },
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
