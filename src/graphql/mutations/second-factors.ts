import { extendSchema, gql } from "postgraphile/utils";
import { AppError, loginNeeded } from "../../ops/app-error.ts";
import type { People } from "../../people/index.ts";
import { newTotp, stepOf } from "../../people/totp.ts";
import { type Caller, callerPlan, callerRow, hostRow } from "../requests/caller.ts";
import { tarpitRefusal, tooManyWrongLogins } from "./check-attempt.ts";
import { confirmPassword } from "./current-password.ts";
import { type Credentials, digestOf, type Logins, type LoginWay } from "./login.ts";

/** What the database says at the beginning of a check, which counts as a failure until it is complete. */
interface Begun extends Credentials {
  /** In seconds. 0 if the check may go on. */
  retry_after: number;
  /** Null without such a second factor. */
  factor_id: number | null;
  secret: Buffer | null;
}

/** What the host found of a second factor that somebody shows. The database decides. */
interface Shown {
  way: LoginWay;
  /** The step of a code. Undefined if it is wrong. */
  counter?: number | undefined;
  code?: string;
  /** Sealed anew by the first key. */
  secret?: Buffer | undefined;
}

const BEGIN = "select * from app_private.begin_factor($1, $2)";
const COMPLETE = `select app_private.complete_factor($1, $2, $3, $4, $5, $6, $7, $8) as "isRight"
  from set_config('app.request_id', $9, true)`;
const MAY_ADD = `select u.email, app_private.may_add_factor() as "hasFactor" from app_public.me() u`;
const ADD = `select app_private.add_factor($1, $2, $3, $4, $5, $6) as codes from set_config('app.request_id', $7, true)`;
const RENEW = "select app_public.recovery_codes_renew() as codes";
const FRESH_UNTIL = `select extract(epoch from (app_public.second_factor_state()).fresh_until)::bigint::text as until`;

interface Codes {
  codes: string[];
}

/** Clients take UNAUTHENTICATED for the end of a session, so it is for logins only. */
type Code = "UNAUTHENTICATED" | "BAD_USER_INPUT";
const expired = (code: Code) =>
  new AppError(code, "This ticket has expired: begin again.", { reason: "TICKET_EXPIRED" });
const wrongCode = (code: Code) =>
  new AppError(code, "This code is wrong, or was used: send the next one.", {
    reason: "WRONG_CODE",
  });

function identityOf({ request: { identity } }: Caller) {
  if (!identity) throw loginNeeded();
  return identity;
}

/** Checks the second factor of a user, and returns the user and the way; undefined if it is wrong. */
async function check(
  caller: Caller,
  userId: number,
  sessionId: number | undefined,
  verify: (begun: Begun) => Shown,
): Promise<{ account: Credentials; way: LoginWay } | undefined> {
  const { id, address } = caller.request;
  const begun = (await hostRow<Begun>(caller, BEGIN, userId, address())) as Begun;
  if (begun.retry_after > 0) await tarpitRefusal(tooManyWrongLogins(begun.retry_after));
  // The user was erased meanwhile.
  if (!begun.user_id) return undefined;
  const { way, counter, code, secret } = verify(begun);
  const completed = await hostRow<{ isRight: boolean }>(
    caller,
    COMPLETE,
    userId,
    address(),
    way,
    counter === undefined ? null : begun.factor_id,
    counter,
    code,
    secret,
    sessionId,
    id,
  );
  return completed?.isRight ? { account: begun, way } : undefined;
}

/** Checks that the caller may add a second factor: by a fresh one, or by the password for the first. Returns the email. */
async function confirmAddition(caller: Caller, currentPassword: string | null | undefined) {
  identityOf(caller);
  const row = await callerRow<{ email: string; hasFactor: boolean }>(caller, MAY_ADD);
  if (!row) throw loginNeeded();
  if (!row.hasFactor) await confirmPassword(caller, currentPassword, true);
  return row.email;
}

/** Adds authenticator apps and recovery codes, the login with them, and their confirmation before what is sensitive. */
export function makeSecondFactorsPlugin(
  organisation = "Location Alert Service",
  { tickets, seal }: Partial<Pick<People, "tickets" | "seal">>,
  logins: Logins,
) {
  const without = () => new Error("The schema alone checks nothing.");

  /** Reads a code: six digits of an authenticator app, else a recovery code, however it is written. */
  function verifyCode(text: string, { user_id: userId, secret }: Begun): Shown {
    const code = text.toLowerCase().replace(/[^a-z0-9]/g, "");
    if (!/^\d{6}$/.test(code)) return { way: "RECOVERY_CODE", code };
    const opened = secret ? seal?.open(userId, secret) : undefined;
    return {
      way: "TOTP",
      counter: opened && stepOf(opened.text, code),
      secret: opened?.isOld ? seal?.close(userId, opened.text) : undefined,
    };
  }

  return extendSchema({
    typeDefs: gql`
      """The tokens of a login."""
      type LoginBody {
        """The access token. Send it with each request in the header "Authorization: Bearer …"."""
        accessToken: String!
        """Always "Bearer"."""
        tokenType: String!
        """How many seconds the access token is valid."""
        expiresIn: Int!
        """The token for sessionRefresh, with staysLoggedIn. Store it where only your program can read it."""
        refreshToken: String
        """The id of the user."""
        userId: Int!
      }
      """The secret of a new authenticator app."""
      type TotpOffer {
        """The ticket for totpConfirm, within five minutes."""
        ticket: String!
        """The secret, to type it."""
        secret: String!
        """The secret as an address, for a QR code."""
        uri: String!
      }
      extend type Mutation {
        """Ends a login with a second factor. Error UNAUTHENTICATED if the code is wrong or was used, or the ticket has expired, RATE_LIMITED after too many wrong ones."""
        loginSecondFactor(
          """The ticket of the error SECOND_FACTOR, within five minutes."""
          ticket: String!
          """The code of the authenticator app, or a recovery code."""
          code: String!
          """True for a session that sessionRefresh prolongs, as sessionBegin begins it."""
          staysLoggedIn: Boolean
        ): LoginBody
        """Shows your second factor again, in this session. Returns until when it is not asked for. Error BAD_USER_INPUT if the code is wrong or was used, RATE_LIMITED after too many wrong ones."""
        secondFactorConfirm(
          """The code of the authenticator app, or a recovery code."""
          code: String!
        ): Int64
        """Offers the secret of a new authenticator app. Error BAD_USER_INPUT without the right password, FORBIDDEN if you have to show a second factor first, or your role has none."""
        totpBegin(
          """The password that you log in with, for your first second factor."""
          currentPassword: String
        ): TotpOffer
        """Adds the authenticator app. Returns ten recovery codes with your first second factor: they are shown only once. Error BAD_USER_INPUT if the code is wrong or the ticket has expired, CONFLICT if you have an authenticator app."""
        totpConfirm(
          """The ticket of totpBegin."""
          ticket: String!
          """A code of the authenticator app."""
          code: String!
          """A name to know it by."""
          name: String!
        ): [String!]
        """Makes ten recovery codes of yours, instead of those before. They are shown only once. Error FORBIDDEN if you have to show a second factor first, NOT_FOUND without one."""
        recoveryCodesRenew: [String!]
      }
    `,
    objects: {
      Mutation: {
        plans: {
          loginSecondFactor: callerPlan(
            ["ticket", "code", "staysLoggedIn"],
            async (caller, text: string, code: string, staysLoggedIn?: boolean | null) => {
              const ticket = tickets?.verify("login", text);
              if (!ticket) throw expired("UNAUTHENTICATED");
              const found = await check(caller, ticket.userId, undefined, (begun) => {
                if (digestOf(begun.password_hash) !== ticket.password)
                  throw expired("UNAUTHENTICATED");
                return verifyCode(code, begun);
              });
              if (!found) throw wrongCode("UNAUTHENTICATED");
              return logins.begin(caller, found.account, staysLoggedIn === true, found.way);
            },
          ),
          secondFactorConfirm: callerPlan(["code"], async (caller, code: string) => {
            const { userId, sessionId } = identityOf(caller);
            await callerRow(caller, FRESH_UNTIL);
            const found = await check(caller, userId, sessionId, (begun) =>
              verifyCode(code, begun),
            );
            if (!found) throw wrongCode("BAD_USER_INPUT");
            return (await callerRow<{ until: string }>(caller, FRESH_UNTIL))?.until;
          }),
          totpBegin: callerPlan(["currentPassword"], async (caller, password?: string | null) => {
            const email = await confirmAddition(caller, password);
            const { userId, sessionId } = identityOf(caller);
            const offer = newTotp(organisation, email);
            if (!tickets) throw without();
            const { secret } = offer;
            return { ...offer, ticket: tickets.issue("totp", { userId, sessionId, secret }) };
          }),
          totpConfirm: callerPlan(
            ["ticket", "code", "name"],
            async (caller, text: string, code: string, name: string) => {
              const { userId, sessionId } = identityOf(caller);
              const ticket = tickets?.verify("totp", text);
              if (ticket?.userId !== userId || ticket.sessionId !== sessionId)
                throw expired("BAD_USER_INPUT");
              const step = stepOf(ticket.secret, code.replace(/\s/g, ""));
              if (step === undefined) throw wrongCode("BAD_USER_INPUT");
              if (!seal) throw without();
              const secret = seal.close(userId, ticket.secret);
              const values = [userId, sessionId, "TOTP", name, secret, step, caller.request.id];
              return (await hostRow<Codes>(caller, ADD, ...values))?.codes;
            },
          ),
          recoveryCodesRenew: callerPlan(
            [],
            async (caller) => (await callerRow<Codes>(caller, RENEW))?.codes,
          ),
        },
      },
    },
  });
}
