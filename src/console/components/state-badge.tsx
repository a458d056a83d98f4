import type { AlertState } from "../api/operations.ts";

const NAMES: Record<AlertState, string> = {
  ACTIVE: "Active",
  EXPIRED: "Ended",
  CANCELLED: "Cancelled",
};

/** The state of an alert. */
export function StateBadge({ state }: { state: AlertState }) {
  return <span class={`badge state-${state}`}>{NAMES[state]}</span>;
}
