-- Sessions and alerts are on the coordinator, so that they change while a worker node is away.
drop function if exists app_private.begin_delegated_call(integer, bigint, boolean);
create or replace function app_private.begin_delegated_call(
  token_user_id integer, token_session_id bigint, input app_public.position_input
)
returns table (is_admin boolean, position_id bigint)
language plpgsql volatile security definer rows 1 set search_path = pg_catalog, pg_temp
as $$
begin
  if not (input is null) then
    -- Held for as long as the connection, as the call is another transaction.
    perform pg_advisory_lock_shared(app_private.delegation_lock(token_user_id));
    if exists (select from app_private.uncopied_alerts) and exists (
      select from app_private.uncopied_alerts u join app_public.alerts a on a.id = u.alert_id
        where a.zone3_box && box(point(input.longitude, input.latitude)))
    then
      return;
    end if;
  end if;
  select s.is_admin into begin_delegated_call.is_admin
    from app_public.sessions s where s.user_id = token_user_id and s.id = token_session_id and s.expires_at > now();
  if found then
    -- Worker nodes have sequences of their own, whose ids would not grow with time.
    if not (input is null) then
      begin_delegated_call.position_id := nextval('app_public.positions_id_seq');
    end if;
    return next;
  end if;
end
$$;
comment on function app_private.begin_delegated_call(integer, bigint, app_public.position_input) is
  'Says whether the session of a verified token is one of an administrator, and gives an id for the position that is reported. No row if the session has ended, or near an alert that not all nodes know yet. A host then calls app_private.report_position() or app_private.own_notifications(). Until it calls pg_advisory_unlock_all() after a report, no alert becomes visible.';
revoke execute on function app_private.begin_delegated_call(integer, bigint, app_public.position_input) from public;
grant execute on function app_private.begin_delegated_call(integer, bigint, app_public.position_input) to app_host;
