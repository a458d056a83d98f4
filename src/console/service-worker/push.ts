export declare const self: ServiceWorkerGlobalScope;

/** A push as the service sends it. */
interface PushedMessage {
  title: string;
  body: string;
  data: { notificationId: number; alertId: number; level: string; kind: string };
}

// Of the windows that were open before it, too: else a click could not bring them to the alert.
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  if (!event.data) return;
  const { title, body, data }: PushedMessage = event.data.json();
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      data,
      // Sent twice, it is shown once.
      tag: `notification-${data.notificationId}`,
      // That it is over need not wait on the screen.
      requireInteraction: data.level === "ONE" && data.kind !== "ALL_CLEAR",
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { alertId }: PushedMessage["data"] = event.notification.data;
  const address = new URL(`./#/alerts/${alertId}`, self.registration.scope).href;
  const open = async () => {
    const [window] = await self.clients.matchAll({ type: "window" });
    if (!window) return void (await self.clients.openWindow(address));
    await window.navigate(address);
    await window.focus();
  };
  event.waitUntil(open());
});
