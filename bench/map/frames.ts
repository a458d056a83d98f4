import type { CDPSession, Page } from "playwright-core";
import { median } from "../lib/statistics.ts";

/** How smoothly a page was drawn while something went on. In milliseconds. */
export interface Smoothness {
  /** Between two frames: the median, and what 95 of a hundred were below. */
  frame: number;
  frameP95: number;
  /** Tasks of the main thread that took more than 50 ms, in number and in sum. */
  longTasks: number;
  inLongTasks: number;
  /** The main thread's work a frame: script, layout, and all of it. */
  script: number;
  layout: number;
  work: number;
  frames: number;
}

/** Notes each frame and each long task from now on. */
const WATCH = `
  globalThis.watched = { frames: [], tasks: [] };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.tasks.push(duration);
  }).observe({ type: "longtask" });
  const note = (at) => { watched.frames.push(at); requestAnimationFrame(note); };
  requestAnimationFrame(note);`;
/** Hands over what was noted, and begins anew. */
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

/** Watches a page; the function returned measures it while something goes on. */
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
