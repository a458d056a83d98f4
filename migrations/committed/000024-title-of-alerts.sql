--! Previous: sha1:96e891ee32b787dab53d66b03de72d856a0d3892
--! Hash: sha1:36fb650b0bec07d89d53cff1f0ba277503e834d0
--! Message: Title of alerts

-- A push shows a title and a body. Without a title of its own, an alert's first line had to be both.
alter table app_public.alerts add column title text
  constraint alerts_title check (char_length(title) <= 60 and title ~ '[^[:space:]]' and title !~ '[[:cntrl:]]');
comment on column app_public.alerts.title is 'The title of its pushes, its headline in the terms of CAP. Null if it has none: the first line of a text is the title then.';
comment on constraint alerts_title on app_public.alerts is 'title has more than 60 characters or a line break: write what happens and where, in a few words.';
alter table app_public.alert_versions add column title text;
comment on column app_public.alert_versions.title is 'The title of its pushes. Null if it has none.';
alter type app_public.alert_input add attribute title text;
comment on column app_public.alert_input.title is 'What happens and where, in 60 characters at most, such as "Gas leak in the Marais". The title of its pushes; without it, the first line of a text is.';
alter type app_public.alert_update_input add attribute title text;
comment on column app_public.alert_update_input.title is 'The title of its pushes, in 60 characters at most. An empty one removes it.';

--! Included alerts/app_private.draft_update.sql
create or replace function app_private.draft_update(input app_public.alert_update_input, previous app_public.alerts) returns app_public.alerts
language plpgsql stable set search_path = pg_catalog, public, pg_temp
as $$
declare
  changes app_public.alert_input;
  alert app_public.alerts;
begin
  changes.points := input.points;
  changes.area := input.area;
  changes.level2_distance := input.level2_distance;
  changes.level3_distance := input.level3_distance;
  changes.expires_at := input.expires_at;
  changes.title := input.title;
  changes.text1 := input.text1;
  changes.text2 := input.text2;
  changes.text3 := input.text3;
  alert := app_private.draft_alert(changes, previous);
  if input.renotify then
    alert.told_version := alert.version;
  end if;
  return alert;
end
$$;
comment on function app_private.draft_update(app_public.alert_update_input, app_public.alerts) is
  'Returns the next version of an alert that an input describes, as its publication would store it. Error LA400 says what is wrong with the input.';
--! EndIncluded alerts/app_private.draft_update.sql
--! Included alerts/app_private.keep_version.sql
create or replace function app_private.keep_version(alert app_public.alerts) returns void
language sql volatile set search_path = pg_catalog, public, pg_temp
as $$
  insert into app_public.alert_versions (
      alert_id, version, user_id, zone1, level2_distance, level3_distance, expires_at, title, text1, text2, text3, all_clear, is_renotified)
    values (
      alert.id, alert.version, app_public.current_user_id(), alert.zone1, alert.level2_distance, alert.level3_distance,
      alert.expires_at, alert.title, alert.text1, alert.text2, alert.text3, alert.all_clear, alert.told_version = alert.version)
$$;
comment on function app_private.keep_version(app_public.alerts) is
  'Stores the present state of an alert as a version by the user of this request.';
--! EndIncluded alerts/app_private.keep_version.sql
--! Included alerts/app_private.update_alert.sql
create or replace function app_private.update_alert(alert_id integer, input app_public.alert_update_input) returns integer
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  previous app_public.alerts := app_private.lock_active_alert(alert_id);
  alert app_public.alerts;
begin
  perform app_private.commit_synchronously();
  if input.expected_version <> previous.version then
    raise exception using errcode = 'LA409', message = format(
      'This alert is at version %s, not %s: look at what has changed, and update it again.',
      previous.version, input.expected_version);
  end if;
  alert := app_private.draft_update(input, previous);
  update app_public.alerts a
    set zone1 = alert.zone1, zone2 = alert.zone2, zone3 = alert.zone3, level2_distance = alert.level2_distance,
      level3_distance = alert.level3_distance, expires_at = alert.expires_at, title = alert.title, text1 = alert.text1, text2 = alert.text2,
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
