import { TYPES, type WithPgClient } from "postgraphile/@dataplan/pg";
import { context, list, sideEffect } from "postgraphile/grafast";
import { extendSchema, gql } from "postgraphile/utils";
import { checkPassword, hashPassword } from "../../auth/passwords.ts";
import type { RequestSettings } from "../../database/request-adaptor.ts";
import { AppError } from "../../errors/app-error.ts";
import { type Confirmation, confirmPassword } from "./current-password.ts";

type Caller = Omit<Confirmation, "currentPassword">;

interface UserPasswordEdit {
  currentPassword?: string | null;
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

/** Hashes the caller's new password. Only for requests with a token, as hashing is expensive. */
async function hashOwnPassword(caller: Caller, input: UserPasswordEdit, isRequired: boolean) {
  await confirmPassword({ ...caller, currentPassword: input.currentPassword }, isRequired);
  return await hashPassword(confirmedPassword(input));
}

/** Hashes another user's password, after the database has checked that the caller is an administrator. */
async function hashForAdmin(
  withPgClient: WithPgClient,
  pgSettings: RequestSettings,
  password: string,
  confirm: () => Promise<void> = async () => {},
) {
  await withPgClient(pgSettings, (client) =>
    client.query({ text: "select app_public.require_admin()" }),
  );
  checkPassword(password);
  await confirm();
  return await hashPassword(password);
}

/**
 * Adds the mutations that take a password. They hash it here, off the event loop, so that the database and
 * its log never contain it. Database functions do the rest.
 */
export const makePasswordsPlugin = (requiresCurrentPassword: boolean) =>
  extendSchema((build) => {
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
        """The new password: at least 8 characters and at most 72 bytes."""
        password1: String!
        """The same password again."""
        password2: String!
      }
      """A user to create."""
      input NewUserInput {
        """The email address to log in with. It is unique, whatever its case."""
        email: String!
        """The password: at least 8 characters and at most 72 bytes."""
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
        """Changes a user's password and ends all their sessions. For administrators."""
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
              const $context = context();
              const $hash = sideEffect(
                list([
                  $context.get("withPgClient"),
                  $context.get("identity"),
                  args.getRaw("input"),
                ]),
                ([withPgClient, identity, input]) =>
                  hashOwnPassword(
                    { withPgClient, identity } as Caller,
                    input as UserPasswordEdit,
                    requiresCurrentPassword,
                  ),
              );
              return userPasswordEdit.execute([{ step: $hash, pgCodec: TYPES.text }], "mutation");
            },
            userPasswordReset(_$root, args) {
              const $context = context();
              const $hash = sideEffect(
                list([
                  $context.get("withPgClient"),
                  $context.get("pgSettings"),
                  $context.get("identity"),
                  args.getRaw("input"),
                ]),
                ([withPgClient, pgSettings, identity, input]) => {
                  const { currentPassword } = input as UserPasswordEdit;
                  const caller = { withPgClient, identity } as Caller;
                  return hashForAdmin(
                    withPgClient as WithPgClient,
                    pgSettings as RequestSettings,
                    confirmedPassword(input as UserPasswordEdit),
                    () => confirmPassword({ ...caller, currentPassword }, requiresCurrentPassword),
                  );
                },
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
              const $context = context();
              const $hash = sideEffect(
                list([
                  $context.get("withPgClient"),
                  $context.get("pgSettings"),
                  args.getRaw(["input", "password"]),
                ]),
                ([withPgClient, pgSettings, password]) =>
                  hashForAdmin(
                    withPgClient as WithPgClient,
                    pgSettings as RequestSettings,
                    password as string,
                  ),
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
