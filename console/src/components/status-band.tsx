import type { AlertStatus } from "../api/operations.ts";
import { STATUS_NAMES } from "../words/alert-words.ts";

/** A triangle, a ring and a square: the shapes tell the status to people who see no colours. */
const SHAPES: Record<AlertStatus, string> = {
  ACTUAL: "M12 2 23 21H1Z M12 9v6 M12 17v1",
  EXERCISE: "M12 2a10 10 0 1 0 .01 0Z M8 12h8",
  TEST: "M3 3h18v18H3Z M8 8l8 8 M16 8l-8 8",
};

/** Says whether an alert is live, an exercise or a test: in words, colour, shape and pattern. */
export function StatusBand({ status }: { status: AlertStatus }) {
  const [name, audience] = STATUS_NAMES[status];
  return (
    <p class={`status-band status-${status}`}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={SHAPES[status]} />
      </svg>
      <strong>{name}</strong> <span>{audience}</span>
    </p>
  );
}
