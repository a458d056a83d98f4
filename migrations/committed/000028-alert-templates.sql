--! Previous: sha1:68ced7a68148d79ad8dc54a781c3d68197731a95
--! Hash: sha1:0bfb8d0555962da91799c84e0e6a334694bc44a9
--! Message: Alert templates

-- Most alerts resemble an earlier one. Under stress, people fill in a place and a time better than they write three texts.
create type app_public.alert_template_input as (
  name text,
  text1 text,
  text2 text,
  text3 text,
  all_clear text,
  correction text,
  language text,
  event text,
  severity app_public.severity,
  urgency app_public.urgency,
  certainty app_public.certainty,
  status app_public.alert_status,
  level2_distance double precision,
  level3_distance double precision,
  duration integer
);
comment on type app_public.alert_template_input is E'@inputTypeName AlertTemplateInput\nA template of alerts. Its texts may have placeholders such as {place}.';
comment on column app_public.alert_template_input.name is E'@notNull\nIts name. No other template has it, whatever its case.';
comment on column app_public.alert_template_input.text1 is 'The text for people inside the area. Empty by default.';
comment on column app_public.alert_template_input.text2 is 'The text for people in zone TWO. Empty by default.';
comment on column app_public.alert_template_input.text3 is 'The text for people in zone THREE. Empty by default.';
comment on column app_public.alert_template_input.all_clear is 'The text of the all-clear. Empty by default.';
comment on column app_public.alert_template_input.correction is 'The text that corrects an alert which was wrong. Empty by default.';
comment on column app_public.alert_template_input.language is 'The language of the texts: a BCP 47 tag such as "it" or "pt-BR". The service''s own by default.';
comment on column app_public.alert_template_input.event is 'What happens, in a few words.';
comment on column app_public.alert_template_input.severity is 'How bad it is. UNKNOWN by default.';
comment on column app_public.alert_template_input.urgency is 'How soon people should act. UNKNOWN by default.';
comment on column app_public.alert_template_input.certainty is 'How sure it is. UNKNOWN by default.';
comment on column app_public.alert_template_input.status is 'Whether alerts are real, exercises or tests. ACTUAL by default.';
comment on column app_public.alert_template_input.level2_distance is 'The width of zone TWO, in metres. The service''s own by default.';
comment on column app_public.alert_template_input.level3_distance is 'The width of zone THREE, in metres. The service''s own by default.';
comment on column app_public.alert_template_input.duration is 'How long an alert lasts, in seconds. The service''s own by default.';

create table app_public.alert_templates (
  id integer generated always as identity primary key,
  name text not null
    constraint alert_templates_name check (char_length(name) <= 200 and name ~ '[^[:space:]]'),
  user_id integer not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  text1 text not null,
  text2 text not null,
  text3 text not null,
  all_clear text not null,
  correction text not null,
  language text
    constraint alert_templates_language check (language ~ '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,8}$'),
  event text
    constraint alert_templates_event check (char_length(event) <= 200 and event ~ '[^[:space:]]'),
  severity app_public.severity not null,
  urgency app_public.urgency not null,
  certainty app_public.certainty not null,
  status app_public.alert_status not null,
  level2_distance double precision,
  level3_distance double precision,
  duration integer
    constraint alert_templates_duration check (duration between 60 and 31536000),
  constraint alert_templates_texts check (greatest(char_length(text1), char_length(text2), char_length(text3), char_length(all_clear), char_length(correction)) <= 10000),
  constraint alert_templates_distances check (
    level2_distance > 0 and level2_distance < 100000 and level3_distance > 0 and level3_distance <= 100000
    and level3_distance > level2_distance)
);
comment on table app_public.alert_templates is
  E'@behavior -query:resource:connection\n@listForAdmins\n@orderedBy name\n@filterBy id\n@foreignKey (user_id) references app_public.users (id)|@fieldName user|@forwardDescription The administrator who saved it last.|@behavior -manyRelation:resource:list -manyRelation:resource:connection\nWhat administrators make alerts from: texts with placeholders, and the rest of an alert but its area. For administrators.';
comment on column app_public.alert_templates.id is 'The id of the template.';
comment on column app_public.alert_templates.name is 'Its name.';
comment on column app_public.alert_templates.user_id is 'The id of the administrator who saved it last.';
comment on column app_public.alert_templates.created_at is 'When it was first saved, in seconds since 1970-01-01 UTC.';
comment on column app_public.alert_templates.updated_at is 'When it was last saved, in seconds since 1970-01-01 UTC.';
comment on column app_public.alert_templates.version is 'The version: 1 at first, and one more with each change.';
comment on column app_public.alert_templates.text1 is 'The text for people inside the area, with placeholders such as {place}.';
comment on column app_public.alert_templates.text2 is 'The text for people in zone TWO.';
comment on column app_public.alert_templates.text3 is 'The text for people in zone THREE.';
comment on column app_public.alert_templates.all_clear is 'The text of the all-clear.';
comment on column app_public.alert_templates.correction is 'The text that corrects an alert which was wrong.';
comment on column app_public.alert_templates.language is 'The language of the texts. Null for the service''s own.';
comment on column app_public.alert_templates.event is 'What happens, in a few words.';
comment on column app_public.alert_templates.severity is 'How bad it is.';
comment on column app_public.alert_templates.urgency is 'How soon people should act.';
comment on column app_public.alert_templates.certainty is 'How sure it is.';
comment on column app_public.alert_templates.status is 'Whether alerts are real, exercises or tests.';
comment on column app_public.alert_templates.level2_distance is 'The width of zone TWO, in metres. Null for the service''s own.';
comment on column app_public.alert_templates.level3_distance is 'The width of zone THREE, in metres. Null for the service''s own.';
comment on column app_public.alert_templates.duration is 'How long an alert lasts, in seconds. Null for the service''s own.';
comment on constraint alert_templates_name on app_public.alert_templates is 'name is empty or has more than 200 characters: write a short name.';
comment on constraint alert_templates_language on app_public.alert_templates is 'language is not a language tag of BCP 47: send one such as "it" or "pt-BR".';
comment on constraint alert_templates_event on app_public.alert_templates is 'event is empty or has more than 200 characters: write a few words, or leave it out.';
comment on constraint alert_templates_duration on app_public.alert_templates is 'duration is out of range: send 60 seconds to a year.';
comment on constraint alert_templates_texts on app_public.alert_templates is 'A text of the template has more than 10,000 characters: shorten it.';
comment on constraint alert_templates_distances on app_public.alert_templates is
  'level2Distance and level3Distance do not fit: send metres, level2Distance more than 0, level3Distance more than level2Distance and at most 100,000.';
create unique index alert_templates_name_key on app_public.alert_templates (lower(name));
comment on index app_public.alert_templates_name_key is 'Another template has this name: choose another one.';
alter table app_public.alert_templates enable row level security;
create policy read_all on app_public.alert_templates for select to app_admin
  using (true);
grant select on app_public.alert_templates to app_admin;

--! Included templates/app_private.has_placeholder.sql
create or replace function app_private.has_placeholder(text text) returns boolean
language sql immutable parallel safe
as $$
  select text ~ '\{[^{}[:space:]][^{}]{0,49}\}'
$$;
comment on function app_private.has_placeholder(text) is
  'True if a text has a placeholder of a template, such as {place}: up to 50 characters in braces.';
--! EndIncluded templates/app_private.has_placeholder.sql
--! Included templates/app_private.template_from.sql
create or replace function app_private.template_from(input app_public.alert_template_input) returns app_public.alert_templates
language sql stable set search_path = pg_catalog, pg_temp
as $$
  -- A template may leave texts empty, and has no fields that are missing.
  select t from jsonb_populate_record(
    null::app_public.alert_templates,
    jsonb_build_object(
      'text1', '', 'text2', '', 'text3', '', 'all_clear', '', 'correction', '', 'severity', 'UNKNOWN', 'urgency', 'UNKNOWN',
      'certainty', 'UNKNOWN', 'status', 'ACTUAL')
      || jsonb_strip_nulls(to_jsonb(input)) || jsonb_build_object('name', btrim(input.name), 'user_id', app_public.current_user_id())) t
$$;
comment on function app_private.template_from(app_public.alert_template_input) is
  'Returns the template that an input describes, by the user of this request.';
--! EndIncluded templates/app_private.template_from.sql
--! Included templates/app_public.new_alert_template.sql
create or replace function app_public.new_alert_template(input app_public.alert_template_input) returns app_public.alert_templates
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  given constant app_public.alert_templates := app_private.template_from(input);
  saved app_public.alert_templates;
begin
  perform app_private.refuse_training_users();
  insert into app_public.alert_templates (
      name, user_id, text1, text2, text3, all_clear, correction, language, event, severity, urgency, certainty, status,
      level2_distance, level3_distance, duration)
    values (
      given.name, given.user_id, given.text1, given.text2, given.text3, given.all_clear, given.correction, given.language,
      given.event, given.severity, given.urgency, given.certainty, given.status, given.level2_distance,
      given.level3_distance, given.duration)
    returning * into saved;
  return saved;
end
$$;
comment on function app_public.new_alert_template(app_public.alert_template_input) is
  E'@argument input The template to save.\nSaves a template of alerts. For administrators who are no training users. Error CONFLICT if another template has the name.';
grant execute on function app_public.new_alert_template(app_public.alert_template_input) to app_admin;
--! EndIncluded templates/app_public.new_alert_template.sql
--! Included templates/app_public.alert_template_edit.sql
create or replace function app_public.alert_template_edit(id integer, input app_public.alert_template_input, expected_version integer)
returns app_public.alert_templates
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  given constant app_public.alert_templates := app_private.template_from(input);
  saved app_public.alert_templates;
begin
  perform app_private.refuse_training_users();
  select t.* into saved from app_public.alert_templates t where t.id = alert_template_edit.id for update;
  perform app_private.require_version(saved.version, expected_version);
  update app_public.alert_templates t
    set name = given.name, user_id = given.user_id, updated_at = now(), version = t.version + 1, text1 = given.text1,
      text2 = given.text2, text3 = given.text3, all_clear = given.all_clear, correction = given.correction,
      language = given.language, event = given.event, severity = given.severity, urgency = given.urgency,
      certainty = given.certainty, status = given.status, level2_distance = given.level2_distance,
      level3_distance = given.level3_distance, duration = given.duration
    where t.id = saved.id
    returning t.* into saved;
  return saved;
end
$$;
comment on function app_public.alert_template_edit(integer, app_public.alert_template_input, integer) is
  E'@argument id The id of the template.\n@argument input The whole template: a field that is left out gets its default.\n@argument expectedVersion The version that the changes were made for.\nReplaces a template. Alerts that were made from it stay as they are. For administrators who are no training users. Error CONFLICT if it has another version, or another template has the name.';
grant execute on function app_public.alert_template_edit(integer, app_public.alert_template_input, integer) to app_admin;
--! EndIncluded templates/app_public.alert_template_edit.sql
--! Included templates/app_public.alert_template_remove.sql
create or replace function app_public.alert_template_remove(id integer) returns app_public.alert_templates
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  removed app_public.alert_templates;
begin
  perform app_private.refuse_training_users();
  delete from app_public.alert_templates t where t.id = alert_template_remove.id returning t.* into removed;
  perform app_private.require_version(removed.version, removed.version);
  return removed;
end
$$;
comment on function app_public.alert_template_remove(integer) is
  E'@argument id The id of the template.\nRemoves a template, and returns it. Alerts that were made from it stay as they are. For administrators who are no training users.';
grant execute on function app_public.alert_template_remove(integer) to app_admin;
--! EndIncluded templates/app_public.alert_template_remove.sql

-- An alert that was made from a template never tells people of "{place}". Other alerts may have braces in their texts.
alter type app_public.alert_input add attribute template_id integer;
comment on column app_public.alert_input.template_id is 'The template that it was made from. Placeholders that are left in its texts are refused then.';
alter table app_public.alerts add column template_id integer;
comment on column app_public.alerts.template_id is 'The id of the template that it was made from. Null without one. The template may be gone.';
alter table app_public.alerts add constraint alerts_placeholders
  check (template_id is null or not app_private.has_placeholder(concat_ws(' ', title, text1, text2, text3, all_clear))) not valid;
comment on constraint alerts_placeholders on app_public.alerts is 'A text or the title still has a placeholder of the template, such as {place}: fill it in.';
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
  draft.template_id := coalesce(input.template_id, previous.template_id);
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
