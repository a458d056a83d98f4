import { signal } from "@preact/signals";
import { DeviceUnregisterDocument, RegisterDeviceDocument } from "../api/operations.ts";
import { RequestError, request } from "../api/request.ts";
import { ownName, session } from "../state/session.ts";
import { storedSignal, storedValue } from "../state/stored.ts";
import { t } from "../words/translate.ts";

/** The address of the service worker. It controls its folder, and opens the page there when a push is clicked. */
const WORKER = document.documentElement.dataset.worker ?? "./service-worker.js";
/** The worker's scope, which is the address of that page. */
const SCOPE = new URL("./", new URL(WORKER, document.baseURI)).href;
/** The time that the browser's push service has to answer. */
const SUBSCRIBE_TIMEOUT_MS = 20_000;

const NOT_ALLOWED = t("Notifications were not allowed: allow them, then try again.");
const NO_SUBSCRIPTION = t(
  "The browser's push service gave no subscription. Check the connection to the internet, then try again.",
);

/**
 * This browser's state for the user: their device; their device, but needs renewal; another user's device; no device.
 */
export type DeviceState = "on" | "lapsed" | "another's" | "off";
export const deviceState = signal<DeviceState>("off");

/** The storage key of the id of the user whose device this browser is. */
const OWNER = ownName("device-of");
const ownerId = storedSignal<number | null>(OWNER, null);

/**
 * Returns the stored id of the user whose device this browser is: the subscription does not contain it, and another tab
 * may have changed it.
 */
function subscriptionOwner(): number | null {
  const latest = storedValue<number>(OWNER);
  if (latest !== undefined) ownerId.value = latest;
  return ownerId.peek();
}

function setOwner(userId: number | null): void {
  // Reads first: a signal does not write a value that it has already, even if another tab has stored a different one.
  subscriptionOwner();
  ownerId.value = userId;
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
  // A page without its own worker gets the worker of the folder above.
  if (registration?.scope !== SCOPE) return null;
  return await registration.pushManager.getSubscription();
}

/** Writes a key as base64url, like the API. */
function toBase64Url(key: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(key ?? [])));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const hasPublicKey = ({ options }: PushSubscription, publicKey: string) =>
  toBase64Url(options.applicationServerKey) === publicKey;

/** True if the user has registered this browser as their device. */
export const isOwnDevice = () => subscriptionOwner() === session.peek()?.userId;

/** Sets `deviceState`. Call it only if `pushProblem` is empty. */
export async function updateDeviceState(publicKey: string): Promise<void> {
  const subscription = await currentSubscription();
  if (isOwnDevice()) {
    // Lapsed: the subscription has an old key, or the browser has dropped it.
    deviceState.value = subscription && hasPublicKey(subscription, publicKey) ? "on" : "lapsed";
  } else {
    // A subscription that was never registered does not count.
    deviceState.value = subscriptionOwner() !== null && subscription ? "another's" : "off";
  }
}

const register = (subscription: PushSubscription) =>
  request(RegisterDeviceDocument, {
    input: { token: JSON.stringify(subscription), language: navigator.language },
  });

/**
 * Registers the user's device again, as the service may have lost it: its database was restored, or the device seemed
 * dead.
 */
export async function registerAgain(): Promise<void> {
  const subscription = await currentSubscription();
  if (subscription) await register(subscription);
}

/** Removes a subscription from the service and from the browser. */
async function removeSubscription(
  subscription: PushSubscription,
  signal?: AbortSignal,
): Promise<void> {
  try {
    const token = JSON.stringify(subscription);
    await request(DeviceUnregisterDocument, { token }, signal ? { signal } : {});
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
  // Without a timeout, a browser that cannot reach its push service would try indefinitely.
  const timer = setTimeout(reject, SUBSCRIBE_TIMEOUT_MS, new Error("no answer"));
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

/** Starts the service worker. The calling page may be outside the worker's folder, or in another worker's folder. */
export async function startWorker(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(WORKER);
  const starting = registration.installing ?? registration.waiting;
  if (registration.active || !starting) return registration;
  await new Promise<void>((resolve) => {
    starting.addEventListener("statechange", () => {
      if (registration.active || starting.state === "redundant") resolve();
    });
  });
  return registration;
}

/** Registers this browser as the user's device. */
export async function subscribe(publicKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") {
    throw new RequestError("REFUSED", NOT_ALLOWED);
  }
  const { pushManager } = await startWorker();
  const before = await pushManager.getSubscription();
  // The browser allows one key at a time, and the service cannot push with the old one.
  if (before && !hasPublicKey(before, publicKey)) await removeSubscription(before);
  const subscription = await getSubscription(pushManager, publicKey);
  await register(subscription);
  setOwner(session.value?.userId ?? null);
  deviceState.value = "on";
}

/** Stops pushes to this browser. */
export async function unsubscribe(): Promise<void> {
  const subscription = await currentSubscription();
  if (subscription) await removeSubscription(subscription);
  setOwner(null);
  deviceState.value = "off";
}

/**
 * Stops pushes to this browser even if the service does not answer. In that case the service finds out at its next
 * push.
 * @param signal Ends the wait for the service.
 */
export async function abandon(signal: AbortSignal): Promise<void> {
  const subscription = await currentSubscription();
  if (subscription) {
    await removeSubscription(subscription, signal).catch(console.warn);
    await subscription.unsubscribe();
  }
  setOwner(null);
  deviceState.value = "off";
}
