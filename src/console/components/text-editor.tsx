import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { count } from "../words/numbers.ts";

/** Numbers of characters: the API's limit, and what a locked phone shows. */
const MOST = 10_000;
const SHOWN = 170;

const characters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** A field for an alert's text, with its length in characters as people count them. */
export function TextEditor(props: {
  label: ComponentChildren;
  value: string;
  onInput: (value: string) => void;
  onFocus?: () => void;
}) {
  const { label, value, onInput, onFocus } = props;
  const id = useId();
  const length = [...characters.segment(value)].length;
  const advice =
    value.trim() === ""
      ? "Not written yet"
      : length > MOST
        ? `${count(length)} characters: ${count(MOST)} at most`
        : length > SHOWN
          ? `${count(length)} characters: a locked phone shows about ${SHOWN}`
          : `${count(length)} of about ${SHOWN} characters that a locked phone shows`;
  return (
    <div class="text-editor">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        rows={3}
        dir="auto"
        value={value}
        aria-describedby={`${id}-length`}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
        onFocus={onFocus}
      />
      <p class={length > SHOWN ? "hint attention" : "hint"} id={`${id}-length`}>
        {advice}
      </p>
    </div>
  );
}
