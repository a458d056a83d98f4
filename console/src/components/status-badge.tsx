import type { AlertStatus } from "../api/operations.ts";
import { STATUS_NAMES } from "../words/alert-words.ts";

/** Marks an exercise or a test, so that nobody takes it for a real alert. Shows nothing for a live alert. */
export function StatusBadge({ status }: { status: AlertStatus }) {
  if (status === "ACTUAL") return null;
  return <span class="badge role">{STATUS_NAMES[status][0]}</span>;
}
