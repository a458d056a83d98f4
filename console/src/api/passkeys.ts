import { t } from "../words/translate.ts";
import { PasskeyAskDocument } from "./operations.ts";
import { RequestError, request } from "./request.ts";

/** A passkey's answer to a question of the service. */
export interface PasskeyAnswer {
  ticket: string;
  passkey: unknown;
}

type Question = { ticket: string; options: unknown } | null;

/** Lets the browser answer a question. Browsers do not say why they have no answer. */
async function answer(
  question: Question,
  ask: (options: never) => Promise<Credential | null>,
): Promise<PasskeyAnswer> {
  try {
    const credential = (await ask(question?.options as never)) as PublicKeyCredential;
    return { ticket: question?.ticket ?? "", passkey: credential.toJSON() };
  } catch (error) {
    console.warn("No passkey:", error);
    throw new RequestError("REFUSED", t("The browser has shown no passkey. Try again."));
  }
}

/** Makes a passkey. */
export const makePasskey = (question: Question) =>
  answer(question, (options) =>
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
    }),
  );

/**
 * Shows a passkey of the user who is logged in.
 * @param ticket At a login: that of the password, or "" without one.
 */
export async function showPasskey(ticket?: string): Promise<PasskeyAnswer> {
  const options = ticket === undefined ? {} : { token: "" };
  const asked = await request(PasskeyAskDocument, { ticket: ticket || null }, options);
  return await answer(asked.passkeyAsk, (given) =>
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(given),
    }),
  );
}
