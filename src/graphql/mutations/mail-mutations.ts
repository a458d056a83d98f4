import { extendSchema, gql } from "postgraphile/utils";
import { tarpit } from "../../limits/tarpit.ts";
import { AppError } from "../../ops/app-error.ts";
import { type Caller, callerPlan, hostRow } from "../requests/caller.ts";

const ASK = "select app_private.ask_for_password_mail($1, $2) as wait";
const VERIFY = `select app_private.verify_email($1) as email
  from set_config('app.request_id', $2, true)`;

/** Queues the mail. It takes the same steps and gives the same answer whether or not somebody has the email. */
async function askForPassword(caller: Caller, email: string): Promise<true> {
  const asked = await hostRow<{ wait: number }>(caller, ASK, email, caller.request.address());
  const wait = asked?.wait ?? 0;
  if (wait === 0) return true;
  await tarpit();
  throw new AppError(
    "RATE_LIMITED",
    `Too many mails were asked for: try again in ${wait} seconds.`,
    { reason: "TOO_MANY_MAILS", retryAfter: wait },
  );
}

async function verify(caller: Caller, token: string): Promise<string> {
  const verified = await hostRow<{ email: string | null }>(
    caller,
    VERIFY,
    token,
    caller.request.id,
  );
  if (verified?.email) return verified.email;
  throw new AppError(
    "NOT_FOUND",
    "This link was used, has expired or is not whole: ask for a new mail.",
    { reason: "MAIL_LINK_USED" },
  );
}

/** Adds `Mutation.passwordForgotten` and `Mutation.emailVerify`. Neither needs a token of a session. */
export const makeMailPlugin = (isOn: boolean) =>
  extendSchema({
    typeDefs: gql`
    extend type Mutation {
      """Mails a link to this email, by which passwordSet sets a new password. Answers true whether or not somebody has the email. Error CONFLICT if mail is off, RATE_LIMITED after too many mails to this email or from your address."""
      passwordForgotten(
        """The email to log in with."""
        email: String!
      ): Boolean
      """Confirms an email by the token of a mailed link. Needs no token of a session. Returns the email. Error NOT_FOUND if the link was used, has expired or was replaced."""
      emailVerify(
        """The token of the link."""
        token: String!
      ): String
    }
  `,
    objects: {
      Mutation: {
        plans: {
          passwordForgotten: callerPlan(["email"], (caller, email: string) => {
            if (isOn) return askForPassword(caller, email);
            throw new AppError(
              "CONFLICT",
              "Mail is off at this service: ask an administrator for a new password.",
              { reason: "MAIL_OFF" },
            );
          }),
          emailVerify: callerPlan(["token"], verify),
        },
      },
    },
  });
