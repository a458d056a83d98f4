/** @database server */
import { expect, jest, test } from "@jest/globals";
import { type JobHelpers, parseCrontab } from "graphile-worker";
import type pg from "pg";
import { makeAuditTasks } from "../../src/audit/index.ts";
import { Heartbeat } from "../../src/delivery/heartbeat.ts";
import { CRONTAB, startJobs } from "../../src/delivery/jobs.ts";
import { checkNotificationIds } from "../../src/delivery/tasks/upkeep.ts";
import { mailLane, type Sender } from "../../src/mail/send-mail.ts";
import { insertUser, runClone } from "../helpers/database.ts";
import { over } from "../helpers/over.ts";
import { until } from "../helpers/until.ts";

const database = runClone();

const query = async (text: string) => (await database.ownerPool.query(text)).rows;
/** Runs jobs until a query returns `count` rows, because graphile-worker reads the crontab after its start. */
async function runJobsUntil(text: string, count: number): Promise<void> {
  const jobs = await startJobs(database.ownerPool, [], () => {});
  await until(async () => (await query(text)).length >= count);
  await jobs.stop();
}

test.each([
  ["at any minute", { hour: 12, min: 34 }, []],
  ["at 12:06", { hour: 12, min: 6 }, ["count_figures"]],
  ["at 3:10", { hour: 3, min: 10 }, ["make_position_partitions"]],
  ["at 3:20", { hour: 3, min: 20 }, ["purge_positions"]],
  ["at 3:30", { hour: 3, min: 30 }, ["check_notification_ids"]],
  ["at 3:40", { hour: 3, min: 40 }, ["purge_logins", "purge_sessions"]],
  ["at 3:50", { hour: 3, min: 50 }, ["purge_audit"]],
  ["at 4:00", { hour: 4, min: 0 }, ["purge_last_positions"]],
  ["at 4:10", { hour: 4, min: 10 }, ["purge_notification_places"]],
  ["at 4:20", { hour: 4, min: 20 }, ["purge_deliveries"]],
  ["at 4:30", { hour: 4, min: 30 }, ["purge_speeches"]],
])("%s upkeep does what is due", (_when, at, nightly) => {
  const due = parseCrontab(CRONTAB).filter(({ match }) => {
    if (typeof match !== "function")
      throw new Error("a pattern that graphile-worker did not parse");
    return match({ ...at, date: 1, month: 1, dow: 1 });
  });
  expect(due.map(({ identifier }) => identifier)).toEqual([
    "end_expired_alerts",
    "compact_alert_reach",
    "chain_audit",
    "list_erasures",
    ...(at.min % 10 === 0 ? ["checkpoint_audit"] : []),
    "count_versions",
    ...nightly,
  ]);
});

test("the crontab makes up for missed nightly jobs for two days, and replaces some jobs that still fail", () => {
  for (const { identifier, options } of parseCrontab(CRONTAB)) {
    const isNightly = /^(make|purge|check)_/.test(identifier);
    const hours = isNightly ? 48 : identifier === "count_figures" ? 1 : 0;
    expect([identifier, options.backfillPeriod]).toEqual([identifier, hours * 3_600_000]);
    expect([undefined, identifier]).toContain(options.jobKey);
    expect(options.queueName).toBe(/^count_/.test(identifier) ? "figures" : undefined);
  }
  const replaced = parseCrontab(CRONTAB).filter(({ options }) => options.jobKey);
  expect(replaced.map(({ identifier }) => identifier)).toEqual([
    "checkpoint_audit",
    "count_versions",
    "count_figures",
    "make_position_partitions",
    "purge_positions",
    "purge_last_positions",
    "purge_notification_places",
    "purge_deliveries",
  ]);
});

test("nightly jobs that were missed run at the next start", async () => {
  const known = "select identifier from graphile_worker._private_known_crontabs order by 1";
  await runJobsUntil(known, 17);
  expect(await query(known)).toEqual(
    [
      "chain_audit",
      "check_notification_ids",
      "checkpoint_audit",
      "compact_alert_reach",
      "count_figures",
      "count_versions",
      "end_expired_alerts",
      "list_erasures",
      "make_position_partitions",
      "purge_audit",
      "purge_deliveries",
      "purge_last_positions",
      "purge_logins",
      "purge_notification_places",
      "purge_positions",
      "purge_sessions",
      "purge_speeches",
    ].map((identifier) => ({ identifier })),
  );
  await query(
    `update graphile_worker._private_known_crontabs
      set known_since = now() - interval '1 week', last_execution = now() - interval '25 hours';
    delete from graphile_worker._private_jobs`,
  );
  const made = `select identifier from graphile_worker._private_known_crontabs
    where last_execution > now() - interval '24 hours 1 minute' and identifier ~ 'positions?(_|$)' order by 1`;
  await runJobsUntil(made, 3);
  expect(await query(made)).toEqual([
    { identifier: "make_position_partitions" },
    { identifier: "purge_last_positions" },
    { identifier: "purge_positions" },
  ]);
});

test("a regular task without a success for twice its period and ten minutes is late", async () => {
  const late = async () => (await query("select app_private.late_tasks() as late"))[0].late;
  const age = (minutes: number) =>
    query(
      `update app_private.tasks set succeeded_at = now() - interval '${minutes} minutes' where name in ('end_expired_alerts', 'purge_audit')`,
    );
  await query("insert into app_private.tasks (name, late_after) values ('no_more', '1 minute')");
  await runJobsUntil("select from app_private.tasks where name = 'list_erasures'", 1);
  expect(await query("select name from app_private.tasks where name = 'no_more'")).toEqual([]);
  expect(await late()).toBeNull();
  await age(11);
  expect(await late()).toBeNull();
  await age(13);
  expect(await late()).toEqual({ end_expired_alerts: expect.stringMatching(/^\d{4}-.*Z$/) });
  await age(48 * 60 + 11);
  expect(Object.keys(await late())).toEqual(["end_expired_alerts", "purge_audit"]);
  // A success of either ends that.
  await query(
    "select graphile_worker.add_job('purge_audit'), graphile_worker.add_job('end_expired_alerts')",
  );
  await runJobsUntil(
    "select from app_private.tasks where name in ('end_expired_alerts', 'purge_audit') and succeeded_at > now() - interval '1 minute'",
    2,
  );
  expect(await late()).toBeNull();
});

test("notification ids beyond half of Int cause a warning", async () => {
  const warnings: string[] = [];
  const logger = { warn: (message: string) => warnings.push(message) };
  const withPgClient = (use: (client: pg.Pool) => unknown) => use(database.ownerPool);
  const check = () => checkNotificationIds({}, { logger, withPgClient } as unknown as JobHelpers);
  for (const [id, count] of [
    [1, 0],
    [2 ** 30 - 1, 0],
    [2 ** 30, 1],
    [2 ** 33, 2],
  ] as const) {
    await query(`select setval('app_public.notifications_id_seq', ${id})`);
    await check();
    expect(warnings).toHaveLength(count);
  }
  expect(warnings[1]).toMatch(/^Notification ids have reached 8589934592\. .*docs\/operations\.md/);
});

test("mails are queued once a host that sends them has started, and not before", async () => {
  const isOn = async () => (await query("select from app_private.mail_outcome")).length > 0;
  const start = async (sender?: object) => {
    const mail = { lanes: [mailLane(sender as Sender)] };
    await (await startJobs(database.ownerPool, [mail], () => {})).stop();
    return await isOn();
  };
  expect([await start(), await start({})]).toEqual([false, true]);
});

test("a start that fails leaves no lane running", async () => {
  const failing = over(database.ownerPool, "query", async () => {
    throw new Error("the database is away");
  });
  const mail = { lanes: [mailLane({} as Sender)] };
  await expect(startJobs(failing, [mail], () => {})).rejects.toThrow("the database is away");
  const { ownerPool } = database;
  // Each lane listens on a connection.
  await until(() => ownerPool.totalCount === ownerPool.idleCount);
});

test("jobs of all lanes run, also those of other parts of the service", async () => {
  const ran: string[] = [];
  const note = (name: string) => async () => void ran.push(name);
  const rooms = [
    { lanes: [{ concurrency: 1, tasks: { of_a_channel: note("a push") } }] },
    { tasks: { list_erasures: note("a list"), ...makeAuditTasks(async () => {}) } },
  ];
  const user = await insertUser(database);
  await query(
    `insert into app_public.sessions (user_id, id, expires_at) overriding system value values (${user}, 1, now() - interval '1 year')`,
  );
  const jobs = await startJobs(database.ownerPool, rooms, () => {});
  const queued = ["of_a_channel", "list_erasures", "purge_sessions", "purge_speeches"];
  queued.push("chain_audit", "checkpoint_audit", "count_versions", "count_figures");
  for (const task of queued) await query(`select graphile_worker.add_job('${task}')`);
  const left = `select from graphile_worker.jobs where task_identifier in ('${queued.join("', '")}')`;
  await until(async () => (await query(left)).length === 0);
  await jobs.stop();
  expect(ran).toEqual(expect.arrayContaining(["a push", "a list"]));
  expect(await query(`select from app_public.sessions where user_id = ${user}`)).toEqual([]);
});

test("a process that ends sends heartbeats until its last job is done", async () => {
  const stopping = jest.spyOn(Heartbeat.prototype, "stop");
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  let hasBegun = false;
  const long = async () => {
    hasBegun = true;
    await isOver;
  };
  const rooms = [{ lanes: [{ concurrency: 1, tasks: { long } }] }];
  const jobs = await startJobs(database.ownerPool, rooms, () => {});
  await query("select graphile_worker.add_job('long')");
  await until(() => hasBegun);
  const stopped = jobs.stop();
  await query("update app_private.workers set seen_at = now() - interval '5 seconds'");
  await until(
    async () =>
      (await query("select from app_private.workers where seen_at > now() - interval '4 seconds'"))
        .length > 0,
  );
  expect(stopping).not.toHaveBeenCalled();
  end();
  await stopped;
  expect(stopping).toHaveBeenCalledTimes(1);
  stopping.mockRestore();
});
