import { ownName } from "../state/session.ts";
import { stored } from "../state/stored.ts";
import { emptyCaches } from "./caches.ts";
import { here } from "./here.ts";
import { emptyInbox } from "./inbox.ts";
import { reports } from "./reports.ts";
import { zones } from "./zones.ts";

/** The user whose things this browser keeps. */
const keptOf = stored<number | null>(ownName("kept-of"), null);
/** The user whose things this page has loaded. */
let loadedOf: number | undefined;

/** Forgets everything of the user that is in this browser. */
export async function forgetPerson(): Promise<void> {
  keptOf.value = null;
  here.value = undefined;
  zones.value = new Map();
  reports.value = false;
  await emptyInbox();
  if ("caches" in window) await emptyCaches();
}

/**
 * Lets a user in. If something of another user is here, whose session ended without a logout, it is forgotten and the
 * page loads again.
 * @returns False if the page loads again.
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
