import { networkInterfaces } from "node:os";
import { test } from "@jest/globals";
import type { Page, Worker } from "playwright-core";
import { until } from "../../../test/helpers/until.ts";
import { browserTest } from "./browser.ts";

const isOnline = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ internal }) => !internal),
);

if (!isOnline) {
  process.stderr.write(
    "Pushes to a browser are not tested: without a network Chromium awaits none.\n",
  );
}

/** Defines a test that pushes to a browser. Without a network, Chromium does not even reach a local push service. */
export const pushTest: typeof browserTest = isOnline
  ? browserTest
  : (name) => test.skip(name, () => {});

/** How long a push may take, in milliseconds. Chromium may have to start its service worker first. */
const LATE = 60_000;

export interface ShownNotification {
  title: string;
  body: string;
  data: { notificationId: number; alertId: number; level: string; kind: string };
}

/** Waits for the page's service worker. */
async function workerOf(page: Page): Promise<Worker> {
  const [worker] = page.context().serviceWorkers();
  return worker ?? (await page.context().waitForEvent("serviceworker"));
}

/** Makes the page's service worker count the notifications that it shows from now on. */
export async function countNotifications(page: Page): Promise<void> {
  const worker = await workerOf(page);
  await worker.evaluate(`if (self.newlyShown === undefined) {
    self.newlyShown = 0;
    const { prototype } = ServiceWorkerRegistration;
    const show = prototype.showNotification;
    prototype.showNotification = async function (...notification) {
      await show.apply(this, notification);
      self.newlyShown += 1;
    };
  }`);
}

/**
 * Returns what the browser shows now. Do not call it while a push may arrive: Chromium then treats a notification that
 * it has not drawn yet as closed, and forgets it.
 */
export const notificationsOf = (page: Page) =>
  page.evaluate<ShownNotification[]>(`navigator.serviceWorker.ready
    .then((registration) => registration.getNotifications())
    .then((all) => all.map(({ title, body, data }) => ({ title, body, data })))`);

/** Waits until the browser shows something new since the last call, and returns all that it shows. */
export async function nextNotifications(page: Page): Promise<ShownNotification[]> {
  const worker = await workerOf(page);
  await until(
    () => worker.evaluate<number>("self.newlyShown"),
    (count) => count > 0,
    LATE,
  );
  await worker.evaluate("self.newlyShown = 0");
  return await notificationsOf(page);
}

/**
 * Clicks on the shown notification. Returns the address opened in a new window, and whether an open window was focused.
 * A browser allows these two only after a real click, so they are simulated; the rest is real.
 */
export async function clickNotification(
  page: Page,
): Promise<{ opened?: string; isFocused?: boolean }> {
  const worker = await workerOf(page);
  return await worker.evaluate(`(async () => {
    const [notification] = await registration.getNotifications();
    const event = new NotificationEvent("notificationclick", { notification });
    const done = {};
    let work;
    event.waitUntil = (promise) => { work = promise; };
    WindowClient.prototype.focus = async () => { done.isFocused = true; };
    clients.openWindow = async (address) => { done.opened = address; };
    dispatchEvent(event);
    await work;
    return done;
  })()`);
}
