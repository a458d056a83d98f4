--! Previous: sha1:30fb4f5b6b11afd41acb81a4d8ab33ee329d4cf3
--! Hash: sha1:d2d89979835692c18e8fd6cd5db88e81507700ce
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
