import type { Page } from "playwright-core";
import type { OpenPage, Throttle } from "./throttled.ts";

/** When the login was there, in milliseconds, and how much JavaScript had come until then. */
export interface Timed {
  at: number;
  kilobytes: number;
}

/** Milliseconds since the page was asked for. */
const sinceStart = (page: Page) => page.evaluate<number>("performance.now()");

/** Waits in the page, which notices without a delay. */
const seen = (page: Page, condition: string) =>
  page.waitForFunction(condition, undefined, { polling: "raf", timeout: 60_000 });

/** Opens the login. */
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

/** Opens the map as an administrator who is logged in: when it answers to the pointer, and when its coast has come. */
export async function mapTimes(open: OpenPage, throttle: Throttle) {
  const { page } = await open(throttle, { address: "#/", isLoggedIn: true });
  await seen(page, `document.querySelector(".map")?.ariaBusy === "false"`);
  const usable = await sinceStart(page);
  await seen(
    page,
    `performance.getEntriesByType("resource").some(({ name, responseEnd }) => responseEnd > 0 && name.endsWith("world-land.json"))`,
  );
  const drawn = await sinceStart(page);
  await page.context().close();
  return { usable, drawn };
}
