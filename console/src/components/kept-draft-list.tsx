import { useEffect, useState } from "preact/hooks";
import { titleOf } from "../state/alert-list.ts";
import { continueDraft, discardKeptDraft, isOpenHere } from "../state/draft.ts";
import type { Draft } from "../state/draft-fields.ts";
import { openDrafts } from "../state/draft-locks.ts";
import { type KeptDraft, keptChanges, keptDrafts } from "../state/kept-drafts.ts";
import { now } from "../state/now.ts";
import { addressOf } from "../state/route.ts";
import { moment } from "../words/time.ts";
import { t } from "../words/translate.ts";
import { DiscardDraft } from "./discard-draft.tsx";

/** Returns the keys of the drafts that tabs have open, as of the last check. */
function useOpenDrafts(): Set<string> {
  const [open, setOpen] = useState(new Set<string>());
  useEffect(() => void openDrafts().then(setOpen), [now.value, keptChanges.value]);
  return open;
}

const nameOf = ({ title, texts, alertId }: Draft) => {
  const line = titleOf({ title, text1: texts[0] }) || t("No text yet");
  return alertId === undefined
    ? line
    : t("Update of alert id {id}: {title}", { id: alertId, title: line });
};

function Kept({
  kept,
  isOpen,
  onDiscard,
}: {
  kept: KeptDraft;
  isOpen: boolean;
  onDiscard: () => void;
}) {
  const { draft, changedAt } = kept;
  const { alertId } = draft;
  const isElsewhere = isOpen && !isOpenHere(draft.key);
  const name = nameOf(draft);
  const time = moment(changedAt);
  return (
    <li class="user">
      <div>
        <a
          href={addressOf(
            alertId === undefined ? { screen: "new" } : { screen: "update", id: alertId },
          )}
          onClick={() => continueDraft(draft)}
        >
          {name}
        </a>
        <p class="hint">
          {isElsewhere
            ? t("Changed {time}. Open in another tab", { time })
            : t("Changed {time}", { time })}
        </p>
      </div>
      {!isElsewhere && (
        <button
          type="button"
          aria-label={t("Discard the draft {name}", { name })}
          onClick={onDiscard}
        >
          {t("Discard…")}
        </button>
      )}
    </li>
  );
}

/** Lists the drafts that this browser keeps, or shows nothing if there are none. */
export function KeptDrafts() {
  const open = useOpenDrafts();
  const [asked, setAsked] = useState<string>();
  void keptChanges.value;
  const all = keptDrafts();
  if (all.length === 0) return null;
  return (
    <section aria-labelledby="drafts">
      <h2 id="drafts">{t("Drafts in this browser")}</h2>
      <ul class="cards">
        {all.map((kept) => (
          <Kept
            key={kept.draft.key}
            kept={kept}
            isOpen={open.has(kept.draft.key)}
            onDiscard={() => setAsked(kept.draft.key)}
          />
        ))}
      </ul>
      {asked && (
        <DiscardDraft discard={() => discardKeptDraft(asked)} onClose={() => setAsked(undefined)} />
      )}
    </section>
  );
}
