import { networkInterfaces } from "node:os";
import { test } from "@jest/globals";
import type { Page, Worker } from "playwright-core";
import { until } from "../../helpers/until.ts";
import { browserTest } from "./browser.ts";

const isOnline = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ internal }) => !internal),
);

if (!isOnline) {
  process.stderr.write(
    "Pushes to a browser are not tested: without a network Chromium awaits none.\n",
  );
}

/** A test in which a browser is pushed to. Cut off from all networks it connects to no push service, not even to ours. */
export const pushTest: typeof browserTest = isOnline
  ? browserTest
  : (name) => test.skip(name, () => {});

/** A push has a way to go, through a Chromium that may be starting its service worker, in milliseconds. */
const LATE = 60_000;

export interface ShownNotification {
  title: string;
  body: string;
  data: { notificationId: number; alertId: number; level: string; kind: string };
}

/** The page's service worker, as soon as it is known of. */
async function workerOf(page: Page): Promise<Worker> {
  const [worker] = page.context().serviceWorkers();
  return worker ?? (await page.context().waitForEvent("serviceworker"));
}

/** Has the page's service worker count from now on what it has shown. */
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
 * What the browser shows now. Never to be asked while something may be coming: Chromium takes a notification that it has
 * noted but not drawn yet for one that was closed, and forgets it.
 */
export const notificationsOf = (page: Page) =>
  page.evaluate<ShownNotification[]>(`navigator.serviceWorker.ready
    .then((registration) => registration.getNotifications())
    .then((all) => all.map(({ title, body, data }) => ({ title, body, data })))`);

/** What the browser shows once it has shown something since it was asked last. */
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
 * Clicks on what is shown; returns which address was opened in a new window, and whether one that was there came to the
 * front. Those two a browser allows to a hand's click only; the rest is as it is then.
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
