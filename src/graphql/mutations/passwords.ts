import { TYPES, type WithPgClient } from "postgraphile/@dataplan/pg";
import { context, list, object, type Step, sideEffect } from "postgraphile/grafast";
import { extendSchema, gql } from "postgraphile/utils";
import { hashPassword } from "../../auth/passwords.ts";
import type { Identity } from "../../auth/tokens.ts";
import type { RequestSettings } from "../../database/request-adaptor.ts";
import { AppError, LOG_IN_FIRST } from "../../errors/app-error.ts";

interface UserPasswordEdit {
  password1: string;
  password2: string;
}

/** Returns the new password if both fields contain it. */
function confirmedPassword({ password1, password2 }: UserPasswordEdit): string {
  if (password1 !== password2) {
    throw new AppError("BAD_USER_INPUT", "password1 and password2 must be the same.");
  }
  return password1;
}

/** The lane of a caller with a token in the queue of hashes. */
const laneOf = ({ userId }: Identity) => ({ key: `user ${userId}`, isKnown: true });

/** What hashing needs of a request. */
interface Caller {
  identity: Identity | undefined;
  withPgClient: WithPgClient;
  pgSettings: RequestSettings;
}

/** The step that gives the caller. */
function caller(): Step<Caller> {
  const $context = context();
  return object({
    identity: $context.get("identity"),
    withPgClient: $context.get("withPgClient"),
    pgSettings: $context.get("pgSettings"),
  }) as unknown as Step<Caller>;
}

/** Hashes a password. Only for requests with a token, as hashing is expensive. */
async function hashAs(
  { identity, withPgClient, pgSettings }: Caller,
  password: string,
  { text, values }: { text: string; values: unknown[] },
) {
  if (!identity) throw new AppError("UNAUTHENTICATED", LOG_IN_FIRST);
  const { rows } = await withPgClient(pgSettings, (client) =>
    client.query<{ email: string | undefined }>({ text, values }),
  );
  return await hashPassword(password, rows[0]?.email, laneOf(identity));
}

/** The email of the caller. */
const OWN_EMAIL = "select (app_public.me()).email";
/** Checks that the caller is an administrator, and reads a user's email, or takes the one of a new user. */
const EMAIL_OF =
  "select app_public.require_admin(), (select email from app_public.users where id = $1)";
const EMAIL_GIVEN = "select app_public.require_admin(), $1::text as email";

/**
 * Adds the mutations that take a password. They hash it here, off the event loop, so that the database and
 * its log never contain it. Database functions do the rest.
 */
export const PasswordsPlugin = extendSchema((build) => {
  const {
    user_password_edit: userPasswordEdit,
    user_password_reset: userPasswordReset,
    new_user: newUser,
  } = build.pgResources;
  if (!userPasswordEdit || !userPasswordReset || !newUser)
    throw new Error("The functions for passwords are missing.");
  return {
    typeDefs: gql`
      """The new password, twice."""
      input UserPasswordEdit {
        """The new password: at least 8 characters and at most 72 bytes, and none that is easy to guess."""
        password1: String!
        """The same password again."""
        password2: String!
      }
      """A user to create."""
      input NewUserInput {
        """The email address to log in with. It is unique, whatever its case."""
        email: String!
        """The password: at least 8 characters and at most 72 bytes, and none that is easy to guess."""
        password: String!
        """The name of the user."""
        name: String!
        """The postal address of the user."""
        address: String!
        """True for an administrator."""
        isAdmin: Boolean!
      }
      extend type Mutation {
        """Changes your password. The token of this request stays valid; every other token of yours is revoked."""
        userPasswordEdit(
          """The new password, twice."""
          input: UserPasswordEdit!
        ): User
        """Changes a user's password and revokes all their tokens. For administrators."""
        userPasswordReset(
          """The id of the user."""
          id: Int!
          """The new password, twice."""
          input: UserPasswordEdit!
        ): User
        """Creates a user. For administrators."""
        newUser(
          """The user to create."""
          input: NewUserInput!
        ): User
      }
    `,
    objects: {
      Mutation: {
        plans: {
          userPasswordEdit(_$root, args) {
            const $hash = sideEffect(list([caller(), args.getRaw("input")]), ([caller, input]) =>
              hashAs(caller, confirmedPassword(input as UserPasswordEdit), {
                text: OWN_EMAIL,
                values: [],
              }),
            );
            return userPasswordEdit.execute([{ step: $hash, pgCodec: TYPES.text }], "mutation");
          },
          userPasswordReset(_$root, args) {
            const $hash = sideEffect(
              list([caller(), args.getRaw("id"), args.getRaw("input")]),
              ([caller, id, input]) =>
                hashAs(caller, confirmedPassword(input as UserPasswordEdit), {
                  text: EMAIL_OF,
                  values: [id],
                }),
            );
            return userPasswordReset.execute(
              [
                { step: args.getRaw("id"), pgCodec: TYPES.int },
                { step: $hash, pgCodec: TYPES.text },
              ],
              "mutation",
            );
          },
          newUser(_$root, args) {
            const $hash = sideEffect(
              list([caller(), args.getRaw(["input", "email"]), args.getRaw(["input", "password"])]),
              ([caller, email, password]) =>
                hashAs(caller, password as string, { text: EMAIL_GIVEN, values: [email] }),
            );
            const text = (name: string) => ({
              step: args.getRaw(["input", name]),
              pgCodec: TYPES.text,
            });
            return newUser.execute(
              [
                text("email"),
                { step: $hash, pgCodec: TYPES.text },
                text("name"),
                text("address"),
                { step: args.getRaw(["input", "isAdmin"]), pgCodec: TYPES.boolean },
              ],
              "mutation",
            );
          },
        },
      },
    },
  };
});
