/** @database server */
import { expect, jest, test } from "@jest/globals";
import type { Pool } from "pg";
import { AggregatorRegistry } from "prom-client";
import { stateMetrics } from "../../src/http/metrics/state-metrics.ts";

type Counts = { totalCount: number; idleCount: number; waitingCount: number; waiting?: number };
const pools = (counts: Record<"ownerPool" | "hostPool" | "publicationPool", Counts>) =>
  counts as unknown as Parameters<typeof stateMetrics>[0];

const POOLS = pools({
  hostPool: { totalCount: 10, idleCount: 4, waitingCount: 0, waiting: 3 },
  publicationPool: { totalCount: 7, idleCount: 7, waitingCount: 0 },
  ownerPool: { totalCount: 5, idleCount: 0, waitingCount: 2 },
});

/** What the database answers: nothing to a setting, the failing providers, and the series. */
const answer = (failing: object, series: object[]) => [
  {},
  { rows: [{ failing }] },
  { rows: series },
];

/** The series of a page that begin with a name. */
const seriesOf = (page: string, name: string) =>
  page.split("\n").filter((line) => line.startsWith(`location_alert_${name}`));

test("the used and idle connections of each pool, and the requests that wait for one, are reported", async () => {
  const page = await stateMetrics(POOLS, false).metrics();
  const series = seriesOf(page, "pool_connections").map((line) =>
    /pool="(\w+)",state="(\w+)"\} (\d+)$/.exec(line)?.slice(1).join(" "),
  );
  expect(series.sort()).toEqual([
    "host idle 4",
    "host used 6",
    "host waiting 3",
    "owner idle 0",
    "owner used 5",
    "owner waiting 2",
    "publication idle 7",
    "publication used 0",
    "publication waiting 0",
  ]);
});

test("while a host and its successor both read the database, each number counts once", async () => {
  const state = [
    { metric: "database_bytes", of: null, value: 7 },
    { metric: "publication_lag_seconds", of: null, value: 0 },
    { metric: "jobs_waiting", of: "push_expo", value: 2 },
    { metric: "jobs_waiting", of: "push_fcm", value: 3 },
  ];
  const ownerOf = (query: () => Promise<unknown>) =>
    ({ query, totalCount: 0, idleCount: 0, waitingCount: 0 }) as unknown as Pool;
  const told = ownerOf(async () => answer({}, state));
  const away = ownerOf(() => Promise.reject(new Error("the database is away")));
  const pageOf = async (owners: Pool[]) => {
    const metrics = owners.map((ownerPool) =>
      stateMetrics({ ...POOLS, ownerPool }).getMetricsAsJSON(),
    );
    const page = await AggregatorRegistry.aggregate(await Promise.all(metrics)).metrics();
    return seriesOf(page, "").filter((line) => !/_alert_pool_/.test(line));
  };
  const one = await pageOf([told]);
  expect(one).toHaveLength(6);
  expect(await pageOf([told, told])).toEqual(one);
  // One host that cannot reach the database is enough to say so.
  expect(await pageOf([told, away])).toContain("location_alert_database_up 0");
});

test("a host that does not read the database reports nothing of it, and one that cannot reach it reports so", async () => {
  expect(await stateMetrics(POOLS, false).metrics()).not.toContain("database_up");
  const query = async () => {
    throw new Error("the database is away");
  };
  const owner = { query, totalCount: 0, idleCount: 0, waitingCount: 0 };
  const away = { ...POOLS, ownerPool: owner as unknown as Pool };
  const page = await stateMetrics(away).metrics();
  expect(seriesOf(page, "database_up")).toEqual(["location_alert_database_up 0"]);
  for (const name of ["database_bytes", "publication_lag_seconds", "jobs_waiting"]) {
    expect(seriesOf(page, name)).toEqual([]);
  }
});

test("a process that runs no jobs does not tell whether providers take pushes", async () => {
  expect(await stateMetrics(POOLS).metrics()).not.toContain("provider_up");
});

test("values that the database no longer has are removed from the page", async () => {
  const clock = jest.spyOn(performance, "now").mockReturnValue(1_000);
  const state = [
    { metric: "database_bytes", of: null, value: 7 },
    { metric: "heartbeat_age_seconds", of: null, value: 5 },
    { metric: "jobs_waiting", of: "push_expo", value: 2 },
    { metric: "task_late_seconds", of: "purge_audit", value: 10 },
  ];
  const failing = { web_push: { since: "2026-01-31T03:04:05Z", why: "gone" } };
  const query = jest
    .fn<() => Promise<unknown>>()
    .mockResolvedValueOnce(answer(failing, state))
    .mockResolvedValueOnce(answer({}, [{ metric: "database_bytes", of: null, value: 8 }]))
    .mockRejectedValueOnce(new Error("the database is away"));
  const owner = { query, totalCount: 0, idleCount: 0, waitingCount: 0 };
  const pools = { ...POOLS, ownerPool: owner as unknown as Pool };
  const status = {
    expo: "on",
    fcm: "off: set FCM_SERVICE_ACCOUNT",
    webPush: "on",
    email: "on",
    ntfy: "on",
    sms: "on",
  };
  const registry = stateMetrics(pools, true, status);
  const names = ["database_up", "database_bytes", "heartbeat", "job", "task", "provider_up"];
  const read = async () => {
    const page = await registry.metrics();
    return names.flatMap((name) => seriesOf(page, name)).map((line) => line.slice(15));
  };
  expect(await read()).toEqual([
    "database_up 1",
    "database_bytes 7",
    "heartbeat_age_seconds 5",
    'jobs_waiting{task="push_expo"} 2',
    'task_late_seconds{task="purge_audit"} 10',
    'provider_up{provider="expo"} 1',
    'provider_up{provider="fcm"} 0',
    'provider_up{provider="webPush"} 0',
    'provider_up{provider="email"} 1',
    'provider_up{provider="ntfy"} 1',
    'provider_up{provider="sms"} 1',
  ]);
  clock.mockReturnValue(7_000);
  expect(await read()).toEqual([
    "database_up 1",
    "database_bytes 8",
    'provider_up{provider="expo"} 1',
    'provider_up{provider="fcm"} 0',
    'provider_up{provider="webPush"} 1',
    'provider_up{provider="email"} 1',
    'provider_up{provider="ntfy"} 1',
    'provider_up{provider="sms"} 1',
  ]);
  clock.mockReturnValue(13_000);
  expect(await read()).toEqual(["database_up 0"]);
  clock.mockRestore();
});
