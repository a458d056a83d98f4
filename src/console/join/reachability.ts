import { ReachabilityDocument } from "../api/operations.ts";
import { IN_TIME, request } from "../api/request.ts";
import { loaded } from "../state/loaded.ts";
import { session } from "../state/session.ts";

/** Milliseconds between two looks for the first position. */
const PACE = 3_000;

/** Whether the user can be warned: by a device, and by a position. */
export const reachability = loaded(async (signal) => {
  const { me, devices, lastReportedAt, webPushPublicKey } = await request(
    ReachabilityDocument,
    {},
    // Reports of places wait for it.
    { signal, ...IN_TIME },
  );
  return {
    hasDevice: devices?.some(({ leftAt }) => leftAt === null) ?? false,
    lastReportedAt,
    webPushPublicKey,
    isVerified: me?.emailVerified ?? false,
  };
});

/**
 * Looks again and again while the page is seen.
 * @param pace Milliseconds between two looks.
 * @returns A function that stops.
 */
export function followReachability(pace = PACE): () => void {
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
