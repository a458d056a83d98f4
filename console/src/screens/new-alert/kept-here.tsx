import { useState } from "preact/hooks";
import { DiscardDraft } from "../../components/discard-draft.tsx";
import { beginDraft, discardDraft, draft, draftKey } from "../../state/draft.ts";
import { keptChanges, keptDraft, keptDrafts, unkeptKeys } from "../../state/kept-drafts.ts";
import { addressOf } from "../../state/route.ts";
import { t } from "../../words/translate.ts";

/** Says whether this browser keeps the draft, and lets the user discard it or begin another. */
export function KeptHere() {
  const [isAsking, setAsking] = useState(false);
  void keptChanges.value;
  const key = draftKey.value;
  const isUnkept = unkeptKeys.value.has(key);
  const isBegun = isUnkept || keptDraft(key) !== undefined;
  const others = keptDrafts().filter((kept) => kept.draft.key !== key).length;
  return (
    <p class="hint kept-here">
      {isBegun && (
        <>
          {isUnkept
            ? t(
                "This browser cannot keep the draft as it is now: its storage is full or off. Publish or share it before you leave, or discard other drafts.",
              )
            : t("This browser keeps the draft.")}{" "}
          <button type="button" class="plain" onClick={() => setAsking(true)}>
            {t("Discard it…")}
          </button>{" "}
          {!isUnkept && (
            <button type="button" class="plain" onClick={() => beginDraft()}>
              {t("Begin another")}
            </button>
          )}{" "}
        </>
      )}
      {others > 0 && (
        <a href={addressOf({ screen: "alerts" })}>
          {t("{number, plural, one {One other draft} other {# other drafts}}", { number: others })}
        </a>
      )}
      {isAsking && (
        <DiscardDraft
          discard={discardDraft}
          isShared={draft.value.shared !== undefined}
          onClose={() => setAsking(false)}
        />
      )}
    </p>
  );
}
