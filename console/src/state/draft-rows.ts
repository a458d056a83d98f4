import {
  SharedDraftDocument,
  SharedDraftRemoveDocument,
  type SharedDraftStateFragment,
  SharedDraftsDocument,
} from "../api/operations.ts";
import { RequestError, request } from "../api/request.ts";
import { t } from "../words/translate.ts";
import { readContent } from "./draft-content.ts";
import { type Draft, newDraft } from "./draft-fields.ts";
import { loaded } from "./loaded.ts";
import { session } from "./session.ts";

export type DraftRow = SharedDraftStateFragment;

/** Loads the shared drafts and one's own, without their content. */
export const loadRows = async (signal?: AbortSignal): Promise<DraftRow[]> =>
  (await request(SharedDraftsDocument, { limit: 1000 }, signal && { signal })).sharedDrafts ?? [];

/** The drafts as of the last check. */
export const draftRows = loaded(loadRows);

export const GONE = t("This draft was published or removed meanwhile.");

/** The timeout for loading a draft's content, in milliseconds. A large draft takes long on a slow line. */
const LOAD_TIMEOUT_MS = 60_000;

/** A draft that a row keeps. */
export type KeptDraft = Draft & { row: NonNullable<Draft["row"]> };

/** Loads a draft. */
export async function loadDraft(id: number): Promise<KeptDraft> {
  const answer = await request(SharedDraftDocument, { id }, { timeoutMs: LOAD_TIMEOUT_MS });
  const [found] = answer.sharedDrafts ?? [];
  if (!found) throw new RequestError("NOT_FOUND", GONE);
  const { name, version, content, isPrivate, alertId } = found;
  const row = { id, name, version, isPrivate, saved: content };
  return { ...newDraft(), ...readContent(content), ...(alertId !== null && { alertId }), row };
}

/** Removes a draft, for all who can see it. */
export async function removeRow(id: number): Promise<void> {
  await request(SharedDraftRemoveDocument, { id });
  await draftRows.load();
}

/** Returns the name of another administrator who works on a draft now; empty if nobody does. */
export function otherEditor({ editor, editingUntil }: DraftRow, now: number): string {
  const isOther = editor && editor.id !== session.value?.userId && (editingUntil ?? 0) > now;
  return isOther ? editor.name : "";
}
