-- Sessions are on the coordinator alone, so that they can end while a worker node is away.
create or replace function app_private.begin_delegated_call(token_user_id integer, token_session_id bigint, needs_position_id boolean)
returns table (is_admin boolean, position_id bigint)
language plpgsql volatile security definer rows 1 set search_path = pg_catalog, pg_temp
as $$
begin
  select s.is_admin into begin_delegated_call.is_admin
    from app_public.sessions s where s.user_id = token_user_id and s.id = token_session_id and s.expires_at > now();
  if found then
    -- Worker nodes have sequences of their own, whose ids would not grow with time.
    if needs_position_id then
      begin_delegated_call.position_id := nextval('app_public.positions_id_seq');
    end if;
    return next;
  end if;
end
$$;
comment on function app_private.begin_delegated_call(integer, bigint, boolean) is
  'Says whether the session of a verified token is one of an administrator, and gives an id for the position that is reported. No row if the session has ended. A host then calls app_private.report_position() or app_private.own_notifications().';
revoke execute on function app_private.begin_delegated_call(integer, bigint, boolean) from public;
grant execute on function app_private.begin_delegated_call(integer, bigint, boolean) to app_host;
