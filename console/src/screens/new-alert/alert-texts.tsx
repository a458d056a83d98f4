import { useState } from "preact/hooks";
import type { LevelAlert } from "../../api/operations.ts";
import { LevelBadge } from "../../components/badges.tsx";
import { Checkbox } from "../../components/checkbox.tsx";
import { Field } from "../../components/field.tsx";
import { FillIn } from "../../components/fill-in.tsx";
import { PushPreview } from "../../components/push-preview.tsx";
import { Translations } from "../../components/translations.tsx";
import { isOutdated, MAX_TITLE_CHARACTERS } from "../../state/alert-input.ts";
import { draft, editDraft } from "../../state/draft.ts";
import { alertDefaults, isSpoken } from "../../state/host-settings.ts";
import {
  textsOf,
  titleIn,
  translatedTexts,
  translationsOf,
  valuesOf,
} from "../../state/placeholders.ts";
import { languageName } from "../../words/languages.ts";
import { LEVELS } from "../../words/levels.ts";
import { t } from "../../words/translate.ts";
import { unspoken } from "../../words/unspoken.ts";
import { LevelText } from "./level-text.tsx";
import { MachineTranslation } from "./machine-translation.tsx";

/** Fills in the placeholders of a draft that comes from a template. */
function DraftFillIn() {
  const { templateId, title = "", texts, translations, values } = draft.value;
  if (templateId == null) return null;
  return (
    <FillIn
      texts={[title, ...texts, ...translatedTexts(translations)]}
      values={valuesOf(draft.value)}
      onChange={(change) => editDraft({ values: { ...values, ...change } })}
    />
  );
}

/** Edits the title and the text of each level, and previews on a phone the text in focus. */
export function AlertTexts() {
  const [shown, setShown] = useState<LevelAlert>("ONE");
  const { title = "" } = draft.value;
  return (
    <>
      <DraftFillIn />
      <Field
        label={t("Title")}
        value={title}
        placeholder={t("Gas leak in the Marais")}
        hint={t(
          "What happens and where: {length} of {most} characters, one line on a phone. Without it, the first line of each text is its title.",
          { length: [...titleIn(draft.value)].length, most: MAX_TITLE_CHARACTERS },
        )}
        onInput={(value) => editDraft({ title: value })}
      />
      {LEVELS.map((level) => (
        <LevelText key={level} level={level} onFocus={() => setShown(level)} />
      ))}
      <PushPreview
        title={t("What {level} sees", { level: <LevelBadge level={shown} /> })}
        status={draft.value.status}
        language={draft.value.language || alertDefaults.value.language}
        headline={titleIn(draft.value)}
        text={textsOf(draft.value)[LEVELS.indexOf(shown)] as string}
      />
      <p class="hint">
        {t(
          "A locked iPhone shows about four lines of 42 characters. Most Android phones show the first line until one opens it.",
        )}
      </p>
      <Translations
        own={draft.value.language || alertDefaults.value.language}
        translations={draft.value.translations ?? []}
        onChange={(translations) => editDraft({ translations })}
        isOld={(one) => isOutdated(draft.value, one)}
        more={(one, change) => {
          const { language, isConfirmed = false } = one;
          const shown = translationsOf(draft.value).find((other) => other.language === language);
          return (
            <>
              <MachineTranslation one={one} onRead={() => change({ isUnread: undefined })} />
              {(isConfirmed || isOutdated(draft.value, one)) && (
                <Checkbox value={isConfirmed} onChange={(value) => change({ isConfirmed: value })}>
                  {t("It still says the same")}
                </Checkbox>
              )}
              <PushPreview
                title={languageName(language)}
                status={draft.value.status}
                language={language}
                headline={shown?.title ?? ""}
                text={shown?.texts[0] ?? ""}
              />
              {!isSpoken(language) && <p class="hint">{unspoken([language])}</p>}
            </>
          );
        }}
      />
    </>
  );
}
