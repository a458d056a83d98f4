-- The same on the worker node that Citus finds, for hosts that do not reach that node themselves. It costs more: nodes plan each call anew.
create or replace function app_private.report_position(
  token_user_id integer, is_admin_session boolean, position_id bigint, input app_public.position_input
) returns setof app_public.positions
language plpgsql volatile security definer rows 1 set search_path = pg_catalog, pg_temp
as $$
begin
  return query select r.* from app_private.report_position_here(token_user_id, is_admin_session, position_id, input) r;
end
$$;
comment on function app_private.report_position(integer, boolean, bigint, app_public.position_input) is
  'Calls app_private.report_position_here() on the worker node of the user.';
select create_distributed_function(
  'app_private.report_position(integer, boolean, bigint, app_public.position_input)', 'token_user_id',
  colocate_with => 'app_public.last_positions');
-- Worker nodes let everyone call a new function, and only they look who calls.
revoke execute on function app_private.report_position(integer, boolean, bigint, app_public.position_input) from public;
grant execute on function app_private.report_position(integer, boolean, bigint, app_public.position_input) to app_host;
