-- Runs on each worker node. Held for an instant only: a later report sees what was committed before.
create or replace function app_private.end_worker_reports(alert_id integer, version integer) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(k) from generate_series(app_private.report_lock(0), app_private.report_lock(-1)) k;
  if end_worker_reports.alert_id is not null and not exists (
    select 1 from app_private.report_alerts r
      where r.id = end_worker_reports.alert_id and r.version = end_worker_reports.version)
  then
    raise exception 'Version % of alert % is not committed here.', end_worker_reports.version, end_worker_reports.alert_id;
  end if;
end
$$;
comment on function app_private.end_worker_reports(integer, integer) is
  'Waits for the reports that app_private.report_position() has in flight on this node. Fails if this version of an alert is not known here.';
select create_distributed_function('app_private.end_worker_reports(integer, integer)');
