-- A list of someone's own notifications as a whole on the worker node where they are.
create or replace function app_private.own_notifications(token_user_id integer, token_session_id bigint, most integer)
returns setof app_public.notifications
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
-- As for app_private.report_position().
set plan_cache_mode = force_custom_plan
as $$
begin
  if (app_private.report_reads(token_user_id, token_session_id, null, null)).is_known is not true then
    raise exception using errcode = 'LA401', message = 'Log in first.';
  end if;
  return query
    select n.* from app_public.notifications n where n.user_id = token_user_id order by n.id desc limit most;
end
$$;
comment on function app_private.own_notifications(integer, bigint, integer) is
  'Returns the newest notifications of the user of a verified token. Error LA401 if its session is not known: the coordinator may know it.';
select create_distributed_function(
  'app_private.own_notifications(integer, bigint, integer)', 'token_user_id', colocate_with => 'app_public.last_positions');
-- Worker nodes let everyone call a new function, and only they look who calls.
revoke execute on function app_private.own_notifications(integer, bigint, integer) from public;
grant execute on function app_private.own_notifications(integer, bigint, integer) to app_host;
