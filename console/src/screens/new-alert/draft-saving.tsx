import { useEffect, useId, useState } from "preact/hooks";
import { AskRemoval } from "../../components/ask-removal.tsx";
import { ONLY_YOURS } from "../../components/draft-list.tsx";
import { NameDialog } from "../../components/name-dialog.tsx";
import { Problem } from "../../components/problem.tsx";
import { Received } from "../../components/received.tsx";
import { isOffline } from "../../state/connection.ts";
import { beginDraft, draft, openDraft, removeDraft } from "../../state/draft.ts";
import { differences, nameOf } from "../../state/draft-content.ts";
import { draftRows, GONE } from "../../state/draft-rows.ts";
import type { OpenDraft } from "../../state/open-draft.ts";
import { addressOf } from "../../state/route.ts";
import { session } from "../../state/session.ts";
import { t } from "../../words/translate.ts";
import { OpenMessage } from "./open-message.tsx";

/** Asks for the name under which the draft is shared. */
function ShareDraft({ open, onClose }: { open: OpenDraft; onClose: () => void }) {
  const [name, setName] = useState(() => nameOf(open.draft.peek()));
  return (
    <NameDialog
      title={t("Share this draft")}
      placeholder={t("Flood of the Reno")}
      hint={t(
        "Your colleagues can change it, and publish it if their role allows that. Users never see it.",
      )}
      name={name}
      onInput={setName}
      action={t("Share")}
      save={() => open.share(name)}
      onClose={onClose}
    />
  );
}

/** Shows why the draft cannot be saved, and lets the user choose what to do. */
function TroubleBox({ open }: { open: OpenDraft }) {
  const now = open.trouble.value;
  if (now?.kind === "other") return <Problem text={now.message} />;
  if (!now) return null;
  if (now.kind === "gone") {
    const { alertId } = now;
    const isOthers = open.userId !== session.value?.userId && open.draft.value.row?.isPrivate;
    return (
      <section class="problem" aria-label={t("Gone")} role="alert">
        {alertId === undefined ? (
          <p>
            {isOthers ? t("This draft belongs to the user who was logged in here before.") : GONE}{" "}
            {t("Look among the alerts before you publish yours.")}
          </p>
        ) : (
          <p>
            <a href={addressOf({ screen: "alert", id: alertId })}>
              {t("Published as alert id {id}", { id: alertId })}
            </a>
          </p>
        )}
        <button type="button" onClick={() => void open.keepAsOwn()}>
          {t("Keep it as a draft of my own")}
        </button>
      </section>
    );
  }
  const { author, theirs, version } = now;
  return (
    <section class="problem" aria-label={t("Conflict")} role="alert">
      <p>
        {t("{name} has changed this draft meanwhile, and so have you.", {
          name: author ?? t("Someone else"),
        })}
      </p>
      {theirs && (
        <dl>
          {differences(open.draft.value, theirs).map(([name, mine, other]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {mine || other
                  ? t("Mine: “{mine}”. Theirs: “{theirs}”.", { mine, theirs: other })
                  : t("Mine differs from theirs.")}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div class="actions">
        <button type="button" onClick={() => void open.takeTheirs()}>
          {t("Take theirs, keep mine as another draft")}
        </button>
        <button type="button" onClick={() => void open.overwrite(version)}>
          {t("Save mine over theirs")}
        </button>
      </div>
    </section>
  );
}

/** Removes the draft of an update that is left, unless others work on it too. */
const leave = () => void (draft.value.row?.isPrivate !== false && removeDraft());

/** Says where the draft is kept. */
function stateOf({ draft, isSaved, isCopied, trouble }: OpenDraft): string {
  const { row } = draft.value;
  if (trouble.value) return "";
  if (!isSaved.value) {
    if (!isCopied.value)
      return t(
        "This browser cannot keep your changes: its storage is full or off. Stay here until they are saved.",
      );
    return isOffline.value
      ? t("This browser keeps your changes until the connection is back.")
      : t("Saving…");
  }
  if (!row) return "";
  const visibility = row.isPrivate
    ? `${t("Only you see it")}.`
    : t("Shared as “{name}”.", { name: row.name });
  return `${visibility} ${t("Saved.")}`;
}

/** Keeps the draft saved, says so, and has a menu to share it, remove it, begin another or leave it. */
export function DraftSaving() {
  const open = openDraft.value;
  const id = useId();
  const [dialog, setDialog] = useState<"share" | "remove" | "message">();
  useEffect(() => open?.follow(), [open]);
  useEffect(() => void draftRows.load(), [open, open?.replaced.value]);
  if (!open) return null;
  const { row, alertId } = open.draft.value;
  const isBegun = open.isBegun.value;
  const others = draftRows.data.value?.filter((other) => other.id !== row?.id).length ?? 0;
  const editor = open.trouble.value?.kind === "gone" ? "" : open.coEditor.value;
  const isNew = alertId === undefined;
  const close = () => setDialog(undefined);
  const actions: [text: string, act: () => void, isShown: boolean][] = [
    [
      t("Share it with your colleagues…"),
      () => setDialog("share"),
      isBegun && row?.isPrivate !== false,
    ],
    [t("Begin another"), () => beginDraft(), isBegun && isNew && open.isCopied.value],
    [t("Open a warning of others…"), () => setDialog("message"), isNew],
    [t("Remove it…"), () => setDialog("remove"), isBegun && isNew],
  ];
  return (
    <>
      <div class="hint kept-here">
        <span role="status">{stateOf(open)}</span>
        <button type="button" popovertarget={id}>
          {t("Draft")}
        </button>
        <div id={id} popover="auto" class="menu">
          {actions.map(
            ([text, act, isShown]) =>
              isShown && (
                <button
                  key={text}
                  type="button"
                  class="plain"
                  popovertarget={id}
                  popovertargetaction="hide"
                  onClick={act}
                >
                  {text}
                </button>
              ),
          )}
          {!isNew && (
            <a href={addressOf({ screen: "alert", id: alertId })} onClick={leave}>
              {t("Leave it as it was")}
            </a>
          )}
          {others > 0 && (
            <a href={addressOf({ screen: "alerts" })}>
              {t("{number, plural, one {One other draft} other {# other drafts}}", {
                number: others,
              })}
            </a>
          )}
        </div>
      </div>
      <p class={editor ? "hint attention" : "unseen"} role="status">
        {editor && t("{name} works on it now.", { name: editor })}
      </p>
      <TroubleBox open={open} />
      {open.received.value && <Received message={open.received.value} />}
      {dialog === "message" && <OpenMessage onClose={close} />}
      {dialog === "share" && <ShareDraft open={open} onClose={close} />}
      {dialog === "remove" && (
        <AskRemoval
          name={row?.name ?? nameOf(open.draft.value)}
          remove={removeDraft}
          result={row?.isPrivate === false ? undefined : ONLY_YOURS}
          onClose={close}
        />
      )}
    </>
  );
}
