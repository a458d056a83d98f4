create or replace function app_private.drain_worker_reports() returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  answer record;
begin
  -- A worker node that died while it committed may not show an alert yet.
  perform recover_prepared_transactions();
  for answer in select * from run_command_on_workers('select app_private.end_worker_reports()') loop
    if not answer.success then
      raise exception 'Worker node %:% does not say that its reports have ended: %', answer.nodename, answer.nodeport, answer.result;
    end if;
  end loop;
end
$$;
comment on function app_private.drain_worker_reports() is
  'Waits for the reports that worker nodes have in flight. A report that begins after it sees what was committed before; a statement that begins after it sees where all others were. It does not hold reports back: those of worker nodes notify nobody.';
