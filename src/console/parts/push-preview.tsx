import type { LevelAlert } from "../api/operations.ts";
import { LevelBadge } from "./level-badge.tsx";

/** As the service cuts titles. */
const LONGEST_TITLE = 60;

const characters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

function titleOf(text: string): string {
  const line = text.trimStart().split(/\r?\n/, 1)[0]?.trimEnd() ?? "";
  const all = [...characters.segment(line)].map(({ segment }) => segment);
  return all.length <= LONGEST_TITLE ? line : `${all.slice(0, LONGEST_TITLE - 1).join("")}…`;
}

/** The push as a locked phone shows it: its first line as the title, and as much of the text as fits. */
export function PushPreview({ level, text }: { level: LevelAlert; text: string }) {
  return (
    <figure class="phone">
      <figcaption>
        What <LevelBadge level={level} /> sees
      </figcaption>
      <div class="push" dir="auto">
        <p class="push-app">Location alerts · now</p>
        <p class="push-title">{titleOf(text) || "…"}</p>
        <p class="push-body">{text.trim() || "Write the text to see it here."}</p>
      </div>
    </figure>
  );
}
