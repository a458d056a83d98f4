import type { CDPSession, Page } from "playwright-core";
import { median } from "../lib/statistics.ts";

/** How smoothly the browser drew a page. Times are in milliseconds. */
export interface Smoothness {
  /** The time between two frames: the median and the 95th percentile. */
  frame: number;
  frameP95: number;
  /** Tasks of the main thread that took more than 50 ms: their number and total time. */
  longTasks: number;
  inLongTasks: number;
  /** The main thread's work for each frame: script, layout, and total. */
  script: number;
  layout: number;
  work: number;
  frames: number;
}

/** Records each frame and each long task from now on. */
const WATCH = `
  globalThis.watched = { frames: [], tasks: [] };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.tasks.push(duration);
  }).observe({ type: "longtask" });
  const record = (at) => { watched.frames.push(at); requestAnimationFrame(record); };
  requestAnimationFrame(record);`;
/** Returns the records and clears them. */
const TAKE = `(() => {
  const { frames, tasks } = watched;
  watched.frames = []; watched.tasks = [];
  return { frames, tasks };
})()`;

type Metrics = Record<"ScriptDuration" | "LayoutDuration" | "TaskDuration", number>;

async function metricsOf(session: CDPSession): Promise<Metrics> {
  const { metrics } = await session.send("Performance.getMetrics");
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value])) as Metrics;
}

/** Watches a page. Returns a function that measures the page during an action. */
export async function watchFrames(
  page: Page,
): Promise<(during: () => Promise<void>) => Promise<Smoothness>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  await page.evaluate(WATCH);
  return async (during) => {
    await page.evaluate(TAKE);
    const before = await metricsOf(session);
    await during();
    const after = await metricsOf(session);
    const { frames, tasks } = await page.evaluate<{ frames: number[]; tasks: number[] }>(TAKE);
    const between = frames.slice(1).map((at, index) => at - (frames[index] as number));
    const sorted = between.toSorted((a, b) => a - b);
    const aFrame = (name: keyof Metrics) => ((after[name] - before[name]) * 1000) / frames.length;
    return {
      frame: median(between),
      frameP95: sorted[Math.floor(sorted.length * 0.95)] as number,
      longTasks: tasks.length,
      inLongTasks: tasks.reduce((sum, duration) => sum + duration, 0),
      script: aFrame("ScriptDuration"),
      layout: aFrame("LayoutDuration"),
      work: aFrame("TaskDuration"),
      frames: frames.length,
    };
  };
}
