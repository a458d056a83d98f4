--! Previous: sha1:79f5a452b8b73a964fba106648a65bc1f5395dae
--! Hash: sha1:07a06377d86f2449e7cbb2540f31d2eb71acc761
--! Message: private drafts

alter table app_public.shared_drafts add column is_private boolean not null default false, add column alert_id integer;
comment on table app_public.shared_drafts is
  E'@behavior -query:resource:connection\n@listForAdmins\n@orderedBy name\n@filterBy id\n@foreignKey (user_id) references app_public.users (id)|@fieldName user|@forwardDescription The administrator who changed it last.|@behavior -manyRelation:resource:list -manyRelation:resource:connection\n@foreignKey (editor_id) references app_public.users (id)|@fieldName editor|@forwardDescription Who works on it. It counts until editingUntil.|@behavior -manyRelation:resource:list -manyRelation:resource:connection\nAn alert that administrators prepare, each alone or all together. Publication from it removes it. For administrators, who see shared drafts and their own private ones.';
comment on column app_public.shared_drafts.is_training is 'True if a training user shared it, or keeps it as a private draft.';
comment on column app_public.shared_drafts.created_at is 'When it was made.';
comment on column app_public.shared_drafts.is_private is 'True if only its author can read and change it.';
comment on column app_public.shared_drafts.alert_id is 'The id of the alert that it updates. Null for a new alert.';
grant insert (is_private, alert_id), update (is_private) on app_public.shared_drafts to app_admin;

alter type app_public.shared_draft_input add attribute is_private boolean, add attribute alert_id integer;
comment on type app_public.shared_draft_input is E'@inputTypeName SharedDraftInput\nA draft to keep or to share.';
comment on column app_public.shared_draft_input.name is
  E'@notNull\nIts name. No other shared draft has it, whatever its case. Private drafts may have the same name.';
comment on column app_public.shared_draft_input.is_private is
  'True to keep it for yourself. False by default: all administrators can change it.';
comment on column app_public.shared_draft_input.alert_id is
  'The id of the alert that it updates. Left out for a new alert.';
alter type app_public.shared_draft_edit add attribute is_private boolean;
comment on column app_public.shared_draft_edit.is_private is 'False to share it with all administrators.';
alter type app_public.alert_update_input add attribute draft_id integer;
comment on column app_public.alert_update_input.draft_id is
  'The id of the shared draft that the update comes from. It is removed. Error CONFLICT, and no update, if it was published or removed already.';

-- The table holds the drafts of a few administrators: its lock is short.
-- squawk-ignore require-concurrent-index-deletion
drop index app_public.shared_drafts_name_key;
-- squawk-ignore require-concurrent-index-creation
create unique index shared_drafts_name_key on app_public.shared_drafts (lower(name)) where not is_private;
comment on index app_public.shared_drafts_name_key is 'Another shared draft has this name: choose another one.';

drop policy read_all on app_public.shared_drafts;
drop policy update_all on app_public.shared_drafts;
drop policy delete_all on app_public.shared_drafts;
create policy read_shared on app_public.shared_drafts for select to app_admin
  using (not is_private or user_id = app_public.current_user_id());
create policy update_shared on app_public.shared_drafts for update to app_admin
  using (case when is_private then user_id = app_public.current_user_id() else app_public.current_user_id() is not null end);
create policy delete_shared on app_public.shared_drafts for delete to app_admin
  using (not is_private or user_id = app_public.current_user_id());
comment on policy read_shared on app_public.shared_drafts is
  'Administrators read the shared drafts of all, and their own private ones.';
comment on policy update_shared on app_public.shared_drafts is
  'Administrators change and mark the shared drafts of all, and their own private ones. A mark does not change the author.';
comment on policy delete_shared on app_public.shared_drafts is
  'Administrators remove the shared drafts of all, and their own private ones.';

--! Included drafts-templates-areas/app_private.check_draft.sql
create or replace function app_private.check_draft() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp
as $$
declare
  max_drafts constant integer := 100;
begin
  if tg_op = 'UPDATE' and new.is_private = old.is_private then
    return new;
  end if;
  -- Who shares a draft may have begun or ended training since they wrote it.
  new.is_training := (app_public.me()).is_training;
  if new.is_private then
    -- The lock serializes concurrent inserts of a user, so that each counts the others.
    perform pg_advisory_xact_lock((4159::bigint << 32) | new.user_id);
    if (select count(*) from app_public.shared_drafts d where d.user_id = new.user_id and d.is_private) >= max_drafts then
      raise exception using errcode = 'LA409', message = format('You have %s private drafts: discard one first.', max_drafts);
    end if;
  end if;
  return new;
end
$$;
comment on function app_private.check_draft() is
  'Notes whether whoever makes or shares a draft is in training. Raises error LA409 if a user has the maximum number of private drafts.';
--! EndIncluded drafts-templates-areas/app_private.check_draft.sql
create trigger check_draft before insert or update of is_private on app_public.shared_drafts
  for each row when (row_security_active('app_public.shared_drafts')) execute function app_private.check_draft();
comment on trigger check_draft on app_public.shared_drafts is
  'Applies to roles under row-level security. The owner restores drafts as they are.';

-- A private draft is nobody else's, so its author may go on with it in training, and the audit log does not list it.
drop trigger refuse_training_users on app_public.shared_drafts;
create trigger refuse_training_users before update or delete on app_public.shared_drafts
  for each row when (not old.is_training and not old.is_private) execute function app_private.refuse_training_writes();
comment on trigger refuse_training_users on app_public.shared_drafts is
  'Training users change no drafts of others. This includes a publication from a draft, which runs as the owner.';
drop trigger stamp_version on app_public.shared_drafts;
create trigger stamp_version before update of name, content, is_private, version on app_public.shared_drafts
  for each row when (app_public.current_user_id() is not null) execute function app_private.stamp_version();
comment on trigger stamp_version on app_public.shared_drafts is
  'The version and the author of a draft are not set by the caller. The owner may set both.';
drop trigger audit_change on app_public.shared_drafts;
--! Included drafts-templates-areas/app_private.audit_draft.sql
-- Runs as the owner, as no other role writes the audit log. It fires only after a change that grants and policies allowed.
create or replace function app_private.audit_draft() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  -- A row that does not exist counts as private: nobody else sees it.
  was_private constant boolean := coalesce(old.is_private, true);
  is_private constant boolean := coalesce(new.is_private, true);
begin
  if was_private and is_private then
    return null;
  end if;
  perform app_private.audit(
    (case when was_private then 'DRAFT_CREATED' when is_private then 'DRAFT_REMOVED' else 'DRAFT_EDITED' end)::app_public.audit_action,
    'DRAFT', coalesce(new.id, old.id),
    case when not was_private and not is_private then jsonb_build_object('version', new.version) else '{}' end);
  return null;
end
$$;
comment on function app_private.audit_draft() is
  'Records that a draft was shared, edited, or taken from the shared ones. Private drafts are not recorded. It runs as the owner; the grants and policies of the table guard it, as it fires only after what they allow.';
--! EndIncluded drafts-templates-areas/app_private.audit_draft.sql
create trigger audit_draft after insert or update of name, content, is_private, version or delete on app_public.shared_drafts
  for each row when (row_security_active('app_public.shared_drafts')) execute function app_private.audit_draft();
comment on trigger audit_draft on app_public.shared_drafts is
  'Applies to roles under row-level security. Changes by the owner, such as a restore, are not audited; a publication writes its own entry.';

--! Included drafts-templates-areas/app_private.take_shared_draft.sql
create or replace function app_private.take_shared_draft(draft_id integer) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  taken app_public.shared_drafts;
begin
  -- The caller runs as the owner, for whom neither policies apply nor the audit trigger fires.
  delete from app_public.shared_drafts d
    where d.id = draft_id and (not d.is_private or d.user_id = app_public.current_user_id())
    returning d.* into taken;
  perform app_private.require_shared_draft(taken.id, 'LA409');
  if not taken.is_private then
    perform app_private.audit('DRAFT_REMOVED', 'DRAFT', draft_id, '{"reason": "PUBLISHED"}');
  end if;
end
$$;
comment on function app_private.take_shared_draft(integer) is
  'Removes the draft that an alert or its update is published from. Error LA409 if it does not exist, or is a private draft of another user, so that a draft that is published twice makes one alert.';
--! EndIncluded drafts-templates-areas/app_private.take_shared_draft.sql
--! Included drafts-templates-areas/app_public.new_shared_draft.sql
create or replace function app_public.new_shared_draft(input app_public.shared_draft_input) returns app_public.shared_drafts
language plpgsql volatile strict set search_path = pg_catalog, pg_temp
as $$
declare
  draft app_public.shared_drafts;
begin
  insert into app_public.shared_drafts (name, content, is_private, alert_id, editing_until)
    values (btrim(input.name), input.content, coalesce(input.is_private, false), input.alert_id, 'infinity')
    returning * into draft;
  return draft;
end
$$;
comment on function app_public.new_shared_draft(app_public.shared_draft_input) is
  E'@argument input The draft.\nKeeps a draft, for yourself or shared with all administrators, and marks you as its editor. Users cannot read it. For administrators. Error CONFLICT if another shared draft has the name, or you have 100 private drafts.';
grant execute on function app_public.new_shared_draft(app_public.shared_draft_input) to app_admin;
--! EndIncluded drafts-templates-areas/app_public.new_shared_draft.sql
--! Included drafts-templates-areas/app_public.shared_draft_edit.sql
create or replace function app_public.shared_draft_edit(id integer, input app_public.shared_draft_edit) returns app_public.shared_drafts
language plpgsql volatile strict set search_path = pg_catalog, pg_temp
as $$
declare
  draft app_public.shared_drafts;
begin
  update app_public.shared_drafts d
    set name = coalesce(btrim(input.name), d.name), content = coalesce(input.content, d.content), is_private = coalesce(input.is_private, d.is_private),
      version = input.expected_version, editing_until = 'infinity'
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
  if input.draft_id is not null then
    perform app_private.take_shared_draft(input.draft_id);
  end if;
  update app_public.alerts a
    set zone1 = alert.zone1, zone2 = alert.zone2, zone3 = alert.zone3, level2_distance = alert.level2_distance,
      level3_distance = alert.level3_distance, expires_at = alert.expires_at, title = alert.title, text1 = alert.text1, text2 = alert.text2,
      text3 = alert.text3, version = alert.version, renotified_version = alert.renotified_version
    where a.id = alert.id;
  perform app_private.keep_version(alert);
  delete from app_private.alert_speeches s
    where s.alert_id = alert.id
      and app_private.text_of(s.level, alert.text1, alert.text2, alert.text3)
        <> app_private.text_of(s.level, previous.text1, previous.text2, previous.text3);
  delete from app_private.publication_waiting w where w.alert_id = alert.id;
  update app_private.publications p
    set level = 'ONE', last_user_id = 0, completed_at = null where p.alert_id = alert.id;
  perform app_private.queue_publication(alert.id);
  perform app_private.queue_speech(alert.id);
  perform app_private.drain_reports();
  perform app_private.note_alert_changes(array[alert.id]);
  return alert.id;
end
$$;
comment on function app_private.update_alert(integer, app_public.alert_update_input) is
  'Runs the first phase of publishing an alert''s next version; app_private.publish_chunk() runs the second. It notifies users who are newly inside or further in, and the others again only with renotify. Returns the alert''s id. Error LA404 for an unknown alert, LA409 for one that has ended, or that has another version than expected, or if the shared draft is gone. The grant guards it: it is for administrators only.';
grant execute on function app_private.update_alert(integer, app_public.alert_update_input) to app_admin;
--! EndIncluded alerts/app_private.update_alert.sql
--! Included held-publications/app_public.draft_publication.sql
create or replace function app_public.draft_publication(draft_id integer) returns app_public.held_publication
language plpgsql stable strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  held app_private.held_publications;
begin
  select h.* into held from app_private.held_publications h
    where (coalesce(h.new_alert, h.changes) ->> 'draft_id')::integer = draft_publication.draft_id
    order by h.state = 'PUBLISHED' desc, h.state = 'HELD' desc, h.id desc limit 1;
  return case when held.id is not null then app_private.held_publication(held) end;
end
$$;
comment on function app_public.draft_publication(integer) is
  E'@argument draftId The id of a shared draft, which may be gone.\nThe held publication of a draft: the one that was published, else one that is still held, else the last one. Null if there is none. For administrators: error FORBIDDEN for others.';
grant execute on function app_public.draft_publication(integer) to app_admin;
--! EndIncluded held-publications/app_public.draft_publication.sql
--! Included privacy/app_private.forget_account.sql
create or replace function app_private.forget_account(user_id integer, email text) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  perform app_private.lock_user(forget_account.user_id);
  -- Waits for a registration that moves one of these devices, as it then inserts a row for this user.
  perform from app_private.devices d where d.user_id = forget_account.user_id order by d.token for update;
  delete from app_public.shared_drafts d where d.user_id = forget_account.user_id and d.is_private;
  delete from app_public.users u where u.id = forget_account.user_id;
  delete from app_private.login_failures f
    where f.counter = 'account' and f.key = app_private.key_hash(app_private.email_key(forget_account.email));
  -- In the lock order of app_private.count_own_mail().
  delete from app_private.login_failures f
    where f.counter = 'mail by user' and f.key = app_private.key_hash(forget_account.user_id::text);
  delete from app_private.login_failures f
    where f.counter = 'mail by email' and f.key = app_private.key_hash(app_private.email_key(forget_account.email));
  -- The jobs of unsent mails contain the email.
  perform graphile_worker.remove_job('password:' || encode(app_private.key_hash(app_private.email_key(forget_account.email)), 'hex'));
  perform graphile_worker.remove_job('verification:' || forget_account.user_id);
end
$$;
comment on function app_private.forget_account(integer, text) is
  'Deletes a user and, by foreign keys, their credentials, sessions, login addresses, links, devices, device keys and quiet hours; their private drafts; and the counters of their logins and mails.';
--! EndIncluded privacy/app_private.forget_account.sql
