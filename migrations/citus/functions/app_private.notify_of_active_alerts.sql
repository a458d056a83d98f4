-- Alerts and notifications live on different nodes, so this asks for each alert what its user was told.
create or replace function app_private.notify_of_active_alerts(here app_public.last_positions) returns integer
language plpgsql volatile
as $$
declare
  alert_ids constant integer[] := app_private.alerts_to_match(here);
  hit record;
  told record;
  notified integer := 0;
begin
  if alert_ids is null then
    return 0;
  end if;
  for hit in
    select a.id, a.version, a.told_version, m.level
      from app_public.alerts a
      cross join lateral app_private.level_at(a.zone1, a.zone2, a.zone3, here.location, here.accuracy > a.max_accuracy) m (level)
      where a.id = any (alert_ids) and app_private.is_active(a.active, a.expires_at)
        and app_private.is_fresh(here.taken_at, a.max_position_age)
        and app_private.applies_to(a.status, (select u.is_tester from app_public.users u where u.id = here.user_id))
        and m.level is not null
      order by m.level, a.id
  loop
    select min(n.level) filter (where n.version >= hit.told_version) as level, count(*) = 0 as is_new into told
      from app_public.notifications n where n.user_id = here.user_id and n.alert_id = hit.id;
    continue when app_private.is_told(told.level, hit.level);
    perform app_private.commit_synchronously();
    perform app_private.order_notifications(here.user_id);
    perform app_private.insert_notifications(
      hit.id, hit.version, 'ALERT', hit.level, array[here.user_id], told.is_new::integer);
    notified := notified + 1;
  end loop;
  return notified;
end
$$;
