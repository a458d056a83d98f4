-- Keeps app_private.report_settings.
create or replace function app_private.keep_report_settings() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  update app_private.report_settings r
    set report_synchronous_commit = new.report_synchronous_commit, last_position_only = new.last_position_only
    where r.only_row;
  return null;
end
$$;
drop trigger if exists keep_report_settings on app_private.settings;
create trigger keep_report_settings after update on app_private.settings
  for each row when (
    new.report_synchronous_commit is distinct from old.report_synchronous_commit
      or new.last_position_only <> old.last_position_only)
  execute function app_private.keep_report_settings();
