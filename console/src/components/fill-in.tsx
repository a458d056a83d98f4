import { placeholdersIn, type Values } from "../state/placeholders.ts";
import { t } from "../words/translate.ts";
import { Field } from "./field.tsx";

/** Shows a field for each placeholder in texts, or nothing if there are none. */
export function FillIn(props: {
  texts: readonly string[];
  values: Values;
  onChange: (change: Values) => void;
}) {
  const { texts, values, onChange } = props;
  const names = placeholdersIn(texts);
  if (names.length === 0) return null;
  return (
    <fieldset>
      <legend>{t("Fill in")}</legend>
      {names.map((name) => (
        <Field
          key={name}
          label={name}
          autocomplete="off"
          value={values[name] ?? ""}
          onInput={(value) => onChange({ [name]: value })}
        />
      ))}
    </fieldset>
  );
}
