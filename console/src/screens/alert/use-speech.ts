import { useEffect } from "preact/hooks";
import type { Alert } from "../../api/alert.ts";

/** Milliseconds between two requests. Speech usually takes seconds; if it is off, it never comes. */
const PAUSES = [1000, 2000, 4000, 8000, 15_000, 30_000];

/** Reloads an alert for a minute, until its texts have speech. */
export function useSpeech(alert: Alert | undefined, load: () => Promise<void>): void {
  const isAwaited =
    alert?.state === "ACTIVE" && !(alert.audioUrl1 && alert.audioUrl2 && alert.audioUrl3);
  useEffect(() => {
    if (!isAwaited) return;
    let timer: ReturnType<typeof setTimeout>;
    const loadAfter = ([pause, ...others]: number[]) => {
      if (pause === undefined) return;
      timer = setTimeout(() => {
        loadAfter(others);
        void load();
      }, pause);
    };
    loadAfter(PAUSES);
    return () => clearTimeout(timer);
  }, [isAwaited, alert?.version, load]);
}
