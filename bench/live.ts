/**
 * Measures how soon 5,000 subscribers at one host get their notifications of one publication, each read under the
 * subscriber's own role. Compares with a bare server that reads all of them by one statement without a role, in turns.
 * Goal: everyone within a second.
 *
 *     BENCH_DATABASE_URL=postgres://… npm run bench -- live [--small]
 */
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { insertUsers } from "./growth/fill.ts";
import { isSmall, withDatabase } from "./lib/database.ts";
import { databaseCpu } from "./lib/database-cpu.ts";
import { cpuOf, type Server, startServer } from "./lib/servers.ts";
import { tokenOf } from "./lib/sessions.ts";
import { median, spread, table } from "./lib/statistics.ts";
import { type Subscribers, subscribe } from "./live/subscribers.ts";

const ROUNDS = isSmall ? 1 : 5;
const SUBSCRIBERS = isSmall ? 200 : 5_000;
const USERS = 4 * SUBSCRIBERS;
/** Milliseconds before a publication, because the host collects garbage after thousands of connects. */
const REST = isSmall ? 0 : 5_000;
/** Milliseconds in which everyone must get their notification. */
const TIMEOUT = 30_000;

const SUBSCRIPTION = `subscription { notificationAdded {
  id level seen createdAt alert { id text1 text2 text3 } } }`;
const PUBLICATION =
  "mutation ($input: AlertInput!) { newAlert(input: $input) { id reachedUsers } }";
const AREA = [
  { latitude: 0, longitude: 0 },
  { latitude: 0, longitude: 0.1 },
  { latitude: 0.1, longitude: 0.1 },
  { latitude: 0.1, longitude: 0 },
];

/** Inserts the subscribers in the area, and everyone else far away from it. */
async function fill(owner: pg.Pool): Promise<void> {
  await owner.query(insertUsers(USERS));
  await owner.query(
    `insert into app_public.last_positions (user_id, position_id, created_at, taken_at, location, accuracy, moving_activity)
      select id, id, now(), now(), st_setsrid(case when id between 2 and $1
          then st_makepoint(0.1 * random(), 0.1 * random())
          else st_makepoint(8 + random(), 44 + random()) end, 4326), null, 'STILL'
        from app_public.users order by id`,
    [1 + SUBSCRIBERS],
  );
  await owner.query("vacuum analyze");
}

interface Round {
  /** Milliseconds since the request newAlert was sent. */
  p50: number;
  p99: number;
  last: number;
  answer: number;
  /** Milliseconds of CPU. */
  hostCpu: number;
  databaseCpu: number;
  clientsCpu: number;
}

const now = () => performance.timeOrigin + performance.now();

/** Publishes on `service`, and waits until everyone connected to `server` has their notification. */
async function publish(service: Server, server: Server, people: Subscribers): Promise<Round> {
  const token = tokenOf(1);
  const cpu = server.cpu();
  const database = databaseCpu();
  const clientsCpu = cpuOf(people.pid);
  const began = now();
  const response = await fetch(service.url, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
    body: JSON.stringify({
      query: PUBLICATION,
      variables: { input: { points: AREA, text1: "Leave.", text2: "Be ready.", text3: "Stay." } },
    }),
  });
  const { data, errors } = (await response.json()) as {
    data: { newAlert: { reachedUsers: number } };
    errors?: unknown;
  };
  const answer = now() - began;
  if (errors || data.newAlert.reachedUsers !== SUBSCRIBERS) {
    throw new Error(JSON.stringify({ data, errors }));
  }
  const received: number[] = [];
  while (received.length < SUBSCRIBERS) {
    if (now() - began > TIMEOUT)
      throw new Error(`${server.name} sent ${received.length} notifications.`);
    await sleep(200);
    received.push(...(await people.report()));
  }
  await sleep(200);
  if (received.length > SUBSCRIBERS || (await people.report()).length > 0) {
    throw new Error(`${server.name} sent notifications twice.`);
  }
  const latencies = received.map((moment) => moment - began).sort((a, b) => a - b);
  const at = (part: number) => latencies[Math.ceil(part * SUBSCRIBERS) - 1] as number;
  return {
    p50: at(0.5),
    p99: at(0.99),
    last: at(1),
    answer,
    hostCpu: 1000 * (server.cpu() - cpu),
    databaseCpu: 1000 * (databaseCpu() - database),
    clientsCpu: 1000 * (cpuOf(people.pid) - clientsCpu),
  };
}

await withDatabase("las_bench_live", async (url, owner) => {
  await fill(owner);
  const service = await startServer("service", "src/main.ts", 4340, url);
  const bare = await startServer("bare", "bench/live/bare.ts", 4341, url);
  const servers = [service, bare];
  const rounds = new Map<Server, Round[]>(servers.map((server) => [server, []]));
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    for (const server of servers) {
      const people = await subscribe({
        url: server.url,
        from: 2,
        to: 1 + SUBSCRIBERS,
        query: SUBSCRIPTION,
        isAdmin: false,
      });
      await sleep(REST);
      const round = await publish(service, server, people);
      rounds.get(server)?.push(round);
      await people.leave();
    }
  }
  const figures = (server: Server, name: keyof Round) =>
    (rounds.get(server) ?? []).map((round) => round[name]);
  const ratios = (server: Server) =>
    figures(server, "last").map((last, turn) => last / (figures(bare, "last")[turn] as number));
  console.log(
    table(
      servers.map((server) => ({
        server: server.name,
        "half after ms": spread(figures(server, "p50")),
        "99 % after ms": spread(figures(server, "p99")),
        "all after ms": spread(figures(server, "last")),
        "÷ bare": median(ratios(server)).toFixed(2),
        "newAlert answers after ms": spread(figures(server, "answer")),
        "server CPU ms": spread(figures(server, "hostCpu")),
        "database CPU ms": spread(figures(server, "databaseCpu")),
        "clients CPU ms": spread(figures(server, "clientsCpu")),
      })),
    ),
  );
  const isMet = Math.max(...figures(service, "last")) <= 1000;
  console.log(`\nAll ${SUBSCRIBERS} notified within a second: ${isMet ? "met" : "not met"}.`);
  for (const server of servers) await server.stop();
});
