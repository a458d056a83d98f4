/** @database server */
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type PushServices, startPushServices } from "../delivery/providers.ts";
import { inFull } from "../helpers/full.ts";
import { startTestService, type TestService, type TestUser } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";
import { open } from "../live/client.ts";
import { publish, report } from "../live/scene.ts";
import { scrape } from "./scrape.ts";

let push: PushServices;
let service: TestService;
let rita: TestUser;
beforeAll(async () => {
  push = await startPushServices();
  service = await startTestService({ ...push.env, JOBS: "true", METRICS_PORT: "0" });
  rita = await service.newUser();
});
afterAll(async () => {
  await service.stop();
  await push.close();
});

const read = () => scrape(service.metricsUrl as string);
/** Returns by how much a series grows while something runs. Other tests of this process have counted before. */
async function growth(series: string, run: () => Promise<unknown>): Promise<number> {
  const before = (await read()).get(series) ?? 0;
  await run();
  return ((await read()).get(series) ?? 0) - before;
}
const requests = (operation: string, outcome: string, transport = "http") =>
  `location_alert_requests_total{transport="${transport}",operation="${operation}",outcome="${outcome}"}`;

test("requests are counted by operation and outcome", async () => {
  const report = (latitude: number) =>
    service.graphql(
      "mutation ($input: PositionInput!) { newPosition(input: $input) { id } }",
      { input: { latitude, longitude: 5, movingActivity: "STILL" } },
      rita,
    );
  expect(await growth(requests("newPosition", "ok"), () => report(5))).toBe(1);
  expect(await growth(requests("newPosition", "BAD_USER_INPUT"), () => report(95))).toBe(1);
  expect(
    await growth('location_alert_request_duration_seconds_count{operation="newPosition"}', () =>
      report(5),
    ),
  ).toBe(1);
});

test("unknown names of operations, fields and paths add no series", async () => {
  const names = Array.from({ length: inFull(1000, 100) }, (_, n) =>
    `random${n}${Math.random()}`.replace(".", ""),
  );
  const send = (name: string) =>
    Promise.all([
      service.graphql(`query ${name} { apiVersion }`),
      service.graphql(`{ ${name} }`),
      fetch(`${service.url}/${name}`).then((response) => response.text()),
    ]);
  await send("first");
  const series = async () =>
    [...(await read()).keys()].filter((one) => one.startsWith("location_alert_request"));
  const before = await series();
  for (let start = 0; start < names.length; start += 50) {
    await Promise.all(names.slice(start, start + 50).map(send));
  }
  expect(await series()).toEqual(before);
});

test("only open websockets are counted", async () => {
  const client = await open(service.url, rita);
  const before = (await read()).get("location_alert_websockets") as number;
  expect(before).toBeGreaterThanOrEqual(1);
  client.socket.close();
  await until(async () => (await read()).get("location_alert_websockets") === before - 1);
});

test("pushes are counted by provider and outcome, and timed from the publication", async () => {
  const token = "ExponentPushToken[metrics-of-rita]";
  await service.graphql(
    "mutation ($input: RegisterNotificationToken!) { registerDevice(input: $input) { id } }",
    { input: { token } },
    rita,
  );
  await report(service, rita);
  const accepted = 'location_alert_pushes_total{provider="expo",outcome="accepted"}';
  const delays = 'location_alert_push_delay_seconds_count{provider="expo",level="ONE"}';
  const jobs = 'location_alert_job_runs_total{task="push_expo",outcome="ok"}';
  const before = await read();
  await publish(service);
  await until(async () => (await read()).get(accepted) === (before.get(accepted) as number) + 1);
  const after = await read();
  expect((after.get(delays) ?? 0) - (before.get(delays) ?? 0)).toBe(1);
  expect(after.get('location_alert_provider_up{provider="expo"}')).toBe(1);
  const sum = 'location_alert_push_delay_seconds_sum{provider="expo",level="ONE"}';
  const delay = (after.get(sum) as number) - (before.get(sum) ?? 0);
  expect(delay).toBeGreaterThan(0);
  expect(delay).toBeLessThan(60);
  await until(async () => ((await read()).get(jobs) ?? 0) > (before.get(jobs) ?? 0));
});

describe("the metrics of the database", () => {
  test("have its size, partitions, workers and heartbeat", async () => {
    const page = await until(read, (found) => (found.get("location_alert_worker_pools") ?? 0) > 0);
    expect(page.get("location_alert_database_up")).toBe(1);
    expect(page.get("location_alert_database_bytes")).toBeGreaterThan(1_000_000);
    expect(page.get("location_alert_position_partitions")).toBeGreaterThan(1);
    expect(page.get("location_alert_heartbeat_age_seconds")).toBeLessThan(30);
    expect(page.get("location_alert_publications_running")).toBe(0);
    expect(page.get("location_alert_publication_lag_seconds")).toBe(0);
  });

  test("have the age of an unfinished publication and of waiting jobs", async () => {
    const id = await publish(service);
    // Nobody continues this publication.
    await service.owner.query("select graphile_worker.remove_job('publish_alert:' || $1::int)", [
      id,
    ]);
    await service.owner.query(
      "update app_public.alert_versions set created_at = created_at - interval '1 hour' where alert_id = $1",
      [id],
    );
    await service.owner.query(
      "update app_private.publications set completed_at = null where alert_id = $1",
      [id],
    );
    await service.owner.query(
      "select graphile_worker.add_job('nobody_runs_this', run_at => now() - interval '1 minute')",
    );
    const page = await until(
      read,
      (found) => (found.get("location_alert_publication_lag_seconds") ?? 0) > 0,
    );
    expect(page.get("location_alert_publications_running")).toBe(1);
    expect(page.get("location_alert_publication_lag_seconds")).toBeGreaterThan(3590);
    const task = '{task="nobody_runs_this"}';
    expect(page.get(`location_alert_jobs_waiting${task}`)).toBe(1);
    expect(page.get(`location_alert_job_oldest_seconds${task}`)).toBeGreaterThan(59);
    expect(page.get(`location_alert_jobs_given_up${task}`)).toBe(0);
  });
});

test("metrics are served only by GET /metrics on their own port, and have no tokens or emails", async () => {
  const url = service.metricsUrl as string;
  expect((await fetch(url.replace("/metrics", "/"))).status).toBe(404);
  expect((await fetch(url, { method: "POST" })).status).toBe(404);
  expect((await fetch(`${service.url}/metrics`)).status).toBe(404);
  expect([...(await read()).keys()].join()).not.toMatch(/ExponentPushToken|example\.org/);
});
