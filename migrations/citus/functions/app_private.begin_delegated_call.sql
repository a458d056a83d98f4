-- Sessions and alerts are on the coordinator, so that they change while a worker node is away.
drop function if exists app_private.begin_delegated_call(integer, bigint, boolean);
drop function if exists app_private.begin_delegated_call(integer, bigint, text);
create function app_private.begin_delegated_call(token_user_id integer, token_session_id bigint, input text)
returns table (is_admin boolean, position_id bigint, node_host text, node_port integer)
language plpgsql volatile security definer rows 1 set search_path = pg_catalog, pg_temp
as $$
declare
  is_copied boolean;
  place app_public.position_input;
begin
  -- Held for as long as the connection, as the call is another transaction. As an expression: a statement costs more.
  if input is not null and pg_advisory_lock_shared(app_private.delegation_lock(token_user_id)) is null then
    null;
  end if;
  select s.is_admin, not exists (select from app_private.uncopied_alerts) into begin_delegated_call.is_admin, is_copied
    from app_public.sessions s where s.user_id = token_user_id and s.id = token_session_id and s.expires_at > now();
  if not found then
    return;
  end if;
  if input is not null then
    if not is_copied then
      place := input::app_public.position_input;
      if exists (
        select from app_private.uncopied_alerts u join app_public.alerts a on a.id = u.alert_id
          where a.zone3_box && box(point(place.longitude, place.latitude)))
      then
        return;
      end if;
    end if;
    -- Worker nodes have sequences of their own, whose ids would not grow with time.
    begin_delegated_call.position_id := nextval('app_public.positions_id_seq');
  end if;
  select n.nodename, n.nodeport into node_host, node_port
    from pg_dist_placement p
    join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
    where p.shardid = get_shard_id_for_distribution_column('app_public.last_positions', token_user_id);
  return next;
end
$$;
comment on function app_private.begin_delegated_call(integer, bigint, text) is
  'Says whether the session of a verified token is one of an administrator, and gives an id for the position that is reported, an app_public.position_input as text. Also returns the address of the worker node of the user. No row if the session has ended, or near an alert that not all nodes know yet. A host then calls app_private.report_position() or app_private.own_notifications(). Until it calls pg_advisory_unlock_all() after a report, no alert becomes visible.';
revoke execute on function app_private.begin_delegated_call(integer, bigint, text) from public;
grant execute on function app_private.begin_delegated_call(integer, bigint, text) to app_host;
