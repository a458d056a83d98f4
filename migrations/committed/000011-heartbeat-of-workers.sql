--! Previous: sha1:3d7c31d2d102435bb4e4e23945536e2c301dcdab
--! Hash: sha1:8ccbf691e8d7f3939547b2becf1cef9fb798757e
--! Message: heartbeat-of-workers

--! split: 1-current.sql
drop table if exists app_private.workers;
create table app_private.workers (
  id text primary key,
  since timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
comment on table app_private.workers is
  'The pools of workers that run jobs, one of each host: since when each lives, and when it last said so.';
alter table app_private.workers enable row level security;

drop index if exists app_private.publications_incomplete;
create index publications_incomplete on app_private.publications (alert_id) where completed_at is null;
comment on index app_private.publications_incomplete is 'Of app_private.heartbeat(), which asks for them every two seconds.';

--! Included functions/app_private.heartbeat.sql
create or replace function app_private.heartbeat(worker_id text) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  patience constant interval := '10 seconds';
  living_since timestamptz;
  dead text[];
begin
  insert into app_private.workers as w (id) values (worker_id)
    on conflict (id) do update
      set since = case when w.seen_at < now() - patience then now() else w.since end, seen_at = now()
    returning w.since into living_since;

  -- Who was not here all that time cannot tell: after PostgreSQL was away, everyone is late.
  if living_since < now() - patience then
    with gone as (
      delete from app_private.workers w where w.seen_at < now() - patience returning w.id
    )
    select array_agg(g.id) into dead from gone g;
    if dead is not null then
      perform graphile_worker.force_unlock_workers(dead);
    end if;
  end if;

  -- A job that fails again and again waits longer and longer. A publication does not.
  perform graphile_worker.reschedule_jobs(array_agg(j.id), run_at => now(), attempts => 0)
    from app_private.publications p
    join graphile_worker.jobs j on j.key = 'publish_alert:' || p.alert_id
    where p.completed_at is null and j.locked_at is null
      and (j.attempts >= j.max_attempts or j.attempts > 0 and j.run_at > now() + patience / 2)
    having count(*) > 0;
end
$$;
comment on function app_private.heartbeat(text) is
  'Says that a pool of workers lives, every two seconds; sets free the jobs of those that have not said so for ten, and lets no unfinished publication wait longer than that.';
--! EndIncluded functions/app_private.heartbeat.sql
