import { TextsTranslateDocument } from "../../api/operations.ts";
import { request } from "../../api/request.ts";
import { Problem } from "../../components/problem.tsx";
import { useAction } from "../../components/use-action.ts";
import { draft, editDraft } from "../../state/draft.ts";
import type { Translation } from "../../state/draft-fields.ts";
import { alertDefaults, hostSettings } from "../../state/host-settings.ts";
import { t } from "../../words/translate.ts";

/** Has the draft's words translated, and marks them until somebody has read them. */
async function translate(to: string): Promise<void> {
  const { key, language, title = "", texts } = draft.peek();
  const from = language.trim() || alertDefaults.peek().language;
  const input = { from, to, texts: title.trim() ? [title, ...texts] : texts };
  const { textsTranslate } = await request(TextsTranslateDocument, { input });
  // Somebody may have gone on writing, or opened another draft.
  if (!textsTranslate || draft.peek().key !== key) return;
  const written = {
    title: title.trim() ? (textsTranslate.texts[0] as string) : "",
    texts: textsTranslate.texts.slice(-3) as [string, string, string],
    isUnread: true,
  };
  editDraft({
    translations: (draft.peek().translations ?? []).map((one) =>
      one.language === to ? { ...one, ...written } : one,
    ),
  });
}

/** Fills the texts in another language by machine, if the service can, and asks for somebody who has read them. */
export function MachineTranslation(props: { one: Translation; onRead: () => void }) {
  const { language, isUnread } = props.one;
  const { isBusy, problem, run } = useAction(translate);
  return (
    <>
      {isUnread && (
        <p class="problem" role="status">
          {t("A machine wrote this. Read it, then confirm.")}{" "}
          <button type="button" onClick={props.onRead}>
            {t("I have read it")}
          </button>
        </p>
      )}
      {hostSettings.value?.hasTranslation && (
        <button
          type="button"
          disabled={isBusy || draft.value.texts.some((text) => !text.trim())}
          onClick={() => run(language)}
        >
          {t("Translate")}
        </button>
      )}
      <Problem text={problem} />
    </>
  );
}
