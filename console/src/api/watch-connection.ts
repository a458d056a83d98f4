import { isOffline, noteAnswer, noteOutage } from "../state/connection.ts";
import { isExpired } from "../state/session.ts";
import { MeDocument } from "./operations.ts";
import { request } from "./request.ts";

/** The time between two checks, while the service answers and while it does not. */
const CHECK_INTERVAL_MS = 15_000;
const RETRY_INTERVAL_MS = 3_000;
/** The time that the service has to answer a check. */
const CHECK_TIMEOUT_MS = 10_000;

/** Checks the service, so that screens soon say when their numbers are old. Returns a function that stops it. */
export function watchConnection(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const check = async () => {
    clearTimeout(timer);
    const late = AbortSignal.timeout(CHECK_TIMEOUT_MS);
    if (!isExpired.peek()) await request(MeDocument, {}, { signal: late }).catch(() => {});
    if (isStopped) return;
    if (late.aborted) noteOutage();
    wait();
  };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(check, isOffline.peek() ? RETRY_INTERVAL_MS : CHECK_INTERVAL_MS);
  };
  const lose = () => {
    noteOutage();
    wait();
  };
  wait();
  window.addEventListener("offline", lose);
  window.addEventListener("online", check);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    window.removeEventListener("offline", lose);
    window.removeEventListener("online", check);
    noteAnswer();
  };
}
