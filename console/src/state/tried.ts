import { RequestError } from "../api/request.ts";
import { t } from "../words/translate.ts";
import { draft, editDraft, editOpenDraft } from "./draft.ts";
import type { Draft } from "./draft-fields.ts";
import { session } from "./session.ts";

/** The codes of errors after which nobody knows whether the service has published. */
const UNKNOWN = ["UNREACHABLE", "INTERNAL_SERVER_ERROR"];

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
    if (error instanceof RequestError && !UNKNOWN.includes(error.code))
      editOpenDraft(key, { tried, triedBy });
    throw error;
  }
}
