import { isLive } from "../api/live.ts";

/** Warns while the connection is lost, because the page may show old data. */
export function LiveMark() {
  return (
    <p role="status" class={isLive.value ? "unseen" : "problem"}>
      {isLive.value ? "" : "The connection is lost: numbers may be old. Connecting again…"}
    </p>
  );
}
