--! Previous: sha1:59785c4e591c60d380321985d3a715f243b868b6
--! Hash: sha1:094309d41044f5a2794b1896f644030a4aa95f52
--! Message: last successes of regular tasks

--! split: 1-current.sql
create table app_private.tasks (
  name text primary key,
  late_after interval not null,
  succeeded_at timestamptz not null default now()
);
alter table app_private.tasks enable row level security;
comment on table app_private.tasks is 'The tasks that run regularly, so that one that fails for ever is found.';
comment on column app_private.tasks.name is 'The name of the task in graphile_worker.jobs.';
comment on column app_private.tasks.late_after is 'How long after its last success the task is late.';
comment on column app_private.tasks.succeeded_at is 'When a job of the task last succeeded; before the first success, when the task became known.';
--! Included upkeep/app_private.know_tasks.sql
create or replace function app_private.know_tasks(late_after json) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  insert into app_private.tasks as t (name, late_after)
    select n.key, make_interval(secs => n.value::float8) from json_each_text(know_tasks.late_after) n
    on conflict (name) do update set late_after = excluded.late_after where t.late_after <> excluded.late_after;
  delete from app_private.tasks t where know_tasks.late_after -> t.name is null;
end
$$;
comment on function app_private.know_tasks(json) is
  'Makes known the tasks that run regularly, and how many seconds after its last success each is late. Called when jobs start.';
--! EndIncluded upkeep/app_private.know_tasks.sql
--! Included upkeep/app_private.note_success.sql
create or replace function app_private.note_success(task text) returns void
language sql volatile
begin atomic
  update app_private.tasks t set succeeded_at = now() where t.name = note_success.task;
end;
comment on function app_private.note_success(text) is 'Notes that a job of a task that runs regularly has succeeded.';
--! EndIncluded upkeep/app_private.note_success.sql
--! Included upkeep/app_private.late_tasks.sql
create or replace function app_private.late_tasks() returns json
language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select json_object_agg(t.name, to_char(t.succeeded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') order by t.name)
    from app_private.tasks t where t.succeeded_at + t.late_after < now();
end;
comment on function app_private.late_tasks() is
  'Returns since when each task that should run regularly has had no success, of those that are late; null if none is.';
grant execute on function app_private.late_tasks() to app_host;
--! EndIncluded upkeep/app_private.late_tasks.sql
