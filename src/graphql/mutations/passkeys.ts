import { extendSchema, gql } from "postgraphile/utils";
import { AppError } from "../../ops/app-error.ts";
import type { People } from "../../people/index.ts";
import type { Claims } from "../../people/tickets.ts";
import {
  counterOf,
  type KnownPasskey,
  madePasskey,
  offerOf,
  questionOf,
} from "../../people/webauthn.ts";
import { type Caller, callerPlan, hostRow } from "../requests/caller.ts";
import { digestOf, type Logins } from "./login.ts";
import {
  addFactor,
  check,
  confirmAddition,
  expired,
  freshUntil,
  identityOf,
  type Shown,
} from "./shown-factor.ts";

const PASSKEYS = "select app_private.passkeys_of($1) as passkeys";
const passkeysOf = async (caller: Caller, userId: number) =>
  (await hostRow<{ passkeys: KnownPasskey[] }>(caller, PASSKEYS, userId))?.passkeys ?? [];

const wrongPasskey = (code: "UNAUTHENTICATED" | "BAD_USER_INPUT") =>
  new AppError(code, "This passkey is unknown, or its answer is not to this question: ask again.", {
    reason: "WRONG_PASSKEY",
  });

/** Adds passkeys: as a login of their own, after a password, and as a confirmation before what is sensitive. */
export function makePasskeysPlugin(
  organisation: string,
  publicUrl: string | undefined,
  { tickets }: Partial<Pick<People, "tickets">>,
  logins: Logins,
) {
  /** The origin for which passkeys are made. */
  function originOf({ request }: Caller): string {
    const origin = publicUrl === undefined ? request.origin : new URL(publicUrl).origin;
    if (origin) return origin;
    throw new AppError("BAD_USER_INPUT", "Passkeys need PUBLIC_URL, or a page of the service.", {
      reason: "PASSKEY_ORIGIN",
    });
  }

  /** Checks an answer to a question. */
  const checkPasskey = (caller: Caller, question: Claims["passkey"], passkey: unknown) => {
    const asked = { origin: originOf(caller), challenge: question.challenge };
    const { id } = Object(passkey) as { id?: unknown };
    const whose = { userId: question.userId, sessionId: question.sessionId, passkey: String(id) };
    return check(caller, whose, async ({ password_hash, secret, counter }): Promise<Shown> => {
      const { password = digestOf(password_hash) } = question;
      if (password !== digestOf(password_hash)) throw expired("UNAUTHENTICATED");
      if (!secret) return { way: "PASSKEY" };
      const known = {
        id: whose.passkey,
        publicKey: new Uint8Array(secret),
        counter: Number(counter),
      };
      const isAlone = question.userId === undefined;
      return { way: "PASSKEY", counter: await counterOf(asked, passkey, known, isAlone) };
    });
  };

  return extendSchema({
    typeDefs: gql`
      """What to ask of a browser, and the ticket for its answer."""
      type PasskeyQuestion {
        """The ticket, for five minutes."""
        ticket: String!
        """The options, as parseCreationOptionsFromJSON and parseRequestOptionsFromJSON of PublicKeyCredential take them."""
        options: JSON!
      }
      extend type Mutation {
        """Begins to make a passkey. Error BAD_USER_INPUT without the right password, FORBIDDEN if you have to show a second factor first, or your role has none."""
        passkeyBegin(
          """The password that you log in with, for your first second factor."""
          currentPassword: String
        ): PasskeyQuestion
        """Adds a passkey. Returns ten recovery codes with your first second factor: they are shown only once. Error BAD_USER_INPUT if the answer is wrong or the ticket has expired."""
        passkeyAdd(
          """The ticket of passkeyBegin."""
          ticket: String!
          """The new passkey, as its method toJSON writes it."""
          passkey: JSON!
          """A name to know it by."""
          name: String!
        ): [String!]
        """Asks for a passkey: one of yours with a token or with a ticket of the error SECOND_FACTOR, else one of anyone."""
        passkeyAsk(
          """The ticket of the error SECOND_FACTOR."""
          ticket: String
        ): PasskeyQuestion
        """Logs in with a passkey, alone or after a password. Error UNAUTHENTICATED if the passkey is unknown or its answer wrong, or the ticket has expired, RATE_LIMITED after too many wrong ones."""
        loginPasskey(
          """The ticket of passkeyAsk."""
          ticket: String!
          """The browser's answer, as its method toJSON writes it."""
          passkey: JSON!
          """True for a session that sessionRefresh prolongs, as sessionBegin begins it."""
          staysLoggedIn: Boolean
        ): LoginBody
        """Shows a passkey of yours again, in this session. Returns until when no second factor is asked for. Error BAD_USER_INPUT if it is wrong, RATE_LIMITED after too many wrong ones."""
        passkeyConfirm(
          """The ticket of passkeyAsk."""
          ticket: String!
          """The browser's answer, as its method toJSON writes it."""
          passkey: JSON!
        ): Int64
      }
    `,
    objects: {
      Mutation: {
        plans: {
          passkeyBegin: callerPlan(
            ["currentPassword"],
            async (caller, password?: string | null) => {
              const email = await confirmAddition(caller, password);
              const { userId, sessionId } = identityOf(caller);
              const known = await passkeysOf(caller, userId);
              const options = await offerOf(
                originOf(caller),
                organisation,
                { id: userId, email },
                known,
              );
              const { challenge } = options;
              return {
                options,
                ticket: tickets?.issue("passkeyOffer", { userId, sessionId, challenge }),
              };
            },
          ),
          passkeyAdd: callerPlan(
            ["ticket", "passkey", "name"],
            async (caller, text: string, passkey: unknown, name: string) => {
              const { userId, sessionId } = identityOf(caller);
              const ticket = tickets?.verify("passkeyOffer", text);
              if (ticket?.userId !== userId || ticket.sessionId !== sessionId)
                throw expired("BAD_USER_INPUT");
              const asked = { origin: originOf(caller), challenge: ticket.challenge };
              const made = await madePasskey(asked, passkey);
              if (!made) throw wrongPasskey("BAD_USER_INPUT");
              const { publicKey, counter, id, transports } = made;
              const key = Buffer.from(publicKey);
              return await addFactor(caller, "PASSKEY", name, key, counter, id, transports);
            },
          ),
          passkeyAsk: callerPlan(["ticket"], async (caller, text?: string | null) => {
            const second = text == null ? caller.request.identity : tickets?.verify("login", text);
            if (text != null && !second) throw expired("UNAUTHENTICATED");
            const known = second && (await passkeysOf(caller, second.userId));
            const options = await questionOf(originOf(caller), known);
            const { challenge } = options;
            return { options, ticket: tickets?.issue("passkey", { ...second, challenge }) };
          }),
          loginPasskey: callerPlan(
            ["ticket", "passkey", "staysLoggedIn"],
            async (caller, text: string, passkey: unknown, staysLoggedIn?: boolean | null) => {
              const question = tickets?.verify("passkey", text);
              if (!question || question.sessionId) throw expired("UNAUTHENTICATED");
              const found = await checkPasskey(caller, question, passkey);
              if (!found) throw wrongPasskey("UNAUTHENTICATED");
              return logins.begin(caller, found.account, staysLoggedIn === true, found.way);
            },
          ),
          passkeyConfirm: callerPlan(
            ["ticket", "passkey"],
            async (caller, text: string, passkey: unknown) => {
              await freshUntil(caller);
              const question = tickets?.verify("passkey", text);
              if (question?.sessionId !== identityOf(caller).sessionId)
                throw expired("BAD_USER_INPUT");
              if (!(await checkPasskey(caller, question, passkey)))
                throw wrongPasskey("BAD_USER_INPUT");
              return await freshUntil(caller);
            },
          ),
        },
      },
    },
  });
}
