create or replace function app_private.drain_worker_reports(alert_id integer default null, version integer default null) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  answer record;
begin
  -- A worker node that died while it committed may not show an alert yet.
  perform app_private.complete_commits();
  for answer in
    select * from run_command_on_workers(format('select app_private.end_worker_reports(%L, %L)', alert_id, version))
  loop
    if not answer.success then
      raise exception 'Worker node %:% does not say that its reports have ended: %', answer.nodename, answer.nodeport, answer.result;
    end if;
  end loop;
end
$$;
comment on function app_private.drain_worker_reports(integer, integer) is
  'Waits for the reports that worker nodes have in flight, and requires that each node knows this version of the alert. A report that begins after it sees the alert; a statement that begins after it sees where all others were. It does not hold reports back: those of worker nodes notify nobody.';
