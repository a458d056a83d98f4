import {
  SharedDraftDocument,
  SharedDraftRemoveDocument,
  type SharedDraftStateFragment,
  SharedDraftsDocument,
} from "../api/operations.ts";
import { RequestError, request } from "../api/request.ts";
import { t } from "../words/translate.ts";
import { beginDraft, continueDraft, editDraft } from "./draft.ts";
import { readContent } from "./draft-content.ts";
import { keptDrafts } from "./kept-drafts.ts";
import { loaded } from "./loaded.ts";
import { goTo, screenWatch } from "./route.ts";
import { session } from "./session.ts";

export type SharedDraft = SharedDraftStateFragment;

/** The drafts that administrators share, without their content. */
export const sharedDrafts = loaded(
  async (signal) =>
    (await request(SharedDraftsDocument, { limit: 1000 }, { signal })).sharedDrafts ?? [],
);

export const GONE = t("This draft was published or removed meanwhile.");

/** The timeout for loading a draft's content, in milliseconds. A large draft takes long on a slow line. */
const LOAD_TIMEOUT_MS = 60_000;

/** Loads the content of a shared draft. */
export async function loadShared(id: number) {
  const answer = await request(SharedDraftDocument, { id }, { timeoutMs: LOAD_TIMEOUT_MS });
  const [found] = answer.sharedDrafts ?? [];
  if (!found) throw new RequestError("NOT_FOUND", GONE);
  const { name, version, content } = found;
  return { ...readContent(content), shared: { id, name, version, saved: content } };
}

/**
 * Opens a shared draft for a new alert, unless the user leaves the screen before it has loaded. Changes that this
 * browser made to it earlier stay.
 */
export async function openShared(id: number): Promise<void> {
  const kept = keptDrafts().find(({ draft }) => draft.shared?.id === id);
  if (kept) {
    continueDraft(kept.draft);
  } else {
    const isStill = screenWatch();
    const fields = await loadShared(id);
    if (!isStill()) return;
    beginDraft();
    editDraft(fields);
  }
  goTo({ screen: "new" });
}

export async function removeShared(id: number): Promise<void> {
  await request(SharedDraftRemoveDocument, { id });
  await sharedDrafts.load();
}

/** Returns the name of another administrator who works on a draft now; empty if nobody does. */
export function otherEditor({ editor, editingUntil }: SharedDraft, now: number): string {
  const isOther = editor && editor.id !== session.value?.userId && (editingUntil ?? 0) > now;
  return isOther ? editor.name : "";
}
