--! Previous: sha1:81e19b0fc6e6e155e4bbcd40e2c1b5156b64bfab
--! Hash: sha1:f705852f29acaab411030128d461c6a248ed538d
--! Message: Drafts, templates and areas

set local check_function_bodies = off; -- Functions call later ones.

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
  duration integer,
  title text
);
comment on type app_public.alert_template_input is
  E'@inputTypeName AlertTemplateInput\nA template of alerts. Its texts may have placeholders such as {place}.';
comment on column app_public.alert_template_input.name is
  E'@notNull\nIts name. No other template has it, whatever its case.';
comment on column app_public.alert_template_input.text1 is 'The text for people inside the area. Empty by default.';
comment on column app_public.alert_template_input.text2 is 'The text for people in zone TWO. Empty by default.';
comment on column app_public.alert_template_input.text3 is 'The text for people in zone THREE. Empty by default.';
comment on column app_public.alert_template_input.all_clear is 'The text of the all-clear. Empty by default.';
comment on column app_public.alert_template_input.correction is
  'The text that corrects an alert which was wrong. Empty by default.';
comment on column app_public.alert_template_input.language is
  'The language of the texts: a BCP 47 tag such as "it" or "pt-BR". The service''s own by default.';
comment on column app_public.alert_template_input.event is 'What happens, in a few words.';
comment on column app_public.alert_template_input.severity is 'How bad it is. UNKNOWN by default.';
comment on column app_public.alert_template_input.urgency is 'How soon people should act. UNKNOWN by default.';
comment on column app_public.alert_template_input.certainty is 'How sure it is. UNKNOWN by default.';
comment on column app_public.alert_template_input.status is
  'Whether alerts are real, exercises or tests. ACTUAL by default.';
comment on column app_public.alert_template_input.level2_distance is
  'The width of zone TWO, in metres. The service''s own by default.';
comment on column app_public.alert_template_input.level3_distance is
  'The width of zone THREE, in metres. The service''s own by default.';
comment on column app_public.alert_template_input.duration is
  'How long an alert lasts, in seconds. The service''s own by default.';
comment on column app_public.alert_template_input.title is
  'The title of pushes, with placeholders too. An alert takes 60 characters at most, once they are filled in. Without it, the first line of a text is the title.';

create type app_public.saved_area_edit as (
  name text,
  area app_public.geo_json,
  expected_version integer
);
comment on type app_public.saved_area_edit is
  E'@inputTypeName SavedAreaEdit\nThe changes of a saved area. A field that is left out stays as it is.';
comment on column app_public.saved_area_edit.name is 'The new name.';
comment on column app_public.saved_area_edit.area is 'The new area as a Polygon or a MultiPolygon, as in AlertInput.';
comment on column app_public.saved_area_edit.expected_version is
  E'@notNull\nThe version that the changes were made for.';

create type app_public.saved_area_input as (
  name text,
  area app_public.geo_json
);
comment on type app_public.saved_area_input is E'@inputTypeName SavedAreaInput\nAn area to save.';
comment on column app_public.saved_area_input.name is
  E'@notNull\nIts name. No other saved area has it, whatever its case.';
comment on column app_public.saved_area_input.area is
  E'@notNull\nThe area as a Polygon or a MultiPolygon, as in AlertInput.';

create type app_public.shared_draft_edit as (
  name text,
  content text,
  expected_version integer
);
comment on type app_public.shared_draft_edit is
  E'@inputTypeName SharedDraftEdit\nThe changes of a shared draft. A field that is left out stays as it is.';
comment on column app_public.shared_draft_edit.name is 'The new name.';
comment on column app_public.shared_draft_edit.content is 'The new content.';
comment on column app_public.shared_draft_edit.expected_version is
  E'@notNull\nThe version that the changes were made for.';

create type app_public.shared_draft_input as (
  name text,
  content text
);
comment on type app_public.shared_draft_input is E'@inputTypeName SharedDraftInput\nA draft to share.';
comment on column app_public.shared_draft_input.name is
  E'@notNull\nIts name. No other shared draft has it, whatever its case.';
comment on column app_public.shared_draft_input.content is
  E'@notNull\nThe draft as the client writes it, 1,000,000 bytes at most. The service does not read it.';

--! Included drafts-templates-areas/app_private.require_found.sql
create or replace function app_private.require_found(id integer) returns void
language plpgsql immutable set search_path = pg_catalog, pg_temp
as $$
begin
  if id is null then
    raise exception using errcode = 'LA404', message = 'There is nothing with this id.';
  end if;
end
$$;
comment on function app_private.require_found(integer) is
  'Raises error LA404 if the row to change was not found: its id is null.';
grant execute on function app_private.require_found(integer) to app_admin;
--! EndIncluded drafts-templates-areas/app_private.require_found.sql
--! Included drafts-templates-areas/app_private.stamp_version.sql
create or replace function app_private.stamp_version() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  if new.version is distinct from old.version then
    raise exception using errcode = 'LA409', message = format(
      'Someone else has saved version %s, and you changed version %s: look at what is new, and change that.', old.version, new.version);
  end if;
  new.version := old.version + 1;
  new.updated_at := now();
  new.user_id := app_public.current_user_id();
  return new;
end
$$;
comment on function app_private.stamp_version() is
  'Sets the next version, the author and the time of an edited row. An update sets the version that it expects (optimistic lock): error LA409 if the row has another one.';
--! EndIncluded drafts-templates-areas/app_private.stamp_version.sql
--! Included drafts-templates-areas/app_private.refuse_training_writes.sql
create or replace function app_private.refuse_training_writes() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  perform app_private.refuse_training_users();
  return coalesce(new, old);
end
$$;
comment on function app_private.refuse_training_writes() is
  'Raises error LA403 for a change by a training user. A trigger, as a policy would hide the rows without an error.';
--! EndIncluded drafts-templates-areas/app_private.refuse_training_writes.sql
--! Included drafts-templates-areas/app_private.require_shared_draft.sql
create or replace function app_private.require_shared_draft(draft_id integer, code text default 'LA404') returns void
language plpgsql immutable set search_path = pg_catalog, pg_temp
as $$
begin
  if draft_id is null then
    raise exception using errcode = code, message = 'This draft was published or removed meanwhile: look among the alerts.';
  end if;
end
$$;
comment on function app_private.require_shared_draft(integer, text) is
  'Raises error LA404, or another given code, if the shared draft to change was not found: its id is null.';
grant execute on function app_private.require_shared_draft(integer, text) to app_admin;
--! EndIncluded drafts-templates-areas/app_private.require_shared_draft.sql
--! Included drafts-templates-areas/app_private.mark_editor.sql
create or replace function app_private.mark_editor() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  if new.editing_until is null then
    new.editor_id := null;
  elsif new.editing_until is distinct from old.editing_until then
    new.editor_id := app_public.current_user_id();
    new.editing_until := least(new.editing_until, clock_timestamp() + interval '1 minute');
  end if;
  return new;
end
$$;
comment on function app_private.mark_editor() is
  'Whoever sets until when a shared draft is edited becomes its editor, for a minute at most.';
--! EndIncluded drafts-templates-areas/app_private.mark_editor.sql
--! Included drafts-templates-areas/app_private.audit_change.sql
-- Runs as the owner, as no other role writes the audit log. It fires only after a change that grants and policies allowed.
create or replace function app_private.audit_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  object constant text := tg_argv[0];
begin
  perform app_private.audit(
    (object || case tg_op when 'INSERT' then '_CREATED' when 'UPDATE' then '_EDITED' else '_REMOVED' end)::app_public.audit_action,
    object::app_public.audit_object, coalesce(new.id, old.id),
    case when tg_op = 'UPDATE' then jsonb_build_object('version', new.version) else '{}' end);
  return null;
end
$$;
comment on function app_private.audit_change() is
  'Records that a row was made, edited or removed. The argument of the trigger is its kind of object. It runs as the owner; the grants and policies of the table guard it, as it fires only after what they allow.';
--! EndIncluded drafts-templates-areas/app_private.audit_change.sql

create table app_public.shared_drafts (
  id integer not null generated always as identity,
  name text not null,
  content text not null,
  user_id integer not null default app_public.current_user_id(),
  is_training boolean not null default (app_public.me()).is_training,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  editor_id integer,
  editing_until timestamptz,
  constraint shared_drafts_content check (octet_length(content) <= 1000000),
  constraint shared_drafts_pkey primary key (id),
  constraint shared_drafts_name check ((char_length(name) <= 200) and (app_private.without_blanks(name) <> ''))
);
create unique index shared_drafts_name_key on app_public.shared_drafts (lower(name));
alter table app_public.shared_drafts enable row level security;

create policy read_all on app_public.shared_drafts for select to app_admin using (true);
create policy insert_own on app_public.shared_drafts for insert to app_admin with check (user_id = app_public.current_user_id());
create policy update_all on app_public.shared_drafts for update to app_admin using (app_public.current_user_id() is not null);
create policy delete_all on app_public.shared_drafts for delete to app_admin using (true);
comment on policy insert_own on app_public.shared_drafts is 'Administrators share drafts under their own name.';
comment on policy update_all on app_public.shared_drafts is
  'Administrators change and mark the drafts of all. A mark does not change the author.';
comment on policy delete_all on app_public.shared_drafts is 'Administrators remove the drafts of all.';
grant select, insert (name, content, user_id, editing_until), update (name, content, version, editing_until), delete
  on app_public.shared_drafts to app_admin;

create trigger refuse_training_users before update or delete on app_public.shared_drafts
  for each row when (not old.is_training) execute function app_private.refuse_training_writes();
create trigger mark_editor before insert or update on app_public.shared_drafts
  for each row when (app_public.current_user_id() is not null) execute function app_private.mark_editor();
create trigger stamp_version before update of name, content, version on app_public.shared_drafts
  for each row when (app_public.current_user_id() is not null) execute function app_private.stamp_version();
create trigger audit_change after insert or update of name, content, version or delete on app_public.shared_drafts
  for each row when (row_security_active('app_public.shared_drafts')) execute function app_private.audit_change('DRAFT');
comment on trigger refuse_training_users on app_public.shared_drafts is
  'Training users change no drafts of others. This includes a publication from a draft, which runs as the owner.';
comment on trigger mark_editor on app_public.shared_drafts is 'A mark names the caller, and ends after a minute.';
comment on trigger stamp_version on app_public.shared_drafts is
  'The version and the author of a draft are not set by the caller. The owner may set both.';
comment on trigger audit_change on app_public.shared_drafts is
  'Applies to roles under row-level security. Changes by the owner, such as a restore, are not audited; a publication writes its own entry.';

comment on table app_public.shared_drafts is
  E'@behavior -query:resource:connection\n@listForAdmins\n@orderedBy name\n@filterBy id\n@foreignKey (user_id) references app_public.users (id)|@fieldName user|@forwardDescription The administrator who changed it last.|@behavior -manyRelation:resource:list -manyRelation:resource:connection\n@foreignKey (editor_id) references app_public.users (id)|@fieldName editor|@forwardDescription Who works on it. It counts until editingUntil.|@behavior -manyRelation:resource:list -manyRelation:resource:connection\nAn alert that administrators prepare together. Publication from it removes it. For administrators.';
comment on column app_public.shared_drafts.id is 'The id of the shared draft.';
comment on column app_public.shared_drafts.name is 'Its name.';
comment on column app_public.shared_drafts.content is 'The draft as the client wrote it.';
comment on column app_public.shared_drafts.user_id is 'The id of the administrator who changed it last.';
comment on column app_public.shared_drafts.is_training is 'True if a training user shared it.';
comment on column app_public.shared_drafts.created_at is 'When it was shared.';
comment on column app_public.shared_drafts.updated_at is 'When it was last changed.';
comment on column app_public.shared_drafts.version is 'The version: 1 at first, and one more with each change.';
comment on column app_public.shared_drafts.editor_id is 'The id of who works on it. It counts until editingUntil.';
comment on column app_public.shared_drafts.editing_until is
  'Until when someone works on it. Null if nobody does.';
comment on constraint shared_drafts_content on app_public.shared_drafts is
  'content has more than 1,000,000 bytes: draw a simpler area.';
comment on constraint shared_drafts_name on app_public.shared_drafts is
  'name is empty or has more than 200 characters: write a short name.';
comment on index app_public.shared_drafts_name_key is 'Another shared draft has this name: choose another one.';

create table app_public.alert_templates (
  id integer not null generated always as identity,
  name text not null,
  user_id integer not null default app_public.current_user_id(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  text1 text not null,
  text2 text not null,
  text3 text not null,
  all_clear text not null,
  correction text not null,
  language text,
  event text,
  severity app_public.severity not null,
  urgency app_public.urgency not null,
  certainty app_public.certainty not null,
  status app_public.alert_status not null,
  level2_distance double precision,
  level3_distance double precision,
  duration integer,
  title text,
  constraint alert_templates_distances check ((level2_distance > 0) and (level2_distance < 100000) and (level3_distance > 0) and (level3_distance <= 100000) and (level3_distance > level2_distance)),
  constraint alert_templates_duration check ((duration >= 60) and (duration <= 31536000)),
  constraint alert_templates_language check (language ~ '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,8}$'),
  constraint alert_templates_texts check (greatest(char_length(text1), char_length(text2), char_length(text3), char_length(all_clear), char_length(correction)) <= 10000),
  constraint alert_templates_pkey primary key (id),
  constraint alert_templates_event check ((char_length(event) <= 200) and (app_private.without_blanks(event) <> '')),
  constraint alert_templates_name check ((char_length(name) <= 200) and (app_private.without_blanks(name) <> '')),
  constraint alert_templates_title check ((char_length(title) <= 200) and (app_private.without_blanks(title) <> '') and (title !~ '[[:cntrl:]]'))
);
create unique index alert_templates_name_key on app_public.alert_templates (lower(name));
alter table app_public.alert_templates enable row level security;

create policy read_all on app_public.alert_templates for select to app_admin using (true);
create policy insert_own on app_public.alert_templates for insert to app_admin with check (user_id = app_public.current_user_id());
create policy update_all on app_public.alert_templates for update to app_admin using (true) with check (user_id = app_public.current_user_id());
create policy delete_all on app_public.alert_templates for delete to app_admin using (true);
comment on policy insert_own on app_public.alert_templates is 'Administrators save templates under their own name.';
comment on policy update_all on app_public.alert_templates is
  'Administrators change the templates of all, and become their author.';
comment on policy delete_all on app_public.alert_templates is 'Administrators remove the templates of all.';
grant select, delete, insert (
    name, title, text1, text2, text3, all_clear, correction, language, event, severity, urgency, certainty, status,
    level2_distance, level3_distance, duration, user_id
  ), update (
    name, title, text1, text2, text3, all_clear, correction, language, event, severity, urgency, certainty, status,
    level2_distance, level3_distance, duration, version
  ) on app_public.alert_templates to app_admin;

create trigger refuse_training_users before insert or update or delete on app_public.alert_templates
  for each statement execute function app_private.refuse_training_writes();
create trigger stamp_version before update on app_public.alert_templates
  for each row when (app_public.current_user_id() is not null) execute function app_private.stamp_version();
create trigger audit_change after insert or update or delete on app_public.alert_templates
  for each row when (row_security_active('app_public.alert_templates')) execute function app_private.audit_change('TEMPLATE');
comment on trigger refuse_training_users on app_public.alert_templates is
  'Training users change nothing that alerts are made from.';
comment on trigger stamp_version on app_public.alert_templates is
  'The version and the author of a template are not set by the caller. The owner may set both.';
comment on trigger audit_change on app_public.alert_templates is
  'Applies to roles under row-level security. Changes by the owner, such as a restore, are not audited.';

comment on table app_public.alert_templates is
  E'@behavior -query:resource:connection\n@listForAdmins\n@orderedBy name\n@filterBy id\n@foreignKey (user_id) references app_public.users (id)|@fieldName user|@forwardDescription The administrator who saved it last.|@behavior -manyRelation:resource:list -manyRelation:resource:connection\nWhat administrators make alerts from: texts with placeholders, and the rest of an alert but its area. For administrators.';
comment on column app_public.alert_templates.id is 'The id of the template.';
comment on column app_public.alert_templates.name is 'Its name.';
comment on column app_public.alert_templates.user_id is 'The id of the administrator who saved it last.';
comment on column app_public.alert_templates.created_at is 'When it was first saved.';
comment on column app_public.alert_templates.updated_at is 'When it was last saved.';
comment on column app_public.alert_templates.version is 'The version: 1 at first, and one more with each change.';
comment on column app_public.alert_templates.text1 is
  'The text for people inside the area, with placeholders such as {place}.';
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
comment on column app_public.alert_templates.level2_distance is
  'The width of zone TWO, in metres. Null for the service''s own.';
comment on column app_public.alert_templates.level3_distance is
  'The width of zone THREE, in metres. Null for the service''s own.';
comment on column app_public.alert_templates.duration is
  'How long an alert lasts, in seconds. Null for the service''s own.';
comment on column app_public.alert_templates.title is
  'The title of pushes, with placeholders too. Null if the first line of a text is the title.';
comment on constraint alert_templates_distances on app_public.alert_templates is
  'level2Distance and level3Distance do not fit: send metres, level2Distance more than 0, level3Distance more than level2Distance and at most 100,000.';
comment on constraint alert_templates_duration on app_public.alert_templates is
  'duration is out of range: send 60 seconds to a year.';
comment on constraint alert_templates_language on app_public.alert_templates is
  'language is not a language tag of BCP 47: send one such as "it" or "pt-BR".';
comment on constraint alert_templates_texts on app_public.alert_templates is
  'A text of the template has more than 10,000 characters: shorten it.';
comment on constraint alert_templates_event on app_public.alert_templates is
  'event is empty or has more than 200 characters: write a few words, or leave it out.';
comment on constraint alert_templates_name on app_public.alert_templates is
  'name is empty or has more than 200 characters: write a short name.';
comment on constraint alert_templates_title on app_public.alert_templates is
  'The title of the template is empty, or has more than 200 characters or a line break: write what happens and where, in a few words, or leave it out.';
comment on index app_public.alert_templates_name_key is 'Another template has this name: choose another one.';

create table app_public.saved_areas (
  id integer not null generated always as identity,
  name text not null,
  area public.geometry(MultiPolygon,4326) not null,
  user_id integer not null default app_public.current_user_id(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint saved_areas_pkey primary key (id),
  constraint saved_areas_name check ((char_length(name) <= 200) and (app_private.without_blanks(name) <> ''))
);
create unique index saved_areas_name_key on app_public.saved_areas (lower(name));
alter table app_public.saved_areas enable row level security;

create policy read_all on app_public.saved_areas for select to app_admin using (true);
create policy insert_own on app_public.saved_areas for insert to app_admin with check (user_id = app_public.current_user_id());
create policy update_all on app_public.saved_areas for update to app_admin using (true) with check (user_id = app_public.current_user_id());
create policy delete_all on app_public.saved_areas for delete to app_admin using (true);
comment on policy insert_own on app_public.saved_areas is 'Administrators save areas under their own name.';
comment on policy update_all on app_public.saved_areas is
  'Administrators change the areas of all, and become their author.';
comment on policy delete_all on app_public.saved_areas is 'Administrators remove the areas of all.';
grant select, insert (name, area, user_id), update (name, area, version), delete on app_public.saved_areas to app_admin;

create trigger refuse_training_users before insert or update or delete on app_public.saved_areas
  for each statement execute function app_private.refuse_training_writes();
create trigger stamp_version before update on app_public.saved_areas
  for each row when (app_public.current_user_id() is not null) execute function app_private.stamp_version();
create trigger audit_change after insert or update or delete on app_public.saved_areas
  for each row when (row_security_active('app_public.saved_areas')) execute function app_private.audit_change('AREA');
comment on trigger refuse_training_users on app_public.saved_areas is 'Training users change nothing that alerts are made from.';
comment on trigger stamp_version on app_public.saved_areas is
  'The version and the author of an area are not set by the caller. The owner may set both.';
comment on trigger audit_change on app_public.saved_areas is
  'Applies to roles under row-level security. Changes by the owner, such as a restore, are not audited.';

comment on table app_public.saved_areas is
  E'@behavior -query:resource:connection\n@listForAdmins\n@orderedBy name\n@filterBy id\n@foreignKey (user_id) references app_public.users (id)|@fieldName user|@forwardDescription The administrator who saved it last.|@behavior -manyRelation:resource:list -manyRelation:resource:connection\nAn area that administrators have saved by name, to make alerts from. For administrators.';
comment on column app_public.saved_areas.id is 'The id of the saved area.';
comment on column app_public.saved_areas.name is 'Its name.';
comment on column app_public.saved_areas.area is
  E'@behavior -*\nThe area: longitude and latitude in degrees. Edges are straight in these.';
comment on column app_public.saved_areas.user_id is 'The id of the administrator who saved it last.';
comment on column app_public.saved_areas.created_at is 'When it was first saved.';
comment on column app_public.saved_areas.updated_at is 'When it was last saved.';
comment on column app_public.saved_areas.version is 'The version: 1 at first, and one more with each change.';
comment on constraint saved_areas_name on app_public.saved_areas is
  'name is empty or has more than 200 characters: write a short name.';
comment on index app_public.saved_areas_name_key is 'Another saved area has this name: choose another one.';

--! Included drafts-templates-areas/app_private.take_shared_draft.sql
create or replace function app_private.take_shared_draft(draft_id integer) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  taken integer;
begin
  delete from app_public.shared_drafts d where d.id = draft_id returning d.id into taken;
  perform app_private.require_shared_draft(taken, 'LA409');
  -- The caller runs as the owner, for whom the audit trigger does not fire.
  perform app_private.audit('DRAFT_REMOVED', 'DRAFT', draft_id, '{"reason": "PUBLISHED"}');
end
$$;
comment on function app_private.take_shared_draft(integer) is
  'Removes the shared draft that an alert is published from. Error LA409 if it does not exist, so that two administrators who publish one draft make one alert.';
--! EndIncluded drafts-templates-areas/app_private.take_shared_draft.sql
--! Included drafts-templates-areas/app_private.template_from.sql
create or replace function app_private.template_from(input app_public.alert_template_input) returns app_public.alert_templates
language sql stable set search_path = pg_catalog, pg_temp
as $$
  -- Texts default to empty, other fields to their default values.
  select t from jsonb_populate_record(
    null::app_public.alert_templates,
    jsonb_build_object(
      'text1', '', 'text2', '', 'text3', '', 'all_clear', '', 'correction', '', 'severity', 'UNKNOWN', 'urgency', 'UNKNOWN',
      'certainty', 'UNKNOWN', 'status', 'ACTUAL')
      || jsonb_strip_nulls(to_jsonb(input)) || jsonb_build_object('name', btrim(input.name))) t
$$;
comment on function app_private.template_from(app_public.alert_template_input) is
  'Returns the template that an input describes.';
grant execute on function app_private.template_from(app_public.alert_template_input) to app_admin;
--! EndIncluded drafts-templates-areas/app_private.template_from.sql
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
      certainty = template.certainty, status = template.status, level2_distance = template.level2_distance,
      level3_distance = template.level3_distance, duration = template.duration
    where t.id = alert_template_edit.id
    returning t.* into saved;
  perform app_private.require_found(saved.id);
  return saved;
end
$$;
comment on function app_public.alert_template_edit(integer, app_public.alert_template_input, integer) is
  E'@argument id The id of the template.\n@argument input The whole template: a field that is left out gets its default.\n@argument expectedVersion The version that the changes were made for.\nReplaces a template. Alerts that were made from it stay as they are. For administrators who are no training users. Error CONFLICT if it has another version, or another template has the name.';
grant execute on function app_public.alert_template_edit(integer, app_public.alert_template_input, integer) to app_admin;
--! EndIncluded drafts-templates-areas/app_public.alert_template_edit.sql
--! Included drafts-templates-areas/app_public.alert_template_remove.sql
create or replace function app_public.alert_template_remove(id integer) returns app_public.alert_templates
language plpgsql volatile strict set search_path = pg_catalog, pg_temp
as $$
declare
  removed app_public.alert_templates;
begin
  delete from app_public.alert_templates t where t.id = alert_template_remove.id returning t.* into removed;
  perform app_private.require_found(removed.id);
  return removed;
end
$$;
comment on function app_public.alert_template_remove(integer) is
  E'@argument id The id of the template.\nRemoves a template, and returns it. Alerts that were made from it stay as they are. For administrators who are no training users.';
grant execute on function app_public.alert_template_remove(integer) to app_admin;
--! EndIncluded drafts-templates-areas/app_public.alert_template_remove.sql
--! Included drafts-templates-areas/app_public.new_alert_template.sql
create or replace function app_public.new_alert_template(input app_public.alert_template_input) returns app_public.alert_templates
language plpgsql volatile strict set search_path = pg_catalog, pg_temp
as $$
declare
  template constant app_public.alert_templates := app_private.template_from(input);
  saved app_public.alert_templates;
begin
  insert into app_public.alert_templates (
      name, title, text1, text2, text3, all_clear, correction, language, event, severity, urgency, certainty, status,
      level2_distance, level3_distance, duration)
    values (
      template.name, template.title, template.text1, template.text2, template.text3, template.all_clear, template.correction,
      template.language, template.event, template.severity, template.urgency, template.certainty, template.status, template.level2_distance,
      template.level3_distance, template.duration)
    returning * into saved;
  return saved;
end
$$;
comment on function app_public.new_alert_template(app_public.alert_template_input) is
  E'@argument input The template to save.\nSaves a template of alerts. For administrators who are no training users. Error CONFLICT if another template has the name.';
grant execute on function app_public.new_alert_template(app_public.alert_template_input) to app_admin;
--! EndIncluded drafts-templates-areas/app_public.new_alert_template.sql
--! Included drafts-templates-areas/app_public.new_saved_area.sql
create or replace function app_public.new_saved_area(input app_public.saved_area_input) returns app_public.saved_areas
language plpgsql volatile strict set search_path = pg_catalog, pg_temp
as $$
declare
  saved app_public.saved_areas;
begin
  insert into app_public.saved_areas (name, area)
    values (btrim(input.name), public.st_multi(app_private.area_of_geojson(input.area)))
    returning * into saved;
  return saved;
end
$$;
comment on function app_public.new_saved_area(app_public.saved_area_input) is
  E'@argument input The area to save.\nSaves an area by name. For administrators who are no training users. Error CONFLICT if another saved area has the name.';
grant execute on function app_public.new_saved_area(app_public.saved_area_input) to app_admin;
--! EndIncluded drafts-templates-areas/app_public.new_saved_area.sql
--! Included drafts-templates-areas/app_public.new_shared_draft.sql
create or replace function app_public.new_shared_draft(input app_public.shared_draft_input) returns app_public.shared_drafts
language plpgsql volatile strict set search_path = pg_catalog, pg_temp
as $$
declare
  draft app_public.shared_drafts;
begin
  insert into app_public.shared_drafts (name, content, editing_until) values (btrim(input.name), input.content, 'infinity')
    returning * into draft;
  return draft;
end
$$;
comment on function app_public.new_shared_draft(app_public.shared_draft_input) is
  E'@argument input The draft to share.\nShares a draft with all administrators, and marks you as its editor. Users cannot read it. For administrators. Error CONFLICT if another shared draft has the name.';
grant execute on function app_public.new_shared_draft(app_public.shared_draft_input) to app_admin;
--! EndIncluded drafts-templates-areas/app_public.new_shared_draft.sql
--! Included drafts-templates-areas/app_public.saved_area_edit.sql
create or replace function app_public.saved_area_edit(id integer, input app_public.saved_area_edit) returns app_public.saved_areas
language plpgsql volatile strict set search_path = pg_catalog, pg_temp
as $$
declare
  saved app_public.saved_areas;
begin
  update app_public.saved_areas a
    set name = coalesce(btrim(input.name), a.name),
      area = coalesce(public.st_multi(case when input.area is not null then app_private.area_of_geojson(input.area) end), a.area),
      version = input.expected_version
    where a.id = saved_area_edit.id
    returning a.* into saved;
  perform app_private.require_found(saved.id);
  return saved;
end
$$;
comment on function app_public.saved_area_edit(integer, app_public.saved_area_edit) is
  E'@argument id The id of the saved area.\n@argument input The changes.\nChanges a saved area. Alerts that were made from it keep theirs. For administrators who are no training users. Error CONFLICT if it has another version than expectedVersion says, or another saved area has the name.';
grant execute on function app_public.saved_area_edit(integer, app_public.saved_area_edit) to app_admin;
--! EndIncluded drafts-templates-areas/app_public.saved_area_edit.sql
--! Included drafts-templates-areas/app_public.saved_area_remove.sql
create or replace function app_public.saved_area_remove(id integer) returns app_public.saved_areas
language plpgsql volatile strict set search_path = pg_catalog, pg_temp
as $$
declare
  removed app_public.saved_areas;
begin
  delete from app_public.saved_areas a where a.id = saved_area_remove.id returning a.* into removed;
  perform app_private.require_found(removed.id);
  return removed;
end
$$;
comment on function app_public.saved_area_remove(integer) is
  E'@argument id The id of the saved area.\nRemoves a saved area, and returns it. Alerts that were made from it keep theirs. For administrators who are no training users.';
grant execute on function app_public.saved_area_remove(integer) to app_admin;
--! EndIncluded drafts-templates-areas/app_public.saved_area_remove.sql
--! Included drafts-templates-areas/app_public.saved_areas_area_geo_json.sql
create or replace function app_public.saved_areas_area_geo_json(saved app_public.saved_areas) returns app_public.geo_json
language sql immutable parallel safe
as $$
  select public.st_asgeojson(saved.area, 9, 0)::pg_catalog.json
$$;
comment on function app_public.saved_areas_area_geo_json(app_public.saved_areas) is
  E'@notNull\nThe area, with all its holes and pieces: a MultiPolygon of GeoJSON (RFC 7946).';
grant execute on function app_public.saved_areas_area_geo_json(app_public.saved_areas) to app_admin;
--! EndIncluded drafts-templates-areas/app_public.saved_areas_area_geo_json.sql
--! Included drafts-templates-areas/app_public.shared_draft_edit.sql
create or replace function app_public.shared_draft_edit(id integer, input app_public.shared_draft_edit) returns app_public.shared_drafts
language plpgsql volatile strict set search_path = pg_catalog, pg_temp
as $$
declare
  draft app_public.shared_drafts;
begin
  update app_public.shared_drafts d
    set name = coalesce(btrim(input.name), d.name), content = coalesce(input.content, d.content), version = input.expected_version,
      editing_until = 'infinity'
    where d.id = shared_draft_edit.id
    returning d.* into draft;
  perform app_private.require_shared_draft(draft.id);
  return draft;
end
$$;
comment on function app_public.shared_draft_edit(integer, app_public.shared_draft_edit) is
  E'@argument id The id of the shared draft.\n@argument input The changes.\nChanges a shared draft, and marks you as its editor. For administrators; training users change drafts of training users only. Error CONFLICT if it has another version than expectedVersion says, NOT_FOUND if it was published or removed.';
grant execute on function app_public.shared_draft_edit(integer, app_public.shared_draft_edit) to app_admin;
--! EndIncluded drafts-templates-areas/app_public.shared_draft_edit.sql
--! Included drafts-templates-areas/app_public.shared_draft_mark.sql
create or replace function app_public.shared_draft_mark(id integer, is_editing boolean) returns app_public.shared_drafts
language plpgsql volatile strict set search_path = pg_catalog, pg_temp
as $$
declare
  draft app_public.shared_drafts;
begin
  update app_public.shared_drafts d
    set editing_until = case
      when d.editing_until > clock_timestamp() and d.editor_id <> app_public.current_user_id() then d.editing_until
      when is_editing then 'infinity'
    end
    where d.id = shared_draft_mark.id
    returning d.* into draft;
  perform app_private.require_shared_draft(draft.id);
  return draft;
end
$$;
comment on function app_public.shared_draft_mark(integer, boolean) is
  E'@argument id The id of the shared draft.\n@argument isEditing True while you work on it, false when you stop.\nSays that you work on a shared draft. The mark ends by itself after a minute: repeat it before. It stops nobody, and does not replace the mark of someone else. Returns the draft. For administrators; training users mark drafts of training users only.';
grant execute on function app_public.shared_draft_mark(integer, boolean) to app_admin;
--! EndIncluded drafts-templates-areas/app_public.shared_draft_mark.sql
--! Included drafts-templates-areas/app_public.shared_draft_remove.sql
create or replace function app_public.shared_draft_remove(id integer) returns app_public.shared_drafts
language plpgsql volatile strict set search_path = pg_catalog, pg_temp
as $$
declare
  removed app_public.shared_drafts;
begin
  delete from app_public.shared_drafts d where d.id = shared_draft_remove.id returning d.* into removed;
  perform app_private.require_shared_draft(removed.id);
  return removed;
end
$$;
comment on function app_public.shared_draft_remove(integer) is
  E'@argument id The id of the shared draft.\nRemoves a shared draft, and returns it. For administrators; training users remove drafts of training users only.';
grant execute on function app_public.shared_draft_remove(integer) to app_admin;
--! EndIncluded drafts-templates-areas/app_public.shared_draft_remove.sql
--! Included drafts-templates-areas/app_public.transformed_area.sql
create or replace function app_public.transformed_area(area app_public.geo_json, crs text) returns app_public.geo_json
language plpgsql stable strict set search_path = pg_catalog, public, pg_temp
as $$
declare
  source geometry;
  transformed geometry;
  unshifted geometry;
begin
  -- Rejects PROJ strings, extensions and parameter files, by which PROJ would open files.
  if crs !~ '^EPSG:\d{1,6}$' and (octet_length(crs) > 10000
      or crs !~* '^\s*(GEOGCS|PROJCS|COMPD_CS|(GEOG|GEOD|GEODETIC|GEOGRAPHIC|PROJ|PROJECTED|COMPOUND)CRS)\s*[[(]'
      or crs ~* '\m(EXTENSION|PARAMETERFILE)\s*[[(]|proj=|PROJ-based') then
    raise exception using errcode = 'LA400', message = 'crs is no coordinate system: send its well-known text (WKT) of at most 10,000 bytes, without extensions and files, or its code, such as EPSG:3003.';
  end if;
  begin
    source := st_setsrid(st_force2d(st_geomfromgeojson((area::jsonb - 'crs')::text)), 0);
  exception when others then
    raise exception using errcode = 'LA400', message = 'area is not valid GeoJSON: send a geometry with the coordinates of the file.';
  end;
  begin
    transformed := st_transform(source, crs, 'EPSG:4326');
    unshifted := st_transform(source, crs, '+proj=longlat +ellps=bessel +no_defs');
  exception when others then
    raise exception using errcode = 'LA400', message = format('crs cannot be transformed: %s.', left(sqlerrm, 200));
  end;
  -- The embedded database does not raise PROJ's exceptions: it returns null.
  if transformed is null or unshifted is null then
    raise exception using errcode = 'LA400', message = 'crs cannot be transformed: this database does not know it.';
  end if;
  -- Without the parameters of a datum shift, PROJ does not shift. That is correct to metres only for datums with the
  -- ellipsoid of WGS 84, such as ETRS89.
  if abs(st_xmin(transformed) - st_xmin(unshifted)) + abs(st_ymin(transformed) - st_ymin(unshifted)) < 1e-9
      and coalesce((select s.srtext from spatial_ref_sys s where 'EPSG:' || s.srid = crs), crs) !~ '\m6378137(\.0*)?\s*,' then
    raise exception using errcode = 'LA400', message = 'crs has a datum that is not known, or not there: send degrees of WGS 84 (EPSG:4326).';
  end if;
  if (st_xmin(transformed) >= -360 and st_xmax(transformed) <= 360 and st_ymin(transformed) >= -90 and st_ymax(transformed) <= 90) is not true then
    raise exception using errcode = 'LA400', message = 'crs does not fit the area: it would lie off the globe.';
  end if;
  return st_asgeojson(transformed, 9, 0)::json;
end
$$;
comment on function app_public.transformed_area(app_public.geo_json, text) is
  E'@notNull\n@argument area A geometry of GeoJSON, but in another coordinate system.\n@argument crs The coordinate system: the well-known text of a .prj file, or a code such as EPSG:3003.\nThe same geometry in degrees of WGS 84, corner by corner. For administrators. Error BAD_USER_INPUT if PROJ does not know the coordinate system or its datum.';
grant execute on function app_public.transformed_area(app_public.geo_json, text) to app_admin;
--! EndIncluded drafts-templates-areas/app_public.transformed_area.sql
