--! Previous: sha1:0b0737a2eb4957baa0117684ffbd8ce7812153e9
--! Hash: sha1:ce531a1927fc67a5f2492fd2a9448662737e86e3
--! Message: Expected version

-- Two administrators who update one alert at the same time must not undo each other's changes.
alter type app_public.alert_update_input add attribute expected_version integer;
comment on column app_public.alert_update_input.expected_version is
  'The version that the changes were made for. Error CONFLICT, and no change, if the alert has another version by now. Left out, the changes apply to any version.';

--! Included alerts/app_private.update_alert.sql
create or replace function app_private.update_alert(alert_id integer, input app_public.alert_update_input) returns integer
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  previous app_public.alerts := app_private.lock_active_alert(alert_id);
  changes app_public.alert_input;
  alert app_public.alerts;
begin
  if input.expected_version <> previous.version then
    raise exception using errcode = 'LA409', message = format(
      'This alert is at version %s, not %s: look at what has changed, and update it again.',
      previous.version, input.expected_version);
  end if;
  changes.points := input.points;
  changes.area := input.area;
  changes.level2_distance := input.level2_distance;
  changes.level3_distance := input.level3_distance;
  changes.expires_at := input.expires_at;
  changes.text1 := input.text1;
  changes.text2 := input.text2;
  changes.text3 := input.text3;
  alert := app_private.draft_alert(changes, previous);
  if input.renotify then
    alert.told_version := alert.version;
  end if;
  update app_public.alerts a
    set zone1 = alert.zone1, zone2 = alert.zone2, zone3 = alert.zone3, level2_distance = alert.level2_distance,
      level3_distance = alert.level3_distance, expires_at = alert.expires_at, text1 = alert.text1, text2 = alert.text2,
      text3 = alert.text3, version = alert.version, told_version = alert.told_version
    where a.id = alert.id;
  perform app_private.keep_version(alert);
  delete from app_private.alert_speeches s
    where s.alert_id = alert.id and (s.level, true) in (
      values ('ONE'::app_public.level_alert, alert.text1 <> previous.text1), ('TWO', alert.text2 <> previous.text2),
        ('THREE', alert.text3 <> previous.text3));
  delete from app_private.publication_waiting w where w.alert_id = alert.id;
  update app_private.publications p
    set level = 'ONE', last_user_id = 0, completed_at = null where p.alert_id = alert.id;
  perform app_private.queue_publication(alert.id);
  perform app_private.queue_speech(alert.id);
  perform app_private.drain_reports();
  return alert.id;
end
$$;
comment on function app_private.update_alert(integer, app_public.alert_update_input) is
  'Runs the first phase of publishing an alert''s next version; app_private.publish_chunk() runs the second. It notifies users who are newly inside or further in, and the others again only with renotify. Returns the alert''s id. Error LA404 for an unknown alert, LA409 for one that has ended, or that has another version than expected.';
grant execute on function app_private.update_alert(integer, app_public.alert_update_input) to app_admin;
--! EndIncluded alerts/app_private.update_alert.sql
