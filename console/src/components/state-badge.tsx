import type { AlertState } from "../api/operations.ts";
import { t } from "../words/translate.ts";

const NAMES: Record<AlertState, string> = {
  ACTIVE: t("Active"),
  EXPIRED: t("Ended"),
  CANCELLED: t("Ended"),
};

/** The state of an alert. */
export function StateBadge({ state }: { state: AlertState }) {
  return <span class={`badge state-${state}`}>{NAMES[state]}</span>;
}
