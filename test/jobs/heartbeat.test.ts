/** @database server */
import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type pg from "pg";
import { CRONTAB, startJobs } from "../../src/delivery/jobs.ts";
import { insertUser, runClone } from "../helpers/database.ts";
import { until } from "../helpers/until.ts";
import { losing } from "./helpers/losing.ts";

/** Tasks whose jobs each have a key, so that another job can replace them. */
const KEYED = [
  "forget_history",
  "make_cap_messages",
  "publish_alert",
  "send_mail",
  "speak_alert",
  ...(CRONTAB.match(/(?<=jobKey=)\w+/g) ?? []),
];

const database = runClone();
let alertId: number;
const query = async (text: string, values: unknown[] = []) =>
  (await database.ownerPool.query(text, values)).rows;

beforeAll(async () => {
  const userId = await insertUser(database, { isAdmin: true });
  const [row] = await query(
    `insert into app_public.alerts (user_id, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age, text1, text2, text3)
      select $1, now() + interval '1 day', z, z, z, 1000, 2000, '1 day', '1', '2', '3' from public.st_makeenvelope(1, 0, 3, 2, 4326) z
      returning id`,
    [userId],
  );
  alertId = row.id;
});

beforeEach(() =>
  database.ownerPool.query(
    `delete from graphile_worker._private_jobs;
    delete from app_private.workers;
    delete from app_private.publications;
    insert into app_private.publications (alert_id) select id from app_public.alerts`,
  ),
);

/** Inserts a worker pool that was registered `lived` seconds ago and last seen `unseen` seconds ago. */
const worker = (id: string, lived: number, unseen: number) =>
  query(
    `insert into app_private.workers (id, since, seen_at)
      values ($1, now() - $2 * interval '1 second', now() - $3 * interval '1 second')`,
    [id, lived, unseen],
  );
const beat = (...ids: string[]) => query("select app_private.heartbeat(variadic $1)", [ids]);

/** Queues the job of app_private.new_alert() and changes it. */
async function job(change: string): Promise<void> {
  await query(
    "select graphile_worker.add_job('publish_alert', json_build_object('alertId', $1::int), job_key => 'publish_alert:' || $1::int)",
    [alertId],
  );
  await query(`update graphile_worker._private_jobs set ${change}`);
}
const lockedBy = (pool: string) => job(`locked_by = '${pool}', locked_at = now(), attempts = 1`);
const jobNow = async () =>
  (
    await query(
      "select locked_by, attempts, run_at <= now() as due from graphile_worker._private_jobs",
    )
  )[0];

describe("a job locked by a worker pool", () => {
  const free = { locked_by: null, attempts: 1, due: true };
  const locked = { locked_by: "pool-other", attempts: 1, due: true };

  test("that has not been seen for ten seconds is released", async () => {
    await worker("pool-other", 60, 10.1);
    await worker("pool-mine", 60, 2);
    await lockedBy("pool-other");
    await beat("pool-mine");
    expect(await jobNow()).toEqual(free);
    expect(await query("select id from app_private.workers")).toEqual([{ id: "pool-mine" }]);
  });

  test("that is dead is also released by a process that has just started another pool", async () => {
    await worker("pool-other", 60, 10.1);
    await worker("pool-mine", 60, 2);
    await lockedBy("pool-other");
    await beat("pool-new", "pool-mine");
    expect(await jobNow()).toEqual(free);
    expect(await query("select id from app_private.workers order by id")).toEqual([
      { id: "pool-mine" },
      { id: "pool-new" },
    ]);
  });

  test("is deleted if another job has replaced it, and that one stays", async () => {
    await worker("pool-other", 60, 10.1);
    await worker("pool-mine", 60, 2);
    await lockedBy("pool-other");
    await query(
      "select graphile_worker.add_job('publish_alert', json_build_object('alertId', $1::int), job_key => 'publish_alert:' || $1::int)",
      [alertId],
    );
    expect(await query("select id from graphile_worker._private_jobs")).toHaveLength(2);
    await beat("pool-mine");
    expect(await query("select key, attempts from graphile_worker._private_jobs")).toEqual([
      { key: `publish_alert:${alertId}`, attempts: 0 },
    ]);
  });

  test("that was seen more recently stays locked", async () => {
    await worker("pool-other", 60, 5);
    await worker("pool-mine", 60, 2);
    await lockedBy("pool-other");
    await beat("pool-mine");
    expect(await jobNow()).toEqual(locked);
  });

  test.each([
    ["has only just started", () => {}],
    ["started less than ten seconds ago", () => worker("pool-mine", 5, 2)],
    ["missed its own heartbeats, as if PostgreSQL was away", () => worker("pool-mine", 60, 11)],
  ])("is not released by a pool that %s", async (_, mine) => {
    await worker("pool-other", 60, 60);
    await mine();
    await lockedBy("pool-other");
    await beat("pool-mine");
    await beat("pool-mine");
    expect(await jobNow()).toEqual(locked);
  });
});

test.each([
  ["a dead pool's", "app_private.free_jobs('{pool-dead}')"],
  ["each heartbeat", "app_private.heartbeat('pool-mine')"],
])(
  "only replaced jobs that would never run again are completed, along with %s",
  async (_, complete) => {
    const add = (task: string, name: string) =>
      query("select graphile_worker.add_job($1, '{}', job_key => $2)", [task, name]);
    const replaced = "key = null, attempts = max_attempts";
    const cases: [task: string, name: string, change: string][] = [
      ...KEYED.map((task): [string, string, string] => [task, `replaced ${task}`, replaced]),
      ["publish_alert", "with a key", "attempts = max_attempts"],
      ["publish_alert", "tried once", "key = null, attempts = 1"],
      ["publish_alert", "that runs", `${replaced}, locked_by = 'pool-mine', locked_at = now()`],
      ["push_expo", "of another kind", replaced],
    ];
    for (const [index, [task, name, change]] of cases.entries()) {
      await add(task, name);
      await query(
        `update graphile_worker._private_jobs set priority = $1, ${change} where key = $2`,
        [index, name],
      );
    }
    await query(`select ${complete}`);
    const left = await query(
      "select priority from graphile_worker._private_jobs order by priority",
    );
    expect(left.map(({ priority }) => cases[priority]?.[1])).toEqual([
      "with a key",
      "tried once",
      "that runs",
      "of another kind",
    ]);
  },
);

test("of the jobs that were given up, only mails and requests for receipts are completed a day later", async () => {
  const cases: [task: string, name: string, change: string][] = [
    ["send_mail", "a mail", "run_at = now() - interval '25 hours'"],
    ["push_receipts", "receipts", "run_at = now() - interval '25 hours', key = null"],
    ["send_mail", "a mail of today", "run_at = now() - interval '23 hours'"],
    ["send_mail", "a mail that waits", "run_at = now() - interval '25 hours', attempts = 7"],
    ["push_expo", "pushes", "run_at = now() - interval '25 hours'"],
  ];
  for (const [index, [task, name, change]] of cases.entries()) {
    await query("select graphile_worker.add_job($1, '{}', job_key => $2, max_attempts => 8)", [
      task,
      name,
    ]);
    const given = change.includes("attempts") ? change : `${change}, attempts = 8`;
    await query(`update graphile_worker._private_jobs set priority = $1, ${given} where key = $2`, [
      index,
      name,
    ]);
  }
  await beat("pool-mine");
  const left = await query("select priority from graphile_worker._private_jobs order by priority");
  expect(left.map(({ priority }) => cases[priority]?.[1])).toEqual([
    "a mail of today",
    "a mail that waits",
    "pushes",
  ]);
});

describe("the job of an incomplete publication", () => {
  const later = "attempts = 5, run_at = now() + interval '2 minutes'";

  test("runs again soon after failures", async () => {
    await job(later);
    await beat("pool-mine");
    expect(await jobNow()).toEqual({ locked_by: null, attempts: 0, due: true });
  });

  test("is never given up", async () => {
    await job("attempts = max_attempts");
    await beat("pool-mine");
    expect(await jobNow()).toEqual({ locked_by: null, attempts: 0, due: true });
  });

  test.each([
    ["that another pool is running", `${later}, locked_by = 'pool-other', locked_at = now()`],
    ["that is due in a moment", "attempts = 1, run_at = now() + interval '3 seconds'"],
    ["that has not run yet", "run_at = now() + interval '9 seconds'"],
  ])("%s is not changed", async (_, change) => {
    await job(change);
    const before = await jobNow();
    await beat("pool-mine");
    expect(await jobNow()).toEqual(before);
  });

  test("is not changed if the publication is complete", async () => {
    await query("update app_private.publications set completed_at = now()");
    await job(later);
    await beat("pool-mine");
    expect(await jobNow()).toMatchObject({ attempts: 5, due: false });
  });
});

/** Runs jobs until the publication is complete. Returns how long that took, including the jobs' start, and the log. */
async function complete(owner: pg.Pool): Promise<{ milliseconds: number; log: string[] }> {
  const log: string[] = [];
  const completed = "select from app_private.publications where completed_at is not null";
  const start = performance.now();
  const jobs = await startJobs(owner, [], (line) => log.push(line));
  // graphile-worker itself would wait for four hours.
  await until(async () => (await query(completed)).length > 0);
  const milliseconds = performance.now() - start;
  await jobs.stop();
  // Other jobs may have been queued at a full minute.
  const left = "select from graphile_worker.jobs where task_identifier = 'publish_alert'";
  expect(await query(left)).toEqual([]);
  return { milliseconds, log };
}

test("a host that starts continues the jobs of a host that has not been seen for ten seconds", async () => {
  await worker("pool-other", 60, 0);
  await lockedBy("pool-other");
  const { milliseconds, log } = await complete(database.ownerPool);
  expect(milliseconds).toBeGreaterThan(9_000);
  expect(log).toEqual([]);
});

describe("a connection that breaks after a worker", () => {
  test.each([
    [
      "has taken a job",
      (rows: unknown[], name: string) => /^get_job/.test(name) && rows.length > 0,
    ],
    ["has completed a job", (_: unknown[], name: string) => /^complete_job/.test(name)],
    ["has sent a heartbeat", ([row]: unknown[]) => !!row && Object.hasOwn(row, "heartbeat")],
  ])("%s stops neither the process nor its jobs", async (_, answer) => {
    await job("attempts = 0");
    const [owner, isLost] = losing(database.ownerPool, answer);
    // Keeps other pools from taking this one for dead and releasing its jobs later.
    const seen = until(isLost).then(() =>
      query("update app_private.workers set seen_at = now() + interval '1 hour'"),
    );
    await complete(owner);
    await seen;
    expect(isLost()).toBe(true);
  });
});
