import { effect, signal } from "@preact/signals";
import {
  NewSharedDraftDocument,
  SharedDraftEditDocument,
  SharedDraftMarkDocument,
} from "../api/operations.ts";
import {
  messageOf,
  RequestError,
  request,
  SHORT_TIMEOUT_MS,
  WITH_SHORT_TIMEOUT,
} from "../api/request.ts";
import { t } from "../words/translate.ts";
import { onReturn } from "./connection.ts";
import { draft, draftPlace, editDraft, editOpenDraft, replaceDraft } from "./draft.ts";
import { contentOf } from "./draft-content.ts";
import type { Shared } from "./draft-fields.ts";
import { keepDraft, removeDraft } from "./kept-drafts.ts";
import { serviceSeconds } from "./service-clock.ts";
import { loadShared, otherEditor, type SharedDraft } from "./shared-drafts.ts";

/** Why this browser's copy cannot be kept in step with the shared draft. */
export type Trouble =
  | { kind: "conflict"; theirs: SharedDraft }
  | { kind: "gone" }
  | { kind: "other"; message: string };

export const trouble = signal<Trouble>();
/** The name of another administrator who works on the draft now. */
export const coEditor = signal("");

/** The time without a change before the draft is saved. */
const SAVE_DEBOUNCE_MS = 1500;
/** The time between two marks, which show the others that this user edits the draft. Each mark lasts a minute. */
const MARK_INTERVAL_MS = 20_000;
/**
 * Returns the timeout for saving a draft, in milliseconds. A step without an answer must not hold up the next step or a
 * publication, but a large draft takes long on a slow line.
 */
const saveTimeoutMs = (content: string) => SHORT_TIMEOUT_MS + Math.round(content.length / 10);

/** Shares this draft with all administrators. */
export async function shareDraft(name: string): Promise<void> {
  const { key } = draft.peek();
  const content = contentOf(draft.peek());
  const { newSharedDraft } = await request(NewSharedDraftDocument, { input: { name, content } });
  if (!newSharedDraft) return;
  const { id, version } = newSharedDraft;
  // Another draft may be on the screen by now.
  editOpenDraft(key, { shared: { id, name: name.trim(), version, saved: content } });
}

/** Replaces this browser's copy with the shared draft. */
const take = (theirs: Awaited<ReturnType<typeof loadShared>>) =>
  replaceDraft({ ...draft.peek(), ...theirs });

const isPresent = (id: number) => draft.peek().shared?.id === id;

/** True if this browser has changed nothing of the shared draft since it was saved. */
const isSaved = () => contentOf(draft.peek()) === draft.peek().shared?.saved;

/**
 * The contents of each shared draft that were sent since the last answer. The service may have any of them, because
 * answers get lost.
 */
const unanswered = new Map<number, Set<string>>();

/** True if the service's content came from this browser: saving over it loses no change of others. */
const isOwn = ({ id, saved }: Shared) =>
  saved === contentOf(draft.peek()) || unanswered.get(id)?.has(saved) === true;

/** The version that was loaded last. A conflict may last long, and a large draft must not be loaded at each mark. */
let read: Awaited<ReturnType<typeof loadShared>> | undefined;

/** Loads a version of a shared draft, unless that was the last one loaded. */
async function readVersion(id: number, version: number) {
  if (read?.shared.id !== id || read.shared.version !== version) read = await loadShared(id);
  return read;
}

/** Marks the draft as being edited, and checks whether someone else has changed it. */
async function look(id: number): Promise<void> {
  const mark = { id, isEditing: true };
  const { sharedDraftMark: theirs } = await request(
    SharedDraftMarkDocument,
    mark,
    WITH_SHORT_TIMEOUT,
  );
  const { shared } = draft.peek();
  if (!theirs || shared?.id !== id) return;
  coEditor.value = otherEditor(theirs, serviceSeconds());
  if (theirs.version === shared.version) {
    // A failure to save stays on the screen until the draft is saved.
    if (isSaved() || trouble.peek()?.kind !== "other") trouble.value = undefined;
    return;
  }
  const wasSaved = isSaved();
  const newest = await readVersion(id, theirs.version).catch((error) => {
    // A conflict is reported even if this browser cannot load the other version.
    if (wasSaved) throw error;
  });
  if (!isPresent(id)) return;
  // The user may have typed while it loaded.
  if (newest && isSaved()) take(newest);
  else if (newest && isOwn(newest.shared)) setSaved(newest.shared);
  else trouble.value = { kind: "conflict", theirs };
}

/** Notes which of this browser's changes the service has. */
function setSaved(shared: Shared): void {
  editDraft({ shared });
  unanswered.delete(shared.id);
  trouble.value = undefined;
}

/** Saves the changes of this browser, if nobody else has changed the draft. */
async function send(id: number): Promise<void> {
  const { shared } = draft.peek();
  const content = contentOf(draft.peek());
  if (shared?.id !== id || content === shared.saved) return;
  const input = { content, expectedVersion: shared.version };
  const timeoutMs = saveTimeoutMs(content);
  unanswered.set(id, (unanswered.get(id) ?? new Set()).add(content));
  const { sharedDraftEdit } = await request(SharedDraftEditDocument, { id, input }, { timeoutMs });
  if (!sharedDraftEdit || !isPresent(id)) return;
  setSaved({ ...shared, version: sharedDraftEdit.version, saved: content });
}

let running = Promise.resolve();

/** Runs one step after another, and stores the problem if one fails. */
function run(step: (id: number) => Promise<void>): Promise<void> {
  running = running.then(async () => {
    const id = draft.peek().shared?.id;
    if (id === undefined) return;
    try {
      await step(id);
    } catch (error) {
      const { code } = error as RequestError;
      if (code === "CONFLICT" && step === send) await look(id).catch(() => {});
      else if (code === "NOT_FOUND") trouble.value = { kind: "gone" };
      else trouble.value = { kind: "other", message: messageOf(error) };
    }
  });
  return running;
}

const UNSAVED = t(
  "The shared draft has changed, or could not be saved. Nothing was published: see above.",
);

/**
 * Gets the newest version of the draft before publication, and saves the draft. Fails if others see a different draft.
 */
export async function saveBeforePublication(): Promise<void> {
  const { key, shared } = draft.peek();
  if (!shared) return;
  const content = contentOf(draft.peek());
  await run(look);
  await run(send);
  const isSame = draft.peek().key === key && contentOf(draft.peek()) === content;
  if (!isSame || !isSaved() || trouble.peek()) throw new RequestError("CONFLICT", UNSAVED);
}

const UNKEPT = t(
  "This browser cannot keep your draft as another one: its storage is full or off. Discard other drafts first.",
);

/** Takes the others' draft. This browser keeps its own as another draft. If it cannot, nothing changes. */
export function loadSavedVersion(): void {
  void run(async (id) => {
    const theirs = await loadShared(id);
    if (!isPresent(id)) return;
    const key = crypto.randomUUID();
    if (!keepDraft({ ...draft.peek(), key, shared: undefined })) {
      removeDraft(key);
      trouble.value = { kind: "other", message: UNKEPT };
      return;
    }
    take(theirs);
    trouble.value = undefined;
  });
}

/** Saves this browser's draft over the others' draft. */
export function overwriteSavedVersion({ version }: SharedDraft): void {
  const { shared } = draft.peek();
  if (shared) editDraft({ shared: { ...shared, version } });
  trouble.value = undefined;
  void run(send);
}

/** Turns a draft that is no longer shared into a draft of this browser alone. */
export function unshareDraft(): void {
  editDraft({ shared: undefined });
  trouble.value = undefined;
}

/** Saves and marks the draft while its screen is open. Returns a function that stops. */
export function followSharing(): () => void {
  trouble.value = undefined;
  coEditor.value = "";
  read = undefined;
  let marked: number | undefined;
  let isMarking = false;
  const mark = async () => {
    // On a slow line, marks would pile up, and the user's choices would wait for all of them.
    if (draftPlace.peek() !== "here" || isMarking) return;
    isMarking = true;
    await run(look);
    isMarking = false;
  };
  const stopMarks = effect(() => {
    const id = draftPlace.value === "here" ? draft.value.shared?.id : undefined;
    if (id === marked) return;
    marked = id;
    if (id !== undefined) void run(look);
  });
  const stopSaving = effect(() => {
    const { shared } = draft.value;
    // Not .value: a failed save is tried again after the next change, or when the connection is back.
    const kind = trouble.peek()?.kind;
    if (!shared || kind === "conflict" || kind === "gone") return;
    const timer = setTimeout(() => void run(send), SAVE_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  });
  const timer = setInterval(() => void mark(), MARK_INTERVAL_MS);
  const ignoreReturn = onReturn(() => {
    void run(send);
    void mark();
  });
  return () => {
    stopMarks();
    stopSaving();
    clearInterval(timer);
    ignoreReturn();
    const id = draft.peek().shared?.id;
    if (id === undefined) return;
    void run(send);
    request(SharedDraftMarkDocument, { id, isEditing: false }).catch(() => {});
  };
}
