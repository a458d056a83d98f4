/** @database server only */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { makeAddress } from "../crash/address.ts";
import { freePort } from "../helpers/postgresql.ts";
import { startTestService, type TestService } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";
import { type Child, environmentOf, startChild } from "../http/child.ts";
import { startMailServer } from "../mail/server.ts";
import { type PushServices, startPushServices } from "./providers.ts";

const DEVICES = 5000;
/** How many pushes may be sent twice if a worker dies: a thousand in each of its two jobs. */
const UNDER_WAY = 2 * 1000;

const startWorker = (env: NodeJS.ProcessEnv) => startChild(env, "src/worker.ts");

test("a worker of the embedded database says that its service runs the jobs", async () => {
  const worker = startWorker({});
  expect(await worker.ended).toBe(1);
  expect(worker.output()).toBe(
    "DATABASE_URL must be set: the jobs of the embedded database run in its service.\n",
  );
});

// Jobs on the embedded database run only in its host.
describe("`npm run worker` beside a host without jobs", () => {
  let push: PushServices;
  let service: TestService;
  let env: NodeJS.ProcessEnv;
  const workers: Child[] = [];
  beforeAll(async () => {
    push = await startPushServices();
    service = await startTestService(push.env);
    env = { ...environmentOf(service.config), ...push.env };
  });
  afterAll(async () => {
    for (const worker of workers) worker.process.kill("SIGKILL");
    await Promise.all(workers.map(({ ended }) => ended));
    await service.stop();
    await push.close();
  });

  const value = async (sql: string) => Object.values((await service.owner.query(sql)).rows[0])[0];
  const accepted = () =>
    value("select count(*)::int from app_private.deliveries where state = 'accepted'");

  test("pushes to everyone even if it is killed, and repeats only pushes without an answer", async () => {
    await service.owner.query(
      `with told as (
        insert into app_public.users (email, name, address)
          select i || '@example.org', 'Test', '' from generate_series(1, ${DEVICES}) i returning id
      ), device as (
        insert into app_private.devices (user_id, token) select id, 'phone-' || id from told
      )
      insert into app_public.last_positions (user_id, position_id, created_at, taken_at, location, accuracy, moving_activity)
        select id, id, now(), now(), public.st_setsrid(public.st_makepoint(11.005, 45.005), 4326), null, 'STILL' from told`,
    );
    const points = [
      { latitude: 45, longitude: 11 },
      { latitude: 45, longitude: 11.01 },
      { latitude: 45.01, longitude: 11.01 },
    ];
    const { errors } = await service.graphql(
      `mutation ($input: AlertInput!) { newAlert(input: $input) { id } }`,
      {
        input: {
          points: [...points, { latitude: 45.01, longitude: 11 }],
          text1: "1",
          text2: "2",
          text3: "3",
        },
      },
      service.admin,
    );
    expect(errors).toBeUndefined();
    expect(await accepted()).toBe(0);

    push.expo.misbehave({ slow: 150 }, Number.POSITIVE_INFINITY);
    const first = startWorker(env);
    workers.push(first);
    await until(accepted, (count) => Number(count) > 0);
    first.process.kill("SIGKILL");
    await first.ended;
    expect(await accepted()).toBeLessThan(DEVICES);

    push.behave();
    const second = startWorker(env);
    workers.push(second);
    await until(accepted, (count) => count === DEVICES);
    const { counts } = push.expo.received;
    expect(counts.size).toBe(DEVICES);
    const twice = [...counts.values()].filter((count) => count > 1);
    expect(twice.every((count) => count === 2)).toBe(true);
    expect(twice.length).toBeLessThanOrEqual(UNDER_WAY);
    expect(await second.end()).toBe(0);
  });

  test("repeats and lists erasures, writes checkpoints, sends mails and serves metrics, as a host with jobs does", async () => {
    const directory = await mkdtemp(join(tmpdir(), "las-worker-"));
    const mail = await startMailServer();
    const [erasures, checkpoints] = [join(directory, "erasures"), join(directory, "checkpoints")];
    const port = await freePort();
    const back = await service.newUser();
    const keyOf = async (id: number) => {
      const text = "select erasure_key as key from app_public.users where id = $1";
      return (await service.owner.query(text, [id])).rows[0]?.key as string | undefined;
    };
    await writeFile(erasures, `2026-01-01T00:00:00.000Z ${await keyOf(back.id)}\n`);
    const worker = startWorker({
      ...env,
      ERASURES_FILE: erasures,
      AUDIT_CHECKPOINTS: checkpoints,
      MAIL_URL: mail.url,
      MAIL_FROM: "alerts@example.org",
      PUBLIC_URL: "https://alerts.example",
      METRICS_PORT: String(port),
    });
    workers.push(worker);
    await worker.prints(/Running jobs\./);
    // A user who was erased before a restore is erased again before jobs run, and gets no push.
    expect(await keyOf(back.id)).toBeUndefined();
    const user = await service.newUser();
    const key = (await keyOf(user.id)) as string;
    await service.owner.query("select app_private.ask_for_password_mail($1, '192.0.2.1')", [
      service.admin.email,
    ]);
    await service.owner.query("select app_private.erase_person($1)", [user.id]);
    for (const job of ["list_erasures", "checkpoint_audit"]) {
      await service.owner.query("select graphile_worker.add_job($1)", [job]);
    }
    const textOf = (file: string) => readFile(file, "utf8").catch(() => "");
    await until(
      () => textOf(erasures),
      (text) => text.includes(key),
    );
    await until(
      () => textOf(checkpoints),
      (text) => /"place":\d/.test(text),
    );
    await until(() => mail.mails.some(({ to }) => to.includes(service.admin.email)));
    const metrics = await fetch(`http://localhost:${port}/metrics`);
    const page = await metrics.text();
    expect(page).toMatch(/^process_/m);
    expect(page).toContain('location_alert_provider_up{provider="expo"}');
    expect(await worker.end("SIGINT")).toBe(0);
    await mail.stop();
    await rm(directory, { recursive: true });
  });

  test("continues over new connections if its own connections go silent", async () => {
    const url = new URL(env.DATABASE_URL as string);
    const port = Number(url.port);
    const address = await makeAddress(port, url.hostname);
    Object.assign(url, { hostname: "127.0.0.1", port: address.port });
    const worker = startWorker({ ...env, DATABASE_URL: url.href });
    workers.push(worker);
    await worker.prints(/Running jobs\./);
    address.cut();
    address.leadTo(port);
    const key = "after the silence";
    const add = "select graphile_worker.add_job('end_expired_alerts', job_key := $1)";
    await service.owner.query(add, [key]);
    const left = "select from graphile_worker.jobs where key = $1";
    await until(async () => (await service.owner.query(left, [key])).rowCount === 0);
    expect(await worker.end()).toBe(0);
    address.close();
  });

  test("needs DATABASE_URL", async () => {
    const { DATABASE_URL: _, ...without } = env;
    const worker = startWorker(without);
    workers.push(worker);
    expect(await worker.ended).toBe(1);
    expect(worker.output()).toMatch(/^DATABASE_URL must be set/);
  });
});
