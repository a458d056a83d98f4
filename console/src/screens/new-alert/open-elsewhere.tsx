import type { ComponentChildren } from "preact";
import { Title } from "../../components/title.tsx";
import { takeOverDraft } from "../../state/draft.ts";
import { t } from "../../words/translate.ts";

/**
 * Says that the draft is open in another tab, from which it can be taken over.
 * @param onTaken Called when this tab has it.
 */
export function OpenElsewhere(props: { onTaken?: () => void; children?: ComponentChildren }) {
  return (
    <main class="page">
      <Title text={t("This draft is open in another tab")} />
      <p>
        {t(
          "One tab at a time can change a draft, so that neither undoes the work of the other. Nothing is lost if you go on here: the other tab then says the same.",
        )}
      </p>
      <div class="actions">
        <button
          type="button"
          class="primary"
          onClick={() => void takeOverDraft().then(props.onTaken)}
        >
          {t("Work on it here")}
        </button>
        {props.children}
      </div>
    </main>
  );
}
