import { useEffect, useRef } from "preact/hooks";
import { onReturn } from "../state/connection.ts";
import { t } from "../words/translate.ts";

/**
 * Milliseconds between two automatic retries. A request that always fails, while others succeed, is retried
 * indefinitely.
 */
const RETRY_INTERVAL_MS = 5000;

/**
 * Shows what went wrong and what to do. Screen readers read it out at once. Shows nothing without a text.
 * @param props.retry Tries again: when the button is pressed, and automatically when the connection has come back.
 */
export function Problem({ text, retry }: { text: string; retry?: () => void }) {
  const again = useRef<(() => void) | undefined>(undefined);
  again.current = text ? retry : undefined;
  useEffect(() => onReturn(() => again.current?.(), RETRY_INTERVAL_MS), []);
  return (
    <div role="alert" class={text ? "problem" : undefined}>
      {text}
      {text && retry && (
        <button type="button" class="plain" onClick={retry}>
          {t("Try again")}
        </button>
      )}
    </div>
  );
}
