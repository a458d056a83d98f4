import { isOffline, knownAt } from "../state/connection.ts";
import { moment } from "../words/time.ts";
import { t } from "../words/translate.ts";

/** Says since when numbers may be old, because the connection is lost. */
export function OfflineMark() {
  return (
    <p role="status" class={isOffline.value ? "problem offline" : "unseen"}>
      {isOffline.value &&
        t("The connection is lost: numbers are from {time}. Connecting again…", {
          time: moment(knownAt.value),
        })}
    </p>
  );
}
