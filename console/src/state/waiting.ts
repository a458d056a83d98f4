import { computed } from "@preact/signals";
import { HeldPublicationsDocument, type WaitingFragment } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { loaded } from "./loaded.ts";
import { may } from "./rights.ts";
import { session } from "./session.ts";

const INTERVAL_MS = 30_000;

/** What waits for a second person or its time, and what of the user's own did not go out. */
export const waiting = loaded(
  async (signal): Promise<readonly WaitingFragment[]> =>
    (await request(HeldPublicationsDocument, {}, { signal })).heldPublications?.filter(
      (one) => one !== null,
    ) ?? [],
);

/** True if the user may approve or reject a proposal: nobody decides on their own. */
export const maySettle = ({ state, userId, authorityId }: WaitingFragment): boolean =>
  state === "PROPOSED" && userId !== session.value?.userId && may("APPROVER", authorityId);

/** The proposals that wait for the user. */
export const toDecide = computed(() => waiting.data.value?.filter(maySettle) ?? []);

/** Loads what waits now and twice a minute, for users who may see it. Returns a function that stops. */
export function watchWaiting(): () => void {
  if (!session.peek()?.rights || !may("AUTHOR")) return () => {};
  void waiting.load();
  const timer = setInterval(() => void waiting.load(), INTERVAL_MS);
  return () => clearInterval(timer);
}
