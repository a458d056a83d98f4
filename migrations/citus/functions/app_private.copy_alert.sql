create or replace function app_private.copy_alert(alert app_public.alerts) returns boolean
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
begin
  if exists (select 1 from app_private.report_alerts r where r.id = alert.id and r.version = alert.version) then
    return false;
  end if;
  insert into app_private.report_alerts as r (
      id, version, told_version, status, expires_at, max_position_age, max_accuracy, zone1, zone2, zone3, zone3_box)
    values (
      alert.id, alert.version, alert.told_version, alert.status, alert.expires_at, alert.max_position_age, alert.max_accuracy,
      alert.zone1, alert.zone2, alert.zone3, alert.zone3_box)
    on conflict (id) do update set
      version = excluded.version, told_version = excluded.told_version, status = excluded.status, expires_at = excluded.expires_at,
      max_position_age = excluded.max_position_age, max_accuracy = excluded.max_accuracy,
      zone1 = excluded.zone1, zone2 = excluded.zone2, zone3 = excluded.zone3, zone3_box = excluded.zone3_box;
  return true;
end
$$;
comment on function app_private.copy_alert(app_public.alerts) is
  'Copies a version of an alert to all nodes, for app_private.report_position(), and returns true. False if it is there already. It fails while a node is away: the publication begins when the node is back.';
