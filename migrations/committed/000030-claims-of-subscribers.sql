--! Previous: sha1:94c45b506f7d1618f9a2ca2f02841a894aeb3fa6
--! Hash: sha1:aa3a5901bf32f3afc304eb02233ada1852dea3a2
--! Message: Claims of subscribers

-- The claims of a subscriber are set by a function, because a cluster has to hand them on to its workers.
--! Included sessions/app_private.claim_user.sql
create or replace function app_private.claim_user(user_id text) returns text
language sql volatile
as $$
  select pg_catalog.set_config('jwt.claims.user_id', user_id, true)
$$;
comment on function app_private.claim_user(text) is
  'Sets the user whose rows the next statements of the transaction may read, and returns the id. Hosts call it for each subscriber, after the token was checked.';
grant execute on function app_private.claim_user(text) to app_user, app_host;
--! EndIncluded sessions/app_private.claim_user.sql
