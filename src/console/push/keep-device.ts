import { effect } from "@preact/signals";
import { MeDocument } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { session } from "../state/session.ts";
import { obstacle } from "./obstacle.ts";
import { isMine, look, standing, subscribe } from "./this-device.ts";

/** Renews a device that has lapsed: the service's key has changed, or the browser let its subscription go. */
async function keep(): Promise<void> {
  const { webPushPublicKey } = await request(MeDocument, {});
  if (!webPushPublicKey || obstacle(webPushPublicKey)) return;
  await look(webPushPublicKey);
  // Nobody is asked for a permission that they did not seek.
  if (standing.value === "lapsed" && Notification.permission === "granted") {
    await subscribe(webPushPublicKey);
  }
}

/** Keeps this browser the device of whoever logs in, if they made it theirs. */
export function keepDevice(): void {
  effect(() => {
    if (session.value && isMine()) keep().catch((error) => console.warn("Not renewed:", error));
  });
}
