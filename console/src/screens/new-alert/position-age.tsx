import { Field } from "../../components/field.tsx";
import { Select } from "../../components/select.tsx";
import { draft, editDraft } from "../../state/draft.ts";
import { type AgeUnit, defaultAge, positionAge } from "../../state/position-age.ts";
import { asTyped } from "../../words/numbers.ts";
import { t } from "../../words/translate.ts";

const UNITS: readonly [AgeUnit, string][] = [
  ["hours", t("hours")],
  ["minutes", t("minutes")],
];

/** Sets the largest age of a last position that counts. */
export function PositionAge() {
  const { positionAge: text, positionAgeUnit: unit } = draft.value;
  const usual = asTyped(defaultAge(unit));
  return (
    <div class="row age">
      <Field
        label={t("Age of positions, at most")}
        inputMode="decimal"
        autocomplete="off"
        placeholder={usual}
        hint={
          positionAge(draft.value) === null
            ? t("From 1 minute to 30 days. Write thousands without a mark: {number}.", {
                number: asTyped(1440),
              })
            : t("People whose last position is older are not told. Empty: {number} {unit}.", {
                number: usual,
                unit: UNITS.find(([name]) => name === unit)?.[1] ?? "",
              })
        }
        value={text}
        onInput={(typed) => editDraft({ positionAge: typed })}
      />
      <Select
        label={t("Hours or minutes")}
        value={unit}
        options={UNITS}
        onChange={(value) => editDraft({ positionAgeUnit: value })}
      />
    </div>
  );
}
