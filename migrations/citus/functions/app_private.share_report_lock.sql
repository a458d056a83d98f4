-- As in the fixture, but a report with a device key has no number before it waits here.
create or replace function app_private.share_report_lock(user_id integer) returns void
language plpgsql volatile
as $$
begin
  perform app_private.take_number();
  perform pg_catalog.pg_advisory_xact_lock_shared(app_private.report_lock(user_id));
end
$$;
