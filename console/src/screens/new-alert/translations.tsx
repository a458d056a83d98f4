import { LevelBadge } from "../../components/badges.tsx";
import { Checkbox } from "../../components/checkbox.tsx";
import { Field } from "../../components/field.tsx";
import { PushPreview } from "../../components/push-preview.tsx";
import { Select } from "../../components/select.tsx";
import { TextEditor } from "../../components/text-editor.tsx";
import { isOutdated } from "../../state/alert-input.ts";
import { draft, editDraft } from "../../state/draft.ts";
import type { Translation } from "../../state/draft-fields.ts";
import { alertDefaults } from "../../state/host-settings.ts";
import { languageName } from "../../words/languages.ts";
import { LEVELS } from "../../words/levels.ts";
import { READ_LANGUAGES } from "../../words/read-languages.ts";
import { t } from "../../words/translate.ts";

function change(language: string, fields: Partial<Translation>): void {
  const translations = (draft.value.translations ?? []).map((one) =>
    one.language === language ? { ...one, ...fields } : one,
  );
  editDraft({ translations });
}

/** Edits the title and the texts in one other language. */
function EditTranslation({ translation }: { translation: Translation }) {
  const { language, title, texts, isConfirmed = false } = translation;
  const name = languageName(language);
  const isOld = isOutdated(draft.value, translation);
  return (
    <details open={isOld || texts.some((text) => !text.trim())}>
      <summary>
        {name}
        {isOld && ` – ${t("older than the alert")}`}
      </summary>
      <Field
        label={t("Title in {language}", { language: name })}
        value={title}
        onInput={(value) => change(language, { title: value })}
      />
      {LEVELS.map((level, at) => (
        <TextEditor
          key={level}
          label={t("{level} in {language}", {
            level: <LevelBadge level={level} />,
            language: name,
          })}
          language={language}
          value={texts[at] as string}
          onInput={(value) =>
            change(language, { texts: texts.with(at, value) as Translation["texts"] })
          }
        />
      ))}
      {(isOld || isConfirmed) && (
        <Checkbox
          value={isConfirmed}
          onChange={(value) => change(language, { isConfirmed: value })}
        >
          {t("It still says the same")}
        </Checkbox>
      )}
      <PushPreview
        title={name}
        status={draft.value.status}
        language={language}
        headline={title}
        text={texts[0]}
      />
      <button
        type="button"
        onClick={() =>
          editDraft({
            translations:
              draft.value.translations?.filter((one) => one.language !== language) ?? [],
          })
        }
      >
        {t("Remove {name}", { name })}
      </button>
    </details>
  );
}

/** Edits the texts in other languages than the alert's own. */
export function Translations() {
  const { translations = [], language } = draft.value;
  const used = [
    language || alertDefaults.value.language,
    ...translations.map((one) => one.language),
  ];
  return (
    <section aria-labelledby="translations">
      <h2 id="translations">{t("Other languages")}</h2>
      {translations.map((translation) => (
        <EditTranslation key={translation.language} translation={translation} />
      ))}
      <Select
        label={t("Add a language")}
        value=""
        options={[["", "…"], ...READ_LANGUAGES.filter(([tag]) => !used.includes(tag))]}
        onChange={(tag) =>
          tag &&
          editDraft({
            translations: [...translations, { language: tag, title: "", texts: ["", "", ""] }],
          })
        }
      />
      <p class="hint">
        {t("Each person gets the first of their languages that the alert has, or else its own.")}
      </p>
    </section>
  );
}
