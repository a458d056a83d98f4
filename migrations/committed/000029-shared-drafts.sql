--! Previous: sha1:0bfb8d0555962da91799c84e0e6a334694bc44a9
--! Hash: sha1:013469fdbcace8aeb3bb69dd85824a508e1226f4
--! Message: Shared drafts

-- Administrators prepare an alert together: one draws, another writes, a third publishes. Drafts live apart from alerts,
-- which every user may read.
create type app_public.shared_draft_input as (
  name text,
  content text
);
comment on type app_public.shared_draft_input is E'@inputTypeName SharedDraftInput\nA draft to share.';
comment on column app_public.shared_draft_input.name is E'@notNull\nIts name. No other shared draft has it, whatever its case.';
comment on column app_public.shared_draft_input.content is E'@notNull\nThe draft as the client writes it, 1,000,000 bytes at most. The service does not read it.';

create type app_public.shared_draft_edit as (
  name text,
  content text,
  expected_version integer
);
comment on type app_public.shared_draft_edit is E'@inputTypeName SharedDraftEdit\nThe changes of a shared draft. A field that is left out stays as it is.';
comment on column app_public.shared_draft_edit.name is 'The new name.';
comment on column app_public.shared_draft_edit.content is 'The new content.';
comment on column app_public.shared_draft_edit.expected_version is E'@notNull\nThe version that the changes were made for.';

create table app_public.shared_drafts (
  id integer generated always as identity primary key,
  name text not null
    constraint shared_drafts_name check (char_length(name) <= 200 and name ~ '[^[:space:]]'),
  content text not null
    constraint shared_drafts_content check (octet_length(content) <= 1000000),
  user_id integer not null,
  is_training boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  editor_id integer,
  editing_until timestamptz
);
comment on table app_public.shared_drafts is
  E'@behavior -query:resource:connection\n@listForAdmins\n@orderedBy name\n@filterBy id\n@foreignKey (user_id) references app_public.users (id)|@fieldName user|@forwardDescription The administrator who changed it last.|@behavior -manyRelation:resource:list -manyRelation:resource:connection\n@foreignKey (editor_id) references app_public.users (id)|@fieldName editor|@forwardDescription Who works on it. It counts until editingUntil.|@behavior -manyRelation:resource:list -manyRelation:resource:connection\nAn alert that administrators prepare together. Publication from it removes it. For administrators.';
comment on column app_public.shared_drafts.id is 'The id of the shared draft.';
comment on column app_public.shared_drafts.name is 'Its name.';
comment on column app_public.shared_drafts.content is 'The draft as the client wrote it.';
comment on column app_public.shared_drafts.user_id is 'The id of the administrator who changed it last.';
comment on column app_public.shared_drafts.is_training is 'True if a training user shared it.';
comment on column app_public.shared_drafts.created_at is 'When it was shared, in seconds since 1970-01-01 UTC.';
comment on column app_public.shared_drafts.updated_at is 'When it was last changed, in seconds since 1970-01-01 UTC.';
comment on column app_public.shared_drafts.version is 'The version: 1 at first, and one more with each change.';
comment on column app_public.shared_drafts.editor_id is 'The id of who works on it. It counts until editingUntil.';
comment on column app_public.shared_drafts.editing_until is 'Until when someone works on it, in seconds since 1970-01-01 UTC. Null if nobody does.';
comment on constraint shared_drafts_name on app_public.shared_drafts is 'name is empty or has more than 200 characters: write a short name.';
comment on constraint shared_drafts_content on app_public.shared_drafts is 'content has more than 1,000,000 bytes: draw a simpler area.';
create unique index shared_drafts_name_key on app_public.shared_drafts (lower(name));
comment on index app_public.shared_drafts_name_key is 'Another shared draft has this name: choose another one.';
alter table app_public.shared_drafts enable row level security;
create policy read_all on app_public.shared_drafts for select to app_admin
  using (true);
grant select on app_public.shared_drafts to app_admin;

alter type app_public.alert_input add attribute draft_id integer;
comment on column app_public.alert_input.draft_id is 'The shared draft that it is published from, which is removed. Error CONFLICT if it was published or removed already.';

--! Included drafts/app_private.lock_shared_draft.sql
create or replace function app_private.lock_shared_draft(draft_id integer) returns app_public.shared_drafts
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  draft app_public.shared_drafts;
begin
  select d.* into draft from app_public.shared_drafts d where d.id = draft_id for update;
  if draft.id is null then
    raise exception using errcode = 'LA404', message = 'This draft was published or removed meanwhile: look among the alerts.';
  end if;
  -- Those who practise must not spoil what others prepare.
  if not draft.is_training then
    perform app_private.refuse_training_users();
  end if;
  return draft;
end
$$;
comment on function app_private.lock_shared_draft(integer) is
  'Returns a shared draft and locks it for a change. Error LA404 for an unknown one, LA403 if a training user asks for one that no training user made.';
--! EndIncluded drafts/app_private.lock_shared_draft.sql
--! Included drafts/app_private.mark_shared_draft.sql
create or replace function app_private.mark_shared_draft(draft_id integer) returns app_public.shared_drafts
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  draft app_public.shared_drafts;
begin
  update app_public.shared_drafts d
    set editor_id = app_public.current_user_id(), editing_until = clock_timestamp() + interval '1 minute'
    where d.id = draft_id
    returning d.* into draft;
  return draft;
end
$$;
comment on function app_private.mark_shared_draft(integer) is
  'Marks the user of this request as who works on a shared draft, for a minute. Returns the draft.';
--! EndIncluded drafts/app_private.mark_shared_draft.sql
--! Included drafts/app_private.take_shared_draft.sql
create or replace function app_private.take_shared_draft(draft_id integer) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  perform app_private.lock_shared_draft(draft_id);
  delete from app_public.shared_drafts d where d.id = draft_id;
exception when sqlstate 'LA404' then
  raise exception using errcode = 'LA409', message = sqlerrm;
end
$$;
comment on function app_private.take_shared_draft(integer) is
  'Removes the shared draft that an alert is published from. Error LA409 if it is gone, so that two administrators who publish one draft make one alert.';
--! EndIncluded drafts/app_private.take_shared_draft.sql
--! Included drafts/app_public.new_shared_draft.sql
create or replace function app_public.new_shared_draft(input app_public.shared_draft_input) returns app_public.shared_drafts
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  draft app_public.shared_drafts;
begin
  insert into app_public.shared_drafts (name, content, user_id, is_training)
    values (btrim(input.name), input.content, app_public.current_user_id(), (app_public.me()).is_training)
    returning * into draft;
  return app_private.mark_shared_draft(draft.id);
end
$$;
comment on function app_public.new_shared_draft(app_public.shared_draft_input) is
  E'@argument input The draft to share.\nShares a draft with all administrators, and marks you as its editor. Users cannot read it. For administrators. Error CONFLICT if another shared draft has the name.';
grant execute on function app_public.new_shared_draft(app_public.shared_draft_input) to app_admin;
--! EndIncluded drafts/app_public.new_shared_draft.sql
--! Included drafts/app_public.shared_draft_edit.sql
create or replace function app_public.shared_draft_edit(id integer, input app_public.shared_draft_edit) returns app_public.shared_drafts
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  draft constant app_public.shared_drafts := app_private.lock_shared_draft(shared_draft_edit.id);
begin
  perform app_private.require_version(draft.version, input.expected_version);
  update app_public.shared_drafts d
    set name = coalesce(btrim(input.name), d.name), content = coalesce(input.content, d.content),
      user_id = app_public.current_user_id(), updated_at = now(), version = d.version + 1
    where d.id = draft.id;
  return app_private.mark_shared_draft(draft.id);
end
$$;
comment on function app_public.shared_draft_edit(integer, app_public.shared_draft_edit) is
  E'@argument id The id of the shared draft.\n@argument input The changes.\nChanges a shared draft, and marks you as its editor. For administrators; training users change drafts of training users only. Error CONFLICT if it has another version than expectedVersion says, NOT_FOUND if it was published or removed.';
grant execute on function app_public.shared_draft_edit(integer, app_public.shared_draft_edit) to app_admin;
--! EndIncluded drafts/app_public.shared_draft_edit.sql
--! Included drafts/app_public.shared_draft_mark.sql
create or replace function app_public.shared_draft_mark(id integer, is_editing boolean) returns app_public.shared_drafts
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  draft app_public.shared_drafts := app_private.lock_shared_draft(shared_draft_mark.id);
  is_others constant boolean := draft.editing_until > clock_timestamp() and draft.editor_id <> app_public.current_user_id();
begin
  if is_others then
    return draft;
  elsif is_editing then
    return app_private.mark_shared_draft(draft.id);
  end if;
  update app_public.shared_drafts d set editor_id = null, editing_until = null where d.id = draft.id returning d.* into draft;
  return draft;
end
$$;
comment on function app_public.shared_draft_mark(integer, boolean) is
  E'@argument id The id of the shared draft.\n@argument isEditing True while you work on it, false when you stop.\nSays that you work on a shared draft. The mark ends by itself after a minute: repeat it before. It stops nobody, and does not replace the mark of someone else. Returns the draft. For administrators; training users mark drafts of training users only.';
grant execute on function app_public.shared_draft_mark(integer, boolean) to app_admin;
--! EndIncluded drafts/app_public.shared_draft_mark.sql
--! Included drafts/app_public.shared_draft_remove.sql
create or replace function app_public.shared_draft_remove(id integer) returns app_public.shared_drafts
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  draft constant app_public.shared_drafts := app_private.lock_shared_draft(shared_draft_remove.id);
begin
  delete from app_public.shared_drafts d where d.id = draft.id;
  return draft;
end
$$;
comment on function app_public.shared_draft_remove(integer) is
  E'@argument id The id of the shared draft.\nRemoves a shared draft, and returns it. For administrators; training users remove drafts of training users only.';
grant execute on function app_public.shared_draft_remove(integer) to app_admin;
--! EndIncluded drafts/app_public.shared_draft_remove.sql
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
      title, text1, text2, text3, language, event, severity, urgency, certainty, status, template_id,
      idempotency_key, request)
    values (
      alert.user_id, alert.created_at, alert.expires_at, alert.zone1, alert.zone2, alert.zone3, alert.level2_distance,
      alert.level3_distance, alert.max_position_age, alert.max_accuracy, alert.title, alert.text1, alert.text2, alert.text3,
      alert.language, alert.event, alert.severity, alert.urgency, alert.certainty, alert.status,
      alert.template_id, input.idempotency_key, said)
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
  if input.draft_id is not null then
    perform app_private.take_shared_draft(input.draft_id);
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
  'Runs the first phase of a publication: it makes the alert visible after the reports in flight have committed. It queues a job for the second phase, app_private.publish_chunk(). Returns the alert''s id; a repeated idempotencyKey returns the id of the first alert. Error LA409 if the key belongs to another alert, or the shared draft is gone.';
grant execute on function app_private.new_alert(app_public.alert_input) to app_admin;
--! EndIncluded alerts/app_private.new_alert.sql
