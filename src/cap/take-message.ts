import { Refusal } from "../limits/fetch-outside.ts";
import { checkSignature } from "./check-signature.ts";
import { type ReceivedMessage, readMessage } from "./read-message.ts";
import { validate } from "./validate-message.ts";

/** That of NOAA, the largest that was seen, has 1.7 MB. */
export const MAX_MESSAGE_BYTES = 3_000_000;

/** A message, and what was found out about it. */
export interface TakenMessage extends ReceivedMessage {
  isValid: boolean;
  /** True if a signature by the key of its source was verified. */
  isSigned: boolean;
}

/**
 * Reads a message, by its signature if it has one and there is a key.
 * @param text What `decode()` returns.
 * @throws Refusal if it is none, or its signature is wrong.
 */
export async function takeMessage(text: string, key: string | null): Promise<TakenMessage> {
  if (text.length > MAX_MESSAGE_BYTES) throw new Refusal("TOO_LARGE", `${text.length} characters`);
  const signed = key === null ? undefined : await checkSignature(text, key);
  const message = await readMessage(signed ?? text);
  const isValid = (await validate(text)).length === 0;
  return { ...message, isValid, isSigned: signed !== undefined };
}
