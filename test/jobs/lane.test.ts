/** @database server */
import { expect, test } from "@jest/globals";
import type { Heartbeat } from "../../src/delivery/heartbeat.ts";
import { startLane } from "../../src/delivery/lane.ts";
import { jobRuns } from "../../src/ops/instruments.ts";
import { runClone } from "../helpers/database.ts";
import { until } from "../helpers/until.ts";
import { losing } from "./helpers/losing.ts";

const database = runClone();

test("the heartbeat includes the pool of a lane until it stops", async () => {
  const pools = new Set<string>();
  const heartbeat = pools as unknown as Heartbeat;
  const tasks = { of_a_channel: async () => {} };
  const lane = await startLane(database.ownerPool, { concurrency: 1, tasks }, heartbeat, () => {});
  expect(pools.size).toBe(1);
  await lane.stop();
  expect(pools.size).toBe(0);
});

test("jobs are counted by task and outcome, and each count begins at 0", async () => {
  const counts = async () =>
    Object.fromEntries(
      (await jobRuns.get()).values
        .filter(({ labels }) => /^(good|bad)$/.test(String(labels.task)))
        .map(({ labels, value }) => [`${labels.task} ${labels.outcome}`, value]),
    );
  const tasks = {
    good: async () => {},
    bad: () => Promise.reject(new Error("no")),
  };
  const heartbeat = new Set<string>() as unknown as Heartbeat;
  const lane = await startLane(database.ownerPool, { concurrency: 2, tasks }, heartbeat, () => {});
  expect(await counts()).toEqual({ "good ok": 0, "good error": 0, "bad ok": 0, "bad error": 0 });
  for (const task of ["good", "bad"]) {
    await database.ownerPool.query("select graphile_worker.add_job($1)", [task]);
  }
  await until(counts, (found) => found["good ok"] === 1 && found["bad error"] === 1);
  await lane.stop();
  expect(await counts()).toMatchObject({ "good error": 0, "bad ok": 0 });
  await database.ownerPool.query("delete from graphile_worker._private_jobs");
});

// graphile-worker itself miscounts what it has to write then, and its pool waits indefinitely: graphile/worker#636.
test("a lane goes on after the answer to one of several completions is lost", async () => {
  const jobs = async () =>
    (await database.ownerPool.query("select task_identifier as task from graphile_worker.jobs"))
      .rows;
  const isDone = (task: string) =>
    until(async () => (await jobs()).every((job) => job.task !== task));
  const [pool, isLost] = losing(database.ownerPool, (_, name) => name.startsWith("complete_job"));
  let begun = 0;
  /** Makes a job that begins with the others, and then waits. */
  const job = (ends: () => Promise<unknown>) => async () => {
    begun += 1;
    await until(() => begun === 4);
    await ends();
  };
  const tasks = {
    first: job(async () => {}),
    second: job(() => until(isLost)),
    third: job(() => isDone("second")),
    fourth: job(() => isDone("third")),
    after: async () => {},
  };
  const logged: string[] = [];
  const heartbeat = new Set<string>() as unknown as Heartbeat;
  const lane = await startLane(pool, { concurrency: 4, tasks }, heartbeat, (line) =>
    logged.push(line),
  );
  const add = (task: string) =>
    database.ownerPool.query("select graphile_worker.add_job($1)", [task]);
  for (const task of ["first", "second", "third", "fourth"]) await add(task);
  await isDone("fourth");
  await add("after");
  await isDone("after");
  await lane.stop();
  expect(isLost()).toBe(true);
  expect(await jobs()).toEqual([]);
  expect(logged.join()).toContain("Connection terminated unexpectedly");
  expect(logged.filter((line) => !line.startsWith("jobs: "))).toEqual([]);
});
