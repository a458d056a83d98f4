-- As in the fixture, and for reports on worker nodes where all reports of a user have to end. A publication waits for these once, as it
-- begins: see app_private.publish_chunk(). A report whose worker node died while it committed is completed first, or its position would
-- not be seen.
create or replace function app_private.drain_reports(user_ids integer[] default null) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  if user_ids is null then
    perform pg_advisory_xact_lock(k) from generate_series(app_private.report_lock(0), app_private.report_lock(-1)) k;
  else
    perform pg_advisory_xact_lock(h.lock)
      from (select distinct app_private.report_lock(u.user_id) as lock from unnest(user_ids) u (user_id) order by 1) h;
  end if;
  if user_ids is null or cardinality(user_ids) = 1 then
    perform app_private.drain_worker_reports();
  else
    perform recover_prepared_transactions();
  end if;
end
$$;
