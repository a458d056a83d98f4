/** @database server only */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type Database, openDatabase } from "../../src/database/open.ts";
import { audit, publicationsLeft, summary } from "../crash/audit.ts";
import { gather } from "../crash/crowd.ts";
import { slowPublications } from "../crash/slow-publication.ts";
import { cloneDatabase, type TestDatabase } from "../helpers/database.ts";
import { inFull } from "../helpers/full.ts";
import { type Child, environmentOf, startChild } from "../http/child.ts";

const ROUNDS = inFull(6, 3);
describe("two hosts on one database", () => {
  let clone: TestDatabase;
  let database: Database;
  let hosts: Child[];
  beforeAll(async () => {
    clone = await cloneDatabase();
    database = await openDatabase(clone.config, console.error);
    await slowPublications(database.ownerPool, 250);
    // A finished job is deleted from its table. This log keeps each claim and each deletion.
    await database.ownerPool.query(
      `create table public.job_runs (job_id bigint, task text, what text);
      create function public.note_job_run() returns trigger language plpgsql as $$
      begin
        insert into public.job_runs
          select old.id, t.identifier, case tg_op when 'DELETE' then 'done' else 'claimed by ' || new.locked_by end
            from graphile_worker._private_tasks t where t.id = old.task_id;
        return null;
      end $$;
      create trigger note_claim after update of locked_by on graphile_worker._private_jobs
        for each row when (new.locked_by is not null) execute function public.note_job_run();
      create trigger note_end after delete on graphile_worker._private_jobs
        for each row execute function public.note_job_run();`,
    );
    const environment = {
      ...environmentOf(clone.config),
      JOBS: "true",
      // Long, because the machine may be busy: no request may fail.
      KEEP_ALIVE_TIMEOUT: "3600",
      CONNECTION_TIMEOUT: "150",
      LOCK_TIMEOUT: "150",
      STATEMENT_TIMEOUT: "300",
    };
    hosts = ["one", "two"].map(() => startChild(environment));
    await Promise.all(hosts.map((host) => host.url()));
  });
  afterAll(async () => {
    for (const host of hosts ?? []) host.process.kill("SIGKILL");
    await Promise.all((hosts ?? []).map(({ ended }) => ended));
    await database.close();
    await clone.drop();
  });

  test("notify everyone once, run each publication job once, and exit with code 0", async () => {
    const urls = await Promise.all(hosts.map((host) => host.url()));
    const crowd = await gather(database.ownerPool, clone.config);
    let turn = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const people = crowd.start(() => urls[turn++ % urls.length] as string);
      await sleep(1500);
      await people.stop();
    }
    const left = await publicationsLeft(database.ownerPool, 150_000);
    process.stdout.write(`two hosts: ${summary(crowd.ledger)}\n`);
    expect(left).toEqual([]);
    // No host was killed, so every request must have succeeded.
    const { reports, alerts } = crowd.ledger;
    expect([...reports, ...alerts].filter(({ id }) => id === undefined)).toEqual([]);
    expect(await audit(database.ownerPool, crowd.ledger)).toEqual([]);

    const { rows } = await database.ownerPool.query(
      `select job_id, count(*) filter (where what = 'done')::int as done,
          count(*) filter (where what like 'claimed%')::int as claimed
        from public.job_runs where task = 'publish_alert' group by job_id`,
    );
    expect(rows).toHaveLength(ROUNDS);
    expect(rows.filter(({ done, claimed }) => done !== 1 || claimed !== 1)).toEqual([]);
    expect(await Promise.all(hosts.map((host) => host.end()))).toEqual([0, 0]);
  });
});
