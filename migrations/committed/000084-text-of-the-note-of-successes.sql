--! Previous: sha1:3f002298e3b4e9fe54e145a69a164513247b5dad
--! Hash: sha1:0659169dfe4a885cb52d1966b59240acf5d7c862
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
