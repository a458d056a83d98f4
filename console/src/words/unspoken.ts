import { isSpoken } from "../state/host-settings.ts";
import { languageName } from "./languages.ts";
import { listed } from "./numbers.ts";
import { t } from "./translate.ts";

/** Says which of these languages the service does not speak; empty if it speaks all of them. */
export function unspoken(languages: readonly string[]): string {
  const mute = languages.filter((language) => !isSpoken(language)).map(languageName);
  return mute.length === 0
    ? ""
    : t("Not spoken: no voice for {languages}.", { languages: listed(mute) });
}
