/** @database server */
import { beforeAll, expect, test } from "@jest/globals";
import { runTestService } from "../helpers/service.ts";

const service = runTestService();
beforeAll(async () => {
  // Each chunk takes longer than a mutation waits, and the publication never completes.
  await service.owner.query(`
    create table public.chunks ();
    grant insert on public.chunks to app_owner;
    create or replace function app_private.publish_chunk(alert_id integer, chunk_size integer default 5000) returns boolean
    language plpgsql volatile security definer as $$
    begin
      insert into public.chunks default values;
      perform pg_sleep(0.8);
      return false;
    end $$`);
});

test("newAlert is answered before a long publication is complete, and a job continues it at once", async () => {
  const points = [
    { latitude: 0, longitude: 0 },
    { latitude: 0, longitude: 0.01 },
    { latitude: 0.01, longitude: 0.01 },
  ];
  const { data } = await service.graphql(
    "mutation ($input: AlertInput!) { newAlert(input: $input) { id } }",
    { input: { points, text1: "Leave.", text2: "Stay.", text3: "Wait." } },
    service.admin,
  );
  const { rows } = await service.owner.query(`
    select (select count(*)::int from public.chunks) as chunks, j.key, j.run_at <= now() as is_due
      from graphile_worker.jobs j where j.task_identifier = 'publish_alert'`);
  expect(rows).toEqual([{ chunks: 1, key: `publish_alert:${data.newAlert.id}`, is_due: true }]);
});
