import { computed, effect, signal } from "@preact/signals";
import { isUnknown } from "../api/is-unknown.ts";
import {
  HeldPublicationNowDocument,
  NewSharedDraftDocument,
  type ReceivedFragment,
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
import { contentOf, nameOf } from "./draft-content.ts";
import { keepCopy, lockCopy, removeCopy } from "./draft-copies.ts";
import type { Draft, Row } from "./draft-fields.ts";
import { type KeptDraft, loadDraft, loadRows, otherEditor, removeRow } from "./draft-rows.ts";
import { afterLogin } from "./loaded.ts";
import { PublishedBefore } from "./sent.ts";
import { serviceSeconds } from "./service-clock.ts";
import { isExpired, session } from "./session.ts";

/** Why a draft cannot be saved. */
export type Trouble =
  /** Someone has changed it. Their draft is absent if this browser cannot read it. */
  | {
      kind: "conflict";
      author: string | undefined;
      version: number;
      theirs?: KeptDraft | undefined;
    }
  /** It was published, as the alert with that id, or removed. */
  | { kind: "gone"; alertId: number | undefined }
  | { kind: "other"; message: string };

/** The time without a change before the draft is saved. */
const SAVE_DEBOUNCE_MS = 1500;
/** The time between two marks, which show the others that this user edits the draft. Each mark lasts a minute. */
const MARK_INTERVAL_MS = 20_000;
/**
 * Returns the timeout for saving a draft, in milliseconds. A step without an answer must not hold up the next step or a
 * publication, but a large draft takes long on a slow line.
 */
const saveTimeoutMs = (content: string) => SHORT_TIMEOUT_MS + Math.round(content.length / 10);

const UNSAVED = t("The draft has changed, or could not be saved: close this to see why.");

const GOES_OUT = t("This draft is being published now: wait a moment.");

async function publicationOf(draftId: number) {
  return (await request(HeldPublicationNowDocument, { draftId })).heldPublication;
}

/** Returns the id of the alert that was published from a draft, or that its publication updated. */
export async function publishedFrom(draftId: number): Promise<number | undefined> {
  const { state, alertId } = (await publicationOf(draftId)) ?? {};
  return state === "PUBLISHED" ? (alertId ?? undefined) : undefined;
}

/**
 * A draft that this tab has open. A row of the database keeps it, from its first change. The browser keeps a copy, which
 * is sent when the connection is back, also if the tab is gone by then.
 */
export class OpenDraft {
  readonly draft;
  /** The draft as the row keeps it. */
  readonly content = computed(() => contentOf(this.draft.value));
  /** True if the row has all changes. */
  readonly isSaved = computed(
    () => this.content.value === (this.draft.value.row?.saved ?? this.#begun),
  );
  /** False while the user has changed nothing of a new draft. */
  readonly isBegun = computed(() => this.draft.value.row !== undefined || !this.isSaved.value);
  readonly trouble = signal<Trouble>();
  /** The name of another administrator who works on the draft now. */
  readonly coEditor = signal("");
  /** The message of others that the draft comes from. */
  readonly received = signal<ReceivedFragment>();
  /** False if the browser's storage is full or off. */
  readonly isCopied = signal(true);
  /** Counts how often another version has replaced the draft. */
  readonly replaced = signal(0);
  readonly userId = session.peek()?.userId;

  /** The content without a change of the user, which needs no row. */
  #begun: string;
  /** The contents that were sent since the last answer. The service may have any of them, because answers get lost. */
  readonly #unanswered = new Set<string>();
  /** The version that was loaded last: a conflict may last long, and a large draft must not be loaded at each mark. */
  #read: KeptDraft | undefined;
  #lock: Promise<(() => void) | undefined>;
  #isClosed = false;
  #isForgotten = false;
  readonly #openedAt = serviceSeconds();
  #running: Promise<unknown> = Promise.resolve();

  /** @param lock The lock of the browser's copy, if the draft comes from one. */
  constructor(draft: Draft, lock?: () => void) {
    this.draft = signal(draft);
    this.#begun = lock ? "" : contentOf(draft);
    this.#lock = lock ? Promise.resolve(lock) : lockCopy(draft.key);
  }

  edit(change: Partial<Draft>): void {
    this.draft.value = { ...this.draft.peek(), ...change };
    if (this.#isForgotten) return;
    const { row, key } = this.draft.peek();
    if (!this.isSaved.peek() || (row && !this.#isClosed))
      this.isCopied.value = keepCopy(this.draft.peek());
    else removeCopy(key);
  }

  /** Replaces the draft, which counts as begun if no row keeps it. */
  replace(by: Draft): void {
    this.#begun = contentOf(by);
    this.replaced.value += 1;
    this.edit(by);
  }

  /** Saves the changes, if nobody else has changed the draft. */
  readonly save = () => this.#run(() => this.#save());

  /** Gets the newest version and saves the draft. Fails if the row then differs from what is shown now. */
  async saveNow(): Promise<Row> {
    const content = this.content.peek();
    await this.#run(() => this.#look());
    await this.save();
    const { row } = this.draft.peek();
    const isSame = row?.saved === content && content === this.content.peek();
    const trouble = this.trouble.peek();
    if (trouble?.kind === "gone" && trouble.alertId) throw new PublishedBefore(trouble.alertId);
    if (!row || !isSame || trouble) throw new RequestError("CONFLICT", UNSAVED);
    return row;
  }

  /** Shares the draft with colleagues. */
  async share(name: string): Promise<void> {
    const { id, version } = await this.saveNow();
    const input = { name, isPrivate: false, expectedVersion: version };
    await this.#inTurn(async () => {
      const { sharedDraftEdit } = await request(SharedDraftEditDocument, { id, input });
      const { row } = this.draft.peek();
      if (!sharedDraftEdit || !row) return;
      const shared = { name: name.trim(), isPrivate: false, version: sharedDraftEdit.version };
      this.edit({ row: { ...row, ...shared } });
    });
  }

  /** Takes the others' version. A new draft keeps the user's own one. */
  readonly takeTheirs = () =>
    this.#run(async () => {
      const { row, key, alertId } = this.draft.peek();
      if (!row) return;
      const theirs = await loadDraft(row.id);
      const mine = this.content.peek();
      await this.#make(mine, nameOf(this.draft.peek()), alertId);
      // The user may have typed meanwhile.
      if (mine === this.content.peek()) this.#take({ ...theirs, key });
    });

  /** Saves the user's version over the others'. */
  overwrite(version: number): Promise<void> {
    const { row } = this.draft.peek();
    if (row) this.edit({ row: { ...row, version } });
    this.trouble.value = undefined;
    return this.save();
  }

  /** Makes a private draft of one whose row is gone. */
  async keepAsOwn(): Promise<void> {
    const { row } = this.draft.peek();
    // It may be a private draft of another user, who has published it in this browser.
    const publication = row && (await publicationOf(row.id).catch(() => undefined));
    if (publication?.state === "HELD") {
      this.trouble.value = { kind: "other", message: GOES_OUT };
      return;
    }
    this.#begun = "";
    this.edit({ row: undefined });
    this.trouble.value = undefined;
    await this.save();
  }

  /** Removes the draft for all who can see it. */
  async remove(): Promise<void> {
    await this.#inTurn(async () => {
      const { row } = this.draft.peek();
      if (row && this.trouble.peek()?.kind !== "gone") await removeRow(row.id);
      this.forget();
    });
  }

  /** Drops the browser's copy, because the draft was published or removed. */
  forget(): void {
    this.#isForgotten = true;
    this.close();
    removeCopy(this.draft.peek().key);
  }

  /** Leaves the draft to other tabs. The browser's copy stays if it has changes that were not saved. */
  close(): void {
    this.#isClosed = true;
    if (this.isSaved.peek()) removeCopy(this.draft.peek().key);
    void this.#lock.then((release) => release?.());
  }

  /** Saves and marks the draft while its screen is open. Returns a function that stops. */
  follow(): () => void {
    this.coEditor.value = "";
    let isBusy = false;
    const keepInStep = async () => {
      // On a slow line, marks would pile up, and the user's choices would wait for all of them.
      if (isBusy) return;
      isBusy = true;
      await this.save();
      await this.#run(() => this.#look());
      isBusy = false;
    };
    void keepInStep();
    const stopSaving = effect(() => {
      void this.content.value;
      const timer = setTimeout(() => void this.save(), SAVE_DEBOUNCE_MS);
      return () => clearTimeout(timer);
    });
    const timer = setInterval(() => void keepInStep(), MARK_INTERVAL_MS);
    const ignoreReturn = onReturn(() => void keepInStep(), MARK_INTERVAL_MS);
    const onFocus = () => void keepInStep();
    window.addEventListener("focus", onFocus);
    return () => {
      stopSaving();
      clearInterval(timer);
      ignoreReturn();
      window.removeEventListener("focus", onFocus);
      void this.save();
      const { row } = this.draft.peek();
      if (row) request(SharedDraftMarkDocument, { id: row.id, isEditing: false }).catch(() => {});
    };
  }

  /** Runs one step after another. */
  #inTurn<Result>(step: () => Promise<Result>): Promise<Result> {
    const result = this.#running.then(step);
    this.#running = result.catch(() => {});
    return result;
  }

  /** Runs one step after another, and shows the trouble if one fails. */
  #run(step: () => Promise<void>): Promise<void> {
    return this.#inTurn(() => step().catch((error) => this.#fail(error)));
  }

  async #fail(error: unknown): Promise<void> {
    const { code } = error as RequestError;
    const { row } = this.draft.peek();
    if (code === "NOT_FOUND" && row) {
      const alertId = await publishedFrom(row.id).catch(() => undefined);
      this.trouble.value = { kind: "gone", alertId };
    } else if (isExpired.peek()) afterLogin(() => void this.save());
    // Without a connection, the page says that the browser keeps the changes.
    else if (code !== "UNREACHABLE")
      this.trouble.value = { kind: "other", message: messageOf(error) };
  }

  /** Marks the draft as being edited, and checks whether someone else has changed it. */
  async #look(): Promise<void> {
    const { row, key } = this.draft.peek();
    if (!row || this.trouble.peek()?.kind === "gone") return;
    const mark = { id: row.id, isEditing: true };
    const { sharedDraftMark: now } = await request(
      SharedDraftMarkDocument,
      mark,
      WITH_SHORT_TIMEOUT,
    );
    if (!now) return;
    this.coEditor.value = otherEditor(now, serviceSeconds());
    this.received.value = now.received ?? undefined;
    if (now.version === row.version) {
      // A failure to save stays on the screen until the draft is saved.
      if (this.isSaved.peek() || this.trouble.peek()?.kind !== "other")
        this.trouble.value = undefined;
      return;
    }
    const wasSaved = this.isSaved.peek();
    if (this.#read?.row.version !== now.version) {
      this.#read = await loadDraft(row.id).catch((error) => {
        // A conflict is reported even if this browser cannot load the other version.
        if (wasSaved) throw error;
        return undefined;
      });
    }
    const theirs = this.#read;
    // The user may have typed while it loaded.
    if (theirs && this.isSaved.peek()) this.#take({ ...theirs, key });
    else if (theirs && this.#isOwn(theirs.row.saved)) this.#setRow(theirs.row);
    else
      this.trouble.value = {
        kind: "conflict",
        author: now.user?.name,
        version: now.version,
        theirs,
      };
  }

  #take(theirs: KeptDraft): void {
    this.replace(theirs);
    this.#setRow(theirs.row);
  }

  /** True if the content came from this browser: saving over it loses no change of others. */
  #isOwn(content: string): boolean {
    return content === this.content.peek() || this.#unanswered.has(content);
  }

  /** Notes which changes the service has. */
  #setRow(row: Row): void {
    this.edit({ row });
    this.#unanswered.clear();
    this.trouble.value = undefined;
  }

  async #save(): Promise<void> {
    const kind = this.trouble.peek()?.kind;
    if (this.#isForgotten || this.isSaved.peek() || kind === "conflict" || kind === "gone") return;
    const { row, alertId } = this.draft.peek();
    const content = this.content.peek();
    const name = nameOf(this.draft.peek());
    if (!row && this.#unanswered.size > 0) {
      const made = await this.#findMade();
      if (made) {
        this.#setRow(made);
        return await this.#save();
      }
    }
    this.#unanswered.add(content);
    try {
      if (!row) return this.#setRow(await this.#make(content, name, alertId));
      const input = { content, expectedVersion: row.version, ...(row.isPrivate && { name }) };
      const { id } = row;
      const timeoutMs = saveTimeoutMs(content);
      const answer = await request(SharedDraftEditDocument, { id, input }, { timeoutMs });
      const { version = row.version } = answer.sharedDraftEdit ?? {};
      this.#setRow({ ...row, ...(row.isPrivate && { name }), version, saved: content });
    } catch (error) {
      if (!isUnknown(error)) this.#unanswered.delete(content);
      if (!row || (error as RequestError).code !== "CONFLICT") throw error;
      await this.#look();
    }
  }

  /** Makes a private draft. */
  async #make(content: string, name: string, alertId: number | undefined): Promise<Row> {
    const input = { name, content, isPrivate: true, alertId: alertId ?? null };
    const timeoutMs = saveTimeoutMs(content);
    const { newSharedDraft } = await request(NewSharedDraftDocument, { input }, { timeoutMs });
    const { id = 0, version = 1 } = newSharedDraft ?? {};
    return { id, name, isPrivate: true, version, saved: content };
  }

  /** Finds the row that a request without an answer has made, so that no second one is made. */
  async #findMade(): Promise<Row | undefined> {
    const rows = (await loadRows()).filter(
      ({ isPrivate, version, updatedAt }) =>
        isPrivate && version === 1 && updatedAt >= this.#openedAt,
    );
    for (const { id } of rows) {
      const { row } = await loadDraft(id);
      if (this.#isOwn(row.saved)) return row;
    }
    return undefined;
  }
}
