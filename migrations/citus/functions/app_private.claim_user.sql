-- Hands the user on to the worker nodes, whose policies ask for it.
create or replace function app_private.claim_user(user_id text) returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform from app_private.hand_on_user(claim_user.user_id);
  return claim_user.user_id;
end
$$;
