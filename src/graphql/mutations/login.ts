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

interface LoginCredentials {
  email: string;
  password: string;
}

/** Logs in. An unknown email and a wrong password give the same message after the same time. */
async function login(
  withPgClient: WithPgClient,
  tokens: Tokens,
  { email, password }: LoginCredentials,
) {
  // Runs as the host's login role: no role of a request may read a hash.
  const { rows } = await withPgClient(null, (client) =>
    client.query<Credentials>({
      text: "select * from app_private.login_credentials($1)",
      values: [email],
    }),
  );
  const [credentials] = rows;
  if (!(await verifyPassword(password, credentials?.password_hash)) || !credentials) {
    throw new AppError("UNAUTHENTICATED", "The email or the password is wrong.");
  }
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
            list([$context.get("withPgClient"), $context.get("tokens"), args.getRaw("input")]),
            async ([withPgClient, tokens, input]) =>
              await login(
                withPgClient as WithPgClient,
                tokens as Tokens,
                input as LoginCredentials,
              ),
          );
        },
      },
    },
  },
});
