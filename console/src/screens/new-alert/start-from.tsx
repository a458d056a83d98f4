import { useEffect, useState } from "preact/hooks";
import { Field } from "../../components/field.tsx";
import { Problem } from "../../components/problem.tsx";
import { adderTo } from "../../components/shape-buttons.tsx";
import { useAction } from "../../components/use-action.ts";
import { countryNames, countryShapes } from "../../map/countries.ts";
import { draftFrom, type Template, templates } from "../../state/alert-templates.ts";
import { draft, editDraft } from "../../state/draft.ts";
import type { Draft } from "../../state/draft-fields.ts";
import { route } from "../../state/route.ts";
import { savedAreas, savedShapes } from "../../state/saved-areas.ts";
import { isSame, translationOf } from "../../state/update-draft.ts";
import { plain } from "../../words/plain.ts";
import { t } from "../../words/translate.ts";

/** The hint beside the name of a country. */
const COUNTRY = t("country");

const MAX_SHOWN = 8;

interface Choice {
  name: string;
  hint: string;
  isChosen?: boolean;
  take: () => Promise<void> | void;
}

/** True if each word of the text begins a word of the name. */
function matches(name: string, text: string): boolean {
  const words = plain(name).split(/[\s,.'’-]+/);
  return plain(text)
    .trim()
    .split(/\s+/)
    .every((wanted) => words.some((word) => word.startsWith(wanted)));
}

/** True while a template would replace nothing that the user has written. */
function takesTemplate(
  { base, templateId, texts, translations = [] }: Draft,
  all: readonly Template[],
): boolean {
  const own = all.find(({ id }) => id === templateId);
  const before = own ? [own.text1, own.text2, own.text3] : ["", "", ""];
  const others = own?.texts.map(translationOf) ?? [];
  return base === undefined && isSame([texts, translations], [before, others]);
}

/** Begins the draft with a template, while nothing is written, and with saved areas and, by their names, countries. */
export function StartFrom() {
  const [text, setText] = useState("");
  const [countries, setCountries] = useState<string[]>([]);
  const isSearch = text.trim() !== "";
  useEffect(() => {
    void templates.load();
    void savedAreas.load();
  }, []);
  useEffect(() => {
    if (isSearch) countryNames().then(setCountries, console.warn);
  }, [isSearch]);
  const { run, isBusy, problem } = useAction(async ({ take }: Choice) => take());
  const add = adderTo(draft.value.key);
  const all = templates.data.value ?? [];
  const takes = route.value.screen !== "authorities" && takesTemplate(draft.value, all);
  const choices: Choice[] = [
    ...(takes ? all : []).map((template) => ({
      name: template.name,
      hint: t("template"),
      isChosen: template.id === draft.value.templateId,
      take: () => editDraft(draftFrom(template)),
    })),
    ...(savedAreas.data.value ?? []).map(({ id, name }) => ({
      name,
      hint: t("saved|area"),
      take: async () => add(await savedShapes(id)),
    })),
    ...(isSearch ? countries : []).map((name, index) => ({
      name,
      hint: COUNTRY,
      take: async () => add(await countryShapes(index)),
    })),
  ];
  const found = choices.filter(({ name }) => !isSearch || matches(name, text));
  return (
    <fieldset>
      <legend>{takes ? t("Start from a template or an area") : t("Add an area")}</legend>
      <Field label={t("By name")} type="search" autocomplete="off" value={text} onInput={setText} />
      <Problem text={templates.error.value} retry={() => void templates.load()} />
      <Problem text={savedAreas.error.value} retry={() => void savedAreas.load()} />
      <Problem text={problem} />
      <p role="status" class="hint">
        {found.length > MAX_SHOWN &&
          t("{number, number} found: write more of the name.", { number: found.length })}
        {isSearch && found.length === 0 && t("Nothing found.")}
      </p>
      {found.some(({ hint }) => hint === COUNTRY) && (
        <p class="hint">
          {t("Countries are those of the offline map: kilometres off at their borders.")}
        </p>
      )}
      <ul class="picks" aria-label={t("Found")}>
        {found.slice(0, MAX_SHOWN).map((choice) => (
          <li key={`${choice.hint} ${choice.name}`}>
            <button
              type="button"
              disabled={isBusy}
              aria-pressed={choice.isChosen}
              onClick={() => void run(choice)}
            >
              {choice.name} <span class="hint">{choice.hint}</span>
            </button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
