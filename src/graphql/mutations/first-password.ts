import { extendSchema, gql } from "postgraphile/utils";
import { AppError } from "../../ops/app-error.ts";
import { hashPassword } from "../../people/passwords.ts";
import { type Caller, callerPlan, hostRow } from "../requests/caller.ts";

interface PasswordSetInput {
  token: string;
  password: string;
}

const LINK_EMAIL = "select app_private.password_link_email($1) as email";
const SET_PASSWORD = "select app_private.set_first_password($1, $2) as email";

/** Runs a statement that returns the email of a link's user. */
async function emailOf(caller: Caller, text: string, ...values: string[]): Promise<string> {
  const row = await hostRow<{ email: string | null }>(caller, text, ...values);
  if (row?.email) return row.email;
  throw new AppError(
    "NOT_FOUND",
    "This link was used, has expired or is not whole: ask an administrator for a new one.",
    { reason: "PASSWORD_LINK_USED" },
  );
}

/** Sets the first password. An unknown token is refused before anything is hashed, because hashing is expensive. */
async function setPassword(caller: Caller, { token, password }: PasswordSetInput): Promise<string> {
  const email = await emailOf(caller, LINK_EMAIL, token);
  const lane = { key: caller.request.address(), isKnown: false };
  return await emailOf(caller, SET_PASSWORD, token, await hashPassword(password, email, lane));
}

/** Adds `Mutation.passwordSet`, for users who have a link and no password yet. */
export const FirstPasswordPlugin = extendSchema({
  typeDefs: gql`
    """The first password of a user."""
    input PasswordSetInput {
      """The token of a link, which an administrator gets by newPasswordLinks."""
      token: String!
      """The password: at least 8 characters and at most 72 bytes, and not easy to guess."""
      password: String!
    }
    extend type Mutation {
      """Sets your first password by a link. Needs no token of a session. Returns the email to log in with. Error NOT_FOUND if the link was used, has expired or was replaced."""
      passwordSet(
        """The link's token, and the password."""
        input: PasswordSetInput!
      ): String
    }
  `,
  objects: {
    Mutation: {
      plans: {
        passwordSet: callerPlan(["input"], setPassword),
      },
    },
  },
});
