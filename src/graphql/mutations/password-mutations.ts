import { TYPES } from "postgraphile/@dataplan/pg";
import type { FieldArgs, Step } from "postgraphile/grafast";
import { extendSchema, gql } from "postgraphile/utils";
import { AppError, loginNeeded } from "../../ops/app-error.ts";
import { hashPassword, MIN_CHARACTERS, PASSWORD_TOO_SHORT } from "../../people/passwords.ts";
import { type Caller, callerPlan, callerRow } from "../requests/caller.ts";
import { confirmPassword } from "./current-password.ts";

interface UserPasswordEdit {
  currentPassword?: string | null;
  password1: string;
  password2: string;
}

interface NewUserInput {
  email: string;
  password: string;
}

const TOO_SHORT = `\`password1\` length must be >= ${MIN_CHARACTERS}.`;

/** Returns the new password if both fields contain it. Existing clients know both refusals by their words. */
function confirmedPassword({ password1, password2 }: UserPasswordEdit): string {
  if (password1 !== password2) {
    throw new AppError("BAD_USER_INPUT", "`password1` and `password2` must be equals.", {
      reason: "PASSWORDS_DIFFER",
    });
  }
  if ([...password1].length < MIN_CHARACTERS) {
    throw new AppError("BAD_USER_INPUT", TOO_SHORT, PASSWORD_TOO_SHORT);
  }
  return password1;
}

/**
 * Hashes a password. Only for requests with a token, as hashing is expensive.
 * @param text A statement that checks the caller's rights and returns the user's email.
 * @param confirm Checks the caller's own password.
 */
async function hashForCaller(
  caller: Caller,
  password: string,
  { text, values }: { text: string; values: unknown[] },
  confirm?: () => Promise<void>,
): Promise<string> {
  const { identity } = caller.request;
  if (!identity) throw loginNeeded();
  const row = await callerRow<{ email: string | undefined }>(caller, text, ...values);
  await confirm?.();
  return await hashPassword(password, row?.email, {
    key: `user ${identity.userId}`,
    isKnown: true,
  });
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
    /** Hashes the password of an edit, after the caller's own password, if it is given or required. */
    const hashEdit = (caller: Caller, edit: UserPasswordEdit, text: string, ...values: unknown[]) =>
      hashForCaller(caller, confirmedPassword(edit), { text, values }, () =>
        confirmPassword(caller, edit.currentPassword, requiresCurrentPassword),
      );
    const hashOwn = callerPlan(["input"], (caller, edit: UserPasswordEdit) =>
      hashEdit(caller, edit, OWN_EMAIL),
    );
    const hashOther = callerPlan(["id", "input"], (caller, id: number, edit: UserPasswordEdit) =>
      hashEdit(caller, edit, EMAIL_OF, id),
    );
    const hashNew = callerPlan(["input"], (caller, { email, password }: NewUserInput) =>
      hashForCaller(caller, password, { text: EMAIL_GIVEN, values: [email] }),
    );
    const text = (step: Step) => ({ step, pgCodec: TYPES.text });

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
            userPasswordEdit: ($root: unknown, args: FieldArgs) =>
              userPasswordEdit.execute([text(hashOwn($root, args))], "mutation"),
            userPasswordReset: ($root: unknown, args: FieldArgs) => {
              const id = { step: args.getRaw("id"), pgCodec: TYPES.int };
              return userPasswordReset.execute([id, text(hashOther($root, args))], "mutation");
            },
            newUser($root: unknown, args: FieldArgs) {
              const field = (name: string) => args.getRaw(["input", name]);
              return newUser.execute(
                [
                  text(field("email")),
                  text(hashNew($root, args)),
                  text(field("name")),
                  text(field("address")),
                  { step: field("isAdmin"), pgCodec: TYPES.boolean },
                ],
                "mutation",
              );
            },
          },
        },
      },
    };
  });
