import { endSession } from "../api/log-out.ts";
import { abandon, isOwnDevice } from "../push/this-device.ts";
import { forgetPerson } from "./forget.ts";

/** The time that the service has to end the pushes. Without its answer, the browser ends them alone. */
const END_PUSHES_TIMEOUT_MS = 5_000;

/** Ends the pushes to this browser, ends the session, and deletes the user's data in this browser. */
export async function leave(): Promise<void> {
  if (isOwnDevice()) await abandon(AbortSignal.timeout(END_PUSHES_TIMEOUT_MS)).catch(console.warn);
  endSession();
  location.hash = "";
  await forgetPerson();
}
