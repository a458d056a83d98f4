import type { LevelAlert } from "../api/operations.ts";

/** A level, as the map colours it. */
export function LevelBadge({ level }: { level: LevelAlert }) {
  return <span class={`badge level-${level}`}>{level}</span>;
}
