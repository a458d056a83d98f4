-- Worker nodes join last positions by user, in app_private.insert_notifications().
create or replace function app_private.send_all_clear(alert app_public.alerts, after_user_id integer, chunk_size integer)
returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  told record;
begin
  select array_agg(t.user_id) filter (where t.level = 'ONE') as one,
      array_agg(t.user_id) filter (where t.level = 'TWO') as two,
      array_agg(t.user_id) filter (where t.level = 'THREE') as three,
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
  -- Changes of a user's notifications come one after the other, in the order of their ids. An erasure is one of them.
  if told.last_user_id is not null then
    perform app_private.drain_reports(told.one || told.two || told.three);
  end if;
  perform app_private.insert_notifications(alert.id, alert.version, 'ALL_CLEAR', 'ONE', told.one);
  perform app_private.insert_notifications(alert.id, alert.version, 'ALL_CLEAR', 'TWO', told.two);
  perform app_private.insert_notifications(alert.id, alert.version, 'ALL_CLEAR', 'THREE', told.three);
  return told.last_user_id;
end
$$;
