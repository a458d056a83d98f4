--! Previous: sha1:8d358e4716847dffaae4c7888f3c489a30d81e41
--! Hash: sha1:44d707f02584b5ec9bb5efb40f85fbe243721115
--! Message: Audit

set local check_function_bodies = off; -- Functions call later ones.

create type app_public.audit_action as enum ('LOGGED_IN', 'LOGIN_FAILED', 'SESSION_ENDED', 'SESSIONS_ENDED', 'PASSWORD_CHANGED', 'PASSWORD_RESET', 'PASSWORD_SET', 'PASSWORD_LINK_MADE', 'DEVICE_KEY_ADDED', 'DEVICE_KEY_REVOKED', 'USER_CREATED', 'USER_IMPORTED', 'USER_EDITED', 'USER_REMOVED', 'USER_EXPORTED', 'USER_ERASED', 'RIGHTS_CHANGED', 'TRAINING_CHANGED', 'ALERT_PUBLISHED', 'ALERT_UPDATED', 'ALERT_CANCELLED', 'PUBLICATION_COMPLETED', 'PUBLICATION_ENDED', 'PUBLICATION_HELD', 'PUBLICATION_TAKEN_BACK', 'DRAFT_CREATED', 'DRAFT_EDITED', 'DRAFT_REMOVED', 'TEMPLATE_CREATED', 'TEMPLATE_EDITED', 'TEMPLATE_REMOVED', 'AREA_CREATED', 'AREA_EDITED', 'AREA_REMOVED', 'SETTINGS_CHANGED', 'PEOPLE_READ', 'PEOPLE_FOLLOWED', 'ENTRIES_PURGED', 'INVITATION_MADE', 'INVITATION_REVOKED', 'USER_JOINED', 'EMAIL_VERIFIED');
comment on type app_public.audit_action is
  E'@value LOGGED_IN The actor began a session.\n@value LOGIN_FAILED Somebody gave a wrong password. Once a minute for each user; without an object for emails that nobody has.\n@value SESSION_ENDED One session of the user ended.\n@value SESSIONS_ENDED A new password ended sessions of the user.\n@value PASSWORD_CHANGED The actor changed their own password.\n@value PASSWORD_RESET An administrator changed a user''s password.\n@value PASSWORD_SET A user set their password by a link.\n@value PASSWORD_LINK_MADE An administrator made a link by which a user sets their first password.\n@value DEVICE_KEY_ADDED The actor made a device key.\n@value DEVICE_KEY_REVOKED A device key of the user was revoked.\n@value USER_CREATED A user was created.\n@value USER_IMPORTED A user was created by an import.\n@value USER_EDITED A user was edited. The facts name the fields.\n@value USER_REMOVED A user was removed.\n@value USER_ERASED A person was erased. The facts have the numbers of positions and notifications.\n@value USER_EXPORTED All that is held of a person was exported.\n@value RIGHTS_CHANGED A user''s rights changed. The facts have the rights since.\n@value TRAINING_CHANGED A user''s training began or ended.\n@value ALERT_PUBLISHED An alert was published.\n@value ALERT_UPDATED A version of an alert was published.\n@value ALERT_CANCELLED An alert was cancelled.\n@value PUBLICATION_COMPLETED Everyone concerned by a version was notified. The facts have the number of people notified so far.\n@value PUBLICATION_ENDED The alert expired before everyone concerned was notified. The facts have the number of people notified.\n@value PUBLICATION_HELD A publication was held, to be taken back or to go out.\n@value PUBLICATION_TAKEN_BACK A held publication was taken back.\n@value DRAFT_CREATED A draft was shared.\n@value DRAFT_EDITED A shared draft was edited.\n@value DRAFT_REMOVED A shared draft was removed, or published.\n@value TEMPLATE_CREATED A template was saved.\n@value TEMPLATE_EDITED A template was edited.\n@value TEMPLATE_REMOVED A template was removed.\n@value AREA_CREATED An area was saved.\n@value AREA_EDITED A saved area was edited.\n@value AREA_REMOVED A saved area was removed.\n@value SETTINGS_CHANGED Settings of the service changed. The facts have the old and the new values.\n@value PEOPLE_READ An administrator read positions, notifications, device keys or names of other people. The facts name the fields.\n@value PEOPLE_FOLLOWED An administrator followed such data by a subscription. Once a minute.\n@value ENTRIES_PURGED Entries past the retention were deleted.\n@value INVITATION_MADE An administrator made an invitation.\n@value INVITATION_REVOKED An administrator revoked an invitation.\n@value USER_JOINED A person joined by an invitation.\n@value EMAIL_VERIFIED A user confirmed their email by a mailed link.\nWhat an entry of the audit log records.';

create type app_public.audit_object as enum ('USER', 'ALERT', 'HELD_PUBLICATION', 'DRAFT', 'TEMPLATE', 'AREA', 'INVITATION');
comment on type app_public.audit_object is
  E'@value USER A user.\n@value ALERT An alert.\n@value HELD_PUBLICATION A held publication.\n@value DRAFT A shared draft.\n@value TEMPLATE A template of alerts.\n@value AREA A saved area.\n@value INVITATION An invitation.\nWhat an action was done to.';

create table app_public.audit_entries (
  id bigint not null generated always as identity,
  created_at timestamptz not null default now(),
  actor_id integer,
  session_id bigint,
  request_id text,
  action app_public.audit_action not null,
  object_type app_public.audit_object,
  object_id bigint,
  facts jsonb not null default '{}'::jsonb,
  constraint audit_entries_facts check (octet_length((facts)::text) <= 8192),
  constraint audit_entries_pkey primary key (id)
);
create index audit_entries_action_idx on app_public.audit_entries (action, id);
create index audit_entries_actor_id_idx on app_public.audit_entries (actor_id, id);
create index audit_entries_created_at_idx on app_public.audit_entries (created_at);
create index audit_entries_object_idx on app_public.audit_entries (object_type, object_id, id);
create unique index audit_entries_once_a_minute on app_public.audit_entries (action, actor_id, session_id, object_type, object_id, ((facts -> 'fields'::text)), ((facts -> 'user_ids'::text)), date_trunc('minute'::text, (created_at at time zone 'UTC'::text))) nulls not distinct where (action = any (array['LOGIN_FAILED'::app_public.audit_action, 'PEOPLE_FOLLOWED'::app_public.audit_action]));
alter table app_public.audit_entries enable row level security;

create policy read_all on app_public.audit_entries for select to app_admin using (true);
grant select on app_public.audit_entries to app_admin;

comment on table app_public.audit_entries is
  E'@newestFirst\n@listForAdmins\n@filterBy actor_id session_id request_id action object_type object_id created_at..\nAn entry of the audit log: who did what, and when. Entries hold ids only, and are never changed. Reads of lists and maps name nobody, and may concern anyone.';
comment on column app_public.audit_entries.id is 'The id of the entry.';
comment on column app_public.audit_entries.created_at is 'When it was done.';
comment on column app_public.audit_entries.actor_id is
  'The id of the user who did it. Null for the service itself, a database administrator, or a stranger.';
comment on column app_public.audit_entries.session_id is 'The id of the session in which it was done. Null without one.';
comment on column app_public.audit_entries.request_id is
  'The id of the request, which is in the log of the service too. Null without one.';
comment on column app_public.audit_entries.action is 'What was done.';
comment on column app_public.audit_entries.object_type is 'What it was done to. Null if it concerns no single thing.';
comment on column app_public.audit_entries.object_id is 'The id of what it was done to. The thing may be gone.';
comment on column app_public.audit_entries.facts is
  'What else is known of it: numbers, hashes and names of fields, and the login of the database for changes of settings and rights by psql. Never a name, an address, a place or a text of a person.';

create table app_private.audit_chain (
  place bigint not null,
  entry_id bigint not null,
  hash bytea not null,
  constraint audit_chain_hash check (octet_length(hash) = 32),
  constraint audit_chain_entry_id_key unique (entry_id),
  constraint audit_chain_pkey primary key (place)
);
alter table app_private.audit_chain enable row level security;

comment on table app_private.audit_chain is 'The hash chain of the audit log. A changed or removed entry breaks it.';
comment on column app_private.audit_chain.place is 'The place in the chain: 1 for the first entry.';
comment on column app_private.audit_chain.entry_id is 'The id of the entry.';
comment on column app_private.audit_chain.hash is 'SHA-256 of the previous hash and the text of the entry.';

create table app_private.audit_waiting (
  entry_id bigint not null,
  constraint audit_waiting_pkey primary key (entry_id)
);
alter table app_private.audit_waiting enable row level security;

comment on table app_private.audit_waiting is 'The entries of the audit log that are not chained yet.';
comment on column app_private.audit_waiting.entry_id is 'The id of the entry.';

--! Included audit/app_private.audit.sql
create or replace function app_private.audit(
  action app_public.audit_action, object_type app_public.audit_object default null, object_id bigint default null, facts jsonb default '{}',
  actor_id integer default app_public.current_user_id(), session_id bigint default app_private.current_session_id()
) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  entry_id bigint;
begin
  insert into app_public.audit_entries as e (actor_id, session_id, request_id, action, object_type, object_id, facts)
    values (
      audit.actor_id, audit.session_id,
      -- Clients choose their ids. One with other characters may be an email.
      substring(current_setting('app.request_id', true) from '^[\w-]{1,64}$'),
      audit.action, audit.object_type, audit.object_id, audit.facts)
    on conflict do nothing
    returning e.id into entry_id;
  if entry_id is not null then
    insert into app_private.audit_waiting values (entry_id);
  end if;
end
$$;
comment on function app_private.audit(app_public.audit_action, app_public.audit_object, bigint, jsonb, integer, bigint) is
  'Writes an entry of the audit log in the transaction of what it records. Facts are numbers, hashes and names of fields, never a name, an address, a place or a text. LOGIN_FAILED and PEOPLE_FOLLOWED are written once a minute at most.';
--! EndIncluded audit/app_private.audit.sql
--! Included audit/app_private.audit_of_user.sql
create or replace function app_private.audit_of_user() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform app_private.audit(
    tg_argv[0]::app_public.audit_action, 'USER', coalesce(old.user_id, new.user_id), jsonb_build_object(tg_argv[1], coalesce(old.id, new.id)));
  return null;
end
$$;
comment on function app_private.audit_of_user() is
  'Records what was done to a row of a user. The trigger names the action, and the fact that has the id of the row. It runs as the owner, since nobody else writes the audit log; it fires only after what the grants and policies of the table let through.';

-- Not for the owner: purges record nothing, erasures and app_private.end_sessions() themselves.
create or replace trigger audit_end after delete on app_public.sessions
  for each row when (row_security_active('app_public.sessions'))
  execute function app_private.audit_of_user('SESSION_ENDED', 'session_id');
create or replace trigger audit_addition after insert on app_private.device_keys
  for each row when (row_security_active('app_private.device_keys'))
  execute function app_private.audit_of_user('DEVICE_KEY_ADDED', 'device_key_id');
create or replace trigger audit_revocation after delete on app_private.device_keys
  for each row when (row_security_active('app_private.device_keys'))
  execute function app_private.audit_of_user('DEVICE_KEY_REVOKED', 'device_key_id');
--! EndIncluded audit/app_private.audit_of_user.sql
--! Included audit/app_private.audit_publication.sql
-- A trigger, because app_private.publish_chunk() completes a publication in several branches.
create or replace function app_private.audit_publication() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  alert constant app_public.alerts := (select a from app_public.alerts a where a.id = new.alert_id);
begin
  -- The expiry of an alert ends its publication early. The all-clear of a cancelled alert is a publication too.
  perform app_private.audit(
    case when alert.cancelled_at is not null or app_private.is_active(alert.active, alert.expires_at)
      then 'PUBLICATION_COMPLETED' else 'PUBLICATION_ENDED' end::app_public.audit_action, 'ALERT', new.alert_id,
    jsonb_build_object('version', alert.version, 'people', app_public.alerts_reached_users(alert)));
  return null;
end
$$;
comment on function app_private.audit_publication() is
  'Records that the publication of a version is complete, or that the alert expired before, and the number of people reached. Only its trigger calls it, as the owner, for whoever may change the row.';

drop trigger if exists audit_publication on app_private.publications;
create trigger audit_publication after update on app_private.publications
  for each row when (new.completed_at is not null and old.completed_at is null)
  execute function app_private.audit_publication();
--! EndIncluded audit/app_private.audit_publication.sql
--! Included audit/app_private.audit_read.sql
create or replace function app_private.audit_read(
  fields text[], user_ids integer[], alert_id integer, is_subscription boolean
) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if not coalesce((app_public.me()).is_admin, false) then
    return;
  end if;
  -- The entry must be on disk before the answer is sent.
  perform app_private.commit_synchronously();
  perform app_private.audit(
    case when is_subscription then 'PEOPLE_FOLLOWED' else 'PEOPLE_READ' end::app_public.audit_action,
    case when cardinality(user_ids) = 1 then 'USER' when alert_id is not null then 'ALERT' end::app_public.audit_object,
    case when cardinality(user_ids) = 1 then user_ids[1] else alert_id end,
    jsonb_build_object('fields', fields) || case when cardinality(user_ids) > 1 then jsonb_build_object('user_ids', user_ids) else '{}' end);
end
$$;
comment on function app_private.audit_read(text[], integer[], integer, boolean) is
  'Records that the administrator of this request reads other people''s positions, notifications, device keys or names, before the answer. A subscription is recorded once a minute. Does nothing for others: the fields refuse them, or show only what is theirs.';
grant execute on function app_private.audit_read(text[], integer[], integer, boolean) to app_anonymous, app_user;
--! EndIncluded audit/app_private.audit_read.sql
--! Included audit/app_private.audit_settings.sql
-- A trigger, because database administrators update the settings by SQL.
create or replace function app_private.audit_settings() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  changes constant jsonb := (
    select jsonb_object_agg(n.key, jsonb_build_array(o.value, n.value))
      from jsonb_each(to_jsonb(new)) n join jsonb_each(to_jsonb(old)) o on o.key = n.key and o.value <> n.value);
begin
  if changes is not null then
    perform app_private.audit('SETTINGS_CHANGED', facts => changes || app_private.database_login());
  end if;
  return null;
end
$$;
comment on function app_private.audit_settings() is
  'Records which settings changed, each with its old and its new value, and the login of the database that changed them. Only its trigger calls it, as the owner, for whoever may change the row.';

drop trigger if exists audit_settings on app_private.settings;
create trigger audit_settings after update on app_private.settings
  for each row execute function app_private.audit_settings();
--! EndIncluded audit/app_private.audit_settings.sql
--! Included audit/app_private.audit_text.sql
create or replace function app_private.audit_text(entry app_public.audit_entries) returns text
language sql stable set search_path = pg_catalog, pg_temp
as $$
  select json_build_array(
    entry.id::text, extract(epoch from entry.created_at)::text, entry.actor_id::text, entry.session_id::text, entry.request_id,
    entry.action::text, entry.object_type::text, entry.object_id::text, entry.facts::text)::text
$$;
comment on function app_private.audit_text(app_public.audit_entries) is
  'Returns the text of an entry that the hash chain covers: all columns as a JSON array of strings. `npm run audit -- verify` computes it independently.';
--! EndIncluded audit/app_private.audit_text.sql
--! Included audit/app_private.audit_version.sql
create or replace function app_private.audit_version(alert app_public.alerts) returns void
language sql volatile set search_path = pg_catalog, public, pg_temp
as $$
  select app_private.audit(
    case
      when alert.cancelled_at is not null then 'ALERT_CANCELLED' when alert.version = 1 then 'ALERT_PUBLISHED' else 'ALERT_UPDATED'
    end::app_public.audit_action,
    'ALERT', alert.id,
    jsonb_build_object(
      'version', alert.version,
      'texts_sha256', encode(sha256(convert_to(
        json_build_array(alert.title, alert.text1, alert.text2, alert.text3, alert.all_clear)::text, 'UTF8')), 'hex'),
      'area_sha256', encode(sha256(st_asbinary(alert.zone1, 'NDR')), 'hex')))
$$;
comment on function app_private.audit_version(app_public.alerts) is
  'Records that the present version of an alert was published, with hashes of its texts and of its area.';
--! EndIncluded audit/app_private.audit_version.sql
--! Included audit/app_private.chain_audit.sql
create or replace function app_private.chain_audit(max_entries integer default 10000) returns integer
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  head app_private.audit_chain;
  entry app_public.audit_entries;
  chained_count integer := 0;
begin
  -- The lock serializes concurrent jobs. Writers of entries do not wait for it.
  lock table app_private.audit_chain in share row exclusive mode;
  select c.* into head from app_private.audit_chain c order by c.place desc limit 1;
  for entry in
    with taken as (
      delete from app_private.audit_waiting w
        where w.entry_id in (select n.entry_id from app_private.audit_waiting n order by n.entry_id limit chain_audit.max_entries)
        returning w.entry_id
    )
    select e.* from taken t join app_public.audit_entries e on e.id = t.entry_id order by e.id
  loop
    head.place := coalesce(head.place, 0) + 1;
    head.hash := sha256(coalesce(head.hash, '') || convert_to(app_private.audit_text(entry), 'UTF8'));
    insert into app_private.audit_chain (place, entry_id, hash) values (head.place, entry.id, head.hash);
    chained_count := chained_count + 1;
  end loop;
  return chained_count;
end
$$;
comment on function app_private.chain_audit(integer) is
  'Appends the entries of audit_waiting to the hash chain, in the order of ids: each hash covers the entry and the previous hash. The entry of a long transaction may follow entries with higher ids. Returns the number of entries.';
--! EndIncluded audit/app_private.chain_audit.sql
--! Included audit/app_private.database_login.sql
create or replace function app_private.database_login() returns jsonb
language sql stable set search_path = pg_catalog, pg_temp
as $$
  -- The service sets app.request_id in each of its transactions.
  select case when coalesce(current_setting('app.request_id', true), '') = '' then jsonb_build_object('login', session_user) else '{}' end
$$;
comment on function app_private.database_login() is
  'Returns the database login of a change that was made without the service, such as by psql, as a fact of the audit log.';
--! EndIncluded audit/app_private.database_login.sql
--! Included audit/app_private.purge_audit.sql
create or replace function app_private.purge_audit(max_entries integer default 10000) returns integer
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  cutoff constant timestamptz := app_private.purge_time() - (select s.audit_retention from app_private.settings s);
  first_place bigint;
  last app_private.audit_chain;
begin
  lock table app_private.audit_chain in share row exclusive mode;
  select min(m.place) into first_place from app_private.audit_chain m;
  -- The places before the first entry within the retention. The last place stays, as the next entry continues the chain.
  select c.* into last
    from app_private.audit_chain c
    where c.place < least(
      (select min(f.place) from app_private.audit_chain f join app_public.audit_entries e on e.id = f.entry_id
        where f.place < first_place + purge_audit.max_entries and e.created_at >= cutoff),
      (select max(m.place) from app_private.audit_chain m),
      first_place + purge_audit.max_entries)
    order by c.place desc limit 1;
  if last.place is null then
    return 0;
  end if;
  delete from app_public.audit_entries e using app_private.audit_chain c where c.place <= last.place and e.id = c.entry_id;
  delete from app_private.audit_chain c where c.place <= last.place;
  perform app_private.audit('ENTRIES_PURGED', facts => jsonb_build_object('place', last.place, 'hash', encode(last.hash, 'hex')));
  return last.place;
end
$$;
comment on function app_private.purge_audit(integer) is
  'Deletes the oldest entries that are past the retention, and records the last place and its hash, from which the rest of the chain is verified. Returns that place, 0 if there was nothing to delete. Call it until then, each time in a transaction of its own.';
--! EndIncluded audit/app_private.purge_audit.sql
--! Included audit/app_private.refuse_to_change_audit.sql
create or replace function app_private.refuse_to_change_audit() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_op = 'DELETE' then
    if tg_relid = 'app_public.audit_entries'::regclass then
      if old.created_at < now() - (select s.audit_retention from app_private.settings s) then
        return old;
      end if;
    elsif not exists (select from app_public.audit_entries e where e.id = old.entry_id) then
      return old;
    end if;
  end if;
  raise exception using errcode = 'insufficient_privilege',
    message = format('%s of %s: entries of the audit log are only added.', lower(tg_op), tg_relid::regclass);
end
$$;
comment on function app_private.refuse_to_change_audit() is
  'Rejects changes of the audit log and of its chain, also by their owner. Only entries past the retention can be deleted, and then their places in the chain. Only its trigger calls it, as the owner, for whoever may change the row.';

drop trigger if exists refuse_to_change_audit on app_public.audit_entries;
create trigger refuse_to_change_audit before update or delete on app_public.audit_entries
  for each row execute function app_private.refuse_to_change_audit();
drop trigger if exists refuse_to_truncate_audit on app_public.audit_entries;
create trigger refuse_to_truncate_audit before truncate on app_public.audit_entries
  for each statement execute function app_private.refuse_to_change_audit();
drop trigger if exists refuse_to_change_audit on app_private.audit_chain;
create trigger refuse_to_change_audit before update or delete on app_private.audit_chain
  for each row execute function app_private.refuse_to_change_audit();
drop trigger if exists refuse_to_truncate_audit on app_private.audit_chain;
create trigger refuse_to_truncate_audit before truncate on app_private.audit_chain
  for each statement execute function app_private.refuse_to_change_audit();
--! EndIncluded audit/app_private.refuse_to_change_audit.sql
--! Included audit/app_public.audit_entries_about.sql
-- Neither strict nor with settings: the planner inlines it, so that a page is read by the indexes of the table.
create or replace function app_public.audit_entries_about(user_id integer) returns setof app_public.audit_entries
language sql stable
as $$
  select e.* from app_public.audit_entries e
    where e.object_type = 'USER' and e.object_id = audit_entries_about.user_id
      or e.action in ('PEOPLE_READ', 'PEOPLE_FOLLOWED')
        and (e.facts -> 'user_ids' @> to_jsonb(audit_entries_about.user_id)
          or e.object_type is distinct from 'USER' and not e.facts ? 'user_ids')
$$;
comment on function app_public.audit_entries_about(integer) is
  E'@itemsNotNull\n@behavior -connection\n@argument userId The user''s id.\nWhat was done to a user, and who looked at their data: entries that name the user, and those that may concern the user. These are reads of lists and maps, which name nobody, as they may have shown anyone. The newest first. For administrators: error FORBIDDEN for others.';
grant execute on function app_public.audit_entries_about(integer) to app_admin;
--! EndIncluded audit/app_public.audit_entries_about.sql
