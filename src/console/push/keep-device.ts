import { effect } from "@preact/signals";
import { MeDocument } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { session } from "../state/session.ts";
import { pushProblem } from "./push-problem.ts";
import { deviceState, isOwnDevice, subscribe, updateDeviceState } from "./this-device.ts";

/** Renews the subscription if the service's key has changed or the browser has dropped the subscription. */
async function renew(): Promise<void> {
  const { webPushPublicKey } = await request(MeDocument, {});
  if (!webPushPublicKey || pushProblem(webPushPublicKey)) return;
  await updateDeviceState(webPushPublicKey);
  // Only with permission: the browser must not ask for it unless the user clicks.
  if (deviceState.value === "lapsed" && Notification.permission === "granted") {
    await subscribe(webPushPublicKey);
  }
}

/** Renews this browser's subscription at each login, if the user has registered it as their device. */
export function keepDevice(): void {
  effect(() => {
    if (session.value && isOwnDevice())
      renew().catch((error) => console.warn("Not renewed:", error));
  });
}
