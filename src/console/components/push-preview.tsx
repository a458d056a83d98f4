import type { ComponentChildren } from "preact";

/** The length to which the service cuts titles. */
const LONGEST_TITLE = 60;

const characters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

function titleOf(text: string): string {
  const line = text.trimStart().split(/\r?\n/, 1)[0]?.trimEnd() ?? "";
  const graphemes = [...characters.segment(line)].map(({ segment }) => segment);
  return graphemes.length <= LONGEST_TITLE
    ? line
    : `${graphemes.slice(0, LONGEST_TITLE - 1).join("")}…`;
}

/** Shows a push as a locked phone does: the first line as the title, and as much of the text as fits. */
export function PushPreview({ title, text }: { title: ComponentChildren; text: string }) {
  return (
    <figure class="phone">
      <figcaption>{title}</figcaption>
      <div class="push" dir="auto">
        <p class="push-app">Location alerts · now</p>
        <p class="push-title">{titleOf(text) || "…"}</p>
        <p class="push-body">{text.trim() || "Write the text to see it here."}</p>
      </div>
    </figure>
  );
}
