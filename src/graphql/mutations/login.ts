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
    """An access token: to be sent as the header "Authorization: Bearer …"."""
    type AuthBody {
      accessToken: String!
      """Bearer"""
      tokenType: String!
      userId: Int!
    }
    input LoginCredentials {
      email: String!
      password: String!
    }
    extend type Mutation {
      """An access token for an email and its password. Error UNAUTHENTICATED, whichever is wrong."""
      login(input: LoginCredentials!): AuthBody
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
