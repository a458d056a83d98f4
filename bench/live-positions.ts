/**
 * Measures the CPU of the host and the database while administrators follow a thousand position reports a second, for
 * several numbers of administrators, compared with none.
 * Goal: every administrator gets all positions, for at most a fifth of a core each.
 *
 *     BENCH_DATABASE_URL=postgres://… npm run bench -- live-positions [--small]
 */
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { insertUsers } from "./growth/fill.ts";
import { isSmall, withDatabase } from "./lib/database.ts";
import { databaseCpu } from "./lib/database-cpu.ts";
import { type Server, startServer } from "./lib/servers.ts";
import { median, spread, table } from "./lib/statistics.ts";
import { type Movement, move, moving } from "./live/move.ts";
import { subscribe } from "./live/subscribers.ts";

const ROUNDS = isSmall ? 1 : 3;
const SECONDS = isSmall ? 2 : 10;
const WATCHERS = [0, 1, 4];
/** Users who move each second. */
const MOVING = isSmall ? 100 : 1_000;
const USERS = 20 * MOVING;

/** The console's subscription to positions. */
const SUBSCRIPTION = `subscription { lastPositionChanged {
  userId lastPosition { userId latitude longitude movingActivity takenAt } } }`;

const MOVEMENT: Movement = {
  query: moving(
    "id, 44 + random(), 8 + random(), 'WALKING' from generate_series($1::int, $2::int) id",
  ),
  users: USERS,
  perSecond: MOVING,
};

interface Round {
  /** The share of the reported positions that each administrator got. */
  received: number;
  /** CPU of host and database, in cores. */
  host: number;
  database: number;
}

async function round(server: Server, owner: pg.Pool, watchers: number): Promise<Round> {
  const people = await subscribe({
    url: server.url,
    from: 1,
    to: watchers,
    query: SUBSCRIPTION,
    isAdmin: true,
  });
  await move(owner, MOVEMENT, 2);
  await sleep(2500);
  await people.report();
  const [host, database, began] = [server.cpu(), databaseCpu(), performance.now()];
  const moved = await move(owner, MOVEMENT, SECONDS);
  await sleep(2500);
  const seconds = (performance.now() - began) / 1000;
  const figures = {
    received: (await people.report()).length / moved / Math.max(watchers, 1),
    host: (server.cpu() - host) / seconds,
    database: (databaseCpu() - database) / seconds,
  };
  await people.leave();
  return figures;
}

await withDatabase("las_bench_live_positions", async (url, owner) => {
  await owner.query(insertUsers(USERS));
  const server = await startServer("service", "src/main.ts", 4350, url);
  const rounds = new Map<number, Round[]>(WATCHERS.map((watchers) => [watchers, []]));
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    for (const watchers of WATCHERS) {
      rounds.get(watchers)?.push(await round(server, owner, watchers));
    }
  }
  const figures = (watchers: number, name: keyof Round) =>
    (rounds.get(watchers) ?? []).map((round) => round[name]);
  const each = (watchers: number) =>
    median(
      figures(watchers, "host").map(
        (cores, turn) => (cores - (figures(0, "host")[turn] as number)) / watchers,
      ),
    );
  console.log(
    table(
      WATCHERS.map((watchers) => ({
        administrators: watchers,
        "share received": watchers ? spread(figures(watchers, "received"), 2) : "",
        "host cores": spread(figures(watchers, "host"), 2),
        "of them each": watchers ? each(watchers).toFixed(2) : "",
        "database cores": spread(figures(watchers, "database"), 2),
      })),
    ),
  );
  const isMet = WATCHERS.every(
    (watchers) =>
      !watchers || (Math.min(...figures(watchers, "received")) >= 1 && each(watchers) <= 0.2),
  );
  console.log(
    `\nEveryone got all positions, for a fifth of a core each: ${isMet ? "met" : "not met"}.`,
  );
  await server.stop();
});
