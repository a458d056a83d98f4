/**
 * Measures how long reports of apps take compared with `newPosition`: two thousand phones of four kinds, and as many
 * clients as phones of one kind, report at the same time and at a steady rate. Goal: the 99th percentile of each kind
 * is at most 1.3 times that of `newPosition`.
 *
 *     BENCH_DATABASE_URL=postgres://… npm run bench -- phones [--small]
 */
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { isSmall, seed, withDatabase } from "./lib/database.ts";
import { OPERATIONS } from "./lib/operations.ts";
import { startServer } from "./lib/servers.ts";
import { tokenOf } from "./lib/sessions.ts";
import { median, spread, table } from "./lib/statistics.ts";

const ROUNDS = isSmall ? 1 : 7;
const SECONDS = isSmall ? 2 : 20;
const PHONES = isSmall ? 50 : 500;
/** Reports a second, of all kinds together. */
const RATE = Number(process.env.BENCH_RATE ?? 100);
const SIZE = isSmall ? { users: 1000, alerts: 100 } : { users: 100_000, alerts: 10_000 };
const SECRET = "0123456789abcdef0123456789abcdef";

interface Report {
  path: string;
  authorization?: string;
  type: string;
  body: string;
}
type Kind = (userId: number, at: number, latitude: number, longitude: number) => Report;

const keyOf = (userId: number) => `${userId}-${SECRET}`;
const basic = (userId: number) =>
  `Basic ${Buffer.from(`phone:${keyOf(userId)}`).toString("base64")}`;
const iso = (at: number) => new Date(at * 1000).toISOString();
const JSON_TYPE = "application/json";

const KINDS: Record<string, Kind> = {
  newPosition: (userId, _at, latitude, longitude) => ({
    path: "/graphql",
    authorization: `Bearer ${tokenOf(userId)}`,
    type: JSON_TYPE,
    body: JSON.stringify({
      operationName: "newPosition",
      query: OPERATIONS.newPosition,
      variables: { input: { latitude, longitude, movingActivity: "WALKING" } },
    }),
  }),
  OwnTracks: (userId, at, lat, lon) => ({
    path: "/positions/owntracks",
    authorization: basic(userId),
    type: JSON_TYPE,
    body: JSON.stringify({ _type: "location", acc: 5, batt: 46, lat, lon, tid: "5t", tst: at }),
  }),
  OsmAnd: (userId, at, latitude, longitude) => ({
    path: "/positions/osmand",
    type: "application/x-www-form-urlencoded",
    body: `id=${keyOf(userId)}&lat=${latitude}&lon=${longitude}&timestamp=${at}&accuracy=5&speed=2`,
  }),
  "Traccar's JSON": (userId, at, latitude, longitude) => ({
    path: "/positions/osmand",
    type: JSON_TYPE,
    body: JSON.stringify({
      location: { timestamp: iso(at), coords: { latitude, longitude, accuracy: 5 }, extras: {} },
      device_id: keyOf(userId),
    }),
  }),
  Overland: (userId, at, latitude, longitude) => ({
    path: "/positions/overland",
    authorization: `Bearer ${keyOf(userId)}`,
    type: JSON_TYPE,
    body: JSON.stringify({
      locations: [
        {
          type: "Feature",
          geometry: { type: "Point", coordinates: [longitude, latitude] },
          properties: { timestamp: iso(at), horizontal_accuracy: 5, motion: ["walking"] },
        },
      ],
    }),
  }),
};

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Sends a report, and returns how many milliseconds the answer took. */
function send(port: number, { path, authorization, type, body }: Report): Promise<number> {
  const began = performance.now();
  const headers = {
    accept: JSON_TYPE,
    "content-type": type,
    "content-length": Buffer.byteLength(body),
    ...(authorization && { authorization }),
  };
  return new Promise((resolve, reject) => {
    const sent = request({ port, path, method: "POST", headers, agent }, (response) => {
      response.resume().on("end", () => {
        if (response.statusCode === 200) resolve(performance.now() - began);
        else reject(new Error(`${path} answered with status ${response.statusCode}`));
      });
    });
    sent.on("error", reject).end(body);
  });
}

/** Returns the 99th percentile. */
const p99 = (figures: number[]) =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length * 0.99)] as number;

await withDatabase("las_bench_phones", async (url, owner) => {
  await seed(owner, SIZE);
  await owner.query(
    `insert into app_private.device_keys (user_id, name, key_hash)
      select id, 'Phone', app_private.key_hash(id || '-' || $1) from app_public.users where id <= $2`,
    [SECRET, 5 * PHONES + 1],
  );
  const port = 4470;
  // Keeps the phones' connections open while they are idle between reports.
  const env = { KEEP_ALIVE_TIMEOUT: "600" };
  const server = await startServer("service", "src/main.ts", port, url, env);
  const names = Object.keys(KINDS);
  let at = Math.floor(Date.now() / 1000) - 1_000_000;

  /** Makes all kinds report in turns for some seconds. Returns the milliseconds of each report, by kind. */
  async function round(seconds: number): Promise<number[][]> {
    const began = performance.now();
    const reports: Promise<number>[][] = names.map(() => []);
    for (let n = 0; n < seconds * RATE; n += 1) {
      const wait = (n * 1000) / RATE - (performance.now() - began);
      if (wait > 1) await sleep(wait);
      const kind = n % names.length;
      const userId = 2 + kind * PHONES + (Math.floor(n / names.length) % PHONES);
      at += 1;
      const report = (KINDS[names[kind] as string] as Kind)(
        userId,
        at,
        44 + 4 * Math.random(),
        8 + 4 * Math.random(),
      );
      reports[kind]?.push(send(port, report));
    }
    return await Promise.all(reports.map((some) => Promise.all(some)));
  }

  await round(SECONDS);
  const rounds: number[][][] = [];
  for (let turn = 0; turn < ROUNDS; turn += 1) rounds.push(await round(SECONDS));
  const ratios = (kind: number) =>
    rounds.map((times) => p99(times[kind] as number[]) / p99(times[0] as number[]));
  console.log(
    table(
      names.map((name, kind) => ({
        [`${RATE} reports/s`]: name,
        "p50 ms": spread(
          rounds.map((times) => median(times[kind] as number[])),
          2,
        ),
        "p99 ms": spread(
          rounds.map((times) => p99(times[kind] as number[])),
          2,
        ),
        "p99 ÷ newPosition": spread(ratios(kind), 2),
      })),
    ),
  );
  const isMet = names.every((_name, kind) => median(ratios(kind)) <= 1.3);
  console.log(`\nWithin 1.3 times newPosition: ${isMet ? "met" : "not met"}.`);
  agent.destroy();
  await server.stop();
});
