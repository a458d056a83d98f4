import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { excessCharacters, MOST_CHARACTERS } from "../state/text-length.ts";
import { t } from "../words/translate.ts";

/** The number of characters that a locked phone shows: four lines of about 42 on an iPhone. */
const SHOWN_CHARACTERS = 170;

const characters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** A field for an alert's text, with its length in characters as people count them. */
export function TextEditor(props: {
  label: ComponentChildren;
  /** The language of the text, if it is known. */
  language?: string;
  value: string;
  onInput: (value: string) => void;
  onFocus?: () => void;
}) {
  const { label, language, value, onInput, onFocus } = props;
  const id = useId();
  const length = [...characters.segment(value)].length;
  const advice =
    value.trim() === ""
      ? t("Not written yet")
      : excessCharacters(value) > 0
        ? t("{number, number} characters too many: {most, number} at most", {
            number: excessCharacters(value),
            most: MOST_CHARACTERS,
          })
        : length > SHOWN_CHARACTERS
          ? t("{number, number} characters: a locked phone shows about {shown}", {
              number: length,
              shown: SHOWN_CHARACTERS,
            })
          : t("{number, number} of about {shown} characters that a locked phone shows", {
              number: length,
              shown: SHOWN_CHARACTERS,
            });
  return (
    <div class="text-editor">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        rows={3}
        dir="auto"
        lang={language}
        value={value}
        aria-describedby={`${id}-length`}
        aria-invalid={excessCharacters(value) > 0}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
        onFocus={onFocus}
      />
      <p class={length > SHOWN_CHARACTERS ? "hint attention" : "hint"} id={`${id}-length`}>
        {advice}
      </p>
    </div>
  );
}
