/** @database server */
import { expect, jest, test } from "@jest/globals";
import type pg from "pg";
import { makeDatabaseState } from "../../src/http/metrics/state-metrics.ts";
import { openClone } from "../helpers/database.ts";

/** A pool that answers as `answer` does, and counts how often it is asked. */
function poolOf(answer: () => Promise<unknown>) {
  const query = jest.fn(answer);
  return { query, state: makeDatabaseState({ query } as unknown as pg.Pool) };
}

test("simultaneous scrapes, and later ones within five seconds, query the database once", async () => {
  const clock = jest.spyOn(performance, "now").mockReturnValue(1_000);
  const { query, state } = poolOf(async () => [{}, { rows: [{ failing: {} }] }, { rows: [7] }]);
  const answers = await Promise.all([state(), state(), state()]);
  expect([...answers, await state()]).toEqual(Array(4).fill({ failing: {}, series: [7] }));
  expect(query).toHaveBeenCalledTimes(1);
  clock.mockReturnValue(5_999);
  await state();
  expect(query).toHaveBeenCalledTimes(1);
  clock.mockReturnValue(6_000);
  await state();
  expect(query).toHaveBeenCalledTimes(2);
  clock.mockRestore();
});

test("a hanging database leaves a scrape without its values after a timeout, and is queried only once", async () => {
  const { query, state } = poolOf(() => new Promise(() => {}));
  expect(await state()).toBeUndefined();
  expect(await state()).toBeUndefined();
  expect(query).toHaveBeenCalledTimes(1);
});

test("a failing database does not fail the scrape", async () => {
  const { query, state } = poolOf(async () => {
    throw new Error("the database is away");
  });
  expect([await state(), await state()]).toEqual([undefined, undefined]);
  expect(query).toHaveBeenCalledTimes(1);
});

test("waiting and given-up jobs are counted by task, with the living workers and the failing providers", async () => {
  const database = await openClone();
  try {
    await database.ownerPool.query("delete from graphile_worker._private_jobs");
    expect((await makeDatabaseState(database.ownerPool)())?.failing).toEqual({});
    await database.ownerPool.query(`
      select graphile_worker.add_job('some', run_at => now() + n * interval '1 minute', max_attempts => 2)
        from unnest(array[-1, -2, -3, -4, -5, 60]) n;
      -- The third runs. The fourth failed once, the fifth as often as it may; the sixth too, and is being tried.
      update graphile_worker._private_jobs set
          locked_at = case when run_at < now() - interval '2.5 minutes' and run_at > now() - interval '3.5 minutes' then now() end,
          attempts = case when run_at < now() - interval '4.5 minutes' then 2 when run_at < now() - interval '3.5 minutes' then 1 else 0 end;
      select graphile_worker.add_job('last try', run_at => now() - interval '9 minutes', max_attempts => 1);
      update graphile_worker._private_jobs set attempts = 1, locked_at = now() where max_attempts = 1;
      insert into app_private.workers (id, seen_at)
        values ('alive', now() + interval '4 minutes'), ('next', now() + interval '5 minutes'), ('dead', now() - interval '10 seconds')`);
    await database.ownerPool.query("select app_private.note_push_outcome('web_push', 'gone')");
    await database.ownerPool.query(`insert into app_public.cap_sources
      (name, url, user_id, authority_id, failures) values ('One', 'https://a.org', 1, 1, 2);
      insert into app_public.webhooks (url, events, drills, is_paused, authority_id)
        values ('https://a.org', '{ALERT_ENDED}', false, false, 1);
      insert into app_private.webhook_messages (webhook_id, type, data, created_at)
        select 1, 'webhook.test', '{}', now() - n * interval '1 minute' from generate_series(1, 3) n`);
    await database.ownerPool.query(`select app_private.register_tasks('{"purge_audit": 600}')`);
    let timeout: unknown;
    const query = async (text: string) => {
      const results = (await database.ownerPool.query(
        `${text}; show statement_timeout`,
      )) as unknown as pg.QueryResult[];
      timeout = results.pop()?.rows[0].statement_timeout;
      return results;
    };
    const state = await makeDatabaseState({ query } as unknown as pg.Pool)();
    // The timeout ends a statement that nobody waits for.
    expect(timeout).toBe("2s");
    expect(state?.failing).toEqual({ web_push: { since: expect.any(String), why: "gone" } });
    const values = (metric: string) =>
      (state?.series ?? [])
        .filter((one) => one.metric === metric)
        .map(({ of, value }) => (of === null ? value : [of, Math.round(value)]))
        .sort();
    expect(values("jobs_waiting")).toEqual([
      ["last try", 0],
      ["some", 3],
    ]);
    expect(values("job_oldest_seconds")).toEqual([
      ["last try", 0],
      ["some", expect.closeTo(240, -2)],
    ]);
    expect(values("jobs_given_up")).toEqual([
      ["last try", 0],
      ["some", 1],
    ]);
    expect(values("task_success_age_seconds")).toEqual([["purge_audit", 0]]);
    expect(values("task_late_seconds")).toEqual([["purge_audit", 600]]);
    expect(values("cap_source_failures")).toEqual([["1", 2]]);
    expect(values("webhook_messages_waiting")).toEqual([["1", 3]]);
    expect(values("webhook_oldest_seconds")).toEqual([["1", expect.closeTo(180, -1)]]);
    expect(values("worker_pools")).toEqual([2]);
    expect(values("publications_running")).toEqual([0]);
    expect(values("publication_lag_seconds")).toEqual([0]);
    expect(values("heartbeat_age_seconds")).toEqual([expect.closeTo(-300, -2)]);
    expect(values("position_partitions")[0]).toBeGreaterThan(1);
    expect(values("database_bytes")[0]).toBeGreaterThan(1_000_000);
  } finally {
    await database.close();
  }
});
