import { chooseLanguage, LANGUAGES, language } from "../words/language.ts";
import { t } from "../words/translate.ts";
import { Select } from "./select.tsx";

/** A language's name for itself, which its readers find in any language. */
const ownName = (tag: string) => new Intl.DisplayNames(tag, { type: "language" }).of(tag) ?? tag;

/** Chooses the language of the page. */
export function LanguageSelect() {
  return (
    <Select
      label={t("Language of this page")}
      value={language}
      options={LANGUAGES.map((tag) => [tag, ownName(tag)] as const)}
      onChange={chooseLanguage}
    />
  );
}
