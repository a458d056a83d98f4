--! Previous: sha1:6899f025332624a6201d36ec547e548f322fb066
--! Hash: sha1:9406ddb063868328e8fe71e1541158faf5895a03
--! Message: Replaced jobs that fail

--! split: 1-current.sql
-- A job that was replaced while it ran, and then failed, stayed and counted as given up.
--! Included upkeep/app_private.complete_replaced_jobs.sql
create or replace function app_private.complete_replaced_jobs() returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  perform graphile_worker.complete_jobs(array_agg(j.id))
    from graphile_worker.jobs j
    where j.task_identifier in (
        'checkpoint_audit', 'count_figures', 'count_versions', 'forget_history', 'make_position_partitions', 'publish_alert',
        'purge_deliveries', 'purge_last_positions', 'purge_notification_places', 'purge_positions', 'send_mail', 'speak_alert')
      and j.key is null and j.locked_at is null and j.attempts >= j.max_attempts
    having count(*) > 0;
end
$$;
comment on function app_private.complete_replaced_jobs() is
  'Completes the jobs that another job with the same key has replaced while they ran, and that have failed. They have lost their key and will never run again, but would count as given up. Jobs of these tasks always have a key.';
--! EndIncluded upkeep/app_private.complete_replaced_jobs.sql
--! Included upkeep/app_private.free_jobs.sql
create or replace function app_private.free_jobs(worker_ids text[]) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  perform graphile_worker.force_unlock_workers(worker_ids);
  perform app_private.complete_replaced_jobs();
end
$$;
comment on function app_private.free_jobs(text[]) is
  'Unlocks the jobs of worker pools that have died, and completes those that another job has replaced.';
--! EndIncluded upkeep/app_private.free_jobs.sql
--! Included upkeep/app_private.heartbeat.sql
create or replace function app_private.heartbeat(variadic worker_ids text[]) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  patience constant interval := '10 seconds';
  living_since timestamptz;
  dead text[];
begin
  with beat as (
    insert into app_private.workers as w (id) select unnest(worker_ids)
      on conflict (id) do update
        set since = case when w.seen_at < now() - patience then now() else w.since end, seen_at = now()
      returning w.since
  )
  select min(b.since) into living_since from beat b;

  -- Only a pool that has lived that long may judge the others: after an outage of PostgreSQL, all of them are late.
  if living_since < now() - patience then
    with gone as (
      delete from app_private.workers w where w.seen_at < now() - patience returning w.id
    )
    select array_agg(g.id) into dead from gone g;
    if dead is not null then
      perform app_private.free_jobs(dead);
    end if;
  end if;

  -- Each failure makes a job wait longer. A publication must not wait.
  perform graphile_worker.reschedule_jobs(array_agg(j.id), run_at => now(), attempts => 0)
    from app_private.publications p
    join graphile_worker.jobs j on j.key = 'publish_alert:' || p.alert_id
    where p.completed_at is null and j.locked_at is null
      and (j.attempts >= j.max_attempts or j.attempts > 0 and j.run_at > now() + patience / 2)
    having count(*) > 0;
  perform app_private.complete_replaced_jobs();
end
$$;
comment on function app_private.heartbeat(text[]) is
  'Records that the worker pools of a process are alive; each process calls it every two seconds. It unlocks the jobs of pools that have been silent for ten seconds, makes no unfinished publication wait longer than that, and completes jobs that were replaced and have failed.';
--! EndIncluded upkeep/app_private.heartbeat.sql
