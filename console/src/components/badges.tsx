import type { AlertStatus, LevelAlert } from "../api/operations.ts";
import { STATUS_NAMES } from "../words/alert-words.ts";
import { LEVEL_NAMES } from "../words/levels.ts";

/** A level in the colour of its zone. */
export function LevelBadge({ level }: { level: LevelAlert }) {
  return <span class={`badge level-${level}`}>{LEVEL_NAMES[level]}</span>;
}

/** Marks an exercise or a test, so that nobody takes it for a real alert. Shows nothing for a live alert. */
export function StatusBadge({ status }: { status: AlertStatus }) {
  if (status === "ACTUAL") return null;
  return <span class="badge role">{STATUS_NAMES[status][0]}</span>;
}
