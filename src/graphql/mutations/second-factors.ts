import { extendSchema, gql } from "postgraphile/utils";
import type { People } from "../../people/index.ts";
import { newTotp, stepOf } from "../../people/totp.ts";
import { callerPlan, callerRow } from "../requests/caller.ts";
import { digestOf, type Logins } from "./login.ts";
import {
  addFactor,
  type Begun,
  check,
  confirmAddition,
  expired,
  freshUntil,
  identityOf,
  type Shown,
  wrongCode,
} from "./shown-factor.ts";

const RENEW = "select app_public.recovery_codes_renew() as codes";

/** Adds authenticator apps and recovery codes, the login with them, and their confirmation before what is sensitive. */
export function makeSecondFactorsPlugin(
  organisation: string,
  { tickets, seal }: Partial<Pick<People, "tickets" | "seal">>,
  logins: Logins,
) {
  /** Reads a code: six digits of an authenticator app, else a recovery code, however it is written. */
  async function verifyCode(text: string, { user_id: userId, secret }: Begun): Promise<Shown> {
    const code = text.toLowerCase().replace(/[^a-z0-9]/g, "");
    if (!/^\d{6}$/.test(code)) return { way: "RECOVERY_CODE", code };
    const opened = secret ? seal?.open(userId, secret) : undefined;
    return {
      way: "TOTP",
      counter: opened && (await stepOf(opened.text, code)),
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
              const found = await check(caller, { userId: ticket.userId }, (begun) => {
                if (digestOf(begun.password_hash) !== ticket.password)
                  throw expired("UNAUTHENTICATED");
                return verifyCode(code, begun);
              });
              if (!found) throw wrongCode("UNAUTHENTICATED");
              return logins.begin(caller, found.account, staysLoggedIn === true, found.way);
            },
          ),
          secondFactorConfirm: callerPlan(["code"], async (caller, code: string) => {
            await freshUntil(caller);
            if (!(await check(caller, identityOf(caller), (begun) => verifyCode(code, begun))))
              throw wrongCode("BAD_USER_INPUT");
            return await freshUntil(caller);
          }),
          totpBegin: callerPlan(["currentPassword"], async (caller, password?: string | null) => {
            const offer = await newTotp(organisation, await confirmAddition(caller, password));
            const { userId, sessionId } = identityOf(caller);
            const { secret } = offer;
            return { ...offer, ticket: tickets?.issue("totp", { userId, sessionId, secret }) };
          }),
          totpConfirm: callerPlan(
            ["ticket", "code", "name"],
            async (caller, text: string, code: string, name: string) => {
              const { userId, sessionId } = identityOf(caller);
              const ticket = tickets?.verify("totp", text);
              if (ticket?.userId !== userId || ticket.sessionId !== sessionId)
                throw expired("BAD_USER_INPUT");
              const step = await stepOf(ticket.secret, code.replace(/\s/g, ""));
              const secret = seal?.close(userId, ticket.secret);
              if (step === undefined || !secret) throw wrongCode("BAD_USER_INPUT");
              return await addFactor(caller, "TOTP", name, secret, step);
            },
          ),
          recoveryCodesRenew: callerPlan(
            [],
            async (caller) => (await callerRow<{ codes: string[] }>(caller, RENEW))?.codes,
          ),
        },
      },
    },
  });
}
