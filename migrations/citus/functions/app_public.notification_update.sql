-- As in the fixture, but the coordinator gives the number of the change before the statement that runs on the node of the user.
create or replace function app_public.notification_update(input app_public.notification_update_input) returns app_public.notifications
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  updated app_public.notifications;
  caller_id constant integer := app_public.current_user_id();
  moment constant timestamptz := clock_timestamp();
  was_seen boolean;
  change bigint;
begin
  if notification_update.input.seen is null then
    raise exception using errcode = 'LA400', message = 'seen is missing: send true or false.';
  end if;
  perform app_private.share_report_lock(caller_id);
  perform app_private.order_notifications(caller_id);
  select n.seen into was_seen from app_public.notifications n where n.user_id = caller_id and n.id = notification_update.input.id;
  if was_seen <> notification_update.input.seen then
    change := nextval('app_public.notifications_id_seq');
  end if;
  update app_public.notifications n
    set seen = notification_update.input.seen, seen_change = coalesce(change, n.seen_change),
      seen_at = case when notification_update.input.seen then coalesce(n.seen_at, moment) end
    where n.user_id = caller_id and n.id = notification_update.input.id
    returning n.* into updated;
  if updated.id is null then
    raise exception using errcode = 'LA404', message = 'You have no notification with this id.';
  end if;
  return updated;
end
$$;
