import type { CDPSession, Page } from "playwright-core";
import type { OpenPage, Throttle } from "./throttled.ts";

/** When the login appeared, in milliseconds, and how much JavaScript had loaded by then. */
export interface Timed {
  at: number;
  kilobytes: number;
}

/** Returns the milliseconds since the page was requested. */
const sinceStart = (page: Page) => page.evaluate<number>("performance.now()");

/** Waits for a condition inside the page, which notices it at the next frame. */
const seen = (page: Page, condition: string) =>
  page.waitForFunction(condition, undefined, { polling: "raf", timeout: 60_000 });

/** Opens the login, and measures when it appears. */
export async function openLogin(open: OpenPage, throttle: Throttle): Promise<Timed> {
  const { page } = await open(throttle, { address: "", isLoggedIn: false });
  await seen(page, `document.querySelector("form.login button")`);
  const at = await sinceStart(page);
  const bytes = await page.evaluate<number>(`performance.getEntriesByType("resource")
    .filter(({ name, responseEnd }) => name.endsWith(".js") && responseEnd <= ${at})
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`);
  await page.context().close();
  return { at, kilobytes: bytes / 1000 };
}

/** Milliseconds until the map can be used, and the processor time of the page's main thread until then. */
export interface MapTimes {
  usable: number;
  /** With a slowed processor, it includes the time that Chromium adds. */
  cpu: number;
  kilobytes: number;
}

const IS_USABLE = `document.querySelector(".map")?.ariaBusy === "false"`;

/** Returns the milliseconds of processor time of the main thread. */
async function cpuOf(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return 1000 * (metrics.find(({ name }) => name === "ThreadTime")?.value ?? 0);
}

/** Drags the map, and waits until its centre has moved. The view is kept in the browser after each move. */
async function drag(page: Page): Promise<void> {
  const view = () => page.evaluate<string>(`localStorage.getItem("location-alerts.view")`);
  const before = await view();
  await page.mouse.move(400, 400);
  await page.mouse.down();
  await page.mouse.move(300, 350, { steps: 3 });
  await page.mouse.up();
  await seen(page, `localStorage.getItem("location-alerts.view") !== ${JSON.stringify(before)}`);
}

/**
 * Opens the map as an administrator who is logged in. The map can be used once its land is drawn and its layers exist,
 * so that a person can move it, zoom, and draw on it. People, alerts, borders and names come later. Drags the map as
 * proof.
 */
export async function mapTimes(open: OpenPage, throttle: Throttle): Promise<MapTimes> {
  const { page, session } = await open(throttle, { address: "#/", isLoggedIn: true });
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  await seen(page, IS_USABLE);
  const usable = await sinceStart(page);
  const cpu = await cpuOf(session);
  // A preloaded module has two entries.
  const bytes = await page.evaluate<number>(`[...new Map(performance.getEntriesByType("resource")
    .filter(({ responseEnd }) => responseEnd <= ${usable})
    .map(({ name, encodedBodySize }) => [name, encodedBodySize])).values()]
    .reduce((sum, size) => sum + size, 0)`);
  await drag(page);
  await page.context().close();
  return { usable, cpu, kilobytes: bytes / 1000 };
}

/** Returns the milliseconds until the map can be used in a browser that had the console open before. */
export async function warmMapTime(open: OpenPage, throttle: Throttle): Promise<number> {
  const { page } = await open(throttle, { address: "#/", isLoggedIn: true });
  await seen(page, IS_USABLE);
  await page.reload({ waitUntil: "commit" });
  await seen(page, IS_USABLE);
  const usable = await sinceStart(page);
  await page.context().close();
  return usable;
}
