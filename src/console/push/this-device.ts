import { signal } from "@preact/signals";
import { DeviceUnregisterDocument, RegisterDeviceDocument } from "../api/operations.ts";
import { RequestError, request } from "../api/request.ts";
import { session } from "../state/session.ts";
import { stored } from "../state/stored.ts";

/** Where the service worker is, and what it is for: the console only. */
const WORKER = "./service-worker.js";
/** Milliseconds to wait for the browser's push service. */
const PATIENCE = 20_000;

const NOT_ALLOWED = "Notifications were not allowed: allow them, then try again.";
const NO_SUBSCRIPTION =
  "The browser's push service gave no subscription. Check the connection to the internet, then try again.";

/** What this browser is to whoever is logged in: their device; one that has to be renewed; another user's; none. */
export type Standing = "on" | "lapsed" | "another's" | "off";
export const standing = signal<Standing>("off");

/** Whose device this browser was made: its subscription does not say. */
const deviceOf = stored<number | null>("device-of", null);

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** A key as the API writes it: base64url. */
function written(key: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(key ?? [])));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const isMadeWith = ({ options }: PushSubscription, publicKey: string) =>
  written(options.applicationServerKey) === publicKey;

/** Whether whoever is logged in made this browser their device. */
export const isMine = () => deviceOf.peek() !== null && deviceOf.peek() === session.peek()?.userId;

/** Looks what this browser, in whose way nothing stands, is now. */
export async function look(publicKey: string): Promise<void> {
  const subscription = await currentSubscription();
  if (isMine()) {
    // Else it is bound to a key of before, or the browser let it go.
    standing.value = subscription && isMadeWith(subscription, publicKey) ? "on" : "lapsed";
  } else {
    // One that nobody registered is no device.
    standing.value = deviceOf.peek() !== null && subscription ? "another's" : "off";
  }
}

/** Ends a subscription, at the service and in the browser. */
async function end(subscription: PushSubscription): Promise<void> {
  try {
    await request(DeviceUnregisterDocument, { token: JSON.stringify(subscription) });
  } catch (error) {
    // It had been given to someone else, or forgotten as dead: then only the browser is to forget it.
    if ((error as RequestError).code !== "NOT_FOUND") throw error;
  }
  await subscription.unsubscribe();
}

/** Asks the browser's push service for a subscription made with the key. */
async function ask(pushManager: PushManager, publicKey: string): Promise<PushSubscription> {
  const { promise, reject } = Promise.withResolvers<never>();
  // A browser that cannot reach it tries for as long as the page is open.
  const timer = setTimeout(reject, PATIENCE, new Error("no answer"));
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

/** Makes this browser a device of whoever is logged in. */
export async function subscribe(publicKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") {
    throw new RequestError("REFUSED", NOT_ALLOWED);
  }
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  // A browser makes none with another key beside it, and the service can no longer push to it.
  if (before && !isMadeWith(before, publicKey)) await end(before);
  const subscription = await ask(pushManager, publicKey);
  await request(RegisterDeviceDocument, { input: { token: JSON.stringify(subscription) } });
  deviceOf.value = session.value?.userId ?? null;
  standing.value = "on";
}

/** Pushes no more to this browser. */
export async function unsubscribe(): Promise<void> {
  const subscription = await currentSubscription();
  if (subscription) await end(subscription);
  deviceOf.value = null;
  standing.value = "off";
}
