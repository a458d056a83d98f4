-- As in the fixture, and for reports on worker nodes where all reports of one user have to end. A report whose worker node died while it
-- committed is completed first, or its position would not be seen. The first phase of a publication, of all users, asks no worker node, so
-- that it succeeds while one is away: it waits on the coordinator for the reports that worker nodes have, and holds the next ones.
create or replace function app_private.drain_reports(user_ids integer[] default null) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  perform app_private.take_number();
  if user_ids is null then
    perform pg_advisory_xact_lock(k) from generate_series(app_private.report_lock(0), app_private.report_lock(-1)) k;
    perform pg_advisory_xact_lock(k) from generate_series(app_private.delegation_lock(0), app_private.delegation_lock(-1)) k;
  else
    perform pg_advisory_xact_lock(h.lock)
      from (select distinct app_private.report_lock(u.user_id) as lock from unnest(user_ids) u (user_id) order by 1) h;
  end if;
  if cardinality(user_ids) = 1 then
    perform app_private.drain_worker_reports();
  elsif user_ids is not null then
    perform app_private.complete_commits();
  end if;
end
$$;
