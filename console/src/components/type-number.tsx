import { t } from "../words/translate.ts";
import { Field } from "./field.tsx";

/** True if the text is the number, with or without separators between its digits. */
export const isTyped = (text: string, number: number) => text.replace(/\D/g, "") === String(number);

/** Asks to type a number, so that nobody publishes to very many people out of habit. */
export function TypeNumber(props: {
  number: number;
  value: string;
  onInput: (value: string) => void;
}) {
  const { number, value, onInput } = props;
  return (
    <Field
      label={t("Type the number of people, {number, number}, to go on", { number })}
      inputMode="numeric"
      autocomplete="off"
      value={value}
      onInput={onInput}
    />
  );
}
