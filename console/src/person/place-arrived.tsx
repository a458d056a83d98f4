import { now } from "../state/now.ts";
import { pastTime } from "../words/time.ts";
import { t } from "../words/translate.ts";
import { isPlaceOld } from "./place-age.ts";

/** Says when the person's position was known last, and asks for another one if alerts ignore it. */
export function PlaceArrived({ lastReportedAt }: { lastReportedAt: number | null }) {
  return (
    <p>
      {lastReportedAt === null
        ? t("No position of yours has arrived yet.")
        : t("Your position was known {when}.", { when: pastTime(lastReportedAt, now.value) })}{" "}
      {isPlaceOld.value && t("Alerts find you by it: report where you are.")}
    </p>
  );
}
