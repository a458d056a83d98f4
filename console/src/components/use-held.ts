import { useRef, useState } from "preact/hooks";
import {
  type HeldFragment,
  HeldPublicationNowDocument,
  PublicationHoldDocument,
  type PublicationInput,
  PublicationTakeBackDocument,
} from "../api/operations.ts";
import { RequestError, request } from "../api/request.ts";
import { inWords } from "../words/refusals.ts";
import { t } from "../words/translate.ts";

/**
 * Publishes, and returns the alert's id once it is published. Rejects with the code TAKEN_BACK if it was taken back,
 * and with NOT_PUBLISHED if the service refused it when it was due.
 */
export type Send = (publication: Omit<PublicationInput, "key">) => Promise<number>;

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

/** Asks for the state of a publication. Without an answer, returns the known state. */
async function loadState(known: HeldFragment): Promise<HeldFragment> {
  try {
    const { heldPublication } = await request(HeldPublicationNowDocument, { id: known.id });
    return heldPublication ?? known;
  } catch {
    return known;
  }
}

/** Publishes after a few seconds in which the publication can be taken back. The service counts them. */
export function useHeld() {
  // Requests with the same key publish only once.
  const key = useRef("");
  // The publication that has that key, as JSON; empty if the next try needs another key.
  const last = useRef("");
  const [held, setHeld] = useState<Held>();
  const wake = useRef(() => {});
  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      setTimeout(resolve, milliseconds);
      wake.current = resolve;
    });

  async function hold(publication: Omit<PublicationInput, "key">): Promise<HeldFragment> {
    const wanted = JSON.stringify(publication);
    // The service would refuse another publication with this key, whatever the outcome of the first one.
    if (wanted !== last.current) key.current = crypto.randomUUID();
    last.current = wanted;
    try {
      const input = { ...publication, key: key.current };
      const { publicationHold } = await request(PublicationHoldDocument, { input });
      return publicationHold as HeldFragment;
    } catch (error) {
      const { code } = error as RequestError;
      // Another request had the key, so every retry of this one would be refused.
      if (code === "CONFLICT") last.current = "";
      throw code === "UNREACHABLE" ? new RequestError(code, MAY_GO_OUT) : error;
    }
  }

  const send: Send = async (publication) => {
    let state = await hold(publication);
    const { id, secondsLeft } = state;
    setHeld({ id, until: Date.now() + secondsLeft * 1000 });
    if (state.state === "HELD") await pause(secondsLeft * 1000);
    while (state.state === "HELD") {
      state = await loadState(state);
      if (state.state === "HELD") await pause(CHECK_INTERVAL_MS);
    }
    setHeld(undefined);
    last.current = "";
    if (state.state === "PUBLISHED") return state.alertId as number;
    if (state.state === "TAKEN_BACK") {
      throw new RequestError("TAKEN_BACK", t("It was taken back: nothing was published."));
    }
    throw new RequestError(
      "NOT_PUBLISHED",
      state.reason ? inWords(state.reason) : t("It was not published: try again."),
    );
  };

  /** Takes the held publication back. Rejects if it is too late. */
  async function takeBack(): Promise<void> {
    if (!held) return;
    await request(PublicationTakeBackDocument, { id: held.id });
    wake.current();
  }
  return { held, send, takeBack };
}
