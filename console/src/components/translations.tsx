import type { ComponentChildren } from "preact";
import type { Translation } from "../state/draft-fields.ts";
import { languageName } from "../words/languages.ts";
import { LEVELS } from "../words/levels.ts";
import { READ_LANGUAGES } from "../words/read-languages.ts";
import { t } from "../words/translate.ts";
import { LevelBadge } from "./badges.tsx";
import { Field } from "./field.tsx";
import { Select } from "./select.tsx";
import { TextEditor } from "./text-editor.tsx";

/** Edits the texts in other languages than the own one of an alert or a template. */
export function Translations(props: {
  own: string;
  translations: readonly Translation[];
  onChange: (translations: readonly Translation[]) => void;
  isOld?: (translation: Translation) => boolean;
  /** Shows more about one of them. */
  more: (
    translation: Translation,
    change: (fields: Partial<Translation>) => void,
  ) => ComponentChildren;
}) {
  const { own, translations, onChange, more } = props;
  const used = [own, ...translations.map((one) => one.language)];
  return (
    <section aria-labelledby="translations">
      <h2 id="translations">{t("Other languages")}</h2>
      {translations.map((one) => {
        const { language, title, texts } = one;
        const name = languageName(language);
        const isOld = props.isOld?.(one) ?? false;
        const change = (fields: Partial<Translation>) =>
          onChange(translations.map((other) => (other === one ? { ...one, ...fields } : other)));
        return (
          <details key={language} open={isOld || texts.some((text) => !text.trim())}>
            <summary>
              {name}
              {isOld && ` – ${t("older than the alert")}`}
            </summary>
            <Field
              label={t("Title in {language}", { language: name })}
              value={title}
              onInput={(value) => change({ title: value })}
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
                onInput={(value) => change({ texts: texts.with(at, value) as typeof texts })}
              />
            ))}
            {more(one, change)}
            <button
              type="button"
              onClick={() => onChange(translations.filter((other) => other !== one))}
            >
              {t("Remove {name}", { name })}
            </button>
          </details>
        );
      })}
      <Select
        label={t("Add a language")}
        value=""
        options={[["", "…"], ...READ_LANGUAGES.filter(([tag]) => !used.includes(tag))]}
        onChange={(tag) =>
          tag && onChange([...translations, { language: tag, title: "", texts: ["", "", ""] }])
        }
      />
      <p class="hint">
        {t("Each person gets the first of their languages that the alert has, or else its own.")}
      </p>
    </section>
  );
}
