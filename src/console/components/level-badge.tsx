import type { LevelAlert } from "../api/operations.ts";

/** A level in the colour of its zone. */
export function LevelBadge({ level }: { level: LevelAlert }) {
  return <span class={`badge level-${level}`}>{level}</span>;
}
