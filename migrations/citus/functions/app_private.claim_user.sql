-- Hands the user on to the worker nodes, whose policies ask for it. Reading users begins a transaction that spans the nodes.
create or replace function app_private.claim_user(user_id text) returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
begin
  execute format('set local jwt.claims.user_id = %L', claim_user.user_id);
  perform from app_public.users u where u.id = app_public.current_user_id();
  return claim_user.user_id;
end
$$;
