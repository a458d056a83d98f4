import { list, sideEffect } from "postgraphile/grafast";
import { extendSchema, gql } from "postgraphile/utils";
import { tarpit } from "../../limits/tarpit.ts";
import { AppError } from "../../ops/app-error.ts";
import { type Caller, caller } from "../requests/caller.ts";

const ASK = "select app_private.ask_for_password_mail($1, $2) as answer";
const VERIFY = `select app_private.verify_email($1) as answer
  from set_config('app.request_id', $2, true)`;

async function call<Answer>({ withPgClient }: Caller, text: string, values: unknown[]) {
  const { rows } = await withPgClient(null, (client) =>
    client.query<{ answer: Answer }>({ text, values }),
  );
  return rows[0]?.answer;
}

/** Queues the mail. It takes the same steps and gives the same answer whether or not somebody has the email. */
async function askForPassword(caller: Caller, email: string): Promise<true> {
  const wait = (await call<number>(caller, ASK, [email, caller.request.address()])) ?? 0;
  if (wait === 0) return true;
  await tarpit();
  throw new AppError(
    "RATE_LIMITED",
    `Too many mails were asked for: try again in ${wait} seconds.`,
    wait,
  );
}

async function verify(caller: Caller, token: string): Promise<string> {
  const email = await call<string | null>(caller, VERIFY, [token, caller.request.id]);
  if (email) return email;
  throw new AppError(
    "NOT_FOUND",
    "This link was used, has expired or is not whole: ask for a new mail.",
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
          passwordForgotten(_$root, args) {
            return sideEffect(list([caller(), args.getRaw("email")]), ([caller, email]) => {
              if (isOn) return askForPassword(caller, email as string);
              throw new AppError(
                "CONFLICT",
                "Mail is off at this service: ask an administrator for a new password.",
              );
            });
          },
          emailVerify(_$root, args) {
            return sideEffect(list([caller(), args.getRaw("token")]), ([caller, token]) =>
              verify(caller, token as string),
            );
          },
        },
      },
    },
  });
