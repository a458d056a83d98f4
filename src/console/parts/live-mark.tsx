import { isLive } from "../api/live.ts";

/** Says so while what is shown may be behind. */
export function LiveMark() {
  return (
    <p role="status" class={isLive.value ? "unseen" : "problem"}>
      {isLive.value ? "" : "The connection is lost: numbers may be old. Connecting again…"}
    </p>
  );
}
