import { ownName } from "../state/session.ts";
import { storedSignal } from "../state/stored.ts";
import { emptyCaches } from "./caches.ts";
import { zones } from "./drawn-zones.ts";
import { here } from "./here.ts";
import { emptyInbox } from "./inbox.ts";
import { reports } from "./reports.ts";

/** The user whose data this browser keeps. */
const keptOf = storedSignal<number | null>(ownName("kept-of"), null);
/** The user whose data this page has loaded. */
let loadedOf: number | undefined;

/** Deletes all of the user's data in this browser. */
export async function forgetPerson(): Promise<void> {
  keptOf.value = null;
  here.value = undefined;
  zones.value = new Map();
  reports.value = false;
  await emptyInbox();
  if ("caches" in window) await emptyCaches();
}

/**
 * Admits a user. If the data of another user is still here, whose session ended without a logout, it is deleted and the
 * page reloads.
 * @returns False if the page reloads.
 */
export function admit(userId: number): boolean {
  const isOwn = [keptOf.peek() ?? userId, loadedOf ?? userId].every((id) => id === userId);
  if (isOwn) {
    keptOf.value = userId;
    loadedOf = userId;
  } else {
    void forgetPerson().finally(() => location.reload());
  }
  return isOwn;
}
