import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { writeSms } from "../../../src/delivery/push/sms-text.ts";
import { hostSettings } from "../state/host-settings.ts";
import { excessCharacters, MOST_CHARACTERS } from "../state/text-length.ts";
import { t } from "../words/translate.ts";

/** The number of characters that a locked phone shows: four lines of about 42 on an iPhone. */
const SHOWN_CHARACTERS = 170;

const characters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Says in how many segments an SMS goes out, with a link as long as most. */
function segmentsIn(title: string, text: string): string {
  const { hasSms, publicUrl } = hostSettings.value ?? {};
  if (!hasSms || text.trim() === "") return "";
  const sms = writeSms({ title, text, link: publicUrl && `${publicUrl}/#/alerts/9999` });
  return sms.isCut
    ? t("{most, number} SMS segments, without the end of the text", { most: sms.segments })
    : t("{number, plural, one {# SMS segment} other {# SMS segments}}", { number: sms.segments });
}

/** A field for an alert's text, with its length in characters as people count them, and in segments if SMS is on. */
export function TextEditor(props: {
  label: ComponentChildren;
  /** The language of the text, if it is known. */
  language?: string;
  value: string;
  onInput: (value: string) => void;
  onFocus?: () => void;
  /** The title that goes out with it. */
  headline?: string;
}) {
  const { label, language, value, onInput, onFocus, headline = "" } = props;
  const id = useId();
  const segments = segmentsIn(headline, value);
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
        {segments && ` · ${segments}`}
      </p>
    </div>
  );
}
