import { useEffect } from "preact/hooks";
import { AlertLanguagesDocument, AlertLanguagesEditDocument } from "../../api/operations.ts";
import { request } from "../../api/request.ts";
import { Problem } from "../../components/problem.tsx";
import { Select } from "../../components/select.tsx";
import { useAction } from "../../components/use-action.ts";
import { forgetAll } from "../../person/kept.ts";
import { loaded } from "../../state/loaded.ts";
import { languageName } from "../../words/languages.ts";
import { READ_LANGUAGES } from "../../words/read-languages.ts";
import { t } from "../../words/translate.ts";

const mine = loaded((signal) => request(AlertLanguagesDocument, {}, { signal }));

const LABELS = [t("Language of alerts"), t("Otherwise"), t("Or else")];

/** Shows and changes the order of languages in which the user reads alerts. */
export function AlertLanguages() {
  useEffect(() => void mine.load(), []);
  const { me } = mine.data.value ?? {};
  const { run, problem } = useAction(async (languages: string[]) => {
    await request(AlertLanguagesEditDocument, { id: me?.id ?? 0, languages });
    // The alerts that the browser keeps are in the language before. It may keep none.
    await forgetAll("inbox").catch(() => {});
    location.reload();
  });
  if (!me) return <Problem text={mine.error.value} retry={() => void mine.load()} />;
  return (
    <section aria-labelledby="alert-languages">
      <h2 id="alert-languages">{t("Alerts in my languages")}</h2>
      <p class="hint">
        {t(
          "You read each alert in the first of these in which it is written, or else as it was written first.",
        )}
      </p>
      {LABELS.slice(0, me.languages.length + 1).map((label, place) => {
        const chosen = me.languages[place] ?? "";
        const offered =
          READ_LANGUAGES.some(([tag]) => tag === chosen) || !chosen
            ? READ_LANGUAGES
            : [...READ_LANGUAGES, [chosen, languageName(chosen)] as const];
        return (
          <Select
            key={label}
            label={label}
            value={chosen}
            options={[["", place === 0 ? t("that of this device") : t("none")], ...offered]}
            onChange={(tag) =>
              void run(
                [
                  ...new Set([
                    ...me.languages.slice(0, place),
                    tag,
                    ...me.languages.slice(place + 1),
                  ]),
                ].filter(Boolean),
              )
            }
          />
        );
      })}
      <Problem text={problem} />
    </section>
  );
}
