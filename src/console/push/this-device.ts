import { DeviceUnregisterDocument, RegisterDeviceDocument } from "../api/operations.ts";
import { RequestError, request } from "../api/request.ts";

/** Where the service worker is, and what it is for: the console only. */
const WORKER = "./service-worker.js";

/** Why this browser cannot be told; empty where it can. */
export function obstacle(publicKey: string | null): string {
  if (!publicKey) return "Web Push is off at this service.";
  if (!isSecureContext)
    return "Browsers take pushes from https:// addresses only, or from localhost.";
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) {
    return "This browser takes no pushes.";
  }
  if (Notification.permission === "denied") {
    return "Notifications of this page are blocked: allow them in the browser's settings.";
  }
  return "";
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Whether this browser is subscribed. */
export const isSubscribed = async () =>
  "serviceWorker" in navigator && (await currentSubscription()) !== null;

function bytes(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Asks the browser for a subscription, and registers it as a device of whoever is logged in. */
export async function subscribe(publicKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") {
    throw new RequestError(
      "REFUSED",
      "Notifications were not allowed: allow them, then try again.",
    );
  }
  await navigator.serviceWorker.register(WORKER);
  const registration = await navigator.serviceWorker.ready;
  let subscription: PushSubscription;
  try {
    subscription = await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: bytes(publicKey),
    });
  } catch {
    throw new RequestError(
      "REFUSED",
      "The browser's push service gave no subscription. Check the connection to the internet, then try again.",
    );
  }
  await request(RegisterDeviceDocument, { input: { token: JSON.stringify(subscription) } });
}

/** Ends the subscription, at the service and in the browser. */
export async function unsubscribe(): Promise<void> {
  const subscription = await currentSubscription();
  if (!subscription) return;
  try {
    await request(DeviceUnregisterDocument, { token: JSON.stringify(subscription) });
  } catch (error) {
    // It had been given to someone else, or forgotten as dead: then only the browser is to forget it.
    if ((error as RequestError).code !== "NOT_FOUND") throw error;
  }
  await subscription.unsubscribe();
}
