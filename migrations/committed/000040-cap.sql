--! Previous: sha1:a22154acc91ae740231df2f811316890843d2ffb
--! Hash: sha1:ae5e2042c6503481b2e0050ae64b543109f09bce
--! Message: CAP

set local check_function_bodies = off; -- Functions call later ones.

create type app_public.cap_category as enum (
  'GEO', 'MET', 'SAFETY', 'SECURITY', 'RESCUE', 'FIRE', 'HEALTH', 'ENV', 'TRANSPORT', 'INFRA', 'CBRNE', 'OTHER');
comment on type app_public.cap_category is
  E'@value GEO Earth: quakes, landslides.\n@value MET Weather and floods.\n@value SAFETY Public safety.\n@value SECURITY Police and the military.\n@value RESCUE Rescue and recovery.\n@value FIRE Fire.\n@value HEALTH Health.\n@value ENV Pollution and the environment.\n@value TRANSPORT Transport.\n@value INFRA Utilities and telecommunication.\n@value CBRNE Chemical, biological, radiological, nuclear or explosive.\n@value OTHER Something else.\nThe kind of an event, in the terms of CAP 1.2.';
create type app_public.response_type as enum ('SHELTER', 'EVACUATE', 'PREPARE', 'EXECUTE', 'AVOID', 'MONITOR', 'ASSESS', 'NONE');
comment on type app_public.response_type is
  E'@value SHELTER Take shelter.\n@value EVACUATE Leave.\n@value PREPARE Get ready.\n@value EXECUTE Carry out what was planned.\n@value AVOID Stay away.\n@value MONITOR Follow the news.\n@value ASSESS Judge for yourself.\n@value NONE Do nothing.\nWhat people should do, in the terms of CAP 1.2.';

alter type app_public.alert_input add attribute category app_public.cap_category;
alter type app_public.alert_input add attribute response_type app_public.response_type;
comment on column app_public.alert_input.category is 'The kind of event. The setting CAP_CATEGORY by default.';
comment on column app_public.alert_input.response_type is 'What people should do. Left out of messages by default.';
alter type app_public.alert_template_input add attribute category app_public.cap_category;
alter type app_public.alert_template_input add attribute response_type app_public.response_type;
comment on column app_public.alert_template_input.category is 'The kind of event.';
comment on column app_public.alert_template_input.response_type is 'What people should do.';

alter table app_public.alerts add column category app_public.cap_category;
alter table app_public.alerts add column response_type app_public.response_type;
comment on column app_public.alerts.category is 'The kind of event. Null for the setting CAP_CATEGORY.';
comment on column app_public.alerts.response_type is 'What people should do. Null if it is not said.';
alter table app_public.alert_templates add column category app_public.cap_category;
alter table app_public.alert_templates add column response_type app_public.response_type;
comment on column app_public.alert_templates.category is 'The kind of event.';
comment on column app_public.alert_templates.response_type is 'What people should do.';
grant insert (category, response_type), update (category, response_type) on app_public.alert_templates to app_approver;
alter table app_private.sent_alerts add column category app_public.cap_category;
alter table app_private.sent_alerts add column response_type app_public.response_type;
comment on column app_private.sent_alerts.category is 'The kind of event.';
comment on column app_private.sent_alerts.response_type is 'What people should do.';

alter table app_private.settings add column cap boolean not null default false;
comment on column app_private.settings.cap is 'Whether the service speaks CAP: its jobs write it when they start, by the setting CAP_SENDER.';

create table app_private.cap_messages (
  alert_id integer not null,
  version integer not null,
  level integer not null,
  identifier text not null,
  sender text not null,
  sent text not null,
  expires_at timestamptz not null,
  facts jsonb not null,
  message text not null,
  made_at timestamptz not null default now(),
  constraint cap_messages_pkey primary key (alert_id, version, level),
  constraint cap_messages_alert_id_fkey foreign key (alert_id) references app_public.alerts(id) on delete cascade,
  constraint cap_messages_level check ((level >= 0) and (level <= 3))
);
create index cap_messages_expires_at on app_private.cap_messages (expires_at);
alter table app_private.cap_messages enable row level security;
comment on table app_private.cap_messages is
  'The messages of CAP, as they are served: they never change, whatever settings or code do later.';
comment on column app_private.cap_messages.alert_id is 'The alert.';
comment on column app_private.cap_messages.version is 'The version of the alert.';
comment on column app_private.cap_messages.level is 'The zone, 1 to 3; 0 for the single message with all three.';
comment on column app_private.cap_messages.identifier is 'Its identifier, which no other message has.';
comment on column app_private.cap_messages.sender is 'Its sender.';
comment on column app_private.cap_messages.sent is 'When it was sent, as it says: references repeat it byte for byte.';
comment on column app_private.cap_messages.expires_at is 'When it expires.';
comment on column app_private.cap_messages.facts is 'What feeds say about it.';
comment on column app_private.cap_messages.message is 'Its XML.';
comment on column app_private.cap_messages.made_at is 'When it was made.';
comment on index app_private.cap_messages_expires_at is 'Serves app_private.cap_feed().';

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
    raise exception using errcode = 'LA400', constraint = 'area_or_points', message = 'points and area are both given: send one of them.';
  end if;
  if input.area is not null then
    draft.zone1 := app_private.area_of_geojson(input.area);
  -- An update without points keeps the area. An empty list is an error.
  elsif input.points is not null or previous.id is null then
    draft.zone1 := app_private.area_of_points(coalesce(input.points, '{}'));
  end if;
  draft.level2_distance := coalesce(input.level2_distance, previous.level2_distance, setting.level2_distance);
  draft.level3_distance := coalesce(
    input.level3_distance, previous.level3_distance,
    -- The default of THREE is proportional to TWO, so that it stays greater.
    least(draft.level2_distance * setting.level3_distance / setting.level2_distance, 100000));
  if (draft.level2_distance > 0 and draft.level3_distance > draft.level2_distance and draft.level3_distance <= 100000) is not true then
    raise exception using errcode = 'LA400',
      constraint = 'distances', message = 'level2Distance and level3Distance do not fit: send metres, level2Distance more than 0, level3Distance more than level2Distance and at most 100,000.';
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
      raise exception using errcode = 'LA400', constraint = 'expires_at', message = 'expiresAt is not within the next year: send a future time in seconds since 1970-01-01 UTC.';
    end if;
    draft.expires_at := to_timestamp(input.expires_at);
  elsif previous.id is null then
    draft.expires_at := now() + setting.alert_duration;
  end if;
  if input.max_position_age not between 60 and 2592000 then
    raise exception using errcode = 'LA400', constraint = 'max_position_age', message = 'maxPositionAge is out of range: send 60 to 2,592,000 seconds (30 days).';
  end if;
  draft.max_position_age := coalesce(
    make_interval(secs => input.max_position_age), previous.max_position_age, setting.max_position_age);
  draft.max_accuracy := coalesce(previous.max_accuracy, setting.max_accuracy);

  draft.user_id := coalesce(previous.user_id, app_private.require_user_id());
  -- A blank title removes it.
  draft.title := nullif(btrim(coalesce(input.title, previous.title)), '');
  draft.text1 := coalesce(input.text1, previous.text1);
  draft.text2 := coalesce(input.text2, previous.text2);
  draft.text3 := coalesce(input.text3, previous.text3);
  draft.language := coalesce(input.language, previous.language, setting.default_language);
  if input.texts is not null then
    draft.texts := app_private.checked_texts(
      input.texts, draft.language, coalesce(input.template_id, previous.template_id) is not null);
  elsif (draft.title, draft.text1, draft.text2, draft.text3)
    is distinct from (previous.title, previous.text1, previous.text2, previous.text3)
  then
    -- Translations that the input leaves out stay, and are known to be old.
    draft.texts := array(
      select row(t.language, t.title, t.text1, t.text2, t.text3, t.all_clear, true)::app_public.alert_text from unnest(previous.texts) t);
  end if;
  draft.event := coalesce(input.event, previous.event);
  draft.authority_id := coalesce(previous.authority_id, input.authority_id, app_private.my_authority());
  draft.template_id := coalesce(input.template_id, previous.template_id);
  draft.severity := coalesce(input.severity, previous.severity, 'UNKNOWN');
  draft.urgency := coalesce(input.urgency, previous.urgency, 'UNKNOWN');
  draft.certainty := coalesce(input.certainty, previous.certainty, 'UNKNOWN');
  draft.category := coalesce(input.category, previous.category);
  draft.response_type := coalesce(input.response_type, previous.response_type);
  draft.status := coalesce(
    previous.status,
    -- The input of a training user does not matter.
    case when (app_public.me()).is_training then 'EXERCISE'::app_public.alert_status end, input.status, 'ACTUAL');
  draft.active := true;
  draft.version := coalesce(previous.version, 0) + 1;
  draft.renotified_version := coalesce(previous.renotified_version, 1);
  return draft;
end
$$;
comment on function app_private.draft_alert(app_public.alert_input, app_public.alerts) is
  'Returns the alert that an input describes, as its publication would store it. Fields that the input leaves out come from the previous version, or from the settings for a new alert. A new alert of a training user is an exercise. Error LA400 says what is wrong with the input.';
--! EndIncluded alerts/app_private.draft_alert.sql
--! Included alerts/app_private.store_alert.sql
create or replace function app_private.store_alert(input app_public.alert_input, is_approved boolean) returns integer
language plpgsql volatile strict set search_path = pg_catalog, public, pg_temp
as $$
declare
  -- The digest distinguishes a repeated request from another one with the same key. It leaves out null fields at the end, so
  -- that it stays the same when a later version of the API adds a field.
  request_digest constant bytea := sha256(convert_to(regexp_replace(input::text, ',+\)$', ')'), 'UTF8'));
  earlier app_public.alerts;
  alert app_public.alerts;
begin
  perform app_private.commit_synchronously();
  alert := app_private.draft_alert(input, null);
  if input.idempotency_key is null then
    -- A client that sends no key and gets no answer may repeat its request. The lock serializes equal requests.
    perform pg_advisory_xact_lock(app_public.current_user_id(), hashtext(encode(request_digest, 'hex')));
    select a.* into earlier from app_public.alerts a
      where a.user_id = app_public.current_user_id() and a.request = request_digest and a.idempotency_key is null
        -- A user whose training has ended since publishes an actual alert, not the exercise again.
        and a.status = alert.status
        and app_private.is_active(a.active, a.expires_at) and a.created_at > now() - interval '10 minutes'
      order by a.id desc limit 1;
    if found then
      return earlier.id;
    end if;
  end if;
  if not is_approved then
    perform app_private.require_approver(alert, null);
  end if;
  insert into app_public.alerts (
      user_id, created_at, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age, max_accuracy,
      title, text1, text2, text3, texts, language, event, severity, urgency, certainty, category, response_type, status, template_id, authority_id,
      idempotency_key, request)
    values (
      alert.user_id, alert.created_at, alert.expires_at, alert.zone1, alert.zone2, alert.zone3, alert.level2_distance,
      alert.level3_distance, alert.max_position_age, alert.max_accuracy, alert.title, alert.text1, alert.text2, alert.text3,
      alert.texts, alert.language, alert.event, alert.severity, alert.urgency, alert.certainty, alert.category, alert.response_type, alert.status,
      alert.template_id, alert.authority_id, input.idempotency_key, request_digest)
    on conflict (user_id, idempotency_key) do nothing
    returning * into alert;
  if alert.id is null then
    -- The insert waited until the first request committed, so this finds its alert.
    select a.* into earlier from app_public.alerts a
      where a.user_id = app_public.current_user_id() and a.idempotency_key = input.idempotency_key;
    if earlier.request is distinct from request_digest then
      raise exception using errcode = 'LA409',
        constraint = 'key_of_other_alert', message = 'idempotencyKey belongs to another alert of yours: send a new key with each alert, and the same key only to repeat a request.';
    end if;
    return earlier.id;
  end if;
  if input.draft_id is not null then
    perform app_private.take_shared_draft(input.draft_id, alert.id);
  end if;
  perform app_private.keep_version(alert);
  insert into app_private.publications (alert_id) values (alert.id);
  perform app_private.queue_publication(alert.id);
  perform app_private.queue_speech(alert.id);
  -- The lock comes last, as reports wait from here until the commit; see app_private.drain_reports().
  perform app_private.drain_reports();
  perform app_private.note_alert_changes(array[alert.id]);
  return alert.id;
end
$$;
comment on function app_private.store_alert(app_public.alert_input, boolean) is
  'Runs the first phase of a publication: it makes the alert visible after the reports in flight have committed. It queues a job for the second phase, app_private.publish_chunk(). Without is_approved, the user of this request must be one who may publish it alone. Returns the alert''s id; a repeated idempotencyKey returns the id of the first alert, and so does the same input without a key within ten minutes, unless that alert has ended or is of another status. Error LA409 if the key belongs to another alert, or the shared draft is gone, or it needs approval.';
--! EndIncluded alerts/app_private.store_alert.sql
--! Included alerts/app_private.keep_version.sql
create or replace function app_private.keep_version(alert app_public.alerts) returns void
language sql volatile set search_path = pg_catalog, public, pg_temp
as $$
  insert into app_public.alert_versions (
      alert_id, version, user_id, zone1, level2_distance, level3_distance, expires_at, title, text1, text2, text3, texts, all_clear, is_renotified)
    values (
      alert.id, alert.version, app_public.current_user_id(), alert.zone1, alert.level2_distance, alert.level3_distance,
      alert.expires_at, alert.title, alert.text1, alert.text2, alert.text3, alert.texts, alert.all_clear, alert.renotified_version = alert.version);
  -- The previous version ends here, unless its publication was complete before. The caller holds the lock on the publication.
  update app_public.alert_versions v
    set completed_at = coalesce((select p.completed_at from app_private.publications p where p.alert_id = v.alert_id), now())
    where v.alert_id = alert.id and v.version = alert.version - 1;
  select app_private.send_to_cells(alert, now());
  select app_private.queue_cap(alert);
  select app_private.queue_webhooks(alert, case
    when alert.cancelled_at is not null then 'ALERT_ENDED' when alert.version = 1 then 'ALERT_PUBLISHED' else 'ALERT_UPDATED' end::app_public.webhook_event);
  select app_private.audit_version(alert)
$$;
comment on function app_private.keep_version(app_public.alerts) is
  'Stores the current state of an alert as a version by the user of this request, and records when the previous version was complete. A head sends it to its cells. If the service speaks CAP, a job makes its messages. Webhooks are told.';
--! EndIncluded alerts/app_private.keep_version.sql
--! Included cells/app_private.send_to_cells.sql
create or replace function app_private.send_to_cells(alert app_public.alerts, sent_at timestamptz) returns void
language sql volatile set search_path = pg_catalog, public, pg_temp
as $$
  insert into app_private.sent_alerts (
      alert_id, version, sent_at, created_at, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age,
      max_accuracy, title, text1, text2, text3, language, event, severity, urgency, certainty, category, response_type, status, renotified_version,
      cancelled_at, all_clear, texts, authority)
    select alert.id, alert.version, sent_at, alert.created_at, alert.expires_at, alert.zone1, alert.zone2, alert.zone3,
        alert.level2_distance, alert.level3_distance, alert.max_position_age, alert.max_accuracy, alert.title, alert.text1,
        alert.text2, alert.text3, alert.language, alert.event, alert.severity, alert.urgency, alert.certainty, alert.category, alert.response_type, alert.status,
        alert.renotified_version, alert.cancelled_at, alert.all_clear, to_jsonb(alert.texts),
        (select a.name from app_public.authorities a where a.id = alert.authority_id)
      where exists (select from pg_publication p where p.pubname = 'alerts_of_head')
    on conflict do nothing
$$;
comment on function app_private.send_to_cells(app_public.alerts, timestamptz) is
  'Sends a version of an alert to the cells, by a row that logical replication carries. Does nothing in a database that is no head.';
--! EndIncluded cells/app_private.send_to_cells.sql
--! Included cells/app_private.take_alert.sql
create or replace function app_private.take_alert(alert_id integer) returns void
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  head_user_id constant integer := (select c.head_user_id from app_private.cell c);
  previous app_public.alerts;
  alert app_public.alerts;
  sent app_private.sent_alerts;
begin
  -- It was removed from its head meanwhile.
  if head_user_id is null then
    return;
  end if;
  perform app_private.commit_synchronously();
  perform set_config('jwt.claims.user_id', head_user_id::text, true);
  -- The same order of locks as in app_private.publish_chunk().
  perform from app_private.publications p where p.alert_id = take_alert.alert_id for update;
  select a.* into previous from app_public.alerts a where a.id = take_alert.alert_id for no key update;
  if previous.user_id <> head_user_id then
    raise exception using errcode = 'LA409', constraint = 'alert_id_taken', message = format('Alert %s of the head has the id of an alert of this cell.', alert_id);
  end if;
  for sent in
    select s.* from app_private.sent_alerts s
      where s.alert_id = take_alert.alert_id
        and not exists (
          select from app_public.alert_versions v where (v.alert_id, v.version, v.created_at) = (s.alert_id, s.version, s.sent_at))
      order by s.version
  loop
    alert := jsonb_populate_record(null::app_public.alerts, to_jsonb(sent) - 'zone1' - 'zone2' - 'zone3' || jsonb_build_object(
      'id', sent.alert_id, 'user_id', head_user_id, 'active', sent.cancelled_at is null));
    alert.zone1 := sent.zone1;
    alert.zone2 := sent.zone2;
    alert.zone3 := sent.zone3;
    alert.texts := coalesce(alert.texts, '{}');
    -- The head's authority by its name, which people read. Nobody of the cell is a member.
    insert into app_public.authorities (name, parent_id) select sent.authority, 1 where sent.authority is not null on conflict do nothing;
    alert.authority_id := coalesce((select a.id from app_public.authorities a where lower(a.name) = lower(sent.authority)), 1);
    -- An older version that arrives later is history only.
    insert into app_public.alerts as a (
        id, user_id, created_at, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age, max_accuracy,
        title, text1, text2, text3, language, event, severity, urgency, certainty, category, response_type, status, version, renotified_version, active,
        cancelled_at, all_clear, texts, authority_id)
      overriding system value
      values (
        alert.id, alert.user_id, alert.created_at, alert.expires_at, alert.zone1, alert.zone2, alert.zone3, alert.level2_distance,
        alert.level3_distance, alert.max_position_age, alert.max_accuracy, alert.title, alert.text1, alert.text2, alert.text3,
        alert.language, alert.event, alert.severity, alert.urgency, alert.certainty, alert.category, alert.response_type, alert.status, alert.version,
        alert.renotified_version, alert.active, alert.cancelled_at, alert.all_clear, alert.texts, alert.authority_id)
      on conflict (id) do update
        set expires_at = excluded.expires_at, zone1 = excluded.zone1, zone2 = excluded.zone2, zone3 = excluded.zone3,
          level2_distance = excluded.level2_distance, level3_distance = excluded.level3_distance, title = excluded.title,
          text1 = excluded.text1, text2 = excluded.text2, text3 = excluded.text3, version = excluded.version,
          renotified_version = excluded.renotified_version, active = excluded.active, cancelled_at = excluded.cancelled_at,
          all_clear = excluded.all_clear, texts = excluded.texts
        where a.version <= excluded.version;
    delete from app_public.alert_versions v where (v.alert_id, v.version) = (alert.id, alert.version);
    perform app_private.keep_version(alert);
    update app_public.alert_versions v set created_at = sent.sent_at where v.alert_id = alert.id and v.version = alert.version;
  end loop;
  if alert.id is null or previous.version > alert.version then
    return;
  end if;
  delete from app_private.alert_speeches s
    where s.alert_id = alert.id
      and app_private.text_of(s.level, alert.text1, alert.text2, alert.text3)
        <> app_private.text_of(s.level, previous.text1, previous.text2, previous.text3);
  delete from app_private.publication_waiting w where w.alert_id = alert.id;
  insert into app_private.publications as p (alert_id) values (alert.id)
    on conflict on constraint publications_pkey do update set level = 'ONE', last_user_id = 0, completed_at = null;
  perform app_private.queue_speech(alert.id);
  perform app_private.continue_publication(alert.id);
  -- The lock comes last, as reports wait from here until the commit; see app_private.drain_reports().
  perform app_private.drain_reports();
  perform app_private.note_alert_changes(array[alert.id]);
end
$$;
comment on function app_private.take_alert(integer) is
  'Publishes what has come from the head of an alert, to the people of this cell: all versions that it has not, in their order. Twice is as once. Error LA409 if an alert of the cell has this id.';
--! EndIncluded cells/app_private.take_alert.sql
--! Included drafts-templates-areas/app_public.alert_template_edit.sql
create or replace function app_public.alert_template_edit(id integer, input app_public.alert_template_input, expected_version integer)
returns app_public.alert_templates
language plpgsql volatile strict set search_path = pg_catalog, pg_temp
as $$
declare
  template constant app_public.alert_templates := app_private.template_from(input);
  saved app_public.alert_templates;
begin
  update app_public.alert_templates t
    set version = expected_version, name = template.name, title = template.title,
      text1 = template.text1, text2 = template.text2, text3 = template.text3, all_clear = template.all_clear, correction = template.correction,
      language = template.language, event = template.event, severity = template.severity, urgency = template.urgency,
      certainty = template.certainty, category = template.category, response_type = template.response_type, status = template.status, level2_distance = template.level2_distance,
      level3_distance = template.level3_distance, duration = template.duration
    where t.id = alert_template_edit.id
    returning t.* into saved;
  perform app_private.require_found(saved.id);
  return saved;
end
$$;
comment on function app_public.alert_template_edit(integer, app_public.alert_template_input, integer) is
  E'@argument id The id of the template.\n@argument input The whole template: a field that is left out gets its default.\n@argument expectedVersion The version that the changes were made for.\nReplaces a template. Alerts that were made from it stay as they are. For administrators who are no training users. Error CONFLICT if it has another version, or another template has the name.';
grant execute on function app_public.alert_template_edit(integer, app_public.alert_template_input, integer) to app_approver;
--! EndIncluded drafts-templates-areas/app_public.alert_template_edit.sql
--! Included drafts-templates-areas/app_public.new_alert_template.sql
create or replace function app_public.new_alert_template(input app_public.alert_template_input) returns app_public.alert_templates
language plpgsql volatile strict set search_path = pg_catalog, pg_temp
as $$
declare
  template constant app_public.alert_templates := app_private.template_from(input);
  saved app_public.alert_templates;
begin
  insert into app_public.alert_templates (
      name, title, text1, text2, text3, all_clear, correction, language, event, severity, urgency, certainty, category, response_type, status,
      level2_distance, level3_distance, duration)
    values (
      template.name, template.title, template.text1, template.text2, template.text3, template.all_clear, template.correction,
      template.language, template.event, template.severity, template.urgency, template.certainty, template.category, template.response_type, template.status, template.level2_distance,
      template.level3_distance, template.duration)
    returning * into saved;
  return saved;
end
$$;
comment on function app_public.new_alert_template(app_public.alert_template_input) is
  E'@argument input The template to save.\nSaves a template of alerts. For administrators who are no training users. Error CONFLICT if another template has the name.';
grant execute on function app_public.new_alert_template(app_public.alert_template_input) to app_approver;
--! EndIncluded drafts-templates-areas/app_public.new_alert_template.sql
--! Included cap/app_private.cap_polygons.sql
create or replace function app_private.cap_pieces(zone public.geometry) returns setof public.geometry
language plpgsql immutable set search_path = pg_catalog, public, pg_temp
as $$
declare
  piece geometry;
  meridian double precision;
begin
  for piece in select d.geom from st_dump(zone) d where st_dimension(d.geom) = 2 loop
    -- Through the middle hole, and on the grid, so that both sides share their corners. Holes too narrow for it, of 20 cm at
    -- most, are filled.
    select (array_agg(m.x order by m.x))[(count(*) + 1) / 2] into meridian
      from st_dumprings(piece) r, round(((st_xmin(r.geom) + st_xmax(r.geom)) / 2)::numeric, 6) m (x)
      where r.path[1] > 0 and st_xmax(r.geom) - st_xmin(r.geom) > 2e-6;
    if meridian is null then
      return next st_makepolygon(st_exteriorring(piece));
    else
      return query select app_private.cap_pieces(st_intersection(piece, side.half, 1e-6))
        from (values (st_makeenvelope(-180, -90, meridian, 90, 4326)), (st_makeenvelope(meridian, -90, 180, 90, 4326))) side (half);
    end if;
  end loop;
end
$$;
comment on function app_private.cap_pieces(public.geometry) is
  'Returns polygons without holes that make up a zone: a hole is cut by the meridian through its middle.';

create or replace function app_private.cap_polygons(zone public.geometry) returns text[]
language sql immutable set search_path = pg_catalog, public, pg_temp
as $$
  select array(
    select string_agg(
        trim_scale(round(st_y(p.geom)::numeric, 6)) || ',' || trim_scale(round(st_x(p.geom)::numeric, 6)), ' ' order by p.path)
      from app_private.cap_pieces(zone) with ordinality piece (geom, number), st_dumppoints(st_forcepolygonccw(piece.geom)) p
      group by piece.number order by piece.number)
$$;
comment on function app_private.cap_polygons(public.geometry) is
  'Returns the polygons of a zone as CAP writes them: closed rings of latitude,longitude with six decimals.';
--! EndIncluded cap/app_private.cap_polygons.sql
--! Included cap/app_private.cap_message.sql
create or replace function app_private.cap_message(alert_id integer, version integer, level integer) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select m.message from app_private.cap_messages m
    where (m.alert_id, m.version, m.level) = (cap_message.alert_id, cap_message.version, cap_message.level)
$$;
comment on function app_private.cap_message(integer, integer, integer) is
  'Returns the message of a version of an alert for zone 1, 2 or 3, or the single message: 0. Null if there is none.';
grant execute on function app_private.cap_message(integer, integer, integer) to app_host;
--! EndIncluded cap/app_private.cap_message.sql
--! Included cap/app_private.cap_feed.sql
create or replace function app_private.cap_feed(is_drill boolean, is_single boolean, place text)
returns table (path text, made_at timestamptz, facts jsonb)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select format('alerts/%s/cap/%s-%s.xml', m.alert_id, m.version, greatest(m.level, 1)), m.made_at, m.facts
    from app_private.cap_messages m
    join app_public.alerts a on a.id = m.alert_id
    where m.expires_at > now() and (m.level = 0) = is_single and (a.status <> 'ACTUAL') = is_drill
      and (place is null or st_intersects(a.zone3, st_geomfromtext(place, 4326)))
      and not exists (
        select from app_private.cap_messages n where n.alert_id = m.alert_id and n.level = m.level and n.version > m.version)
    order by m.made_at desc, m.alert_id desc, m.level
$$;
comment on function app_private.cap_feed(boolean, boolean, text) is
  'Returns the newest message of each zone, or the newest single message, of the alerts that have not expired, also after their all-clear. With a place, as well-known text, only of alerts whose zone THREE it touches.';
grant execute on function app_private.cap_feed(boolean, boolean, text) to app_host;
--! EndIncluded cap/app_private.cap_feed.sql
--! Included cap/app_private.keep_cap_messages.sql
create or replace function app_private.keep_cap_messages(alert_id integer, version integer, messages jsonb) returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  -- Another host may have made them at the same time: the first stay.
  insert into app_private.cap_messages (alert_id, version, level, identifier, sender, sent, expires_at, facts, message)
    select keep_cap_messages.alert_id, keep_cap_messages.version, m.level, m.identifier, m.sender, m.sent, m.expires_at, m.facts, m.message
      from jsonb_populate_recordset(null::app_private.cap_messages, messages) m
    on conflict do nothing
$$;
comment on function app_private.keep_cap_messages(integer, integer, jsonb) is
  'Stores the messages of a version of an alert, which never change.';
--! EndIncluded cap/app_private.keep_cap_messages.sql
--! Included cap/app_private.next_cap_version.sql
create or replace function app_private.next_cap_version(alert_id integer) returns json
language sql volatile set search_path = pg_catalog, public, pg_temp
as $$
  select json_build_object(
      'alertId', a.id, 'version', v.version, 'sentAt', v.created_at, 'expiresAt', v.expires_at, 'status', a.status,
      'language', a.language, 'event', a.event, 'severity', a.severity, 'urgency', a.urgency, 'certainty', a.certainty,
      'category', a.category, 'responseType', a.response_type, 'title', v.title, 'texts', array[v.text1, v.text2, v.text3],
      'allClear', v.all_clear,
      -- A text in another language that says something else than the present one is left out, as CAP has no mark for it.
      'translations', array(
        select json_build_object(
            'language', t.language, 'title', t.title, 'texts', array[t.text1, t.text2, t.text3], 'allClear', t.all_clear)
          from unnest(v.texts) t
          where case when v.all_clear is null then t.text1 is not null and not t.is_old else t.all_clear is not null end),
      'distances', array[v.level2_distance, v.level3_distance],
      'authority', (select u.name from app_public.authorities u where u.id = a.authority_id and u.id > 1),
      'place', (select round(st_y(c)::numeric, 3) || ', ' || round(st_x(c)::numeric, 3) from st_pointonsurface(v.zone1) c),
      'polygons', array[
        to_json(app_private.cap_polygons(st_reduceprecision(v.zone1, 1e-6))),
        to_json(app_private.cap_polygons(st_difference(z.two, v.zone1, 1e-6))),
        to_json(app_private.cap_polygons(st_difference(z.three, z.two, 1e-6)))],
      'references', array(
        select (select string_agg(concat_ws(',', m.sender, m.identifier, m.sent), ' ' order by m.version)
            from app_private.cap_messages m
            where m.alert_id = a.id and m.level = l.level and m.version < v.version and m.expires_at > v.created_at)
          from generate_series(0, 3) l (level) order by l.level))
    from app_public.alerts a
    join app_public.alert_versions v on v.alert_id = a.id
    cross join lateral (
      select app_private.zone_around(v.zone1, v.level2_distance) as two, app_private.zone_around(v.zone1, v.level3_distance) as three) z
    where a.id = next_cap_version.alert_id
      and not exists (select from app_private.cap_messages m where (m.alert_id, m.version) = (v.alert_id, v.version))
    order by v.version limit 1
$$;
comment on function app_private.next_cap_version(integer) is
  'Returns the first version of an alert that has no messages of CAP: its texts in each language, the polygons of its three disjoint zones, and the references to earlier messages that had not expired, for the single message and for each zone. Null if there is none.';
--! EndIncluded cap/app_private.next_cap_version.sql
--! Included cap/app_private.queue_cap.sql
create or replace function app_private.queue_cap(alert app_public.alerts) returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  select graphile_worker.add_job(
      'make_cap_messages', json_build_object('alertId', alert.id), job_key => 'make_cap_messages:' || alert.id)
    from app_private.settings s
    where s.cap
      -- A head makes the messages of its alerts, not its cells.
      and not exists (select from app_private.cell c where c.head_user_id = alert.user_id)
$$;
comment on function app_private.queue_cap(app_public.alerts) is
  'Queues the job that makes the messages of CAP of an alert. Does nothing if the service does not speak CAP.';
--! EndIncluded cap/app_private.queue_cap.sql
--! Included cap/app_private.speak_cap.sql
create or replace function app_private.speak_cap(is_on boolean) returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  update app_private.settings s set cap = is_on where s.cap <> is_on;
  select app_private.queue_cap(a) from app_public.alerts a
    where a.expires_at > now()
      and not exists (select from app_private.cap_messages m where (m.alert_id, m.version) = (a.id, a.version))
$$;
comment on function app_private.speak_cap(boolean) is
  'Notes whether the service speaks CAP, and queues the messages that alerts miss which have not expired. Called when jobs start.';
--! EndIncluded cap/app_private.speak_cap.sql
--! Included publication/app_private.complete_replaced_jobs.sql
create or replace function app_private.complete_replaced_jobs() returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  perform graphile_worker.complete_jobs(array_agg(j.id))
    from graphile_worker.jobs j
    where j.locked_at is null and j.attempts >= j.max_attempts
      and (
        j.key is null and j.task_identifier in (
          'checkpoint_audit', 'count_figures', 'count_versions', 'forget_history', 'make_position_partitions', 'publish_alert',
          'make_cap_messages', 'purge_deliveries', 'purge_last_positions', 'purge_notification_places', 'purge_positions', 'send_mail', 'speak_alert')
        -- A mail is of no use after a day, and providers keep receipts for a day.
        or j.task_identifier in ('send_mail', 'push_receipts') and j.run_at < now() - interval '1 day')
    having count(*) > 0;
end
$$;
comment on function app_private.complete_replaced_jobs() is
  'Completes jobs that have used up their attempts and would count as failed although nobody needs them: jobs that another job with the same key replaced while they ran (they have lost their key, and jobs of these tasks always have one), and mails and requests for receipts a day after their last due time.';
--! EndIncluded publication/app_private.complete_replaced_jobs.sql
