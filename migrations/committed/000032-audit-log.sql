--! Previous: sha1:af165ac67980a2ce0dbfafba307655f92d52feb4
--! Hash: sha1:18ca772bfef486abedf0f4dc0afc110930833d30
--! Message: Audit log

-- Who did what. The log is one table: even a busy authority makes about a million entries a year, so a purge by rows is
-- small, and partitions would only split its keys. It refers to no other table, so that users can be removed.
create type app_public.audit_action as enum (
  'LOGGED_IN', 'LOGIN_FAILED', 'SESSION_ENDED', 'SESSIONS_ENDED',
  'PASSWORD_CHANGED', 'PASSWORD_RESET', 'PASSWORD_SET', 'PASSWORD_LINK_MADE', 'DEVICE_KEY_ADDED', 'DEVICE_KEY_REVOKED',
  'USER_CREATED', 'USER_IMPORTED', 'USER_EDITED', 'USER_REMOVED', 'RIGHTS_CHANGED', 'TRAINING_CHANGED',
  'ALERT_PUBLISHED', 'ALERT_UPDATED', 'ALERT_CANCELLED', 'PUBLICATION_COMPLETED', 'PUBLICATION_HELD', 'PUBLICATION_TAKEN_BACK',
  'DRAFT_CREATED', 'DRAFT_EDITED', 'DRAFT_REMOVED', 'TEMPLATE_CREATED', 'TEMPLATE_EDITED', 'TEMPLATE_REMOVED',
  'AREA_CREATED', 'AREA_EDITED', 'AREA_REMOVED', 'SETTINGS_CHANGED', 'PEOPLE_READ', 'PEOPLE_FOLLOWED', 'ENTRIES_PURGED'
);
comment on type app_public.audit_action is
  E'@value LOGGED_IN The actor began a session.\n@value LOGIN_FAILED Somebody gave a wrong password. Once a minute for each user; without an object for emails that nobody has.\n@value SESSION_ENDED One session of the user ended.\n@value SESSIONS_ENDED A new password ended sessions of the user.\n@value PASSWORD_CHANGED The actor changed their own password.\n@value PASSWORD_RESET An administrator changed a user''s password.\n@value PASSWORD_SET A user set their first password by a link.\n@value PASSWORD_LINK_MADE An administrator made a link by which a user sets their first password.\n@value DEVICE_KEY_ADDED The actor made a device key.\n@value DEVICE_KEY_REVOKED A device key of the user was revoked.\n@value USER_CREATED A user was created.\n@value USER_IMPORTED A user was created by an import.\n@value USER_EDITED A user was edited. The facts name the fields.\n@value USER_REMOVED A user was removed.\n@value RIGHTS_CHANGED A user''s rights changed. The facts have the rights since.\n@value TRAINING_CHANGED A user''s training began or ended.\n@value ALERT_PUBLISHED An alert was published.\n@value ALERT_UPDATED A version of an alert was published.\n@value ALERT_CANCELLED An alert was cancelled.\n@value PUBLICATION_COMPLETED Everyone concerned by a version was notified. The facts have the number of people notified so far.\n@value PUBLICATION_HELD A publication was held, to be taken back or to go out.\n@value PUBLICATION_TAKEN_BACK A held publication was taken back.\n@value DRAFT_CREATED A draft was shared.\n@value DRAFT_EDITED A shared draft was edited.\n@value DRAFT_REMOVED A shared draft was removed, or published.\n@value TEMPLATE_CREATED A template was saved.\n@value TEMPLATE_EDITED A template was edited.\n@value TEMPLATE_REMOVED A template was removed.\n@value AREA_CREATED An area was saved.\n@value AREA_EDITED A saved area was edited.\n@value AREA_REMOVED A saved area was removed.\n@value SETTINGS_CHANGED Settings of the service changed. The facts have the old and the new values.\n@value PEOPLE_READ An administrator read positions, notifications or names of other people. The facts name the fields.\n@value PEOPLE_FOLLOWED An administrator followed such data by a subscription. Once a minute.\n@value ENTRIES_PURGED Entries past the retention were deleted.\nWhat an entry of the audit log records.';

create type app_public.audit_object as enum ('USER', 'ALERT', 'HELD_PUBLICATION', 'DRAFT', 'TEMPLATE', 'AREA');
comment on type app_public.audit_object is
  E'@value USER A user.\n@value ALERT An alert.\n@value HELD_PUBLICATION A held publication.\n@value DRAFT A shared draft.\n@value TEMPLATE A template of alerts.\n@value AREA A saved area.\nWhat an action was done to.';

create table app_public.audit_entries (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  actor_id integer,
  session_id bigint,
  request_id text,
  action app_public.audit_action not null,
  object_type app_public.audit_object,
  object_id bigint,
  facts jsonb not null default '{}'
    constraint audit_entries_facts check (octet_length(facts::text) <= 8192)
);
comment on table app_public.audit_entries is
  E'@newestFirst\n@listForAdmins\n@filterBy actor_id action object_type object_id created_at..\nAn entry of the audit log: who did what, and when. Entries hold ids only, and are never changed.';
comment on column app_public.audit_entries.id is 'The id of the entry.';
comment on column app_public.audit_entries.created_at is 'When it was done, in seconds since 1970-01-01 UTC.';
comment on column app_public.audit_entries.actor_id is 'The id of the user who did it. Null for the service itself, a database administrator, or a stranger.';
comment on column app_public.audit_entries.session_id is 'The id of the session in which it was done. Null without one.';
comment on column app_public.audit_entries.request_id is 'The id of the request, which is in the log of the service too. Null without one.';
comment on column app_public.audit_entries.action is 'What was done.';
comment on column app_public.audit_entries.object_type is 'What it was done to. Null if it concerns no single thing.';
comment on column app_public.audit_entries.object_id is 'The id of what it was done to. The thing may be gone.';
comment on column app_public.audit_entries.facts is 'What else is known of it: numbers, hashes and names of fields. Never a name, an address, a place or a text.';
create index audit_entries_actor_id_idx on app_public.audit_entries (actor_id, id);
create index audit_entries_action_idx on app_public.audit_entries (action, id);
create index audit_entries_object_idx on app_public.audit_entries (object_type, object_id, id);
create index audit_entries_created_at_idx on app_public.audit_entries (created_at);
create unique index audit_entries_once_a_minute on app_public.audit_entries (
    action, actor_id, session_id, object_type, object_id, date_trunc('minute', created_at at time zone 'UTC')) nulls not distinct
  where action in ('LOGIN_FAILED', 'PEOPLE_FOLLOWED');
alter table app_public.audit_entries enable row level security;
create policy read_all on app_public.audit_entries for select to app_admin
  using (true);
grant select on app_public.audit_entries to app_admin;

-- Entries wait here for their place in the chain, so that those who write entries do not wait for each other.
create table app_private.audit_waiting (
  entry_id bigint primary key
);
comment on table app_private.audit_waiting is 'The entries of the audit log that are not chained yet.';
comment on column app_private.audit_waiting.entry_id is 'The id of the entry.';
alter table app_private.audit_waiting enable row level security;

create table app_private.audit_chain (
  place bigint primary key,
  entry_id bigint not null
    constraint audit_chain_entry_id_key unique,
  hash bytea not null
    constraint audit_chain_hash check (octet_length(hash) = 32)
);
comment on table app_private.audit_chain is 'The chain of the audit log. Whoever changes or removes an entry breaks it.';
comment on column app_private.audit_chain.place is 'The place in the chain: 1 for the first entry.';
comment on column app_private.audit_chain.entry_id is 'The id of the entry.';
comment on column app_private.audit_chain.hash is 'SHA-256 of the hash at the place before and the text of the entry.';
alter table app_private.audit_chain enable row level security;

alter table app_private.settings
  add column audit_retention interval not null default '5 years'
    constraint settings_audit_retention check (audit_retention >= '1 year');
comment on column app_private.settings.audit_retention is 'How long entries of the audit log are kept.';

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
  'Writes an entry of the audit log in the transaction of what it records. Facts are numbers, hashes and names of fields, never a name, an address, a place or a text. An action that is kept once a minute writes nothing the second time.';
--! EndIncluded audit/app_private.audit.sql
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
  -- An answer that waits for this entry must not go out before the entry is safe.
  perform app_private.commit_synchronously();
  perform app_private.audit(
    case when is_subscription then 'PEOPLE_FOLLOWED' else 'PEOPLE_READ' end::app_public.audit_action,
    case when cardinality(user_ids) = 1 then 'USER' when alert_id is not null then 'ALERT' end::app_public.audit_object,
    case when cardinality(user_ids) = 1 then user_ids[1] else alert_id end,
    jsonb_build_object('fields', fields) || case when cardinality(user_ids) > 1 then jsonb_build_object('user_ids', user_ids) else '{}' end);
end
$$;
comment on function app_private.audit_read(text[], integer[], integer, boolean) is
  'Records that the administrator of this request reads other people''s positions, notifications or names, before the answer. A subscription is recorded once a minute. Does nothing for others: the fields refuse them, or show only what is theirs.';
grant execute on function app_private.audit_read(text[], integer[], integer, boolean) to app_anonymous, app_user;
--! EndIncluded audit/app_private.audit_read.sql
--! Included audit/app_private.audit_text.sql
create or replace function app_private.audit_text(entry app_public.audit_entries) returns text
language sql stable set search_path = pg_catalog, pg_temp
as $$
  select json_build_array(
    entry.id::text, extract(epoch from entry.created_at)::text, entry.actor_id::text, entry.session_id::text, entry.request_id,
    entry.action::text, entry.object_type::text, entry.object_id::text, entry.facts::text)::text
$$;
comment on function app_private.audit_text(app_public.audit_entries) is
  'Returns the text of an entry whose hash is chained: all its columns as a JSON array of strings. `npm run audit -- verify` computes it by itself.';
--! EndIncluded audit/app_private.audit_text.sql
--! Included audit/app_private.chain_audit.sql
create or replace function app_private.chain_audit(most integer default 10000) returns integer
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  head app_private.audit_chain;
  entry app_public.audit_entries;
  chained integer := 0;
begin
  -- Two jobs take turns. Those who write entries do not wait for this lock.
  lock table app_private.audit_chain in share row exclusive mode;
  select c.* into head from app_private.audit_chain c order by c.place desc limit 1;
  for entry in
    with taken as (
      delete from app_private.audit_waiting w
        where w.entry_id in (select n.entry_id from app_private.audit_waiting n order by n.entry_id limit chain_audit.most)
        returning w.entry_id
    )
    select e.* from taken t join app_public.audit_entries e on e.id = t.entry_id order by e.id
  loop
    head.place := coalesce(head.place, 0) + 1;
    head.hash := sha256(coalesce(head.hash, '') || convert_to(app_private.audit_text(entry), 'UTF8'));
    insert into app_private.audit_chain (place, entry_id, hash) values (head.place, entry.id, head.hash);
    chained := chained + 1;
  end loop;
  return chained;
end
$$;
comment on function app_private.chain_audit(integer) is
  'Chains the entries that wait, the smallest id first: each hash covers the entry and the hash before. An entry whose transaction took long comes after those with greater ids. Returns the number of entries.';
--! EndIncluded audit/app_private.chain_audit.sql
--! Included audit/app_private.purge_audit.sql
create or replace function app_private.purge_audit(most integer default 100000) returns integer
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  oldest_kept constant timestamptz := now() - (select s.audit_retention from app_private.settings s);
  last app_private.audit_chain;
begin
  lock table app_private.audit_chain in share row exclusive mode;
  -- The places before the first entry that is kept. The last place of the chain stays, as the next entry continues it.
  select c.* into last
    from app_private.audit_chain c
    where c.place < least(
      (select f.place from app_private.audit_chain f join app_public.audit_entries e on e.id = f.entry_id
        where e.created_at >= oldest_kept order by f.place limit 1),
      (select max(m.place) from app_private.audit_chain m),
      (select min(m.place) + purge_audit.most from app_private.audit_chain m))
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
  'Deletes the oldest entries that are past the retention, and records the last place and its hash, from which the rest of the chain is verified. Returns that place, 0 if there was nothing to delete.';
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
  'Refuses every change of the audit log and of its chain, to their owner too. Only entries past the retention can be deleted, and their places in the chain after them.';

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
--! Included audit/app_private.audit_settings.sql
-- A trigger, because database administrators update the settings by a plain statement.
create or replace function app_private.audit_settings() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  changes constant jsonb := (
    select jsonb_object_agg(n.key, jsonb_build_array(o.value, n.value))
      from jsonb_each(to_jsonb(new)) n join jsonb_each(to_jsonb(old)) o on o.key = n.key and o.value <> n.value);
begin
  if changes is not null then
    perform app_private.audit('SETTINGS_CHANGED', facts => changes);
  end if;
  return null;
end
$$;
comment on function app_private.audit_settings() is
  'Records which settings changed, each with its old and its new value.';

drop trigger if exists audit_settings on app_private.settings;
create trigger audit_settings after update on app_private.settings
  for each row execute function app_private.audit_settings();
--! EndIncluded audit/app_private.audit_settings.sql
--! Included audit/app_private.audit_publication.sql
-- A trigger, because a publication ends on several ways through app_private.publish_chunk().
create or replace function app_private.audit_publication() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  alert constant app_public.alerts := (select a from app_public.alerts a where a.id = new.alert_id);
begin
  perform app_private.audit(
    'PUBLICATION_COMPLETED', 'ALERT', new.alert_id,
    jsonb_build_object('version', alert.version, 'people', app_public.alerts_reached_users(alert)));
  return null;
end
$$;
comment on function app_private.audit_publication() is
  'Records that a version of an alert has been published to everyone concerned, and how many people the alert has reached.';

drop trigger if exists audit_publication on app_private.publications;
create trigger audit_publication after update on app_private.publications
  for each row when (new.completed_at is not null and old.completed_at is null)
  execute function app_private.audit_publication();
--! EndIncluded audit/app_private.audit_publication.sql
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
--! Included alerts/app_private.keep_version.sql
create or replace function app_private.keep_version(alert app_public.alerts) returns void
language sql volatile set search_path = pg_catalog, public, pg_temp
as $$
  insert into app_public.alert_versions (
      alert_id, version, user_id, zone1, level2_distance, level3_distance, expires_at, title, text1, text2, text3, all_clear, is_renotified)
    values (
      alert.id, alert.version, app_public.current_user_id(), alert.zone1, alert.level2_distance, alert.level3_distance,
      alert.expires_at, alert.title, alert.text1, alert.text2, alert.text3, alert.all_clear, alert.told_version = alert.version);
  select app_private.audit_version(alert)
$$;
comment on function app_private.keep_version(app_public.alerts) is
  'Stores the present state of an alert as a version by the user of this request.';
--! EndIncluded alerts/app_private.keep_version.sql
--! Included publication/app_private.hold_publication.sql
create or replace function app_private.hold_publication(input app_public.publication_input) returns app_public.held_publication
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  held app_private.held_publications;
begin
  if num_nonnulls(input.new_alert, input.changes, input.all_clear) <> 1
    or (input.new_alert is distinct from null) = (input.alert_id is not null)
  then
    raise exception using errcode = 'LA400',
      message = 'Send newAlert alone, or alertId with either changes or allClear.';
  end if;
  -- It runs to its end and is rolled back, so that only what changes meanwhile can make it fail when it is due.
  -- A code that ends in 000 would catch its whole class.
  begin
    perform app_private.run_publication(input.new_alert, input.alert_id, input.changes, input.all_clear);
    raise exception using errcode = 'LA200';
  exception when sqlstate 'LA200' then null;
  end;
  -- Whoever is told that it goes out, or that it does not, is told what survives the loss of a machine.
  perform app_private.commit_synchronously();
  delete from app_private.held_publications h where h.settled_at < now() - interval '30 days';
  insert into app_private.held_publications as h (user_id, key, due_at, new_alert, alert_id, changes, all_clear)
    select app_public.current_user_id(), input.key, clock_timestamp() + s.take_back_time, to_json(input.new_alert), input.alert_id,
        to_json(input.changes), input.all_clear
      from app_private.settings s
    on conflict (user_id, key) do nothing
    returning h.* into held;
  if held.id is null then
    select h.* into held from app_private.held_publications h
      where h.user_id = app_public.current_user_id() and h.key = input.key;
  else
    perform app_private.audit('PUBLICATION_HELD', 'HELD_PUBLICATION', held.id);
    perform graphile_worker.add_job('publish_held', json_build_object('id', held.id), run_at => held.due_at);
  end if;
  return app_private.held_publication(held);
end
$$;
comment on function app_private.hold_publication(app_public.publication_input) is
  'Holds a publication for the time in which it can be taken back, and queues the job that then runs app_private.publish_held(). A repeated key returns the first one. Errors are those that the publication would have now.';
grant execute on function app_private.hold_publication(app_public.publication_input) to app_admin;
--! EndIncluded publication/app_private.hold_publication.sql
--! Included publication/app_private.take_back.sql
create or replace function app_private.take_back(held_id integer) returns app_public.held_publication
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  held app_private.held_publications;
begin
  perform app_private.commit_synchronously();
  update app_private.held_publications h
    set state = 'TAKEN_BACK', settled_at = clock_timestamp(), settled_by = app_public.current_user_id()
    where h.id = held_id and h.state = 'HELD';
  if found then
    perform app_private.audit('PUBLICATION_TAKEN_BACK', 'HELD_PUBLICATION', held_id);
  end if;
  select h.* into held from app_private.held_publications h where h.id = held_id;
  if held.id is null then
    raise exception using errcode = 'LA404', message = 'There is no held publication with this id.';
  elsif held.state = 'PUBLISHED' then
    raise exception using errcode = 'LA409', message = 'It is too late to take it back, because it has been published: correct it, or end it with an all-clear.';
  end if;
  return app_private.held_publication(held);
end
$$;
comment on function app_private.take_back(integer) is
  'Takes back a held publication: nothing of it is published, then or later. Error LA404 for an unknown one, LA409 for one that was published.';
grant execute on function app_private.take_back(integer) to app_admin;
--! EndIncluded publication/app_private.take_back.sql
--! Included users/app_private.fail_login.sql
create or replace function app_private.fail_login(email text, address cidr) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
begin
  -- A count that a crash of PostgreSQL loses does no harm, and a login must not wait for the disk.
  perform set_config('synchronous_commit', 'off', true);
  -- All take the counters in the same order, so that they cannot wait for each other.
  insert into app_private.login_failures as f (counter, key, failures, last_at)
    select k.counter, k.key, 1, now()
      from app_private.login_counters(fail_login.email, fail_login.address) k order by k.counter
    on conflict on constraint login_failures_pkey do update
      set last_at = now(), failures = 1 + greatest(0, f.failures - extract(epoch from now() - f.last_at) / (
        select extract(epoch from l.forgiven_every) from app_private.login_limits l where l.counter = f.counter));
  -- Made-up emails must not fill the disk between two runs of the job.
  if random() < 0.001 then
    perform app_private.purge_logins();
  end if;
  -- Last, as it may wait for another failure of the account.
  perform app_private.audit('LOGIN_FAILED', 'USER', (
    select e.user_id from app_private.user_emails e where e.email = lower(fail_login.email)));
end
$$;
comment on function app_private.fail_login(text, cidr) is
  'Counts a wrong password, or an email that nobody has.';
grant execute on function app_private.fail_login(text, cidr) to app_host;
--! EndIncluded users/app_private.fail_login.sql
--! Included users/app_private.set_first_password.sql
create or replace function app_private.set_first_password(token text, password_hash text) returns text
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner_email constant text := app_private.password_link_email(token);
  owner_id integer;
begin
  -- The row's lock makes two uses of a link take turns. The second one finds it gone.
  delete from app_private.password_links l
    where owner_email is not null and l.user_id = split_part(token, '.', 1)::integer
    returning l.user_id into owner_id;
  if owner_id is null then
    return null;
  end if;
  insert into app_private.user_credentials (user_id, password_hash) values (owner_id, set_first_password.password_hash);
  perform app_private.audit('PASSWORD_SET', 'USER', owner_id, actor_id => owner_id);
  return owner_email;
end
$$;
comment on function app_private.set_first_password(text, text) is
  'Sets a user''s first password by the token of a link, and ends the link. Returns the email to log in with. Null if the token is wrong, used or expired.';
grant execute on function app_private.set_first_password(text, text) to app_host;
--! EndIncluded users/app_private.set_first_password.sql
--! Included keys/app_public.device_key_add.sql
create or replace function app_public.device_key_add(name text) returns app_public.device_key
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  most_keys constant integer := 20;
  caller_id constant integer := app_private.require_user_id();
  -- 122 random bits. The user's id says on which machine of a cluster the key is.
  secret constant text := caller_id || '-' || replace(gen_random_uuid()::text, '-', '');
  added app_private.device_keys;
begin
  -- The row's lock makes two additions take turns. The later of them counts the other's key.
  update app_private.user_credentials c set password_hash = c.password_hash where c.user_id = caller_id;
  if (select count(*) from app_private.device_keys k where k.user_id = caller_id) >= most_keys then
    raise exception using errcode = 'LA409', message = format('You have %s device keys: revoke one first.', most_keys);
  end if;
  insert into app_private.device_keys (user_id, name, key_hash)
    values (caller_id, btrim(device_key_add.name), app_private.key_hash(secret))
    returning * into added;
  perform app_private.audit('DEVICE_KEY_ADDED', 'USER', caller_id, jsonb_build_object('device_key_id', added.id));
  return app_private.device_key(added, secret);
end
$$;
comment on function app_public.device_key_add(text) is
  E'@argument name A name to know the device by.\nMakes a device key, with which an app reports your positions without your password. Only this answer contains the key. Error CONFLICT if you have twenty.';
grant execute on function app_public.device_key_add(text) to app_user;
--! EndIncluded keys/app_public.device_key_add.sql
--! Included keys/app_public.device_key_revoke.sql
create or replace function app_public.device_key_revoke(id integer) returns app_public.device_key
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  caller constant app_public.users := app_private.require_user();
  revoked app_private.device_keys;
begin
  delete from app_private.device_keys k
    where k.id = device_key_revoke.id and (k.user_id = caller.id or caller.is_admin and not caller.is_training)
    returning k.* into revoked;
  if revoked.id is null then
    raise exception using errcode = 'LA404', message = 'You have no device key with this id.';
  end if;
  perform app_private.audit('DEVICE_KEY_REVOKED', 'USER', revoked.user_id, jsonb_build_object('device_key_id', revoked.id));
  return app_private.device_key(revoked);
end
$$;
comment on function app_public.device_key_revoke(integer) is
  E'@argument id The id of the device key.\nRevokes one of your device keys: the next report with it is refused. Administrators who are no training users can revoke anyone''s. Returns the key without its secret. Error NOT_FOUND for an unknown id, and for the key of someone else.';
grant execute on function app_public.device_key_revoke(integer) to app_user;
--! EndIncluded keys/app_public.device_key_revoke.sql
--! Included users/app_private.delete_user.sql
create or replace function app_private.delete_user(user_id integer) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (select from app_public.alerts a where a.user_id = delete_user.user_id)
    or exists (select from app_public.alert_versions v where v.user_id = delete_user.user_id)
    or exists (select from app_public.notifications n where n.user_id = delete_user.user_id)
    or exists (select from app_public.last_positions l where l.user_id = delete_user.user_id)
  then
    raise exception using errcode = 'foreign_key_violation',
      message = format('users %s cannot be deleted: alerts, positions or notifications refer to it, and they prove who was told and why.', user_id);
  end if;
  perform app_private.remove_devices(delete_user.user_id, array(
    select d.id from app_private.devices d where d.user_id = delete_user.user_id));
  delete from app_private.left_devices l where l.user_id = delete_user.user_id;
  delete from app_private.login_addresses a where a.user_id = delete_user.user_id;
  delete from app_public.sessions s where s.user_id = delete_user.user_id;
  delete from app_private.device_keys k where k.user_id = delete_user.user_id;
  delete from app_public.quiet_hours q where q.user_id = delete_user.user_id;
  delete from app_private.user_emails e where e.user_id = delete_user.user_id;
  delete from app_private.password_links l where l.user_id = delete_user.user_id;
  delete from app_private.user_credentials c where c.user_id = delete_user.user_id;
  delete from app_public.users u where u.id = delete_user.user_id;
  perform app_private.audit('USER_REMOVED', 'USER', delete_user.user_id);
  perform pg_notify('token_revoked', delete_user.user_id::text);
end
$$;
comment on function app_private.delete_user(integer) is
  'Deletes a user with their credentials, sessions, email, devices, device keys and quiet hours, for a database administrator. Error 23503 if the user published an alert, reported a position or was notified. A plain delete is refused, as it would leave the email and the devices reserved.';
--! EndIncluded users/app_private.delete_user.sql
--! Included users/app_public.new_user.sql
create or replace function app_public.new_user(
  email text, password_hash text, name text, address text, is_admin boolean
) returns app_public.users
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  created app_public.users;
begin
  insert into app_public.users (email, name, address, is_admin, is_training)
    values (new_user.email, new_user.name, new_user.address, new_user.is_admin, coalesce((app_public.me()).is_training, false))
    returning * into created;
  insert into app_private.user_emails (email, user_id) values (lower(created.email), created.id);
  insert into app_private.user_credentials (user_id, password_hash) values (created.id, new_user.password_hash);
  perform app_private.audit('USER_CREATED', 'USER', created.id, jsonb_build_object('is_admin', created.is_admin));
  return created;
end
$$;
comment on function app_public.new_user(text, text, text, text, boolean) is
  E'@behavior -mutationField\nCreates a user with a password that the host has hashed. Users whom a training user creates are training users. Returns the user.';
grant execute on function app_public.new_user(text, text, text, text, boolean) to app_admin;
--! EndIncluded users/app_public.new_user.sql
--! Included users/app_public.users_import.sql
create or replace function app_public.users_import(users app_public.user_import[], dry_run boolean default false)
returns setof app_public.user_import_line
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp rows 100
as $$
declare
  most_users constant integer := 5000;
  is_trainee constant boolean := coalesce((app_public.me()).is_training, false);
  entry app_public.user_import;
  line app_public.user_import_line;
  lines app_public.user_import_line[] := '{}';
  has_errors boolean := false;
  refused_by text;
  are_repeated constant boolean[] := array(
    select row_number() over (partition by lower(btrim(u.email)) order by u.ordinality) > 1
      from unnest(users) with ordinality as u order by u.ordinality);
begin
  if cardinality(users) > most_users then
    raise exception using errcode = 'LA400', message = 'users has more than 5,000 entries: import them in several parts.';
  end if;
  -- The block is undone by an error of its own after a dry run, or if an entry is refused.
  begin
    foreach entry in array users loop
      line := row(cardinality(lines), null, null)::app_public.user_import_line;
      begin
        insert into app_public.users as u (email, name, address, is_tester, is_training)
          values (btrim(entry.email), btrim(entry.name), coalesce(btrim(entry.address), ''), coalesce(entry.is_tester, false), is_trainee)
          returning u.id into line.user_id;
        insert into app_private.user_emails (email, user_id) values (lower(btrim(entry.email)), line.user_id);
        perform app_private.audit('USER_IMPORTED', 'USER', line.user_id);
      exception
        when not_null_violation then
          get stacked diagnostics refused_by = column_name;
          line.user_id := null;
          line.error := format('%s is missing.', refused_by);
        when check_violation or unique_violation then
          get stacked diagnostics refused_by = constraint_name;
          line.user_id := null;
          line.error := case
            when refused_by = 'users_email_key' and are_repeated[cardinality(lines) + 1]
            then 'This email comes twice in the list: leave one of them out.'
            else (select obj_description(c.oid, 'pg_constraint') from pg_constraint c
              where c.conname = refused_by and c.connamespace in ('app_public'::regnamespace, 'app_private'::regnamespace))
          end;
      end;
      has_errors := has_errors or line.error is not null;
      lines := lines || line;
    end loop;
    if has_errors or dry_run then
      raise exception using errcode = 'LA000';
    end if;
  exception when sqlstate 'LA000' then
    -- The ids were those of rows that are gone.
    lines := array(select row(l.index, null, l.error)::app_public.user_import_line from unnest(lines) with ordinality as l order by l.ordinality);
  end;
  return query select l.index, l.user_id, l.error from unnest(lines) with ordinality as l order by l.ordinality;
end
$$;
comment on function app_public.users_import(app_public.user_import[], boolean) is
  E'@argument users The users to create, at most 5,000.\n@argument dryRun True to check the users and create none.\nCreates many users, all of them or none. They have no password until they set one by a link: see newPasswordLinks. Returns a line for each entry, in their order. If a line has an error, no user was created. For administrators.';
grant execute on function app_public.users_import(app_public.user_import[], boolean) to app_admin;
--! EndIncluded users/app_public.users_import.sql
--! Included users/app_public.new_password_links.sql
create or replace function app_public.new_password_links(user_ids integer[]) returns setof app_public.password_link
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp rows 100
as $$
declare
  most_users constant integer := 5000;
  lifetime constant interval := (select s.password_link_lifetime from app_private.settings s);
  owner_id integer;
  link app_public.password_link;
  secret text;
begin
  if cardinality(user_ids) > most_users then
    raise exception using errcode = 'LA400', message = 'userIds has more than 5,000 entries: ask for them in several parts.';
  end if;
  foreach owner_id in array user_ids loop
    if not exists (select from app_public.users u where u.id = owner_id) then
      raise exception using errcode = 'LA404', message = 'There is no user with this id.';
    end if;
    -- Otherwise an administrator's stolen token could take over any user. userPasswordReset asks for a password.
    if exists (select from app_private.user_credentials c where c.user_id = owner_id) then
      raise exception using errcode = 'LA409', message = 'This user already has a password: give them a new one instead.';
    end if;
    secret := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
    link := row(owner_id, owner_id || '.' || secret, now() + lifetime)::app_public.password_link;
    insert into app_private.password_links as l (user_id, token_hash, expires_at)
      values (owner_id, sha256(convert_to(secret, 'UTF8')), link.expires_at)
      on conflict on constraint password_links_pkey do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at;
    perform app_private.audit('PASSWORD_LINK_MADE', 'USER', owner_id);
    return next link;
  end loop;
end
$$;
comment on function app_public.new_password_links(integer[]) is
  E'@argument userIds The ids of users without a password, at most 5,000.\nMakes a link for each of these users, by which they set their password. An earlier link of theirs no longer works. For administrators. Error CONFLICT for a user who has a password.';
grant execute on function app_public.new_password_links(integer[]) to app_admin;
--! EndIncluded users/app_public.new_password_links.sql
--! Included users/app_public.user_edit.sql
-- Security definer, to reserve the email. So it checks by itself what the policies of users say.
create or replace function app_public.user_edit(input app_public.user_edit, id integer) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  caller constant app_public.users := app_public.me();
  edited app_public.users;
begin
  if caller.id = user_edit.id or caller.is_admin then
    update app_public.users u
      set email = coalesce(user_edit.input.email, u.email),
          name = coalesce(user_edit.input.name, u.name),
          address = coalesce(user_edit.input.address, u.address)
      where u.id = user_edit.id
      returning u.* into edited;
  end if;
  if edited.id is null then
    raise exception using errcode = 'LA404', message = 'There is no user with this id that you may edit.';
  end if;
  if not app_private.has_email(edited.id, edited.email) then
    delete from app_private.user_emails e where e.user_id = edited.id;
    insert into app_private.user_emails (email, user_id) values (lower(edited.email), edited.id);
  end if;
  perform app_private.audit('USER_EDITED', 'USER', edited.id, jsonb_build_object('fields', array(
    select f.key from jsonb_each(jsonb_strip_nulls(to_jsonb(user_edit.input))) f)));
  return edited;
end
$$;
comment on function app_public.user_edit(app_public.user_edit, integer) is
  E'@argument input The fields to change.\n@argument id The user''s id.\nEdits your own user; an administrator may edit any user. Returns the edited user. Error NOT_FOUND for an unknown id and for the id of someone else.';
grant execute on function app_public.user_edit(app_public.user_edit, integer) to app_user;
--! EndIncluded users/app_public.user_edit.sql
--! Included users/app_public.user_rights.sql
create or replace function app_public.user_rights(id integer, input app_public.user_rights_input) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  had_right boolean;
  changed app_public.users;
begin
  perform app_private.refuse_training_users();
  -- The lock makes two administrators who demote each other take turns, so that one remains.
  perform from app_private.settings for update;
  select u.is_admin into had_right from app_public.users u where u.id = user_rights.id;
  update app_public.users u
    set is_admin = coalesce(input.is_admin, u.is_admin), is_tester = coalesce(input.is_tester, u.is_tester)
    where u.id = user_rights.id
    returning u.* into changed;
  if changed.id is null then
    raise exception using errcode = 'LA404', message = 'There is no user with this id.';
  end if;
  if not exists (select from app_public.users u where u.is_admin) then
    raise exception using errcode = 'LA409', message = 'This is the last administrator: make another user an administrator first.';
  end if;
  perform app_private.require_trained_administrator();
  if changed.is_admin <> had_right then
    -- Losing the right ends the sessions, be it now or in an update of users alone that came before.
    delete from app_public.sessions s where s.user_id = changed.id and (had_right or s.is_admin);
    update app_public.sessions s set is_admin = changed.is_admin where s.user_id = changed.id;
    perform pg_notify('token_revoked', changed.id::text);
  end if;
  perform app_private.audit(
    'RIGHTS_CHANGED', 'USER', changed.id, jsonb_build_object('is_admin', changed.is_admin, 'is_tester', changed.is_tester));
  return changed;
end
$$;
comment on function app_public.user_rights(integer, app_public.user_rights_input) is
  E'@argument id The user''s id.\n@argument input The rights to change.\nChanges whether a user is an administrator or a tester. For administrators who are no training users. Error CONFLICT for the last administrator.';
grant execute on function app_public.user_rights(integer, app_public.user_rights_input) to app_admin;
--! EndIncluded users/app_public.user_rights.sql
--! Included users/app_public.user_training.sql
create or replace function app_public.user_training(id integer, is_training boolean) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  changed app_public.users;
begin
  perform app_private.refuse_training_users();
  -- The same lock as in user_rights(), so that one administrator remains who is not in training.
  perform from app_private.settings for update;
  update app_public.users u set is_training = user_training.is_training where u.id = user_training.id
    returning u.* into changed;
  if changed.id is null then
    raise exception using errcode = 'LA404', message = 'There is no user with this id.';
  end if;
  perform app_private.require_trained_administrator();
  perform app_private.audit('TRAINING_CHANGED', 'USER', changed.id, jsonb_build_object('is_training', changed.is_training));
  return changed;
end
$$;
comment on function app_public.user_training(integer, boolean) is
  E'@argument id The user''s id.\n@argument isTraining True to make every alert of the user an exercise, false to end that.\nBegins or ends a user''s training. For administrators who are no training users. Error CONFLICT for the last administrator who is not in training.';
grant execute on function app_public.user_training(integer, boolean) to app_admin;
--! EndIncluded users/app_public.user_training.sql
--! Included users/app_public.user_password_edit.sql
create or replace function app_public.user_password_edit(password_hash text) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner app_public.users := app_private.require_user();
begin
  update app_private.user_credentials c set password_hash = user_password_edit.password_hash where c.user_id = owner.id;
  perform app_private.audit('PASSWORD_CHANGED', 'USER', owner.id);
  perform app_private.end_sessions(owner.id, kept_id => app_private.current_session_id());
  return owner;
end
$$;
comment on function app_public.user_password_edit(text) is E'@behavior -mutationField\nReplaces your password by one that the host has hashed. The session of this request stays; your other sessions end. Returns you.';
grant execute on function app_public.user_password_edit(text) to app_user;
--! EndIncluded users/app_public.user_password_edit.sql
--! Included users/app_public.user_password_reset.sql
create or replace function app_public.user_password_reset(id integer, password_hash text) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  changed app_public.users;
begin
  select u.* into changed from app_public.users u where u.id = user_password_reset.id;
  if changed.id is null then
    raise exception using errcode = 'LA404', message = 'There is no user with this id.';
  end if;
  -- An imported user may have no password yet.
  insert into app_private.user_credentials as c (user_id, password_hash) values (changed.id, user_password_reset.password_hash)
    on conflict on constraint user_credentials_pkey do update set password_hash = excluded.password_hash;
  delete from app_private.password_links l where l.user_id = changed.id;
  perform app_private.audit('PASSWORD_RESET', 'USER', changed.id);
  perform app_private.end_sessions(changed.id);
  return changed;
end
$$;
comment on function app_public.user_password_reset(integer, text) is E'@behavior -mutationField\nReplaces a user''s password by one that the host has hashed, and ends all their sessions. For administrators. Returns the user.';
grant execute on function app_public.user_password_reset(integer, text) to app_admin;
--! EndIncluded users/app_public.user_password_reset.sql
--! Included sessions/app_private.begin_session.sql
create or replace function app_private.begin_session(
  user_id integer, password_hash text, lifetime interval, client text default null, family_hash bytea default null, token_hash bytea default null
) returns bigint
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  most_sessions constant integer := 100;
  new_id bigint;
begin
  -- The row's lock makes this login and a change of the password take turns. The later of them sees the other.
  update app_private.user_credentials c set password_hash = c.password_hash
    where c.user_id = begin_session.user_id and c.password_hash = begin_session.password_hash;
  if not found then
    return null;
  end if;
  insert into app_public.sessions as s (user_id, expires_at, is_admin, client)
    select u.id, now() + begin_session.lifetime, u.is_admin, nullif(left(begin_session.client, 200), '')
      from app_public.users u where u.id = begin_session.user_id
    returning s.id into new_id;
  if begin_session.token_hash is not null then
    insert into app_private.refresh_tokens (user_id, session_id, family_hash, token_hash)
      values (begin_session.user_id, new_id, begin_session.family_hash, begin_session.token_hash);
  end if;
  delete from app_public.sessions s
    where s.user_id = begin_session.user_id and s.id in (
      select o.id from app_public.sessions o where o.user_id = begin_session.user_id
        order by o.expires_at > now() desc, o.used_at desc, o.id desc offset most_sessions);
  if found then
    perform pg_notify('token_revoked', begin_session.user_id::text);
  end if;
  perform app_private.audit('LOGGED_IN', 'USER', begin_session.user_id, actor_id => begin_session.user_id, session_id => new_id);
  return new_id;
end
$$;
comment on function app_private.begin_session(integer, text, interval, text, bytea, bytea) is
  'Begins a session of a user whose password the host has checked against this hash, and returns its id. Null if the password has changed meanwhile. A user has at most a hundred sessions: the least recently used one ends.';
grant execute on function app_private.begin_session(integer, text, interval, text, bytea, bytea) to app_host;
--! EndIncluded sessions/app_private.begin_session.sql
--! Included sessions/app_private.end_sessions.sql
create or replace function app_private.end_sessions(user_id integer, kept_id bigint default null) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  ended integer;
begin
  delete from app_public.sessions s
    where s.user_id = end_sessions.user_id and s.id is distinct from end_sessions.kept_id;
  get diagnostics ended = row_count;
  if ended > 0 then
    perform app_private.audit('SESSIONS_ENDED', 'USER', end_sessions.user_id, jsonb_build_object('sessions', ended));
  end if;
  perform pg_notify('token_revoked', end_sessions.user_id::text);
end
$$;
comment on function app_private.end_sessions(integer, bigint) is
  'Ends all sessions of a user, or all but one, and announces it to the hosts, so that they close the connections of these sessions.';
--! EndIncluded sessions/app_private.end_sessions.sql
--! Included sessions/app_private.refresh_session.sql
create or replace function app_private.refresh_session(
  user_id integer, session_id bigint, family_hash bytea, token_hash bytea, next_key bytea, next_hash bytea, lifetime interval
) returns bytea
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  kept app_private.refresh_tokens;
begin
  -- Only who had a token of this session knows its family. So nobody else can end the session below.
  if not exists (select from app_private.refresh_tokens r
      where r.user_id = refresh_session.user_id and r.session_id = refresh_session.session_id and r.family_hash = refresh_session.family_hash)
    or (app_private.authenticate(refresh_session.user_id, refresh_session.session_id)).role = 'app_anonymous'
  then
    return null;
  end if;
  -- The row's lock makes two refreshes at once take turns.
  update app_public.sessions s set used_at = now(), expires_at = now() + refresh_session.lifetime
    where s.user_id = refresh_session.user_id and s.id = refresh_session.session_id;
  select r.* into kept from app_private.refresh_tokens r
    where r.user_id = refresh_session.user_id and r.session_id = refresh_session.session_id;
  if kept.token_hash = refresh_session.token_hash then
    update app_private.refresh_tokens r
      set previous_hash = r.token_hash, token_hash = refresh_session.next_hash, successor_key = refresh_session.next_key
      where r.user_id = refresh_session.user_id and r.session_id = refresh_session.session_id;
    return refresh_session.next_key;
  elsif kept.previous_hash = refresh_session.token_hash then
    return kept.successor_key;
  end if;
  delete from app_public.sessions s
    where s.user_id = refresh_session.user_id and s.id = refresh_session.session_id;
  perform app_private.audit(
    'SESSION_ENDED', 'USER', refresh_session.user_id,
    jsonb_build_object('session_id', refresh_session.session_id, 'reason', 'REFRESH_TOKEN_REPEATED'));
  perform pg_notify('token_revoked', refresh_session.user_id::text);
  return null;
end
$$;
comment on function app_private.refresh_session(integer, bigint, bytea, bytea, bytea, bytea, interval) is
  'Prolongs a session by a refresh token, and returns the key from which the host computes the token''s successor. The same token gets the same key until its successor is used. An older token ends the session, as it may be stolen. Null if the token is not accepted.';
grant execute on function app_private.refresh_session(integer, bigint, bytea, bytea, bytea, bytea, interval) to app_host;
--! EndIncluded sessions/app_private.refresh_session.sql
--! Included sessions/app_public.logout.sql
create or replace function app_public.logout() returns app_public.users
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner app_public.users := app_private.require_user();
begin
  delete from app_public.sessions s where s.user_id = owner.id and s.id = app_private.current_session_id();
  perform app_private.audit('SESSION_ENDED', 'USER', owner.id, jsonb_build_object('session_id', app_private.current_session_id()));
  perform pg_notify('token_revoked', owner.id::text);
  return owner;
end
$$;
comment on function app_public.logout() is
  'Ends the session of this request: its tokens are refused from the next request on. Returns you.';
grant execute on function app_public.logout() to app_user;
--! EndIncluded sessions/app_public.logout.sql
--! Included sessions/app_public.session_end.sql
create or replace function app_public.session_end(id bigint) returns app_public.sessions
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  ended app_public.sessions;
begin
  delete from app_public.sessions s where s.user_id = app_public.current_user_id() and s.id = session_end.id
    returning s.* into ended;
  if ended.id is null then
    raise exception using errcode = 'LA404', message = 'You have no session with this id.';
  end if;
  perform app_private.audit('SESSION_ENDED', 'USER', ended.user_id, jsonb_build_object('session_id', ended.id));
  perform pg_notify('token_revoked', ended.user_id::text);
  return ended;
end
$$;
comment on function app_public.session_end(bigint) is
  E'@argument id The id of the session.\nEnds one of your sessions: its tokens are refused from the next request on. Returns the session. Error NOT_FOUND for an unknown id and for a session of someone else.';
grant execute on function app_public.session_end(bigint) to app_user;
--! EndIncluded sessions/app_public.session_end.sql
--! Included drafts/app_private.take_shared_draft.sql
create or replace function app_private.take_shared_draft(draft_id integer) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  perform app_private.lock_shared_draft(draft_id);
  delete from app_public.shared_drafts d where d.id = draft_id;
  perform app_private.audit('DRAFT_REMOVED', 'DRAFT', draft_id, '{"reason": "PUBLISHED"}');
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
  perform app_private.audit('DRAFT_CREATED', 'DRAFT', draft.id);
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
  perform app_private.audit('DRAFT_EDITED', 'DRAFT', draft.id, jsonb_build_object('version', draft.version + 1));
  return app_private.mark_shared_draft(draft.id);
end
$$;
comment on function app_public.shared_draft_edit(integer, app_public.shared_draft_edit) is
  E'@argument id The id of the shared draft.\n@argument input The changes.\nChanges a shared draft, and marks you as its editor. For administrators; training users change drafts of training users only. Error CONFLICT if it has another version than expectedVersion says, NOT_FOUND if it was published or removed.';
grant execute on function app_public.shared_draft_edit(integer, app_public.shared_draft_edit) to app_admin;
--! EndIncluded drafts/app_public.shared_draft_edit.sql
--! Included drafts/app_public.shared_draft_remove.sql
create or replace function app_public.shared_draft_remove(id integer) returns app_public.shared_drafts
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  draft constant app_public.shared_drafts := app_private.lock_shared_draft(shared_draft_remove.id);
begin
  delete from app_public.shared_drafts d where d.id = draft.id;
  perform app_private.audit('DRAFT_REMOVED', 'DRAFT', draft.id);
  return draft;
end
$$;
comment on function app_public.shared_draft_remove(integer) is
  E'@argument id The id of the shared draft.\nRemoves a shared draft, and returns it. For administrators; training users remove drafts of training users only.';
grant execute on function app_public.shared_draft_remove(integer) to app_admin;
--! EndIncluded drafts/app_public.shared_draft_remove.sql
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
  perform app_private.audit('TEMPLATE_CREATED', 'TEMPLATE', saved.id);
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
  perform app_private.audit('TEMPLATE_EDITED', 'TEMPLATE', saved.id, jsonb_build_object('version', saved.version));
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
  perform app_private.audit('TEMPLATE_REMOVED', 'TEMPLATE', removed.id);
  return removed;
end
$$;
comment on function app_public.alert_template_remove(integer) is
  E'@argument id The id of the template.\nRemoves a template, and returns it. Alerts that were made from it stay as they are. For administrators who are no training users.';
grant execute on function app_public.alert_template_remove(integer) to app_admin;
--! EndIncluded templates/app_public.alert_template_remove.sql
--! Included areas/app_public.new_saved_area.sql
create or replace function app_public.new_saved_area(input app_public.saved_area_input) returns app_public.saved_areas
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  saved app_public.saved_areas;
begin
  perform app_private.refuse_training_users();
  insert into app_public.saved_areas (name, area, user_id)
    values (btrim(input.name), public.st_multi(app_private.area_of_geojson(input.area)), app_public.current_user_id())
    returning * into saved;
  perform app_private.audit('AREA_CREATED', 'AREA', saved.id);
  return saved;
end
$$;
comment on function app_public.new_saved_area(app_public.saved_area_input) is
  E'@argument input The area to save.\nSaves an area by name. For administrators who are no training users. Error CONFLICT if another saved area has the name.';
grant execute on function app_public.new_saved_area(app_public.saved_area_input) to app_admin;
--! EndIncluded areas/app_public.new_saved_area.sql
--! Included areas/app_public.saved_area_edit.sql
create or replace function app_public.saved_area_edit(id integer, input app_public.saved_area_edit) returns app_public.saved_areas
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  saved app_public.saved_areas;
begin
  perform app_private.refuse_training_users();
  select a.* into saved from app_public.saved_areas a where a.id = saved_area_edit.id for update;
  perform app_private.require_version(saved.version, input.expected_version);
  update app_public.saved_areas a
    set name = coalesce(btrim(input.name), a.name),
      area = coalesce(public.st_multi(case when input.area is not null then app_private.area_of_geojson(input.area) end), a.area),
      user_id = app_public.current_user_id(), updated_at = now(), version = a.version + 1
    where a.id = saved.id
    returning a.* into saved;
  perform app_private.audit('AREA_EDITED', 'AREA', saved.id, jsonb_build_object('version', saved.version));
  return saved;
end
$$;
comment on function app_public.saved_area_edit(integer, app_public.saved_area_edit) is
  E'@argument id The id of the saved area.\n@argument input The changes.\nChanges a saved area. Alerts that were made from it keep theirs. For administrators who are no training users. Error CONFLICT if it has another version than expectedVersion says, or another saved area has the name.';
grant execute on function app_public.saved_area_edit(integer, app_public.saved_area_edit) to app_admin;
--! EndIncluded areas/app_public.saved_area_edit.sql
--! Included areas/app_public.saved_area_remove.sql
create or replace function app_public.saved_area_remove(id integer) returns app_public.saved_areas
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  removed app_public.saved_areas;
begin
  perform app_private.refuse_training_users();
  delete from app_public.saved_areas a where a.id = saved_area_remove.id returning a.* into removed;
  perform app_private.require_version(removed.version, removed.version);
  perform app_private.audit('AREA_REMOVED', 'AREA', removed.id);
  return removed;
end
$$;
comment on function app_public.saved_area_remove(integer) is
  E'@argument id The id of the saved area.\nRemoves a saved area, and returns it. Alerts that were made from it keep theirs. For administrators who are no training users.';
grant execute on function app_public.saved_area_remove(integer) to app_admin;
--! EndIncluded areas/app_public.saved_area_remove.sql
