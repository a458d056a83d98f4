import { useRef, useState } from "preact/hooks";
import { isUnknown } from "../api/is-unknown.ts";
import {
  type HeldFragment,
  HeldPublicationNowDocument,
  PublicationHoldDocument,
  type PublicationInput,
  PublicationTakeBackDocument,
} from "../api/operations.ts";
import { RequestError, request } from "../api/request.ts";
import { titleOf } from "../state/alert-list.ts";
import { forgetSent, keepSent } from "../state/sent.ts";
import { inWords } from "../words/refusals.ts";
import { t } from "../words/translate.ts";

type Publication = Omit<PublicationInput, "key">;

/**
 * Publishes, and returns the alert's id once it is published; undefined if it waits for a second person or its time.
 * Rejects with the code TAKEN_BACK if it was taken back,
 * and with NOT_PUBLISHED if the service refused it when it was due. A retry of the same saved draft is the same
 * publication, although a text that names the end may have changed with the minute.
 */
export type Send = (publication: Publication, saved?: string) => Promise<number | undefined>;

/** A publication that the service holds. `until` is when it goes out, in milliseconds since 1970. */
export interface Held {
  id: number;
  until: number;
}

/** The time between two checks of a publication that is due. */
const CHECK_INTERVAL_MS = 300;

const MAY_GO_OUT = t(
  "The service does not answer. If it has got this, it goes out. Try again: nothing is published twice.",
);

/** Names a publication. */
function whatIs({ newAlert, alertId, allClear }: Publication): string {
  if (newAlert) return `“${titleOf({ title: newAlert.title ?? null, text1: newAlert.text1 })}”`;
  const id = Number(alertId);
  return allClear
    ? t("The all-clear of alert id {id}", { id })
    : t("The update of alert id {id}", { id });
}

/** Returns the state of a publication by its key; undefined if the service has not got it. */
export async function findHeld(key: string): Promise<HeldFragment | undefined> {
  const { heldPublication } = await request(HeldPublicationNowDocument, { key });
  return heldPublication ?? undefined;
}

/** The time within which a retry keeps the end of the previous try. After that, it is another publication. */
const RETRY_SECONDS = 300;

const endOf = ({ newAlert, changes }: Publication) => (newAlert ?? changes)?.expiresAt ?? 0;

/** A publication that was sent, and the saved draft that it came from. */
interface Sent {
  publication: Publication;
  saved: string | undefined;
}

/** True if only the end differs, and by little. */
function isRetry(now: Sent, last: Sent): boolean {
  const isSameDraft = now.saved !== undefined && now.saved === last.saved;
  const written = isSameDraft && { title: null, text1: null, text2: null, text3: null };
  const [one, other] = [now, last].map(({ publication: { newAlert, changes, ...others } }) =>
    JSON.stringify([{ ...(newAlert ?? changes), ...written, expiresAt: null }, others]),
  );
  const later = endOf(now.publication) - endOf(last.publication);
  return one === other && Math.abs(later) <= RETRY_SECONDS;
}

/** True if a publication waits for a second person, or for the time that its author has chosen. */
export const isWaiting = ({ state, publishAt }: HeldFragment): boolean =>
  state === "PROPOSED" || (state === "HELD" && publishAt != null);

/** Says why a publication that is settled was not published. */
export function refusalOf({ state, reason, refusal }: HeldFragment): RequestError {
  return state === "TAKEN_BACK"
    ? new RequestError("TAKEN_BACK", t("It was taken back: nothing was published."))
    : new RequestError(
        "NOT_PUBLISHED",
        reason
          ? inWords({ message: reason, reason: refusal })
          : t("It was not published: try again."),
      );
}

/** Publishes after a few seconds in which the publication can be taken back. The service counts them. */
export function useHeld() {
  // Requests with the same key publish only once.
  const key = useRef("");
  // The publication that has that key; undefined if the next try needs another key.
  const last = useRef<Sent | undefined>(undefined);
  const [held, setHeld] = useState<Held>();
  const wake = useRef(() => {});
  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      setTimeout(resolve, milliseconds);
      wake.current = resolve;
    });

  async function hold(publication: Publication, saved?: string): Promise<HeldFragment> {
    const sent = { publication, saved };
    // The service would refuse another publication with this key, whatever the outcome of the first one.
    if (!last.current || !isRetry(sent, last.current)) {
      key.current = crypto.randomUUID();
      last.current = sent;
    }
    const input = { ...last.current.publication, key: key.current };
    const draftId = (publication.newAlert ?? publication.changes)?.draftId ?? undefined;
    keepSent({ key: input.key, what: whatIs(publication), draftId });
    try {
      const { publicationHold } = await request(PublicationHoldDocument, { input });
      return publicationHold as HeldFragment;
    } catch (error) {
      if (!isUnknown(error)) forgetSent(key.current);
      const { code } = error as RequestError;
      // Another request had the key, so every retry of this one would be refused.
      if (code === "CONFLICT") last.current = undefined;
      throw code === "UNREACHABLE" ? new RequestError(code, MAY_GO_OUT) : error;
    }
  }

  /** Waits until a publication is settled. */
  async function follow(state: HeldFragment, sentKey: string): Promise<HeldFragment> {
    const { id, secondsLeft } = state;
    if (isWaiting(state)) return state;
    setHeld({ id, until: Date.now() + secondsLeft * 1000 });
    if (state.state === "HELD") await pause(secondsLeft * 1000);
    while (state.state === "HELD") {
      // Without an answer, the state is the known one.
      state = (await findHeld(sentKey).catch(() => undefined)) ?? state;
      if (state.state === "HELD") await pause(CHECK_INTERVAL_MS);
    }
    setHeld(undefined);
    return state;
  }

  const send: Send = async (publication, saved) => {
    const state = await follow(await hold(publication, saved), key.current);
    last.current = undefined;
    forgetSent(key.current);
    if (state.state === "PUBLISHED") return state.alertId as number;
    if (isWaiting(state)) return undefined;
    throw refusalOf(state);
  };

  /** Takes the held publication back. Rejects if it is too late. */
  async function takeBack(): Promise<void> {
    if (!held) return;
    await request(PublicationTakeBackDocument, { id: held.id });
    wake.current();
  }
  return { held, send, follow, takeBack };
}
