/**
 * Measures how smooth the console's map is with 20,000 people and 200 alerts, at rest and while 200 people a second
 * move. Compares with the same gestures on an empty map, in turns.
 * Chromium draws in software here, so the time between frames depends on the processor. The figures that count are the
 * main thread's work for each frame, and its long tasks.
 * Goal with people moving: in most rounds no task takes more than 50 ms, and a frame takes at most three times the
 * work of the empty map during pans and zooms.
 *
 *     BENCH_DATABASE_URL=postgres://… npm run bench -- map [--small]
 *
 * ROUNDS sets the number of rounds, three by default. SCREENSHOTS names a directory for screenshots of each map.
 */
import { join } from "node:path";
import type pg from "pg";
import { isSmall, seed, withDatabase } from "./lib/database.ts";
import { type Server, startServer } from "./lib/servers.ts";
import { median, spread, table } from "./lib/statistics.ts";
import { type ConsoleBrowser, startConsoleBrowser } from "./map/console.ts";
import { type Smoothness, watchFrames } from "./map/frames.ts";
import { GESTURES } from "./map/gestures.ts";
import { moveUntil } from "./map/move.ts";

const ROUNDS = isSmall ? 1 : Number(process.env.ROUNDS ?? 3);
const USERS = isSmall ? 1_000 : 20_000;
const ALERTS = isSmall ? 5 : 200;

type Gesture = keyof typeof GESTURES;
type Case = "empty" | "full" | "full, moving";
const CASES: Case[] = isSmall ? ["empty", "full, moving"] : ["empty", "full", "full, moving"];

/** The figures of each case and gesture. */
type Round = Record<Case, Record<Gesture, Smoothness>>;

async function measure(browser: ConsoleBrowser, server: Server, owner: pg.Pool, which: Case) {
  const everyone =
    which === "empty" ? "Nobody has reported" : `${USERS.toLocaleString("en")} people`;
  const page = await browser.openMap(server, everyone);
  // The first pan is slower and does not count.
  await GESTURES.pan(page);
  const measureFrames = await watchFrames(page);
  const end = new AbortController();
  const moved = which === "full, moving" ? moveUntil(end.signal, owner, USERS) : undefined;
  const figures = {} as Record<Gesture, Smoothness>;
  for (const gesture of Object.keys(GESTURES) as Gesture[]) {
    figures[gesture] = await measureFrames(() => GESTURES[gesture](page));
  }
  end.abort();
  await moved;
  if (process.env.SCREENSHOTS) {
    await page.screenshot({ path: join(process.env.SCREENSHOTS, `${which}.png`) });
  }
  await page.context().close();
  return figures;
}

function report(rounds: Round[], gesture: Gesture): void {
  const row = (which: Case) => {
    const figures = (name: keyof Smoothness) => rounds.map((round) => round[which][gesture][name]);
    const ratio = (name: keyof Smoothness) =>
      median(rounds.map((round) => round[which][gesture][name] / round.empty[gesture][name]));
    return {
      [gesture]: which,
      "frame, ms": spread(figures("frame")),
      "95 %": spread(figures("frameP95")),
      "work a frame, ms": spread(figures("work"), 1),
      "÷ empty": ratio("work").toFixed(2),
      "of it script": spread(figures("script"), 1),
      layout: spread(figures("layout"), 2),
      "long tasks": spread(figures("longTasks")),
      "ms in them": spread(figures("inLongTasks")),
    };
  };
  console.log(`${table(CASES.map(row))}\n`);
}

/** True if the goal at the top of this file is met. */
function isMet(rounds: Round[]): boolean {
  return (["pan", "zoom"] as const).every((gesture) => {
    const held = median(rounds.map((round) => round["full, moving"][gesture].longTasks));
    const ratio = (round: Round) => round["full, moving"][gesture].work / round.empty[gesture].work;
    return held === 0 && median(rounds.map(ratio)) <= 3;
  });
}

await withDatabase("las_bench_map", async (url, owner) => {
  await seed(owner, { users: USERS, alerts: ALERTS });
  await withDatabase("las_bench_map_empty", async (emptyUrl, emptyOwner) => {
    await seed(emptyOwner, { users: 1, alerts: 0 });
    await emptyOwner.query("delete from app_public.last_positions");
    const browser = await startConsoleBrowser();
    const full = await startServer("service", "src/main.ts", 4360, url);
    const empty = await startServer("empty service", "src/main.ts", 4361, emptyUrl);
    const rounds: Round[] = [];
    try {
      for (let turn = 0; turn < ROUNDS; turn += 1) {
        const round = {} as Round;
        for (const which of CASES) {
          round[which] = await measure(browser, which === "empty" ? empty : full, owner, which);
        }
        rounds.push(round);
        console.error(`Round ${turn + 1} of ${ROUNDS} is done.`);
      }
    } finally {
      await browser.close();
      await full.stop();
      await empty.stop();
    }
    for (const gesture of Object.keys(GESTURES) as Gesture[]) report(rounds, gesture);
    console.log(`Smooth while people move: ${isMet(rounds) ? "met" : "not met"}.`);
  });
});
