-- Worker nodes join last positions by user, in app_private.insert_notifications().
create or replace function app_private.send_all_clear(alert app_public.alerts, after_user_id integer, chunk_size integer)
returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  told record;
  seen integer[];
begin
  for look in 1 .. 2 loop
    select array_agg(t.user_id) filter (where t.level = 'ONE') as one,
        array_agg(t.user_id) filter (where t.level = 'TWO') as two,
        array_agg(t.user_id) filter (where t.level = 'THREE') as three,
        array_agg(t.user_id order by t.user_id) as everyone,
        max(t.user_id) as last_user_id
      into told
      from (
        -- The innermost level of each user. The index on alert, user and level has this order.
        select distinct on (n.user_id) n.user_id, n.level
          from app_public.notifications n
          where n.alert_id = alert.id and n.user_id > after_user_id
          order by n.user_id, n.level
          limit chunk_size
      ) t;
    exit when look = 2;
    seen := told.everyone;
    -- Changes of a user's notifications come one after the other, in the order of their ids. An erasure is one of them. What a crash left
    -- prepared is visible after this.
    perform app_private.drain_reports(coalesce(seen, '{}'));
  end loop;
  -- The reports of those who came to light have not ended. The next call takes them.
  if told.everyone is distinct from seen then
    return after_user_id;
  end if;
  perform app_private.insert_notifications(alert.id, alert.version, 'ALL_CLEAR', 'ONE', told.one);
  perform app_private.insert_notifications(alert.id, alert.version, 'ALL_CLEAR', 'TWO', told.two);
  perform app_private.insert_notifications(alert.id, alert.version, 'ALL_CLEAR', 'THREE', told.three);
  return told.last_user_id;
end
$$;
