import type { ComponentChildren } from "preact";
import type { AlertStatus } from "../api/operations.ts";
import { markedText } from "../words/marked.ts";
import { t } from "../words/translate.ts";

/** The length to which the service cuts titles. */
const MAX_TITLE_CHARACTERS = 60;

const characters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

function titleOf(line: string): string {
  const graphemes = [...characters.segment(line)].map(({ segment }) => segment);
  return graphemes.length <= MAX_TITLE_CHARACTERS
    ? line
    : `${graphemes.slice(0, MAX_TITLE_CHARACTERS - 1).join("")}…`;
}

/**
 * Shows a push as a locked phone does: the title, or else the first line, and as much of the text as fits. A title that
 * would repeat the text is left out.
 */
export function PushPreview(props: {
  title: ComponentChildren;
  status: AlertStatus;
  language: string;
  headline?: string;
  text: string;
}) {
  const { title, status, language, headline = "", text } = props;
  const body = markedText(status, language, text.trim());
  const line = titleOf(
    markedText(status, language, headline.trim()) || (body.split(/\r?\n/, 1)[0]?.trimEnd() ?? ""),
  );
  return (
    <figure class="phone">
      <figcaption>{title}</figcaption>
      <div class="push">
        <p class="push-app">{t("Location alerts · now")}</p>
        {line !== body && (
          <p class="push-title" dir="auto" lang={language}>
            {line}
          </p>
        )}
        <p class="push-body" dir="auto" lang={body && language}>
          {body || t("Write the text to see it here.")}
        </p>
      </div>
    </figure>
  );
}
