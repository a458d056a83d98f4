import { locale } from "./language.ts";
import { t } from "./translate.ts";

const names = new Intl.DisplayNames(locale, { type: "language" });

/** The name of a language, from its tag such as "pt-BR". */
export function languageName(tag: string): string {
  const language = tag.trim();
  if (!language) return t("the service's own");
  try {
    return names.of(language) ?? language;
  } catch {
    // Not a valid tag. The service says so at publication.
    return language;
  }
}
