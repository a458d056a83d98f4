import { useEffect, useRef } from "preact/hooks";
import { onReturn } from "../state/connection.ts";
import { t } from "../words/translate.ts";

/**
 * Shows what went wrong and what to do, which screen readers read out at once. Shows nothing without a text.
 * @param props.retry Tries again: by a button, and by itself when the connection has come back.
 */
export function Problem({ text, retry }: { text: string; retry?: () => void }) {
  const again = useRef<(() => void) | undefined>(undefined);
  again.current = text ? retry : undefined;
  useEffect(() => onReturn(() => again.current?.()), []);
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
