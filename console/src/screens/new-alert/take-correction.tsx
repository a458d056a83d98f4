import { useTemplate } from "../../components/use-template.ts";
import { draft, editDraft } from "../../state/draft.ts";
import { t } from "../../words/translate.ts";

/** Takes the template's correction as the text of all zones. Shows nothing if there is none. */
export function TakeCorrection() {
  const template = useTemplate(draft.value.templateId);
  const correction = template?.correction;
  if (!correction) return null;
  return (
    <p>
      <button
        type="button"
        onClick={() => editDraft({ texts: [correction, correction, correction] })}
      >
        {t("Take the template's correction")}
      </button>
    </p>
  );
}
