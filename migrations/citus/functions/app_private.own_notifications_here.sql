-- A list of someone's own notifications as a whole on the worker node where they are, which the host calls there.
create or replace function app_private.own_notifications_here(token_user_id integer, is_admin_session boolean, most integer)
returns setof app_public.notifications
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  shard constant bigint := app_private.claim_shard(token_user_id);
begin
  if (app_private.report_reads(token_user_id, is_admin_session, null, null)).is_known is not true then
    raise exception using errcode = 'LA401', message = 'Log in first.';
  end if;
  return query select n.* from app_private.newest_in_shard(shard, token_user_id, most) n;
end
$$;
comment on function app_private.own_notifications_here(integer, boolean, integer) is
  'Returns the newest notifications of the user of a session that app_private.begin_delegated_call() has checked. Error LA401 if the user is not known, or no administrator any more, or is on another node now.';
select create_distributed_function('app_private.own_notifications_here(integer, boolean, integer)');
-- Worker nodes let everyone call a new function, and only they look who calls.
revoke execute on function app_private.own_notifications_here(integer, boolean, integer) from public;
grant execute on function app_private.own_notifications_here(integer, boolean, integer) to app_host;
