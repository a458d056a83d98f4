-- The settings of a function do not reach worker nodes. See app_private.hand_on_user().
create or replace function app_private.hand_on_patience(lock_timeout text) returns void
language plpgsql volatile
as $$
begin
  execute format('set local lock_timeout = %L', hand_on_patience.lock_timeout);
  perform create_intermediate_result('patience', 'select 1');
end
$$;
comment on function app_private.hand_on_patience(text) is
  'Sets for how long each node waits for a lock, until the end of the transaction.';
