import { isOffline, serviceHasAnswered, serviceHasNotAnswered } from "../state/connection.ts";
import { isExpired } from "../state/session.ts";
import { MeDocument } from "./operations.ts";
import { request } from "./request.ts";

/** Milliseconds between two checks, while the service answers and while it does not. */
const PAUSE = 15_000;
const SHORT_PAUSE = 3_000;
/** Milliseconds that the service has to answer a check. */
const PATIENCE = 10_000;

/** Checks the service, so that screens soon say when their numbers are old. Returns a function that stops it. */
export function watchConnection(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const check = async () => {
    clearTimeout(timer);
    const late = AbortSignal.timeout(PATIENCE);
    if (!isExpired.peek()) await request(MeDocument, {}, { signal: late }).catch(() => {});
    if (isStopped) return;
    if (late.aborted) serviceHasNotAnswered();
    wait();
  };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(check, isOffline.peek() ? SHORT_PAUSE : PAUSE);
  };
  const lose = () => {
    serviceHasNotAnswered();
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
    serviceHasAnswered();
  };
}
