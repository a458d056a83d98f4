--! Previous: sha1:f13324bf1d04ff94f5c35c3983c6b775d4f8c020
--! Hash: sha1:4255b5dd0dcdc1d2dd525693bcb0f6cab0d7202b
--! Message: Upkeep

create table app_private.workers (
  id text primary key,
  since timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
comment on table app_private.workers is
  'The worker pools that run jobs, one for each lane of each process.';
comment on column app_private.workers.id is 'The id of the pool.';
comment on column app_private.workers.since is 'Since when it has been alive without a pause.';
comment on column app_private.workers.seen_at is 'When it last reported that it is alive.';
alter table app_private.workers enable row level security;

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
end
$$;
comment on function app_private.heartbeat(text[]) is
  'Records that the worker pools of a process are alive; each process calls it every two seconds. It unlocks the jobs of pools that have been silent for ten seconds, and makes no unfinished publication wait longer than that.';
--! EndIncluded upkeep/app_private.heartbeat.sql
--! Included upkeep/app_private.free_jobs.sql
create or replace function app_private.free_jobs(worker_ids text[]) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  perform graphile_worker.force_unlock_workers(worker_ids);
  -- A job that was replaced while it ran has lost its key and would never run again.
  perform graphile_worker.complete_jobs(array_agg(j.id))
    from graphile_worker.jobs j
    where j.task_identifier in ('publish_alert', 'speak_alert') and j.key is null
      and j.locked_at is null and j.attempts >= j.max_attempts
    having count(*) > 0;
end
$$;
comment on function app_private.free_jobs(text[]) is
  'Unlocks the jobs of worker pools that have died, and completes those that another job has replaced.';
--! EndIncluded upkeep/app_private.free_jobs.sql

select app_private.make_position_partitions();
