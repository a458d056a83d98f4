import { RequestError } from "../api/request.ts";
import { t } from "../words/translate.ts";

export const NOT_TOLD = t("The browser does not tell where it is: allow it, or use an app.");

const REPORT_INTERVAL_MS = 60_000;

/**
 * Reports where this browser is for as long as the page is open. A place within a minute of the last report waits until
 * the minute is over, and a newer place replaces it. After a failed report, the next place is reported at once, or the
 * same place after a minute.
 * @param note Gets each error, and undefined after each successful report.
 * @returns A function that stops.
 */
export function watchPlace(
  report: (position: GeolocationPosition) => Promise<void>,
  note: (error: unknown) => void,
): () => void {
  let waiting: GeolocationPosition | undefined;
  let isHeld = false;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function reportWaiting(): Promise<void> {
    const position = waiting;
    if (!position) return;
    clearTimeout(timer);
    waiting = undefined;
    isHeld = true;
    const error = await report(position).then(
      () => undefined,
      (reason) => reason,
    );
    if (isStopped) return;
    if (error) {
      waiting ??= position;
      isHeld = false;
    }
    timer = setTimeout(() => {
      isHeld = false;
      void reportWaiting();
    }, REPORT_INTERVAL_MS);
    note(error);
  }

  const watch = navigator.geolocation.watchPosition(
    async (position) => {
      waiting = position;
      if (!isHeld) await reportWaiting();
    },
    () => note(new RequestError("REFUSED", NOT_TOLD)),
    { enableHighAccuracy: true },
  );
  return () => {
    isStopped = true;
    clearTimeout(timer);
    navigator.geolocation.clearWatch(watch);
  };
}
