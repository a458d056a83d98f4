create or replace function app_private.note_uncopied_alert() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if new.active then
    insert into app_private.uncopied_alerts (alert_id) values (new.id) on conflict (alert_id) do nothing;
  else
    delete from app_private.uncopied_alerts u where u.alert_id = new.id;
  end if;
  return null;
end
$$;
comment on function app_private.note_uncopied_alert() is
  'Keeps app_private.uncopied_alerts. app_private.publish_chunk() removes an alert from it.';

create or replace trigger note_uncopied_alert after insert on app_public.alerts
  for each row execute function app_private.note_uncopied_alert();
create or replace trigger note_uncopied_version after update on app_public.alerts
  for each row when (new.version <> old.version or new.active <> old.active)
  execute function app_private.note_uncopied_alert();
