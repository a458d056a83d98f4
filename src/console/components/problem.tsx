import { useEffect, useRef } from "preact/hooks";
import { onReturn } from "../state/connection.ts";
import { t } from "../words/translate.ts";

/** Milliseconds between two tries by itself: a request that always fails beside others that succeed goes on for ever. */
const REST = 5000;

/**
 * Shows what went wrong and what to do, which screen readers read out at once. Shows nothing without a text.
 * @param props.retry Tries again: by a button, and by itself when the connection has come back.
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
          nextTry = performance.now() + REST;
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
