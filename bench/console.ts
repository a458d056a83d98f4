/**
 * Measures how soon the console can be used on a slow connection, 1.6 Mbit/s with a round trip of 150 ms and an empty
 * cache, and whether typing a draft holds up the page. Chromium throttles, and draws in software.
 *
 * Goals: the login appears within 2 s. With the processor four times as slow, the map can be used within 4 s. The first
 * screen's JavaScript has less than 150 kB compressed, without the map. No task takes more than 50 ms during typing.
 *
 *     BENCH_DATABASE_URL=postgres://… npm run bench -- console [--small]
 *
 * ROUNDS sets the number of rounds, five by default.
 */
import { type MapTimes, mapTimes, openLogin, type Timed, warmMapTime } from "./console/loading.ts";
import { type Throttle, withConsole } from "./console/throttled.ts";
import { typeTexts } from "./console/typing.ts";
import { isSmall, seed, withDatabase } from "./lib/database.ts";
import { startServer } from "./lib/servers.ts";
import { median, spread, table } from "./lib/statistics.ts";

const ROUNDS = isSmall ? 1 : Number(process.env.ROUNDS ?? 5);
const SLOW_LINE = { kilobits: 1600, latency: 150 };
const CASES: Record<string, Throttle> = {
  "a fast line": {},
  ...(!isSmall && {
    "1.6 Mbit/s": SLOW_LINE,
    "1.6 Mbit/s, CPU ÷ 4": { ...SLOW_LINE, slowdown: 4 },
  }),
};

/** Returns an empty list for each name. */
const empty = <Row>(names: string[]): Record<string, Row[]> =>
  Object.fromEntries(names.map((name) => [name, []]));

await withDatabase("las_bench_console", async (url, owner) => {
  await seed(owner, { users: 1000, alerts: 20 });
  const server = await startServer("service", "src/main.ts", 4362, url);
  const logins = empty<Timed>(Object.keys(CASES));
  const maps = empty<MapTimes>(Object.keys(CASES));
  const warm = empty<{ usable: number }>(Object.keys(CASES));
  const typed: Awaited<ReturnType<typeof typeTexts>>[] = [];
  try {
    await withConsole(server, async (open) => {
      for (let turn = 0; turn < ROUNDS; turn += 1) {
        for (const [name, throttle] of Object.entries(CASES)) {
          logins[name]?.push(await openLogin(open, throttle));
          maps[name]?.push(await mapTimes(open, throttle));
          warm[name]?.push({ usable: await warmMapTime(open, throttle) });
        }
        typed.push(await typeTexts(open));
        console.error(`Round ${turn + 1} of ${ROUNDS} is done.`);
      }
    });
  } finally {
    await server.stop();
  }
  const figures = <Row>(rows: Row[], name: keyof Row) => rows.map((row) => Number(row[name]));
  console.log(
    table(
      Object.keys(CASES).map((name) => ({
        "": name,
        "login, ms": spread(figures(logins[name] ?? [], "at")),
        "its JavaScript, kB": spread(figures(logins[name] ?? [], "kilobytes"), 1),
        "map usable, ms": spread(figures(maps[name] ?? [], "usable")),
        "its kB": spread(figures(maps[name] ?? [], "kilobytes"), 1),
        "main thread, ms": spread(figures(maps[name] ?? [], "cpu")),
        "warm cache, ms": spread(figures(warm[name] ?? [], "usable")),
      })),
    ),
  );
  console.log(
    `\nTyping: the longest task takes ${spread(figures(typed, "longest"), 1)} ms of the processor, and ` +
      `${spread(figures(typed, "longTasks"))} take more than 50 ms.\n`,
  );
  if (isSmall) return;
  const of = <Row>(rows: Row[] | undefined, name: keyof Row) => median(figures(rows ?? [], name));
  const isMet =
    of(logins["1.6 Mbit/s"], "at") <= 2000 &&
    of(logins["1.6 Mbit/s"], "kilobytes") < 150 &&
    of(maps["1.6 Mbit/s, CPU ÷ 4"], "usable") <= 4000 &&
    of(typed, "longTasks") === 0;
  console.log(`Quick on a slow line: ${isMet ? "met" : "not met"}.`);
});
