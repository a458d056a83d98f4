import { endSession } from "../api/log-out.ts";
import { abandon, isOwnDevice } from "../push/this-device.ts";
import { emptyCaches } from "./caches.ts";
import { here } from "./here.ts";
import { emptyInbox } from "./inbox.ts";
import { zones } from "./zones.ts";

/** Milliseconds that the service has to end the pushes. Without it the browser ends them alone. */
const PATIENCE = 5_000;

/** Forgets everything of the user that is in this browser. */
export async function forgetPerson(): Promise<void> {
  here.value = undefined;
  zones.value = new Map();
  await emptyInbox();
  if ("caches" in window) await emptyCaches();
}

/** Ends the pushes to this browser and the session, and empties what is kept. */
export async function leave(): Promise<void> {
  if (isOwnDevice()) await abandon(AbortSignal.timeout(PATIENCE)).catch(console.warn);
  endSession();
  location.hash = "";
  await forgetPerson();
}
