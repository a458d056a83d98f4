-- Citus hands on SET LOCAL only, only from a function that another one calls in FROM, and only in a transaction of several nodes. An
-- intermediate result begins one without a question to another node.
create or replace function app_private.hand_on_user(user_id text) returns void
language plpgsql volatile
as $$
begin
  execute format('set local jwt.claims.user_id = %L', hand_on_user.user_id);
  perform create_intermediate_result('user', 'select 1');
end
$$;
comment on function app_private.hand_on_user(text) is
  'Sets the claim of the user on this node, and on each worker node that takes part in the transaction.';
