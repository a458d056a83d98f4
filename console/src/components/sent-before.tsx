import { useEffect, useMemo, useState } from "preact/hooks";
import type { HeldFragment } from "../api/operations.ts";
import { onReturn } from "../state/connection.ts";
import { closePublished } from "../state/draft.ts";
import { loaded } from "../state/loaded.ts";
import { addressOf } from "../state/route.ts";
import { forgetSent, type Sent, sentPublications } from "../state/sent.ts";
import { t } from "../words/translate.ts";
import { Countdown } from "./countdown.tsx";
import { Dialog } from "./dialog.tsx";
import { findHeld, isWaiting, refusalOf, useHeld } from "./use-held.ts";

/** The time after which a publication that the service does not know was never sent. */
const ARRIVAL_TIMEOUT_MS = 3000;
const ARRIVAL_INTERVAL_MS = 500;

/** Asks for a publication, which may still be on its way. */
async function findArrived(key: string): Promise<HeldFragment | undefined> {
  const end = Date.now() + ARRIVAL_TIMEOUT_MS;
  for (;;) {
    const found = await findHeld(key);
    if (found || Date.now() > end) return found;
    await new Promise((resolve) => setTimeout(resolve, ARRIVAL_INTERVAL_MS));
  }
}

function Outcome({ sent, onClose }: { sent: Sent; onClose: () => void }) {
  const { key, draftId } = sent;
  const arrival = useMemo(() => loaded(async () => (await findArrived(key)) ?? "never"), [key]);
  const { held, follow, takeBack } = useHeld();
  const [settled, setSettled] = useState<HeldFragment>();
  const found = arrival.data.value;

  async function settle(state: HeldFragment): Promise<void> {
    const end = await follow(state, key);
    setSettled(end);
    forgetSent(key);
    if (end.state === "PUBLISHED" && draftId) closePublished(draftId, Number(end.alertId));
  }
  useEffect(() => {
    void arrival.load();
    return onReturn(() => void arrival.load());
  }, [key]);
  useEffect(() => {
    if (found === "never") {
      forgetSent(key);
      onClose();
    } else if (found) void settle(found);
  }, [found]);

  if (!held && !settled) return null;
  const { alertId } = settled ?? {};
  const title = t("What you published");
  return (
    <Dialog
      label={title}
      onClose={onClose}
      staysOpen={!settled}
      onEscape={() => takeBack().catch(() => {})}
    >
      <h2>{title}</h2>
      <p>{sent.what}</p>
      {held && <Countdown until={held.until} takeBack={takeBack} />}
      <p role="status">
        {settled?.state === "PUBLISHED" ? (
          <a href={addressOf({ screen: "alert", id: Number(alertId) })} onClick={onClose}>
            {t("Published as alert id {id}", { id: Number(alertId) })}
          </a>
        ) : settled && isWaiting(settled) ? (
          <a href={addressOf({ screen: "proposals" })} onClick={onClose}>
            {t("It waits.")}
          </a>
        ) : (
          settled && refusalOf(settled).message
        )}
      </p>
      {settled && (
        <div class="actions">
          <button type="button" onClick={onClose}>
            {t("Close")}
          </button>
        </div>
      )}
    </Dialog>
  );
}

/** Shows what becomes of a publication that was sent before the page was loaded: its countdown, and its outcome. */
export function SentBefore() {
  const [all, setAll] = useState(sentPublications);
  const [sent] = all;
  return sent ? (
    <Outcome key={sent.key} sent={sent} onClose={() => setAll((rest) => rest.slice(1))} />
  ) : null;
}
