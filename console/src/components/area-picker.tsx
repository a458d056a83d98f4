import { useEffect, useState } from "preact/hooks";
import type { Shape } from "../geo/area.ts";
import { countryNames, countryShapes } from "../map/countries.ts";
import { savedAreas, savedShapes } from "../state/saved-areas.ts";
import { plain } from "../words/plain.ts";
import { t } from "../words/translate.ts";
import { Field } from "./field.tsx";
import { Problem } from "./problem.tsx";
import { useAction } from "./use-action.ts";

/** The hint beside the name of a country. */
const COUNTRY = t("country");

const MAX_SHOWN = 8;

interface Choice {
  name: string;
  hint: string;
  load: () => Promise<Shape[]>;
}

/** True if each word of the text begins a word of the name. */
function matches(name: string, text: string): boolean {
  const words = plain(name).split(/[\s,.'’-]+/);
  return plain(text)
    .trim()
    .split(/\s+/)
    .every((wanted) => words.some((word) => word.startsWith(wanted)));
}

/** Finds saved areas, and countries by name. Without a text it shows saved areas only. */
export function AreaPicker({ onPick }: { onPick: (shapes: Shape[]) => void }) {
  const [text, setText] = useState("");
  const [countries, setCountries] = useState<string[]>([]);
  useEffect(() => {
    void savedAreas.load();
    countryNames().then(setCountries, console.warn);
  }, []);
  const { run, isBusy, problem } = useAction(async ({ load }: Choice) => onPick(await load()));
  const saved = (savedAreas.data.value ?? []).map(
    ({ id, name }): Choice => ({ name, hint: t("saved|area"), load: () => savedShapes(id) }),
  );
  const all = countries.map(
    (name, index): Choice => ({ name, hint: COUNTRY, load: () => countryShapes(index) }),
  );
  const found = (text.trim() ? [...saved, ...all] : saved).filter(({ name }) =>
    matches(name, text),
  );
  return (
    <fieldset>
      <legend>{t("By name")}</legend>
      <Field
        label={t("Find a saved area or a country")}
        type="search"
        autocomplete="off"
        value={text}
        onInput={setText}
      />
      <Problem text={savedAreas.error.value} retry={() => void savedAreas.load()} />
      <Problem text={problem} />
      <p role="status" class="hint">
        {found.length > MAX_SHOWN &&
          t("{number, number} areas: write more of the name.", { number: found.length })}
        {found.length === 0 && (text.trim() ? t("Nothing found.") : t("No area is saved yet."))}
      </p>
      {found.some(({ hint }) => hint === COUNTRY) && (
        <p class="hint">
          {t("Countries are those of the offline map: kilometres off at their borders.")}
        </p>
      )}
      <ul class="picks" aria-label={t("Areas found")}>
        {found.slice(0, MAX_SHOWN).map((choice) => (
          <li key={`${choice.hint} ${choice.name}`}>
            <button type="button" disabled={isBusy} onClick={() => void run(choice)}>
              {choice.name} <span class="hint">{choice.hint}</span>
            </button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
