-- On a connection of its own, to the coordinator itself. A transaction that has asked a worker node cannot complete another one there, and
-- would hold the lock of all who complete some until its end, in the order of no other lock.
create or replace function app_private.complete_commits() returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  answer record;
begin
  for answer in select * from run_command_on_coordinator('select recover_prepared_transactions()') loop
    if not answer.success then
      raise exception 'The coordinator does not complete what worker nodes have prepared: %', answer.result;
    end if;
  end loop;
end
$$;
comment on function app_private.complete_commits() is
  'Completes what worker nodes have prepared when they or the coordinator crashed, so that later statements see it. It does not wait for transactions that are about to do so themselves.';
