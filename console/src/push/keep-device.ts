import { effect } from "@preact/signals";
import { MeDocument } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { session } from "../state/session.ts";
import { pushProblem } from "./push-problem.ts";
import {
  deviceState,
  isOwnDevice,
  registerAgain,
  subscribe,
  updateDeviceState,
} from "./this-device.ts";

/**
 * Renews this browser's subscription at each login, if the user has registered it as their device. Returns a function
 * that stops it.
 */
export function keepDevice(): () => void {
  /** True once the service has confirmed the device to this page. */
  let isKnown = false;
  const renew = async () => {
    const { webPushPublicKey } = await request(MeDocument, {});
    if (!webPushPublicKey || pushProblem(webPushPublicKey)) return;
    await updateDeviceState(webPushPublicKey);
    // Only with permission: the browser must not ask for it unless the user clicks.
    if (Notification.permission !== "granted") return;
    // Lapsed: the service's key has changed, or the browser has dropped the subscription.
    if (deviceState.value === "lapsed") await subscribe(webPushPublicKey);
    else if (deviceState.value === "on" && !isKnown) await registerAgain();
    else return;
    isKnown = true;
  };
  return effect(() => {
    if (session.value && isOwnDevice())
      renew().catch((error) => console.warn("Not renewed:", error));
  });
}
