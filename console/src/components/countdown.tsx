import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../words/translate.ts";
import { Problem } from "./problem.tsx";
import { useAction } from "./use-action.ts";

const secondsUntil = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / 1000));

/** The time in which a second press of the key that published is ignored. */
const DEBOUNCE_MS = 500;

/** The time after which a publication that is due counts as stuck. */
const STUCK_TIMEOUT_MS = 10_000;
const STUCK = t(
  "It has not gone out: the service does not answer or cannot write, for example because its disk is full. Tell whoever runs it at once, and warn people in another way.",
);

/** Counts down until a publication goes out, with a button that takes it back. */
export function Countdown({ until, takeBack }: { until: number; takeBack: () => Promise<void> }) {
  const [left, setLeft] = useState(secondsUntil(until));
  const [isStuck, setStuck] = useState(false);
  const [shownAt] = useState(Date.now);
  const button = useRef<HTMLButtonElement>(null);
  const { run, isBusy, problem } = useAction(takeBack);
  useEffect(() => {
    button.current?.focus();
    const timer = setInterval(() => {
      setLeft(secondsUntil(until));
      setStuck(Date.now() - until > STUCK_TIMEOUT_MS);
    }, 200);
    return () => clearInterval(timer);
  }, [until]);
  /** Prevents the key that published, held or pressed twice, from taking the publication back at once. */
  function debounce(event: KeyboardEvent): void {
    const isSecond = event.repeat || Date.now() - shownAt < DEBOUNCE_MS;
    const isPress = event.key === "Enter" || event.key === " ";
    if (isSecond && isPress) event.preventDefault();
  }
  return (
    <div class="countdown">
      <p role="status">{t("Nothing is published yet. It goes out even if you close this page.")}</p>
      <strong role="timer">
        {left > 0 ? t("Goes out in {seconds} s", { seconds: left }) : t("Going out…")}
      </strong>
      <button
        type="button"
        class="primary"
        ref={button}
        disabled={isBusy}
        onKeyDown={debounce}
        onClick={() => void run()}
      >
        {t("Take it back")}
      </button>
      <Problem text={problem || (isStuck ? STUCK : "")} />
    </div>
  );
}
