-- Runs on each worker node. Held for an instant only: a later report sees what was committed before.
create or replace function app_private.end_worker_reports() returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(k) from generate_series(app_private.report_lock(0), app_private.report_lock(-1)) k;
end
$$;
comment on function app_private.end_worker_reports() is
  'Waits for the reports that app_private.report_position() has in flight on this node.';
select create_distributed_function('app_private.end_worker_reports()');
