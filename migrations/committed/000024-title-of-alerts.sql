--! Previous: sha1:f22a755c786c6059830674c7e755056230a0df69
--! Hash: sha1:8d1208e48e1da142f99f06ca178068d6de2ee5a4
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

--! Included alerts/app_private.draft_alert.sql
create or replace function app_private.draft_alert(input app_public.alert_input, previous app_public.alerts) returns app_public.alerts
language plpgsql stable set search_path = pg_catalog, public, pg_temp
as $$
declare
  setting app_private.settings;
  draft app_public.alerts := previous;
begin
  select s.* into setting from app_private.settings s;
  if cardinality(input.points) > 0 and input.area is not null then
    raise exception using errcode = 'LA400', message = 'points and area are both given: send one of them.';
  end if;
  if input.area is not null then
    draft.zone1 := app_private.area_of_geojson(input.area);
  elsif cardinality(input.points) > 0 or previous.id is null then
    draft.zone1 := app_private.area_of_points(coalesce(input.points, '{}'));
  end if;
  draft.level2_distance := coalesce(input.level2_distance, previous.level2_distance, setting.level2_distance);
  draft.level3_distance := coalesce(
    input.level3_distance, previous.level3_distance,
    -- The default of THREE grows with TWO, so that it stays further out.
    draft.level2_distance * setting.level3_distance / setting.level2_distance);
  if (draft.level2_distance > 0 and draft.level3_distance > draft.level2_distance and draft.level3_distance <= 100000) is not true then
    raise exception using errcode = 'LA400',
      message = 'level2Distance and level3Distance do not fit: send metres, level2Distance more than 0, level3Distance more than level2Distance and at most 100,000.';
  end if;
  if draft.zone1 is distinct from previous.zone1 or draft.level2_distance is distinct from previous.level2_distance
    or draft.level3_distance is distinct from previous.level3_distance
  then
    draft.zone2 := app_private.zone_around(draft.zone1, draft.level2_distance);
    draft.zone3 := app_private.zone_around(draft.zone1, draft.level3_distance);
  end if;

  draft.created_at := coalesce(previous.created_at, now());
  if input.expires_at is not null then
    if (input.expires_at > extract(epoch from now()) and input.expires_at < extract(epoch from now() + interval '1 year')) is not true then
      raise exception using errcode = 'LA400', message = 'expiresAt is not within the next year: send a future time in seconds since 1970-01-01 UTC.';
    end if;
    draft.expires_at := to_timestamp(input.expires_at);
  elsif previous.id is null then
    draft.expires_at := now() + setting.alert_duration;
  end if;
  if input.max_position_age not between 60 and 2592000 then
    raise exception using errcode = 'LA400', message = 'maxPositionAge is out of range: send 60 to 2,592,000 seconds (30 days).';
  end if;
  draft.max_position_age := coalesce(
    make_interval(secs => input.max_position_age), previous.max_position_age, setting.max_position_age);
  draft.max_accuracy := coalesce(previous.max_accuracy, setting.max_accuracy);

  draft.user_id := coalesce(previous.user_id, app_public.current_user_id());
  -- A blank title removes it.
  draft.title := nullif(btrim(coalesce(input.title, previous.title)), '');
  draft.text1 := coalesce(input.text1, previous.text1);
  draft.text2 := coalesce(input.text2, previous.text2);
  draft.text3 := coalesce(input.text3, previous.text3);
  draft.language := coalesce(input.language, previous.language, setting.default_language);
  draft.event := coalesce(input.event, previous.event);
  draft.severity := coalesce(input.severity, previous.severity, 'UNKNOWN');
  draft.urgency := coalesce(input.urgency, previous.urgency, 'UNKNOWN');
  draft.certainty := coalesce(input.certainty, previous.certainty, 'UNKNOWN');
  draft.status := coalesce(
    previous.status,
    -- Whatever a training user asks for.
    case when (app_public.me()).is_training then 'EXERCISE'::app_public.alert_status end, input.status, 'ACTUAL');
  draft.active := true;
  draft.version := coalesce(previous.version, 0) + 1;
  draft.told_version := coalesce(previous.told_version, 1);
  return draft;
end
$$;
comment on function app_private.draft_alert(app_public.alert_input, app_public.alerts) is
  'Returns the alert that an input describes, as its publication would store it. Fields that the input leaves out come from the previous version, or from the settings for a new alert. A new alert of a training user is an exercise. Error LA400 says what is wrong with the input.';
--! EndIncluded alerts/app_private.draft_alert.sql
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
--! Included alerts/app_private.new_alert.sql
create or replace function app_private.new_alert(input app_public.alert_input) returns integer
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  -- A digest of the request tells a repeated one from another one with the same key. Fields that are null at the end are
  -- left out, so that a request keeps its digest when a later version of the API adds a field.
  said bytea := case when input.idempotency_key is not null
    then sha256(convert_to(regexp_replace(input::text, ',+\)$', ')'), 'UTF8')) end;
  earlier app_public.alerts;
  alert app_public.alerts;
begin
  perform app_private.commit_synchronously();
  alert := app_private.draft_alert(input, null);
  insert into app_public.alerts (
      user_id, created_at, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age, max_accuracy,
      title, text1, text2, text3, language, event, severity, urgency, certainty, status, idempotency_key, request)
    values (
      alert.user_id, alert.created_at, alert.expires_at, alert.zone1, alert.zone2, alert.zone3, alert.level2_distance,
      alert.level3_distance, alert.max_position_age, alert.max_accuracy, alert.title, alert.text1, alert.text2, alert.text3,
      alert.language, alert.event, alert.severity, alert.urgency, alert.certainty, alert.status,
      input.idempotency_key, said)
    on conflict (user_id, idempotency_key) do nothing
    returning * into alert;
  if alert.id is null then
    -- The insert waited until the first request committed, so this finds its alert.
    select a.* into earlier from app_public.alerts a
      where a.user_id = app_public.current_user_id() and a.idempotency_key = input.idempotency_key;
    if earlier.request is distinct from said then
      raise exception using errcode = 'LA409',
        message = 'idempotencyKey belongs to another alert of yours: send a new key with each alert, and the same key only to repeat a request.';
    end if;
    return earlier.id;
  end if;
  perform app_private.keep_version(alert);
  insert into app_private.publications (alert_id) values (alert.id);
  perform app_private.queue_publication(alert.id);
  perform app_private.queue_speech(alert.id);
  -- The lock comes last, as reports wait from here until the commit; see app_private.drain_reports().
  perform app_private.drain_reports();
  return alert.id;
end
$$;
comment on function app_private.new_alert(app_public.alert_input) is
  'Runs the first phase of a publication: it makes the alert visible after the reports in flight have committed. It queues a job for the second phase, app_private.publish_chunk(). Returns the alert''s id; a repeated idempotencyKey returns the id of the first alert. Error LA409 if the key belongs to another alert.';
grant execute on function app_private.new_alert(app_public.alert_input) to app_admin;
--! EndIncluded alerts/app_private.new_alert.sql
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
