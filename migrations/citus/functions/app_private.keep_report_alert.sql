-- Keeps app_private.report_alerts.
create or replace function app_private.keep_report_alert() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  if tg_op = 'DELETE' or not new.active then
    delete from app_private.report_alerts r where r.id = coalesce(new.id, old.id);
    return null;
  end if;
  insert into app_private.report_alerts as r (
      id, told_version, status, expires_at, max_position_age, max_accuracy, zone1, zone2, zone3, zone3_box)
    values (
      new.id, new.told_version, new.status, new.expires_at, new.max_position_age, new.max_accuracy,
      new.zone1, new.zone2, new.zone3, new.zone3_box)
    on conflict (id) do update set
      told_version = excluded.told_version, status = excluded.status, expires_at = excluded.expires_at,
      max_position_age = excluded.max_position_age, max_accuracy = excluded.max_accuracy,
      zone1 = excluded.zone1, zone2 = excluded.zone2, zone3 = excluded.zone3, zone3_box = excluded.zone3_box;
  return null;
end
$$;
drop trigger if exists keep_report_alert on app_public.alerts;
create trigger keep_report_alert after insert or update or delete on app_public.alerts
  for each row execute function app_private.keep_report_alert();
