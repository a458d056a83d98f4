import { isOffline, knownAt } from "../state/connection.ts";
import { moment } from "../words/time.ts";

/** Says since when numbers may be old, because the connection is lost. */
export function OfflineMark() {
  return (
    <p role="status" class={isOffline.value ? "problem offline" : "unseen"}>
      {isOffline.value &&
        `The connection is lost: numbers are from ${moment(knownAt.value)}. Connecting again…`}
    </p>
  );
}
