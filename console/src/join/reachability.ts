import { ReachabilityDocument } from "../api/operations.ts";
import { request, WITH_SHORT_TIMEOUT } from "../api/request.ts";
import { loaded } from "../state/loaded.ts";
import { session } from "../state/session.ts";

/** The time between two checks for the first position. */
const CHECK_INTERVAL_MS = 3_000;

/** Whether the user can be warned, which takes a device and a position. */
export const reachability = loaded(async (signal) => {
  const { me, devices, lastReportedAt, webPushPublicKey } = await request(
    ReachabilityDocument,
    {},
    // Position reports wait for this request.
    { signal, ...WITH_SHORT_TIMEOUT },
  );
  return {
    // A mail wakes nobody.
    hasDevice: devices?.some((one) => one.leftAt === null && one.provider !== "email") ?? false,
    lastReportedAt,
    webPushPublicKey,
    isVerified: me?.emailVerified ?? false,
  };
});

/**
 * Checks repeatedly while the page is visible.
 * @param pace Milliseconds between two checks.
 * @returns A function that stops it.
 */
export function followReachability(pace = CHECK_INTERVAL_MS): () => void {
  let timer: ReturnType<typeof setTimeout>;
  let isStopped = false;
  const look = async () => {
    if (!document.hidden && session.value) await reachability.load();
    if (!isStopped) timer = setTimeout(look, pace);
  };
  void look();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
