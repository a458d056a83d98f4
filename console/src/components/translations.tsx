import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import type { Translation } from "../state/draft-fields.ts";
import { languageName } from "../words/languages.ts";
import { LEVELS } from "../words/levels.ts";
import { READ_LANGUAGES } from "../words/read-languages.ts";
import { t } from "../words/translate.ts";
import { LevelBadge } from "./badges.tsx";
import { Field } from "./field.tsx";
import { Select } from "./select.tsx";
import { TextEditor } from "./text-editor.tsx";

type More = (
  translation: Translation,
  change: (fields: Partial<Translation>) => void,
) => ComponentChildren;

/** Edits the texts in one language. */
function EditTranslation(props: {
  one: Translation;
  isOld: boolean;
  /** Gets nothing to remove it. */
  onChange: (changed?: Translation) => void;
  more: More;
}) {
  const { one, isOld, onChange, more } = props;
  const { language, title, texts } = one;
  const name = languageName(language);
  // It stays open while someone writes what was missing.
  const isOpen = useRef(false);
  isOpen.current ||= isOld || texts.some((text) => !text.trim());
  const change = (fields: Partial<Translation>) => onChange({ ...one, ...fields });
  return (
    <details open={isOpen.current}>
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
          headline={title}
          onInput={(value) => change({ texts: texts.with(at, value) as typeof texts })}
        />
      ))}
      {more(one, change)}
      <button type="button" onClick={() => onChange()}>
        {t("Remove {name}", { name })}
      </button>
    </details>
  );
}

/** Edits the texts in other languages than the own one of an alert or a template. */
export function Translations(props: {
  own: string;
  translations: readonly Translation[];
  onChange: (translations: readonly Translation[]) => void;
  isOld?: (translation: Translation) => boolean;
  /** Shows more about one of them. */
  more: More;
}) {
  const { own, translations, onChange, more } = props;
  const used = [own, ...translations.map((one) => one.language)];
  return (
    <section aria-labelledby="translations">
      <h2 id="translations">{t("Other languages")}</h2>
      {translations.map((one) => (
        <EditTranslation
          key={one.language}
          one={one}
          isOld={props.isOld?.(one) ?? false}
          onChange={(changed) =>
            onChange(translations.flatMap((other) => (other === one ? (changed ?? []) : other)))
          }
          more={more}
        />
      ))}
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
