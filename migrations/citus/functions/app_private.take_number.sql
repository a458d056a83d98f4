-- Citus looks for deadlocks between transactions that have a number. It takes all that have none for one, so it cancels reports that only
-- wait for several publications. An intermediate result gives a number without a question to another node.
create or replace function app_private.take_number() returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  perform create_intermediate_result('number', 'select 1');
end
$$;
comment on function app_private.take_number() is
  'Gives this transaction its number on all nodes, before it waits for a lock on the coordinator. Requests have it from app_private.authenticate().';
select create_distributed_function('app_private.take_number()');
