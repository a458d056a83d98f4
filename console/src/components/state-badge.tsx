import type { AlertState, AlertStatus } from "../api/operations.ts";
import { t } from "../words/translate.ts";

const NAMES: Record<AlertState, string> = {
  ACTIVE: t("Active"),
  EXPIRED: t("Ended"),
  CANCELLED: t("Ended"),
};

/** The state of an alert: red if it warns now, blue if it is a drill, green if it is over. */
export function StateBadge({ state, status }: { state: AlertState; status: AlertStatus }) {
  const isReal = status === "ACTUAL";
  return <span class={`badge state-${state}${isReal ? " real" : ""}`}>{NAMES[state]}</span>;
}
