import { signal } from "@preact/signals";
import { DeviceUnregisterDocument, RegisterDeviceDocument } from "../api/operations.ts";
import { RequestError, request } from "../api/request.ts";
import { session } from "../state/session.ts";
import { stored } from "../state/stored.ts";
import { t } from "../words/translate.ts";

const WORKER = "./service-worker.js";
/** What the service worker controls, and opens at a click on a push: the console's folder, or a page in it. */
const SCOPE = document.documentElement.dataset.scope ?? "./";
/** Milliseconds that the browser's push service has to answer. */
const SUBSCRIBE_TIMEOUT = 20_000;

const NOT_ALLOWED = t("Notifications were not allowed: allow them, then try again.");
const NO_SUBSCRIPTION = t(
  "The browser's push service gave no subscription. Check the connection to the internet, then try again.",
);

/** This browser's state for the user: their device; their device, but needs renewal; another user's device; no device. */
export type DeviceState = "on" | "lapsed" | "another's" | "off";
export const deviceState = signal<DeviceState>("off");

/** The id of the user whose device this browser is. The subscription itself does not contain it. */
const ownerId = stored<number | null>("device-of", null);

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Writes a key as base64url, like the API. */
function toBase64Url(key: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(key ?? [])));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const isMadeWith = ({ options }: PushSubscription, publicKey: string) =>
  toBase64Url(options.applicationServerKey) === publicKey;

/** True if the user has registered this browser as their device. */
export const isOwnDevice = () =>
  ownerId.peek() !== null && ownerId.peek() === session.peek()?.userId;

/** Sets `deviceState`. Call it only if `pushProblem` is empty. */
export async function updateDeviceState(publicKey: string): Promise<void> {
  const subscription = await currentSubscription();
  if (isOwnDevice()) {
    // Lapsed: the subscription has an old key, or the browser has dropped it.
    deviceState.value = subscription && isMadeWith(subscription, publicKey) ? "on" : "lapsed";
  } else {
    // A subscription that was never registered does not count.
    deviceState.value = ownerId.peek() !== null && subscription ? "another's" : "off";
  }
}

/** Removes a subscription from the service and from the browser. */
async function removeSubscription(subscription: PushSubscription): Promise<void> {
  try {
    await request(DeviceUnregisterDocument, { token: JSON.stringify(subscription) });
  } catch (error) {
    // NOT_FOUND: the service has given the device to another user, or removed it as dead.
    if ((error as RequestError).code !== "NOT_FOUND") throw error;
  }
  await subscription.unsubscribe();
}

/** Gets a subscription for the key from the browser's push service. */
async function getSubscription(
  pushManager: PushManager,
  publicKey: string,
): Promise<PushSubscription> {
  const { promise, reject } = Promise.withResolvers<never>();
  // Without a timeout, a browser that cannot reach its push service would try forever.
  const timer = setTimeout(reject, SUBSCRIBE_TIMEOUT, new Error("no answer"));
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  try {
    return await Promise.race([pushManager.subscribe(options), promise]);
  } catch (error) {
    console.warn("No subscription:", error);
    throw new RequestError("REFUSED", NO_SUBSCRIPTION);
  } finally {
    clearTimeout(timer);
  }
}

/** Registers this browser as the user's device. */
export async function subscribe(publicKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") {
    throw new RequestError("REFUSED", NOT_ALLOWED);
  }
  await navigator.serviceWorker.register(WORKER, { scope: SCOPE });
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  // The browser allows one key at a time, and the service cannot push with the old one.
  if (before && !isMadeWith(before, publicKey)) await removeSubscription(before);
  const subscription = await getSubscription(pushManager, publicKey);
  await request(RegisterDeviceDocument, { input: { token: JSON.stringify(subscription) } });
  ownerId.value = session.value?.userId ?? null;
  deviceState.value = "on";
}

/** Stops pushes to this browser. */
export async function unsubscribe(): Promise<void> {
  const subscription = await currentSubscription();
  if (subscription) await removeSubscription(subscription);
  ownerId.value = null;
  deviceState.value = "off";
}
