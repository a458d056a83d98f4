import { TYPES } from "postgraphile/@dataplan/pg";
import { list, sideEffect } from "postgraphile/grafast";
import { extendSchema, gql } from "postgraphile/utils";
import { AppError, LOG_IN_FIRST } from "../../ops/app-error.ts";
import { hashPassword, MIN_CHARACTERS } from "../../people/passwords.ts";
import type { Identity } from "../../people/tokens.ts";
import { type Caller, caller } from "../requests/caller.ts";
import { confirmPassword } from "./current-password.ts";

interface UserPasswordEdit {
  currentPassword?: string | null;
  password1: string;
  password2: string;
}

const TOO_SHORT = `\`password1\` length must be >= ${MIN_CHARACTERS}.`;

/** Returns the new password if both fields contain it. Existing clients know both refusals by their words. */
function confirmedPassword({ password1, password2 }: UserPasswordEdit): string {
  if (password1 !== password2) {
    throw new AppError("BAD_USER_INPUT", "`password1` and `password2` must be equals.");
  }
  if ([...password1].length < MIN_CHARACTERS) {
    throw new AppError("BAD_USER_INPUT", TOO_SHORT);
  }
  return password1;
}

/** The lane of a caller with a token in the queue of hashes. */
const laneOf = ({ userId }: Identity) => ({ key: `user ${userId}`, isKnown: true });

/** Hashes a password. Only for requests with a token, as hashing is expensive. */
async function hashForCaller(
  { withPgClient, request }: Caller,
  password: string,
  { text, values }: { text: string; values: unknown[] },
  confirm: () => Promise<void> = async () => {},
) {
  const { identity } = request;
  if (!identity) throw new AppError("UNAUTHENTICATED", LOG_IN_FIRST);
  const { rows } = await withPgClient(request, (client) =>
    client.query<{ email: string | undefined }>({ text, values }),
  );
  await confirm();
  return await hashPassword(password, rows[0]?.email, laneOf(identity));
}

const OWN_EMAIL = "select (app_public.me()).email";
/** Both check that the caller is an administrator. The first reads a user's email, the second takes a new user's. */
const EMAIL_OF =
  "select app_public.require_admin(), (select email from app_public.users where id = $1)";
const EMAIL_GIVEN = "select app_public.require_admin(), $1::text as email";

/**
 * Adds the mutations that take a password. They hash it here, off the event loop, so that the database and
 * its log never contain it. Database functions do the rest.
 */
export const makePasswordsPlugin = (requiresCurrentPassword: boolean) =>
  extendSchema((build) => {
    /** Checks the caller's own password, if it is given or required. */
    const confirming =
      (caller: Caller, { currentPassword }: UserPasswordEdit) =>
      () =>
        confirmPassword(caller, currentPassword, requiresCurrentPassword);

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
        """The password that you log in with; for userPasswordReset the administrator's own. The service may require it."""
        currentPassword: String
        """The new password: at least 8 characters and at most 72 bytes, and not easy to guess."""
        password1: String!
        """The same password again."""
        password2: String!
      }
      """A user to create."""
      input NewUserInput {
        """The email address to log in with. It is unique, whatever its case."""
        email: String!
        """The password: at least 8 characters and at most 72 bytes, and not easy to guess."""
        password: String!
        """The name of the user."""
        name: String!
        """The postal address of the user."""
        address: String!
        """True for an administrator."""
        isAdmin: Boolean!
      }
      extend type Mutation {
        """Changes your password. The session of this request stays; your other sessions end."""
        userPasswordEdit(
          """The new password, twice."""
          input: UserPasswordEdit!
        ): User
        """
        Changes a user's password and ends all their sessions. For administrators. An administrator in training cannot change the password of one who is not.
        """
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
                hashForCaller(
                  caller,
                  confirmedPassword(input as UserPasswordEdit),
                  {
                    text: OWN_EMAIL,
                    values: [],
                  },
                  confirming(caller, input as UserPasswordEdit),
                ),
              );
              return userPasswordEdit.execute([{ step: $hash, pgCodec: TYPES.text }], "mutation");
            },
            userPasswordReset(_$root, args) {
              const $hash = sideEffect(
                list([caller(), args.getRaw("id"), args.getRaw("input")]),
                ([caller, id, input]) =>
                  hashForCaller(
                    caller,
                    confirmedPassword(input as UserPasswordEdit),
                    {
                      text: EMAIL_OF,
                      values: [id],
                    },
                    confirming(caller, input as UserPasswordEdit),
                  ),
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
                list([
                  caller(),
                  args.getRaw(["input", "email"]),
                  args.getRaw(["input", "password"]),
                ]),
                ([caller, email, password]) =>
                  hashForCaller(caller, password as string, { text: EMAIL_GIVEN, values: [email] }),
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
