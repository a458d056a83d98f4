import { useEffect, useState } from "preact/hooks";
import { NameDialog } from "../../components/name-dialog.tsx";
import { Problem } from "../../components/problem.tsx";
import { titleOf } from "../../state/alert-list.ts";
import { isOffline } from "../../state/connection.ts";
import { draft } from "../../state/draft.ts";
import { contentOf } from "../../state/draft-content.ts";
import { GONE } from "../../state/shared-drafts.ts";
import {
  coEditor,
  followSharing,
  loadSavedVersion,
  overwriteSavedVersion,
  shareDraft,
  trouble,
  unshareDraft,
} from "../../state/sharing.ts";
import { t } from "../../words/translate.ts";

/** Asks for the name under which the draft is shared. */
export function ShareDraft({ onClose }: { onClose: () => void }) {
  const { title, texts } = draft.peek();
  const [name, setName] = useState(() => titleOf({ title: title ?? null, text1: texts[0] }));
  return (
    <NameDialog
      title={t("Share this draft")}
      placeholder={t("Flood of the Reno")}
      hint={t("All administrators can change and publish it. Users never see it.")}
      name={name}
      onInput={setName}
      action={t("Share")}
      save={() => shareDraft(name)}
      onClose={onClose}
    />
  );
}

/** Shows why this copy cannot be saved to the shared draft, and lets the user choose what to do. */
function TroubleBox() {
  const now = trouble.value;
  if (now?.kind === "other") return <Problem text={now.message} />;
  if (!now) return null;
  if (now.kind === "gone") {
    return (
      <section class="problem" aria-label={t("Gone")} role="alert">
        <p>
          {GONE} {t("Look among the alerts before you publish yours.")}
        </p>
        <button type="button" onClick={unshareDraft}>
          {t("Keep it as a draft of my own")}
        </button>
      </section>
    );
  }
  const { theirs } = now;
  return (
    <section class="problem" aria-label={t("Conflict")} role="alert">
      <p>
        {t("{name} has changed this draft meanwhile, and so have you.", {
          name: theirs.user?.name ?? t("Someone else"),
        })}
      </p>
      <div class="actions">
        <button type="button" onClick={loadSavedVersion}>
          {t("Take theirs, keep mine as another draft")}
        </button>
        <button type="button" onClick={() => overwriteSavedVersion(theirs)}>
          {t("Save mine over theirs")}
        </button>
      </div>
    </section>
  );
}

/** Shares the draft, keeps the shared one saved, and says who else works on it. */
export function Sharing() {
  const [isAsking, setAsking] = useState(false);
  useEffect(followSharing, []);
  const { shared } = draft.value;
  if (!shared) {
    return (
      <p class="hint kept-here">
        <button type="button" class="plain" onClick={() => setAsking(true)}>
          {t("Share it with the other administrators…")}
        </button>
        {isAsking && <ShareDraft onClose={() => setAsking(false)} />}
      </p>
    );
  }
  const isSaved = contentOf(draft.value) === shared.saved;
  const editor = trouble.value?.kind === "gone" ? "" : coEditor.value;
  return (
    <>
      <p class="hint" role="status">
        {t("Shared as “{name}”.", { name: shared.name })}{" "}
        {trouble.value
          ? ""
          : isSaved
            ? t("Saved.")
            : isOffline.value
              ? t("This browser keeps your changes until the connection is back.")
              : t("Saving…")}
      </p>
      <p class={editor ? "hint attention" : "unseen"} role="status">
        {editor && t("{name} works on it now.", { name: editor })}
      </p>
      <TroubleBox />
    </>
  );
}
