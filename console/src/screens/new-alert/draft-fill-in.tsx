import { FillIn } from "../../components/fill-in.tsx";
import { draft, editDraft } from "../../state/draft.ts";
import { alertDefaults } from "../../state/host-settings.ts";
import { now } from "../../state/now.ts";
import { moment } from "../../words/time.ts";
import { t } from "../../words/translate.ts";

/** Fills in the placeholders of a draft that comes from a template. */
export function DraftFillIn() {
  const { templateId, title = "", texts, values, hours, base } = draft.value;
  if (templateId == null) return null;
  const usual = base?.expiresAt ?? now.value + alertDefaults.value.duration;
  return (
    <FillIn
      texts={[title, ...texts]}
      values={values ?? {}}
      onChange={(values) => editDraft({ values })}
    >
      <p class="hint">
        {t("The alert ends {time}.", { time: moment(hours ? now.value + hours * 3600 : usual) })}
      </p>
    </FillIn>
  );
}
