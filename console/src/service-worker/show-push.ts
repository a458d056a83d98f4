export declare const self: ServiceWorkerGlobalScope;

/** The content of a push from the service. */
interface PushedMessage {
  title: string;
  body: string;
  /** Without a level, the push holds a general sentence: the page reads the rest. */
  data: {
    /** Where the console shows what this is about, if it is no alert. */
    path?: string;
    notificationId: number;
    alertId: number;
    level?: string;
    kind?: string;
    language?: string;
  };
}

/** Milliseconds of vibration and pause. A silent browser or phone ignores it. */
const VIBRATION = [400, 200, 400];

// Also takes control of windows that were open before the worker started. Otherwise a click could not navigate them.
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  if (!event.data) return;
  const { title, body, data }: PushedMessage = event.data.json();
  // TypeScript lacks the vibration.
  const options: NotificationOptions & { vibrate: number[] } = {
    body,
    data,
    icon: "./icons/icon-192.png",
    badge: "./icons/badge-96.png",
    vibrate: VIBRATION,
    lang: data.language ?? "",
    dir: "auto",
    // A push that is sent twice is shown once.
    tag: data.path ?? `notification-${data.notificationId}`,
    // Level ONE stays on the screen until the user acts, and so does what may be it. An all-clear may disappear.
    requireInteraction: (data.level ?? "ONE") === "ONE" && data.kind !== "ALL_CLEAR",
  };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { alertId, path }: PushedMessage["data"] = event.notification.data;
  // The page whose worker this is: the console, or the person's page. Both show an alert at the same address.
  const { scope } = self.registration;
  const address = new URL(path ?? `./#/alerts/${alertId}`, scope).href;
  const open = async () => {
    const windows = await self.clients.matchAll({ type: "window" });
    // One page's scope contains the other's, so the whole address must match.
    const window = windows.find(({ url }) => url.split(/[?#]/, 1)[0] === address.split("#", 1)[0]);
    if (!window) return void (await self.clients.openWindow(address));
    await window.navigate(address);
    await window.focus();
  };
  event.waitUntil(open());
});
