-- The coordinator gives the ids, so that they stay small, and worker nodes join by user: each shard gets the list of all users. If most users
-- between the first and the last are in it, each shard gets the list of the others, and adds a user's id to the first one.
create or replace function app_private.insert_notifications(
  alert_id integer, version integer, kind app_public.notification_kind, level app_public.level_alert, user_ids integer[],
  newly_reached integer default 0
) returns void
language plpgsql volatile set search_path = pg_catalog, public, pg_temp set jit = off
as $$
declare
  first_user constant integer := (select min(u) from unnest(user_ids) u);
  last_user constant integer := (select max(u) from unnest(user_ids) u);
  is_dense boolean := kind = 'ALERT' and last_user - first_user between 1000 and cardinality(user_ids) * 1.5;
  ids bigint[] := array(select nextval('app_public.notifications_id_seq')
    from generate_series(1, case when is_dense then last_user - first_user + 1 else cardinality(user_ids) end));
  -- Another publication may take ids in between.
  first_id constant bigint := ids[1];
  others integer[] := '{}';
  that_alert constant integer := insert_notifications.alert_id;
  that_version constant integer := insert_notifications.version;
  that_kind constant app_public.notification_kind := insert_notifications.kind;
  that_level constant app_public.level_alert := insert_notifications.level;
  only_user_id constant integer := user_ids[1];
  other constant integer := case when cardinality(user_ids) = 1 then app_private.other_on_node(only_user_id) end;
  neighbours constant integer[] := case when other is not null then array[only_user_id, other]
    else array(select generate_series(only_user_id, only_user_id + 7)) end;
  earlier_told integer[] := '{}';
  made integer;
  cleared integer := 0;
begin
  if cardinality(ids) = 0 then
    return;
  end if;
  is_dense := is_dense and ids[cardinality(ids)] = first_id + last_user - first_user;
  if is_dense then
    ids := array(select first_id + u - first_user from unnest(user_ids) u order by u);
    others := array(select generate_series(first_user, last_user) except select unnest(user_ids));
  else
    ids := ids[1:cardinality(user_ids)];
  end if;
  -- Citus commits a change of one shard on its node first. If that node then crashed, the user would have a notification, but the
  -- push and the count would be lost with the coordinator's part. A change of several shards is prepared on all nodes. Shards of one node
  -- are enough: it costs less, and another node may be away.
  delete from app_public.notifications n where n.user_id = any (neighbours) and n.id < 0;
  if that_kind = 'ALERT' and that_version > 1 then
    earlier_told := array(
      select distinct n.user_id from app_public.notifications n
        where n.alert_id = that_alert and n.user_id = any (insert_notifications.user_ids));
  end if;
  if cardinality(user_ids) = 1 then
    -- The join would ask all nodes.
    insert into app_public.notifications (
        id, alert_id, version, kind, level, user_id, latitude, longitude, moving_activity, taken_at, accuracy)
      overriding system value
      select first_id, that_alert, that_version, case when cardinality(earlier_told) > 0 then 'UPDATE' else that_kind end,
          that_level, l.user_id, l.latitude, l.longitude, l.moving_activity, l.taken_at, l.accuracy
        from app_public.last_positions l where l.user_id = only_user_id;
  elsif is_dense then
    insert into app_public.notifications (
        id, alert_id, version, kind, level, user_id, latitude, longitude, moving_activity, taken_at, accuracy)
      overriding system value
      select first_id + l.user_id - first_user, that_alert, that_version,
          case when l.user_id = any (earlier_told) then 'UPDATE' else that_kind end,
          that_level, l.user_id, l.latitude, l.longitude, l.moving_activity, l.taken_at, l.accuracy
        from app_public.last_positions l
        where l.user_id between first_user and last_user and l.user_id <> all (others);
  else
    insert into app_public.notifications (
        id, alert_id, version, kind, level, user_id, latitude, longitude, moving_activity, taken_at, accuracy)
      overriding system value
      select g.id, that_alert, that_version, case when l.user_id = any (earlier_told) then 'UPDATE' else that_kind end,
          that_level, l.user_id, l.latitude, l.longitude, l.moving_activity, l.taken_at, l.accuracy
        from app_public.last_positions l
        join unnest(ids, user_ids) g (id, user_id) on g.user_id = l.user_id;
  end if;
  get diagnostics made = row_count;
  if that_kind = 'ALL_CLEAR' then
    -- The place of their innermost notification.
    insert into app_public.notifications (
        id, alert_id, version, kind, level, user_id, latitude, longitude, moving_activity, place_kept, distance_class)
      overriding system value
      select distinct on (n.user_id) ids[array_position(user_ids, n.user_id)], that_alert, that_version, that_kind, that_level,
          n.user_id, n.latitude, n.longitude, n.moving_activity, n.place_kept, n.distance_class
        from app_public.notifications n
        left join app_public.last_positions l on l.user_id = n.user_id
        where n.alert_id = that_alert and n.user_id = any (user_ids) and l.user_id is null
          and exists (select from app_public.users p where p.id = n.user_id)
        order by n.user_id, n.level, n.id;
    get diagnostics cleared = row_count;
  end if;
  -- Someone was erased, or their last position purged. A job waits until it sees all of its notifications.
  if made + cleared < cardinality(ids) then
    ids := array(select n.id from app_public.notifications n where n.user_id = any (user_ids) and n.id = any (ids) order by n.id);
  end if;
  if newly_reached > 0 then
    insert into app_private.alert_reach (alert_id, users) values (that_alert, newly_reached);
  end if;
  perform app_private.queue_pushes(
      case when that_kind = 'ALL_CLEAR' then 'ONE' else that_level end, ids, min(u), max(u))
    from unnest(user_ids) u;
  perform app_private.announce_notifications(that_alert, ids[1], ids[cardinality(ids)]);
end
$$;
comment on function app_private.insert_notifications(integer, integer, app_public.notification_kind, app_public.level_alert, integer[], integer) is
  'As the function of the same name that gets the places of these users, but worker nodes read them.';
