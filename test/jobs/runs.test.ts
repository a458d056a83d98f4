/** @database server */
import { beforeAll, describe, expect, jest, test } from "@jest/globals";
import * as worker from "graphile-worker";
import type { QueryConfig } from "pg";
import { makeAuditTasks } from "../../src/audit/index.ts";
import { openCap } from "../../src/cap/index.ts";
import { openPush } from "../../src/delivery/push/index.ts";
import { mailLane } from "../../src/mail/send-mail.ts";
import type { Seal } from "../../src/people/seal.ts";
import { readConfig } from "../../src/settings/config.ts";
import { MIN_CONNECTIONS_WITH_JOBS } from "../../src/settings/table.ts";
import { speechLane } from "../../src/speech/speak-alert.ts";
import { openWebhooks } from "../../src/webhooks/index.ts";
import { runClone } from "../helpers/database.ts";
import { over } from "../helpers/over.ts";
import { until } from "../helpers/until.ts";
import { losing } from "./helpers/losing.ts";

/** How graphile-worker was started, and whether it was told to stop. It runs as usual. */
const runs: { options: worker.RunnerOptions; stops: number }[] = [];
jest.unstable_mockModule("graphile-worker", () => ({
  ...worker,
  async run(options: worker.RunnerOptions) {
    const one = { options, stops: 0 };
    runs.push(one);
    const runner = await worker.run(options);
    return over(runner, "stop", () => {
      one.stops += 1;
      return runner.stop();
    });
  },
}));
const { startJobs } = await import("../../src/delivery/jobs.ts");
const { startLane } = await import("../../src/delivery/lane.ts");
const { publishAlert } = await import("../../src/delivery/tasks/publish-alert.ts");

const database = runClone();

describe("the lanes of a process", () => {
  let lanes: typeof runs;
  beforeAll(async () => {
    const { push, dataDir } = readConfig({});
    const settings = { push, dataDir, databaseUrl: "postgres://localhost" };
    const rooms = [
      await openPush(settings, () => {}),
      { lanes: [mailLane({ publicUrl: "https://alerts.example", send: async () => "sent" })] },
      { lanes: [speechLane(undefined)] },
      openCap({ cap: { hosts: [] }, capMessages: undefined }, () => {}),
      openWebhooks({ publicUrl: undefined, webhooks: { hosts: [] } }, {} as Seal),
      { tasks: { ...makeAuditTasks(async () => {}), list_erasures: async () => {} } },
    ];
    const jobs = await startJobs(database.ownerPool, rooms, () => {});
    await jobs.stop();
    lanes = runs.splice(0);
  });
  const laneOf = (name: string) => lanes.find(({ options }) => options.taskList?.[name]);

  /** Runs a task of a lane. Returns its statements, each with its values. */
  async function statementsOf(name: string, payload: object = {}, answer: object[] = []) {
    const lane = laneOf(name);
    const asked: unknown[] = [];
    const query = async (query: string | QueryConfig, given: unknown[] = []) => {
      const { text, values = given } = typeof query === "string" ? { text: query } : query;
      asked.push([text.replace(/^select (.* from )?/, ""), ...values]);
      return { rows: asked.length === 1 ? answer : [] };
    };
    const withPgClient = async (use: (client: object) => Promise<unknown>) => await use({ query });
    await lane?.options.taskList?.[name]?.(payload as never, { query, withPgClient } as never);
    return asked;
  }

  test("have the expected numbers of workers, poll intervals and scheduled jobs", () => {
    const found = lanes.map(({ options }) => [
      Object.keys(options.taskList ?? {}).at(-1),
      options.concurrency,
      options.pollInterval,
    ]);
    expect(found).toEqual([
      ["list_erasures", 2, undefined],
      ["purge_audit", 2, undefined],
      ["take_alert", 6, undefined],
      ["publish_held", 1, 500],
      ["push_expo", 2, undefined],
      ["push_fcm", 2, undefined],
      ["push_web_push", 2, undefined],
      ["push_email", 2, undefined],
      ["push_ntfy", 1, undefined],
      ["push_sms", 1, undefined],
      ["tell_by_push", 1, undefined],
      ["tell_by_mail", 2, undefined],
      ["speak_alert", 1, undefined],
      ["poll_cap_source", 2, undefined],
      ["make_cap_messages", 1, undefined],
      ["send_webhook", 4, undefined],
    ]);
    const times = lanes.map(({ options }) => options.parsedCronItems?.length);
    expect(times).toEqual([17, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  });

  test("need a connection each to listen on, one for each worker of long statements, one for heartbeats and four", () => {
    const long = lanes.slice(0, 4).map(({ options }) => options.concurrency as number);
    expect(MIN_CONNECTIONS_WITH_JOBS).toBe(
      long.reduce((sum, some) => sum + some, lanes.length + 1 + 4),
    );
  });

  test("leave signals to the process, and write each outcome at once", () => {
    for (const { options } of lanes) {
      expect(options).toMatchObject({
        noHandleSignals: true,
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      });
    }
  });

  test.each([
    "make_position_partitions",
    "purge_sessions",
    "end_expired_alerts",
    "compact_alert_reach",
    "purge_logins",
  ])("call the database's function for the task %s, and fail if that fails", async (name) => {
    expect(await statementsOf(name)).toEqual([
      [`app_private.${name}()`],
      ["app_private.note_success($1)", name],
    ]);
    const failing = { query: () => Promise.reject(new Error("the database is away")) };
    const lane = laneOf(name);
    const withPgClient = (use: (client: object) => Promise<unknown>) => use(failing);
    const failed = async () =>
      await lane?.options.taskList?.[name]?.({} as never, { withPgClient } as never);
    await expect(failed()).rejects.toThrow("the database is away");
  });

  test("complete the publication of an alert, and send a mail", async () => {
    const complete = { complete: true, position_id: 0 };
    expect(await statementsOf("publish_alert", { alertId: 7 }, [complete])).toEqual([
      [expect.stringMatching(/^app_private.publish_chunk\(\$1\)/), 7],
    ]);
    const link = { address: "ada@example.org", token: "7.secret" };
    const asked = await statementsOf("send_mail", { kind: "verification", userId: 7 }, [link]);
    expect(asked).toEqual([
      ["app_private.make_verification_mail($1)", 7],
      ["app_private.note_mail_outcome($1)", null],
    ]);
  });
});

test("a publication stops once another job for its alert is queued", async () => {
  const query = async (text: string) => (await database.ownerPool.query(text)).rows;
  const add =
    "select id from graphile_worker.add_job('publish_alert', job_key => 'publish_alert:7')";
  const [job] = await query(add);
  await query("update graphile_worker._private_jobs set locked_by = 'me', locked_at = now()");
  let chunks = 0;
  const client = {
    async query(query: string | QueryConfig, values?: unknown[]) {
      if (typeof query === "string") return await database.ownerPool.query(query, values);
      chunks += 1;
      if (chunks === 2) await database.ownerPool.query(add);
      return { rows: [{ complete: false, position_id: 0 }] };
    },
  };
  const withPgClient = (use: (client: object) => unknown) => use(client);
  const publish = async () => await publishAlert({ alertId: 7 }, { job, withPgClient } as never);
  await publish();
  expect(chunks).toBe(2);
  await query("delete from graphile_worker._private_jobs");
  await publish();
  expect(chunks).toBe(3);
});

test("a lane that loses its database repeatedly frees the jobs of each lost worker", async () => {
  const isJob = (rows: unknown[], name: string) => name.startsWith("get_job") && rows.length > 0;
  const [once, isLostOnce] = losing(database.ownerPool, isJob);
  const [twice, isLostTwice] = losing(once, (rows, name) => isLostOnce() && isJob(rows, name));
  const freed: unknown[] = [];
  const pool = over(twice, "query", async (text: string, values: string[][] = []) => {
    if (text.includes("free_jobs")) freed.push(...values.flat());
    if (freed.length === 1) throw new Error("the database starts");
    return await database.ownerPool.query(text, values);
  });
  const pools: string[] = [];
  const heartbeat = { add: (id: string) => pools.push(id), delete: () => {} } as never;
  const logged: unknown[] = [];
  let ran = 0;
  const tasks = {
    kept: async () => {
      ran += 1;
    },
  };
  const lane = await startLane(pool, { concurrency: 1, tasks }, heartbeat, (...event) =>
    logged.push(event),
  );
  await database.ownerPool.query("select graphile_worker.add_job('kept')");
  await until(() => ran === 1);
  await lane.stop();
  expect(isLostTwice()).toBe(true);
  expect(pools).toHaveLength(3);
  const [first, second] = pools;
  // The first try finds a database that is still starting.
  expect(freed).toEqual([first, first, second]);
  expect(logged).toContainEqual(["jobs: not running yet: the database starts", "warn"]);
  // The crontab of a lost worker that is not stopped would run on beside the next one's.
  for (const { stops } of runs) expect(stops).toBeGreaterThan(0);
});
