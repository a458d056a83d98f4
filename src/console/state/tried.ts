import { RequestError } from "../api/request.ts";
import { draft, editDraft, editOpenDraft } from "./draft.ts";
import type { Draft } from "./draft-fields.ts";

/** The codes of errors after which nobody knows whether the service has published. */
const UNKNOWN = ["UNREACHABLE", "INTERNAL_SERVER_ERROR"];

/** Sends an input of the present draft, which keeps it until it is known what became of it. */
export async function sendTried(
  input: NonNullable<Draft["tried"]>,
  send: () => Promise<number>,
): Promise<number> {
  const { key, tried } = draft.peek();
  editDraft({ tried: input });
  try {
    return await send();
  } catch (error) {
    // What is known of this try says nothing about one before it.
    if (error instanceof RequestError && !UNKNOWN.includes(error.code))
      editOpenDraft(key, { tried });
    throw error;
  }
}
