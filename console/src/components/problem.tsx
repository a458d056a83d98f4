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
  useEffect(() => {
    let nextTry = 0;
    let timer: ReturnType<typeof setTimeout>;
    const ignoreReturn = onReturn(() => {
      clearTimeout(timer);
      timer = setTimeout(
        () => {
          nextTry = performance.now() + RETRY_INTERVAL_MS;
          again.current?.();
        },
        Math.max(0, nextTry - performance.now()),
      );
    });
    return () => {
      ignoreReturn();
      clearTimeout(timer);
    };
  }, []);
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
