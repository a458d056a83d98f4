import type { LevelAlert } from "../api/operations.ts";
import { LEVEL_NAMES } from "../words/levels.ts";

/** A level in the colour of its zone. */
export function LevelBadge({ level }: { level: LevelAlert }) {
  return <span class={`badge level-${level}`}>{LEVEL_NAMES[level]}</span>;
}
