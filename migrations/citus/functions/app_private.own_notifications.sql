-- As for app_private.report_position().
create or replace function app_private.own_notifications(token_user_id integer, is_admin_session boolean, most integer)
returns setof app_public.notifications
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
begin
  return query select n.* from app_private.own_notifications_here(token_user_id, is_admin_session, most) n;
end
$$;
comment on function app_private.own_notifications(integer, boolean, integer) is
  'Calls app_private.own_notifications_here() on the worker node of the user.';
select create_distributed_function(
  'app_private.own_notifications(integer, boolean, integer)', 'token_user_id', colocate_with => 'app_public.last_positions');
-- Worker nodes let everyone call a new function, and only they look who calls.
revoke execute on function app_private.own_notifications(integer, boolean, integer) from public;
grant execute on function app_private.own_notifications(integer, boolean, integer) to app_host;
