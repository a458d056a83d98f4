import type { Browser, Page } from "playwright-core";
import { isSmall } from "../lib/database.ts";
import type { OpenPage } from "./throttled.ts";

const SENTENCE = "Leave the centre now and walk to the stadium by the northern bridge. ";
const TEXT = isSmall ? "Leave the centre now. " : SENTENCE.repeat(3);
/** Milliseconds between two keys. */
const PACE = 40;

interface TraceEvent {
  name: string;
  tid: number;
  /** Microseconds of the thread's processor time. */
  tdur?: number;
  args: { name?: string };
}

/** After this many milliseconds without a long task, the map has drawn what it loads. */
const QUIET = isSmall ? 400 : 4_000;

/** Waits until the map has drawn the new place, which must not count as typing. */
async function quiet(page: Page): Promise<void> {
  await page.evaluate(`globalThis.lastTask = performance.now();
    new PerformanceObserver(() => { lastTask = performance.now(); }).observe({ type: "longtask" })`);
  while ((await page.evaluate<number>("performance.now() - lastTask")) < QUIET) {
    await page.waitForTimeout(QUIET / 4);
  }
}

/** Returns the processor time of each task of the page's main thread during an action, in milliseconds. */
async function tasksDuring(page: Page, act: () => Promise<void>): Promise<number[]> {
  const browser = page.context().browser() as Browser;
  await browser.startTracing(page, { categories: ["disabled-by-default-devtools.timeline"] });
  await act();
  const trace = (await browser.stopTracing()).toString();
  const events: TraceEvent[] = JSON.parse(trace).traceEvents;
  const main = events.filter(
    ({ name, args }) => name === "thread_name" && args.name === "CrRendererMain",
  );
  const threads = new Set(main.map(({ tid }) => tid));
  return events
    .filter(({ name, tid }) => name === "RunTask" && threads.has(tid))
    .map(({ tdur = 0 }) => tdur / 1000);
}

/**
 * Types the texts of a draft that has an area of 64 corners. Returns the processor time of the longest task, which does
 * not depend on what else the machine does, and the number of tasks that take more than 50 ms.
 */
export async function typeTexts(open: OpenPage) {
  const { page } = await open({}, { address: "#/new", isLoggedIn: true });
  await page.getByText("Without drawing").click();
  await page.getByLabel("Latitude").fill("46");
  await page.getByLabel("Longitude").fill("10");
  await page.getByRole("button", { name: "Add the circle" }).click();
  await page.getByRole("status", { name: "Who would be reached" }).waitFor();
  await quiet(page);
  const tasks = await tasksDuring(page, async () => {
    for (const label of ["ONE for those", "TWO for those", "THREE for those"]) {
      await page.getByLabel(label).focus();
      await page.keyboard.type(TEXT, { delay: PACE });
    }
  });
  await page.context().close();
  const longest = Math.max(...tasks);
  return { longest, longTasks: tasks.filter((task) => task > 50).length };
}
