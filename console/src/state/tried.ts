import { RequestError } from "../api/request.ts";
import { t } from "../words/translate.ts";
import { draft, editDraft, editOpenDraft, isOpenHere } from "./draft.ts";
import type { Draft } from "./draft-fields.ts";
import { keepDraft, keptDraft } from "./kept-drafts.ts";
import { session } from "./session.ts";

/** The codes of errors after which nobody knows whether the service has published. */
const UNKNOWN = ["UNREACHABLE", "INTERNAL_SERVER_ERROR"];

/** True if the service may have done what a request with this error asked for. */
export const isUnknown = (error: unknown) =>
  !(error instanceof RequestError) || UNKNOWN.includes(error.code);

const BY_ANOTHER = t(
  "Another administrator tried to publish this, and had no answer. Look among the alerts: if it is not there, begin another draft.",
);

/**
 * Refuses a new alert that another administrator tried to publish in this browser: the service identifies a repeated
 * alert by its author, or by its shared draft.
 */
export function refuseAnotherUsersTry({ tried, triedBy }: Draft): void {
  const isShared = tried && "draftId" in tried;
  if (!tried || isShared || triedBy === undefined || triedBy === session.peek()?.userId) return;
  throw new RequestError("CONFLICT", BY_ANOTHER);
}

/** Call this when a try of a draft, which may be open in no tab, is known to have published nothing. */
export function forgetTry(key: string): void {
  const kept = keptDraft(key);
  if (isOpenHere(key)) editOpenDraft(key, { tried: undefined, triedBy: undefined });
  else if (kept) keepDraft({ ...kept, tried: undefined, triedBy: undefined });
}

/** Sends an input of the present draft, which keeps it until its outcome is known. */
export async function sendAndRemember(
  input: NonNullable<Draft["tried"]>,
  send: () => Promise<number>,
): Promise<number> {
  const { key, tried, triedBy } = draft.peek();
  editDraft({ tried: input, triedBy: session.peek()?.userId });
  try {
    return await send();
  } catch (error) {
    // The outcome of this try says nothing about an earlier one.
    if (!isUnknown(error)) editOpenDraft(key, { tried, triedBy });
    throw error;
  }
}
