import { useEffect } from "preact/hooks";
import type { AlertQuery } from "../../api/operations.ts";

type Alert = NonNullable<AlertQuery["alerts"]>[number];

/** Milliseconds between looks: spoken within seconds, as a rule; where speech is off, never. */
const PAUSES = [1000, 2000, 4000, 8000, 15_000, 30_000];

/** Asks for an alert again until its texts are spoken, for a minute. */
export function useSpeech(alert: Alert | undefined, load: () => Promise<void>): void {
  const isAwaited =
    alert?.state === "ACTIVE" && !(alert.audioUrl1 && alert.audioUrl2 && alert.audioUrl3);
  useEffect(() => {
    if (!isAwaited) return;
    let timer: ReturnType<typeof setTimeout>;
    const lookIn = ([pause, ...others]: number[]) => {
      if (pause === undefined) return;
      timer = setTimeout(() => {
        lookIn(others);
        void load();
      }, pause);
    };
    lookIn(PAUSES);
    return () => clearTimeout(timer);
  }, [isAwaited, alert?.version, load]);
}
