--! Previous: sha1:ffb20970cb4978ff99c8f46869afaeb0a3d126af
--! Hash: sha1:de119881ffec8d66bbab08b1c1bceb07d0cdf847
--! Message: text of the note of successes

--! split: 1-current.sql
--! Included upkeep/app_private.note_success.sql
create or replace function app_private.note_success(task text) returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  update app_private.tasks t set succeeded_at = now() where t.name = note_success.task
$$;
comment on function app_private.note_success(text) is 'Notes that a job of a task that runs regularly has succeeded.';
--! EndIncluded upkeep/app_private.note_success.sql
