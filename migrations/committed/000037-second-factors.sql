--! Previous: sha1:d4ade1d5cbd4f0c3adf968dc0ffc54fe8fb533e9
--! Hash: sha1:a8d023c1fe059a451e5b2af0f93c390187c36734
--! Message: second factors

set local check_function_bodies = off; -- Functions call later ones.

-- These have other arguments or columns below.
drop function app_private.begin_session(integer, text, interval, text, bytea, bytea);
drop function app_private.login_credentials(text);
drop function app_private.password_to_confirm(integer, bigint);

create type app_public.login_way as enum ('PASSWORD', 'TOTP', 'PASSKEY', 'RECOVERY_CODE');
comment on type app_public.login_way is
  E'@value PASSWORD A password alone.\n@value TOTP A password and a code of an authenticator app.\n@value PASSKEY A passkey.\n@value RECOVERY_CODE A password and a recovery code.\nHow a user logs in.';
create type app_public.second_factor_demand as enum ('NONE', 'OFFERED', 'DEMANDED');
comment on type app_public.second_factor_demand is
  E'@value NONE Nobody adds one.\n@value OFFERED Whoever wants one has one.\n@value DEMANDED Whoever has none has no rights.\nWhether users have a second factor.';

create table app_public.second_factors (
  id integer not null generated always as identity,
  user_id integer not null,
  kind app_public.login_way not null,
  name text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  secret bytea not null,
  counter bigint not null,
  credential_id text,
  transports text[],
  constraint second_factors_pkey primary key (id),
  constraint second_factors_user_id_fkey foreign key (user_id) references app_public.users(id) on delete cascade,
  constraint second_factors_name check (char_length(name) between 1 and 100)
);
create index second_factors_user_id on app_public.second_factors (user_id);
create unique index second_factors_totp_key on app_public.second_factors (user_id) where kind = 'TOTP';
create unique index second_factors_credential_id_key on app_public.second_factors (credential_id);
alter table app_public.second_factors enable row level security;
create policy read_own on app_public.second_factors for select to app_user using (user_id = app_public.current_user_id());
grant select (id, user_id, kind, name, created_at, used_at) on app_public.second_factors to app_user;
comment on table app_public.second_factors is
  E'@behavior -query:resource:list -query:resource:connection\n@orderedBy id\nWhat a user shows besides a password: an authenticator app, or a passkey.';
comment on column app_public.second_factors.id is 'The id of the second factor.';
comment on column app_public.second_factors.user_id is E'@behavior -*\nThe user.';
comment on column app_public.second_factors.kind is 'TOTP or PASSKEY.';
comment on column app_public.second_factors.name is 'The name that the user gave it.';
comment on column app_public.second_factors.created_at is 'When it was added.';
comment on column app_public.second_factors.used_at is 'When it was last shown. Null if it was not since.';
comment on column app_public.second_factors.secret is
  E'@behavior -*\nThe secret of an authenticator app, encrypted by the host''s key, or the public key of a passkey.';
comment on column app_public.second_factors.counter is
  E'@behavior -*\nThe step of the last code, or the last signature''s counter: an earlier one is refused.';
comment on column app_public.second_factors.credential_id is E'@behavior -*\nThe id of the passkey.';
comment on column app_public.second_factors.transports is E'@behavior -*\nHow a browser reaches the passkey.';
comment on constraint second_factors_user_id_fkey on app_public.second_factors is
  E'@forwardBehavior -*\n@foreignFieldName secondFactors\n@behavior -manyRelation:resource:connection\n@backwardDescription The second factors of the user, for themselves.';
comment on constraint second_factors_name on app_public.second_factors is
  'name is empty or has more than 100 characters: write a short name.';
comment on index app_public.second_factors_totp_key is 'You have an authenticator app already: remove it first.';
comment on index app_public.second_factors_credential_id_key is 'This passkey was added already.';

create table app_private.recovery_codes (
  user_id integer not null,
  code_hash bytea not null,
  constraint recovery_codes_pkey primary key (user_id, code_hash),
  constraint recovery_codes_user_id_fkey foreign key (user_id) references app_public.users(id) on delete cascade
);
alter table app_private.recovery_codes enable row level security;
comment on table app_private.recovery_codes is 'The unused codes by which users log in without their second factor, once each.';
comment on column app_private.recovery_codes.user_id is 'The user.';
comment on column app_private.recovery_codes.code_hash is 'The SHA-256 of a code, which is random.';

create table app_public.second_factor_rules (
  role app_public.authority_role not null,
  rule app_public.second_factor_demand not null default 'OFFERED',
  demanded_from timestamptz,
  constraint second_factor_rules_pkey primary key (role)
);
alter table app_public.second_factor_rules enable row level security;
create policy read_all on app_public.second_factor_rules for select to app_manager using (true);
grant select on app_public.second_factor_rules to app_manager;
comment on table app_public.second_factor_rules is
  E'@behavior -query:resource:connection\n@orderedBy role\nWhether users whose highest role this is have second factors. For managers.';
comment on column app_public.second_factor_rules.role is 'The role.';
comment on column app_public.second_factor_rules.rule is 'Its rule.';
comment on column app_public.second_factor_rules.demanded_from is 'From when a second factor is demanded. Null if it is not.';
insert into app_public.second_factor_rules (role) select unnest(enum_range(null::app_public.authority_role));

create type app_public.second_factor_state as (
  rule app_public.second_factor_demand,
  demanded_from timestamptz,
  recovery_codes integer,
  fresh_until timestamptz
);
comment on type app_public.second_factor_state is 'What there is to know of a user''s second factors besides their list.';
comment on column app_public.second_factor_state.rule is E'@notNull\nThe rule of the user''s role.';
comment on column app_public.second_factor_state.demanded_from is 'From when a second factor is demanded. Null if it is not.';
comment on column app_public.second_factor_state.recovery_codes is E'@notNull\nHow many recovery codes are unused.';
comment on column app_public.second_factor_state.fresh_until is
  'Until when this session needs to show no second factor again. Null if it has shown none.';

alter table app_public.sessions
  add column login_way app_public.login_way not null default 'PASSWORD',
  add column second_factor_at timestamptz;
comment on column app_public.sessions.login_way is 'How the user logged in.';
comment on column app_public.sessions.second_factor_at is 'When it last showed a second factor. Null if it has shown none.';

alter table app_private.settings add column second_factor_lasts interval not null default '15 minutes';
-- The table has one row.
-- squawk-ignore constraint-missing-not-valid
alter table app_private.settings add constraint settings_second_factor_lasts
  check ((second_factor_lasts > '00:00:00') and (second_factor_lasts <= '1 day'));
comment on column app_private.settings.second_factor_lasts is
  'For how long after a second factor was shown it is not asked for again, before what only its owner may do.';
comment on constraint settings_second_factor_lasts on app_private.settings is
  'second_factor_lasts is not between 0 seconds and 1 day: write an interval between them.';

comment on column app_private.held_publications.break_glass is
  'Why nobody approved it although somebody had to, or why the second factor was not shown again. Null for others.';
comment on column app_public.held_publication.break_glass is
  'Why it was published alone although a second person had to approve it, or without showing the second factor again. Null for others.';
comment on column app_public.publication_input.break_glass is
  'Why it cannot wait for a second person, who would have to approve it, or for your second factor. All approvers are told, and the audit log says so. For approvers.';

alter type app_public.audit_action add value 'SECOND_FACTOR_ADDED' after 'PASSWORD_LINK_MADE';
alter type app_public.audit_action add value 'SECOND_FACTOR_REMOVED' after 'SECOND_FACTOR_ADDED';
alter type app_public.audit_action add value 'RECOVERY_CODES_MADE' after 'SECOND_FACTOR_REMOVED';
alter type app_public.audit_action add value 'SECOND_FACTOR_BYPASSED' after 'APPROVAL_BYPASSED';
comment on type app_public.audit_action is
  E'@value LOGGED_IN The actor began a session. The facts have the way of the login.\n@value LOGIN_FAILED Somebody gave a wrong password, or a wrong second factor, whose way the facts have. Once a minute for each user; without an object for emails that nobody has.\n@value SESSION_ENDED One session of the user ended.\n@value SESSIONS_ENDED A new password ended sessions of the user.\n@value PASSWORD_CHANGED The actor changed their own password.\n@value PASSWORD_RESET An administrator changed a user''s password.\n@value PASSWORD_SET A user set their password by a link.\n@value PASSWORD_LINK_MADE An administrator made a link by which a user sets their first password.\n@value SECOND_FACTOR_ADDED The actor added a second factor.\n@value SECOND_FACTOR_REMOVED A second factor of the user was removed, or all of them without the service.\n@value RECOVERY_CODES_MADE The actor replaced their recovery codes.\n@value DEVICE_KEY_ADDED The actor made a device key.\n@value DEVICE_KEY_REVOKED A device key of the user was revoked.\n@value USER_CREATED A user was created.\n@value USER_IMPORTED A user was created by an import.\n@value USER_EDITED A user was edited. The facts name the fields.\n@value USER_REMOVED A user was removed.\n@value USER_ERASED A person was erased. The facts have the numbers of positions and notifications.\n@value USER_EXPORTED All that is held of a person was exported.\n@value RIGHTS_CHANGED A user''s rights changed. The facts have the rights since.\n@value TRAINING_CHANGED A user''s training began or ended.\n@value ALERT_PUBLISHED An alert was published.\n@value ALERT_UPDATED A version of an alert was published.\n@value ALERT_CANCELLED An alert was cancelled.\n@value PUBLICATION_COMPLETED Everyone concerned by a version was notified. The facts have the number of people notified so far.\n@value PUBLICATION_ENDED The alert expired before everyone concerned was notified. The facts have the number of people notified.\n@value PUBLICATION_HELD A publication was held, to be taken back or to go out.\n@value PUBLICATION_TAKEN_BACK A held publication was taken back.\n@value PUBLICATION_PROPOSED A publication was proposed to the approvers.\n@value PUBLICATION_APPROVED A proposal of another person was approved.\n@value PUBLICATION_REJECTED A proposal was rejected, or returned for changes.\n@value APPROVAL_BYPASSED The actor published alone what a second person had to approve.\n@value SECOND_FACTOR_BYPASSED The actor published without showing the second factor again.\n@value DRAFT_CREATED A draft was shared.\n@value DRAFT_EDITED A shared draft was edited.\n@value DRAFT_REMOVED A shared draft was removed, or published.\n@value TEMPLATE_CREATED A template was saved.\n@value TEMPLATE_EDITED A template was edited.\n@value TEMPLATE_REMOVED A template was removed.\n@value AREA_CREATED An area was saved.\n@value AREA_EDITED A saved area was edited.\n@value AREA_REMOVED A saved area was removed.\n@value SETTINGS_CHANGED Settings of the service changed. The facts have the old and the new values.\n@value PEOPLE_READ An administrator read positions, notifications, device keys or names of other people. The facts name the fields.\n@value PEOPLE_FOLLOWED An administrator followed such data by a subscription. Once a minute.\n@value ENTRIES_PURGED Entries past the retention were deleted.\n@value INVITATION_MADE An administrator made an invitation.\n@value INVITATION_REVOKED An administrator revoked an invitation.\n@value USER_JOINED A person joined by an invitation.\n@value EMAIL_VERIFIED A user confirmed their email by a mailed link.\n@value AUTHORITY_CHANGED An authority was made or changed.\nWhat an entry of the audit log records.';

--! Included second-factors/app_private.has_second_factor.sql
create or replace function app_private.has_second_factor(user_id integer) returns boolean
language sql stable set search_path = pg_catalog, pg_temp
as $$
  select exists (select from app_public.second_factors f where f.user_id = has_second_factor.user_id)
$$;
comment on function app_private.has_second_factor(integer) is 'True if a user has a second factor.';
--! EndIncluded second-factors/app_private.has_second_factor.sql
--! Included second-factors/app_private.factor_is_fresh.sql
create or replace function app_private.factor_is_fresh() returns boolean
language sql stable set search_path = pg_catalog, pg_temp
as $$
  select not app_private.has_second_factor(app_public.current_user_id()) or exists (
    select from app_public.sessions s
      where s.user_id = app_public.current_user_id() and s.id = app_private.current_session_id()
        and s.second_factor_at > now() - (select t.second_factor_lasts from app_private.settings t))
$$;
comment on function app_private.factor_is_fresh() is
  'True if the user of this request has no second factor, or has shown one in this session a short while ago.';
--! EndIncluded second-factors/app_private.factor_is_fresh.sql
--! Included second-factors/app_private.require_fresh_factor.sql
create or replace function app_private.require_fresh_factor() returns void
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if not app_private.factor_is_fresh() then
    raise exception using errcode = 'LA403', constraint = 'second_factor_needed', message = 'Your second factor was last shown a while ago: show it by secondFactorConfirm, and send this again.';
  end if;
end
$$;
comment on function app_private.require_fresh_factor() is
  'Raises error LA403 if the user of this request has a second factor, and has not shown one in this session for a while.';
grant execute on function app_private.require_fresh_factor() to app_user;
--! EndIncluded second-factors/app_private.require_fresh_factor.sql
--! Included second-factors/app_public.second_factor_state.sql
create or replace function app_public.second_factor_state() returns app_public.second_factor_state
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner_id constant integer := app_private.require_user_id();
  state app_public.second_factor_state;
begin
  select r.rule, r.demanded_from into state.rule, state.demanded_from
    from app_public.second_factor_rules r
    where r.role = (
      select max(case when u.is_training then least(m.role, 'APPROVER') else m.role end)
        from app_public.memberships m join app_public.users u on u.id = m.user_id where u.id = owner_id);
  state.rule := coalesce(state.rule, 'OFFERED');
  state.recovery_codes := (select count(*) from app_private.recovery_codes c where c.user_id = owner_id);
  state.fresh_until := (
    select s.second_factor_at + t.second_factor_lasts from app_public.sessions s, app_private.settings t
      where s.user_id = owner_id and s.id = app_private.current_session_id());
  return state;
end
$$;
comment on function app_public.second_factor_state() is
  'What there is to know of your second factors besides their list, which is in your user.';
grant execute on function app_public.second_factor_state() to app_user;
--! EndIncluded second-factors/app_public.second_factor_state.sql
--! Included second-factors/app_private.may_add_factor.sql
create or replace function app_private.may_add_factor() returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if (app_public.second_factor_state()).rule = 'NONE' then
    raise exception using errcode = 'LA403', constraint = 'second_factor_off', message = 'Your role has no second factor at this service.';
  end if;
  perform app_private.require_fresh_factor();
  return app_private.has_second_factor(app_private.require_user_id());
end
$$;
comment on function app_private.may_add_factor() is
  'Raises error LA403 if the user of this request may not add a second factor now. False for the first one, for which the host asks for the password.';
grant execute on function app_private.may_add_factor() to app_user;
--! EndIncluded second-factors/app_private.may_add_factor.sql
--! Included second-factors/app_private.make_recovery_codes.sql
create or replace function app_private.make_recovery_codes(user_id integer) returns text[]
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  -- 80 random bits each, the random parts of a UUID, so that a hash without salt keeps them.
  codes constant text[] := array(
    select regexp_replace(left(u, 8) || right(u, 12), '(.{5})(?=.)', '\1-', 'g')
      from (select gen_random_uuid()::text as u from generate_series(1, 10)) r);
begin
  delete from app_private.recovery_codes c where c.user_id = make_recovery_codes.user_id;
  insert into app_private.recovery_codes (user_id, code_hash)
    select make_recovery_codes.user_id, app_private.key_hash(replace(c, '-', '')) from unnest(codes) c;
  return codes;
end
$$;
comment on function app_private.make_recovery_codes(integer) is
  'Makes ten recovery codes of a user, instead of those before, and returns them.';
--! EndIncluded second-factors/app_private.make_recovery_codes.sql
--! Included second-factors/app_private.add_factor.sql
create or replace function app_private.add_factor(
  token_user_id integer, session_id bigint, kind app_public.login_way, name text, secret bytea, counter bigint,
  credential_id text default null, transports text[] default null
) returns text[]
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  caller constant record := app_private.authenticate(token_user_id, add_factor.session_id);
  is_first boolean;
  added_id integer;
begin
  perform set_config('jwt.claims.user_id', caller.user_id, true), set_config('jwt.claims.session_id', caller.session_id::text, true);
  is_first := not app_private.may_add_factor();
  insert into app_public.second_factors as f (user_id, kind, name, secret, counter, credential_id, transports)
    values (token_user_id, add_factor.kind, btrim(add_factor.name), add_factor.secret, add_factor.counter, add_factor.credential_id,
      add_factor.transports)
    returning f.id into added_id;
  update app_public.sessions s set second_factor_at = now() where s.user_id = token_user_id and s.id = add_factor.session_id;
  perform app_private.audit('SECOND_FACTOR_ADDED', 'USER', token_user_id, jsonb_build_object('way', add_factor.kind, 'second_factor_id', added_id));
  return case when is_first then app_private.make_recovery_codes(token_user_id) else '{}' end;
end
$$;
comment on function app_private.add_factor(integer, bigint, app_public.login_way, text, bytea, bigint, text, text[]) is
  'Adds a second factor that the host has verified to the user of a session, who has shown it thereby. Returns the recovery codes with the first one.';
grant execute on function app_private.add_factor(integer, bigint, app_public.login_way, text, bytea, bigint, text, text[]) to app_host;
--! EndIncluded second-factors/app_private.add_factor.sql
--! Included second-factors/app_private.begin_factor.sql
create or replace function app_private.begin_factor(
  inout user_id integer, address cidr, credential_id text default null,
  out retry_after integer, out email text, out password_hash text, out is_admin boolean,
  out factor_id integer, out secret bytea, out counter bigint
)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
begin
  -- Attempts at an account take turns, and each counts as a failure until it succeeds: attempts at the same time cannot pass the limits.
  select u.id, u.email, c.password_hash, exists (select from app_public.memberships m where m.user_id = u.id)
    into begin_factor.user_id, begin_factor.email, begin_factor.password_hash, begin_factor.is_admin
    from app_private.user_credentials c
    join app_public.users u on u.id = c.user_id
    where c.user_id = coalesce(
      begin_factor.user_id, (select f.user_id from app_public.second_factors f where f.credential_id = begin_factor.credential_id))
    for update of c;
  begin_factor.retry_after := 0;
  if begin_factor.user_id is null then
    return;
  end if;
  begin_factor.retry_after := (select b.retry_after from app_private.begin_login(begin_factor.email, begin_factor.address) b);
  if begin_factor.retry_after > 0 then
    return;
  end if;
  perform app_private.count_attempt(k.counter, k.key)
    from app_private.login_counters(begin_factor.email, begin_factor.address) k;
  select f.id, f.secret, f.counter into begin_factor.factor_id, begin_factor.secret, begin_factor.counter
    from app_public.second_factors f
    where f.user_id = begin_factor.user_id
      and case when begin_factor.credential_id is null then f.kind = 'TOTP' else f.credential_id = begin_factor.credential_id end;
end
$$;
comment on function app_private.begin_factor(integer, cidr, text) is
  'Begins the check of a code of a user, or of the passkey with this id of a user or of whoever has it, and returns what the host needs for it. retry_after is as of app_private.begin_login(). Without the factor, factor_id is null.';
grant execute on function app_private.begin_factor(integer, cidr, text) to app_host;
--! EndIncluded second-factors/app_private.begin_factor.sql
--! Included second-factors/app_private.passkeys_of.sql
create or replace function app_private.passkeys_of(user_id integer) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', f.credential_id, 'transports', f.transports)), '[]')
    from app_public.second_factors f where f.user_id = passkeys_of.user_id and f.kind = 'PASSKEY'
$$;
comment on function app_private.passkeys_of(integer) is
  'Returns the passkeys of a user as a browser takes them, which asks for one of them or makes another one.';
grant execute on function app_private.passkeys_of(integer) to app_host;
--! EndIncluded second-factors/app_private.passkeys_of.sql
--! Included second-factors/app_private.complete_factor.sql
create or replace function app_private.complete_factor(
  user_id integer, address cidr, way app_public.login_way, factor_id integer, counter bigint, code text, secret bytea, session_id bigint
) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if way = 'RECOVERY_CODE' then
    delete from app_private.recovery_codes c
      where c.user_id = complete_factor.user_id and c.code_hash = app_private.key_hash(complete_factor.code);
  else
    -- Each code has a higher counter than the last one, and so does each use of a passkey that counts.
    update app_public.second_factors f
      set counter = complete_factor.counter, used_at = now(), secret = coalesce(complete_factor.secret, f.secret)
      where f.user_id = complete_factor.user_id and f.id = complete_factor.factor_id
        and (f.counter < complete_factor.counter or f.kind = 'PASSKEY' and f.counter = 0 and complete_factor.counter = 0);
  end if;
  if not found then
    perform app_private.audit('LOGIN_FAILED', 'USER', complete_factor.user_id, jsonb_build_object('way', way));
    return false;
  end if;
  perform app_private.complete_login(u.email, complete_factor.address) from app_public.users u where u.id = complete_factor.user_id;
  update app_public.sessions s set second_factor_at = now()
    where s.user_id = complete_factor.user_id and s.id = complete_factor.session_id;
  return true;
end
$$;
comment on function app_private.complete_factor(integer, cidr, app_public.login_way, integer, bigint, text, bytea, bigint) is
  'Ends the check of a second factor: true if a recovery code is one and unused, or if the counter that the host has verified is new. It then forgives failures, and the session, if there is one, has shown the factor. A new secret replaces the stored one. Else the failure is recorded.';
grant execute on function app_private.complete_factor(integer, cidr, app_public.login_way, integer, bigint, text, bytea, bigint) to app_host;
--! EndIncluded second-factors/app_private.complete_factor.sql
--! Included second-factors/app_private.reset_second_factors.sql
create or replace function app_private.reset_second_factors(user_id integer) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  delete from app_public.second_factors f where f.user_id = reset_second_factors.user_id;
  delete from app_private.recovery_codes c where c.user_id = reset_second_factors.user_id;
  perform app_private.audit('SECOND_FACTOR_REMOVED', 'USER', reset_second_factors.user_id, app_private.database_login());
  perform app_private.end_sessions(reset_second_factors.user_id);
end
$$;
comment on function app_private.reset_second_factors(integer) is
  'Removes all second factors of a user who has lost them, and ends the sessions. `npm run user -- second-factor reset` calls it.';
--! EndIncluded second-factors/app_private.reset_second_factors.sql
--! Included second-factors/app_public.recovery_codes_renew.sql
create or replace function app_public.recovery_codes_renew() returns text[]
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner_id constant integer := app_private.require_user_id();
begin
  perform app_private.require_fresh_factor();
  if not app_private.has_second_factor(owner_id) then
    raise exception using errcode = 'LA404', constraint = 'no_second_factor', message = 'You have no such second factor.';
  end if;
  perform app_private.audit('RECOVERY_CODES_MADE', 'USER', owner_id);
  return app_private.make_recovery_codes(owner_id);
end
$$;
comment on function app_public.recovery_codes_renew() is
  E'@behavior -mutationField\nMakes ten recovery codes of yours, instead of those before, and returns them.';
grant execute on function app_public.recovery_codes_renew() to app_user;
--! EndIncluded second-factors/app_public.recovery_codes_renew.sql
--! Included second-factors/app_public.second_factor_remove.sql
create or replace function app_public.second_factor_remove(id integer) returns app_public.second_factors
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner_id constant integer := app_private.require_user_id();
  removed app_public.second_factors;
begin
  perform app_private.require_fresh_factor();
  delete from app_public.second_factors f where f.user_id = owner_id and f.id = second_factor_remove.id returning f.* into removed;
  if removed.id is null then
    raise exception using errcode = 'LA404', constraint = 'no_second_factor', message = 'You have no such second factor.';
  end if;
  removed.secret := null;
  if not app_private.has_second_factor(owner_id) then
    delete from app_private.recovery_codes c where c.user_id = owner_id;
  end if;
  perform app_private.audit('SECOND_FACTOR_REMOVED', 'USER', owner_id, jsonb_build_object('way', removed.kind, 'second_factor_id', removed.id));
  return removed;
end
$$;
comment on function app_public.second_factor_remove(integer) is
  E'@argument id The id of the second factor.\nRemoves one of your second factors, and your recovery codes with the last one. Returns the factor. Error NOT_FOUND for an unknown id and for that of someone else, FORBIDDEN if you have to show a factor first.';
grant execute on function app_public.second_factor_remove(integer) to app_user;
--! EndIncluded second-factors/app_public.second_factor_remove.sql
--! Included second-factors/app_public.second_factor_rule_set.sql
create or replace function app_public.second_factor_rule_set(role app_public.authority_role, rule app_public.second_factor_demand)
returns app_public.second_factor_rules
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  notice constant interval := '1 day';
  previous app_public.second_factor_rules;
  changed app_public.second_factor_rules;
begin
  perform app_private.require_fresh_factor();
  select r.* into previous from app_public.second_factor_rules r where r.role = second_factor_rule_set.role for update;
  update app_public.second_factor_rules r
    set rule = second_factor_rule_set.rule,
      demanded_from = case when second_factor_rule_set.rule = 'DEMANDED' then coalesce(r.demanded_from, now() + notice) end
    where r.role = previous.role
    returning r.* into changed;
  perform app_private.audit('SETTINGS_CHANGED', facts => jsonb_build_object(
    'second_factor_of_' || lower(role::text), jsonb_build_array(previous.rule, changed.rule)));
  return changed;
end
$$;
comment on function app_public.second_factor_rule_set(app_public.authority_role, app_public.second_factor_demand) is
  E'@argument role The role.\n@argument rule Its rule.\nSets whether users whose highest role this is have second factors. A demand holds a day later: whoever has none then has no more rights than everyone, until they add one. For administrators of the service.';
grant execute on function app_public.second_factor_rule_set(app_public.authority_role, app_public.second_factor_demand) to app_admin;
--! EndIncluded second-factors/app_public.second_factor_rule_set.sql
--! Included logins/app_private.login_credentials.sql
create or replace function app_private.login_credentials(email text)
returns table (user_id integer, is_admin boolean, password_hash text, has_factor boolean)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp rows 1
as $$
declare
  owner_id constant integer := app_private.user_id_of(login_credentials.email);
begin
  return query
    select c.user_id, exists (select from app_public.memberships m where m.user_id = u.id), c.password_hash,
        app_private.has_second_factor(u.id)
      from app_private.user_credentials c
      join app_public.users u on u.id = c.user_id
      where c.user_id = owner_id;
end
$$;
comment on function app_private.login_credentials(text) is
  'Returns the credentials for the check of a password, and whether the user has a role, and a second factor. No row for an unknown email.';
grant execute on function app_private.login_credentials(text) to app_host;
--! EndIncluded logins/app_private.login_credentials.sql
--! Included sessions/app_private.authenticate.sql
-- plpgsql, because it runs at the start of every request and keeps its plan from one to the next.
create or replace function app_private.authenticate(
  token_user_id integer, inout session_id bigint, out role text, out user_id text
)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  highest app_public.authority_role;
  is_everywhere boolean;
  way app_public.login_way;
begin
  -- Most users have no role, so a request of theirs looks for nothing more.
  select 'app_user', u.id::text, (
      select max(case when u.is_training then least(m.role, 'APPROVER') else m.role end)
        from app_public.memberships m where m.user_id = u.id), s.login_way
    into authenticate.role, authenticate.user_id, highest, way
    from app_public.sessions s
    join app_public.users u on u.id = s.user_id
    where s.user_id = authenticate.token_user_id and s.id = authenticate.session_id
      and s.expires_at > now() and (u.is_admin or not s.is_admin);
  if authenticate.role is null then
    authenticate.role := 'app_anonymous';
    authenticate.user_id := '';
    authenticate.session_id := null;
  -- An OpenID provider asks for second factors of its own.
  elsif highest is not null and (way = 'OIDC' or not exists (
      select from app_public.second_factor_rules r
        where r.role = highest and r.demanded_from <= now() and not app_private.has_second_factor(token_user_id)))
  then
    -- An administrator manages the service itself.
    is_everywhere := exists (
      select from app_public.memberships m join app_public.authorities a on a.id = m.authority_id
        where m.user_id = authenticate.token_user_id and m.role >= highest and a.area is null and (highest <> 'MANAGER' or a.id = 1));
    authenticate.role := case
      when is_everywhere and highest = 'MANAGER' then 'app_admin'
      else 'app_' || lower(highest::text) || case when is_everywhere then '_everywhere' else '' end
    end;
  end if;
end
$$;
comment on function app_private.authenticate(integer, bigint) is
  'Returns the role, the user id and the session id of a verified token. If its session has ended: app_anonymous, an empty user id and no session id. Whoever lacks the second factor that their role demands has the role app_user.';
grant execute on function app_private.authenticate(integer, bigint) to app_host;
--! EndIncluded sessions/app_private.authenticate.sql
--! Included sessions/app_private.begin_session.sql
create or replace function app_private.begin_session(
  user_id integer, password_hash text, lifetime interval, client text default null, family_hash bytea default null, token_hash bytea default null,
  way app_public.login_way default 'PASSWORD'
) returns bigint
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  max_sessions constant integer := 100;
  issuer constant text := (select i.issuer from app_private.oidc_identities i where i.user_id = begin_session.user_id);
  is_break_glass boolean;
  new_id bigint;
begin
  if way <> 'OIDC' then
    -- The row's lock makes this login and a change of the password take turns. The later of them sees the other.
    update app_private.user_credentials c set password_hash = c.password_hash
      where c.user_id = begin_session.user_id and c.password_hash = begin_session.password_hash
        and (begin_session.way <> 'PASSWORD' or not app_private.has_second_factor(c.user_id))
      returning c.break_glass into is_break_glass;
    if not found then
      return null;
    end if;
    -- Another login would keep rights that a provider has taken.
    if not is_break_glass
      and (issuer is not null
        or not (select s.local_login from app_private.settings s)
          and exists (select from app_public.memberships m where m.user_id = begin_session.user_id))
    then
      perform app_private.audit('LOGIN_FAILED', 'USER', begin_session.user_id, jsonb_build_object('way', way, 'reason', 'LOCAL_LOGIN_OFF'));
      return 0;
    end if;
  end if;
  insert into app_public.sessions as s (user_id, expires_at, is_admin, client, login_way, second_factor_at)
    select u.id, now() + begin_session.lifetime, u.is_admin, nullif(left(begin_session.client, 200), ''), begin_session.way,
        case when begin_session.way not in ('PASSWORD', 'OIDC') then now() end
      from app_public.users u where u.id = begin_session.user_id
    returning s.id into new_id;
  if begin_session.token_hash is not null then
    insert into app_private.refresh_tokens (user_id, session_id, family_hash, token_hash)
      values (begin_session.user_id, new_id, begin_session.family_hash, begin_session.token_hash);
  end if;
  delete from app_public.sessions s
    where s.user_id = begin_session.user_id and s.id in (
      select o.id from app_public.sessions o where o.user_id = begin_session.user_id
        order by o.expires_at > now() desc, o.used_at desc, o.id desc offset max_sessions);
  if found then
    perform pg_notify('token_revoked', begin_session.user_id::text);
  end if;
  perform app_private.audit(
    'LOGGED_IN', 'USER', begin_session.user_id,
    case when way = 'OIDC' then jsonb_build_object('way', way, 'issuer', issuer) else jsonb_build_object('way', way) end,
    actor_id => begin_session.user_id, session_id => new_id);
  return new_id;
end
$$;
comment on function app_private.begin_session(integer, text, interval, text, bytea, bytea, app_public.login_way) is
  'Begins a session of a user whose password or passkey the host has checked, or a ticket of an OpenID provider, and returns its id. Null if the password has another hash meanwhile, or was checked alone although the user has a second factor. 0 for a user who logs in at an OpenID provider, and for whoever has a role while local login is off, unless they break the glass. A user has at most a hundred sessions: the least recently used one ends.';
grant execute on function app_private.begin_session(integer, text, interval, text, bytea, bytea, app_public.login_way) to app_host;
--! EndIncluded sessions/app_private.begin_session.sql
--! Included sessions/app_private.password_to_confirm.sql
create or replace function app_private.password_to_confirm(token_user_id integer, session_id bigint)
returns table (email text, password_hash text, has_factor boolean)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp rows 1
as $$
declare
  caller constant record := app_private.authenticate(token_user_id, session_id);
begin
  return query
    select u.email, c.password_hash, app_private.has_second_factor(u.id)
      from app_private.user_credentials c
      join app_public.users u on u.id = c.user_id
      where c.user_id = nullif(caller.user_id, '')::integer;
end
$$;
comment on function app_private.password_to_confirm(integer, bigint) is
  'Returns the email and the password hash of a session''s user, and whether they have a second factor, for the confirmation of a change of email or password. No row if the session has ended.';
grant execute on function app_private.password_to_confirm(integer, bigint) to app_host;
--! EndIncluded sessions/app_private.password_to_confirm.sql
--! Included users/app_public.new_user.sql
create or replace function app_public.new_user(
  email text, password_hash text, name text, address text, is_admin boolean
) returns app_public.users
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  created constant app_public.users := app_private.add_user(email, name, address, is_admin);
begin
  perform app_private.require_fresh_factor();
  perform app_private.set_password(created.id, password_hash);
  perform app_private.audit('USER_CREATED', 'USER', created.id, jsonb_build_object('is_admin', created.is_admin));
  perform app_private.queue_verification(created.id);
  return created;
end
$$;
comment on function app_public.new_user(text, text, text, text, boolean) is
  E'@behavior -mutationField\nCreates a user with a password that the host has hashed. Returns the user.';
grant execute on function app_public.new_user(text, text, text, text, boolean) to app_manager;
--! EndIncluded users/app_public.new_user.sql
--! Included users/app_public.user_edit.sql
-- Security definer, as it ends links and queues mails. So it checks by itself whose user it is.
create or replace function app_public.user_edit(input app_public.user_edit, id integer) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  caller constant app_public.users := app_public.me();
  -- An administrator without the second factor that is demanded has the role of everyone.
  may_edit constant boolean := caller.id = user_edit.id
    or caller.is_admin and current_setting('role') <> 'app_user' and app_private.manages(user_edit.id);
  edited app_public.users;
  previous_key text;
  constraint_violated text;
  column_violated text;
begin
  if user_edit.input.last_position_only is not null and caller.id <> user_edit.id and may_edit then
    raise exception using errcode = 'LA403', constraint = 'own_choice', message = 'Only users themselves choose lastPositionOnly: leave it out.';
  end if;
  if may_edit then
    previous_key := app_private.email_key(app_private.lock_user(user_edit.id));
    if caller.id <> user_edit.id then
      perform app_private.require_fresh_factor();
    end if;
    update app_public.users u
      set email = coalesce(user_edit.input.email, u.email),
          name = coalesce(user_edit.input.name, u.name),
          address = coalesce(user_edit.input.address, u.address),
          last_position_only = coalesce(user_edit.input.last_position_only, u.last_position_only),
          email_verified = u.email_verified and coalesce(app_private.email_key(user_edit.input.email) = app_private.email_key(u.email), true)
      where u.id = user_edit.id
      returning u.* into edited;
  end if;
  if edited.id is null then
    raise exception using errcode = 'LA404', constraint = 'no_user', message = 'There is no user with this id that you may edit.';
  end if;
  if edited.last_position_only and not caller.last_position_only and caller.id = edited.id then
    perform app_private.queue_forgetting(edited.id);
  end if;
  if app_private.email_key(edited.email) <> previous_key then
    -- Deletes links that were mailed to the previous address, and the job of an unsent mail.
    delete from app_private.email_links l where l.user_id = edited.id;
    delete from app_private.password_links l where l.user_id = edited.id and l.is_mailed;
    perform graphile_worker.remove_job('password:' || encode(app_private.key_hash(previous_key), 'hex'));
    -- The limit keeps a user from sending mails to any number of addresses. Nothing is mailed if mail was never on.
    if caller.id = edited.id and exists (select from app_private.mail_outcome) then
      perform app_private.count_own_mail(edited.id, edited.email);
      -- The counter commits asynchronously, which an edit must not.
      perform app_private.commit_synchronously();
    end if;
    perform app_private.queue_verification(edited.id);
  end if;
  perform app_private.audit('USER_EDITED', 'USER', edited.id, jsonb_build_object('fields', array(
    select f.key from jsonb_each(jsonb_strip_nulls(to_jsonb(user_edit.input))) f)));
  return edited;
exception when integrity_constraint_violation then
  -- The detail of PostgreSQL's own error contains the row, and would be logged.
  get stacked diagnostics constraint_violated = constraint_name, column_violated = column_name;
  raise exception using errcode = sqlstate, constraint = constraint_violated, column = column_violated, message = sqlerrm;
end
$$;
comment on function app_public.user_edit(app_public.user_edit, integer) is
  E'@argument input The fields to change.\n@argument id The user''s id.\nEdits your own user; an administrator may edit any user. Returns the edited user. Error NOT_FOUND for an unknown id and for the id of someone else. Error CONFLICT if you change your own email and too many mails were asked for.';
grant execute on function app_public.user_edit(app_public.user_edit, integer) to app_user;
--! EndIncluded users/app_public.user_edit.sql
--! Included users/app_public.user_password_reset.sql
create or replace function app_public.user_password_reset(id integer, password_hash text) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  changed app_public.users;
begin
  perform app_private.require_fresh_factor();
  perform app_private.require_managed(user_password_reset.id);
  select u.* into changed from app_public.users u where u.id = user_password_reset.id;
  if changed.id is null then
    raise exception using errcode = 'LA404', constraint = 'no_user', message = 'There is no user with this id.';
  end if;
  perform app_private.lock_user(changed.id);
  perform app_private.set_password(changed.id, password_hash);
  delete from app_private.password_links l where l.user_id = changed.id;
  perform app_private.audit('PASSWORD_RESET', 'USER', changed.id);
  perform app_private.end_sessions(changed.id);
  return changed;
end
$$;
comment on function app_public.user_password_reset(integer, text) is E'@behavior -mutationField\nReplaces a user''s password by one that the host has hashed, and ends all their sessions. For administrators. Returns the user.';
grant execute on function app_public.user_password_reset(integer, text) to app_manager;
--! EndIncluded users/app_public.user_password_reset.sql
--! Included users/app_public.user_rights.sql
create or replace function app_public.user_rights(id integer, input app_public.user_rights_input) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  was_admin boolean;
  changed app_public.users;
begin
  perform app_private.require_fresh_factor();
  perform app_private.require_managed(user_rights.id);
  -- The lock serializes two administrators who demote each other, so that one remains.
  perform from app_private.settings for update;
  select u.is_admin into was_admin from app_public.users u where u.id = user_rights.id;
  update app_public.users u
    set is_admin = coalesce(input.is_admin, u.is_admin), is_tester = coalesce(input.is_tester, u.is_tester)
    where u.id = user_rights.id
    returning u.* into changed;
  if changed.id is null then
    raise exception using errcode = 'LA404', constraint = 'no_user', message = 'There is no user with this id.';
  end if;
  perform app_private.require_manager();
  perform app_private.require_trained_administrator();
  if changed.is_admin <> was_admin then
    -- A demotion ends the sessions: this one, and one by an earlier SQL update of users, which left sessions.is_admin.
    delete from app_public.sessions s where s.user_id = changed.id and (was_admin or s.is_admin);
    update app_public.sessions s set is_admin = changed.is_admin where s.user_id = changed.id;
    perform pg_notify('token_revoked', changed.id::text);
  end if;
  perform app_private.audit(
    'RIGHTS_CHANGED', 'USER', changed.id,
    jsonb_build_object('is_admin', changed.is_admin, 'is_tester', changed.is_tester) || app_private.database_login());
  return changed;
end
$$;
comment on function app_public.user_rights(integer, app_public.user_rights_input) is
  E'@argument id The user''s id.\n@argument input The rights to change.\nChanges whether a user is an administrator or a tester. For administrators. Error CONFLICT for the last administrator.';
grant execute on function app_public.user_rights(integer, app_public.user_rights_input) to app_manager;
--! EndIncluded users/app_public.user_rights.sql
--! Included users/app_public.user_training.sql
create or replace function app_public.user_training(id integer, is_training boolean) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  changed app_public.users;
begin
  perform app_private.require_fresh_factor();
  perform app_private.require_managed(user_training.id);
  -- The same lock as in user_rights(), so that one administrator remains who is not in training.
  perform from app_private.settings for update;
  update app_public.users u set is_training = user_training.is_training where u.id = user_training.id
    returning u.* into changed;
  if changed.id is null then
    raise exception using errcode = 'LA404', constraint = 'no_user', message = 'There is no user with this id.';
  end if;
  perform app_private.require_trained_administrator();
  perform app_private.audit('TRAINING_CHANGED', 'USER', changed.id, jsonb_build_object('is_training', changed.is_training));
  return changed;
end
$$;
comment on function app_public.user_training(integer, boolean) is
  E'@argument id The user''s id.\n@argument isTraining True to begin the training, false to end it.\nBegins or ends a user''s training: meanwhile every alert of theirs is an exercise, and they have at most the rights of an approver. For administrators. Error CONFLICT for the last administrator who is not in training.';
grant execute on function app_public.user_training(integer, boolean) to app_manager;
--! EndIncluded users/app_public.user_training.sql
--! Included authorities/app_private.begin_role_change.sql
create or replace function app_private.begin_role_change(user_id integer, authority_id integer) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  perform app_private.require_fresh_factor();
  -- The lock serializes two managers who demote each other, so that one remains.
  perform from app_private.settings for update;
  if begin_role_change.authority_id = any (app_private.my_authorities('MANAGER')) is not true then
    raise exception using errcode = 'LA404', constraint = 'no_authority', message = 'There is no authority with this id that you manage.';
  end if;
  perform app_private.require_managed(begin_role_change.user_id);
end
$$;
comment on function app_private.begin_role_change(integer, integer) is
  'Begins a change of what a user may do for an authority. Error LA404 unless the user of this request manages both.';
--! EndIncluded authorities/app_private.begin_role_change.sql
--! Included authorities/app_private.members_to_tell.sql
create or replace function app_private.members_to_tell(kind text, id bigint)
returns table (email text, provider app_private.push_provider, token text)
language sql stable set search_path = pg_catalog, pg_temp
as $$
  with members as (
    select m.user_id from app_private.held_publications h
      join lateral (
        select distinct m.user_id from app_public.memberships m
          where m.user_id <> h.user_id and app_private.has_role(m.user_id, h.authority_id, 'APPROVER')) m on true
      where h.id = members_to_tell.id and (kind = 'PROPOSED' and h.state = 'PROPOSED' or kind = 'BREAK_GLASS')
    union all
    select h.user_id from app_private.held_publications h where h.id = members_to_tell.id and kind in ('DECIDED', 'FAILED')
    union
    select m.user_id
      from app_public.alerts a, app_private.neighbours(a) n
        join app_public.memberships m on m.authority_id = n.id and m.role >= 'APPROVER'
      where a.id = members_to_tell.id and kind = 'NEIGHBOUR' and m.user_id <> a.user_id
  )
  select u.email, null, null from members m join app_public.users u on u.id = m.user_id and u.email_verified
  union all
  select null, d.provider, d.token from members m join app_private.devices d on d.user_id = m.user_id
$$;
comment on function app_private.members_to_tell(text, bigint) is
  'Returns the confirmed emails and the devices to tell: of all approvers but its author for a proposal that still waits (PROPOSED) and for a publication without approval or without a second factor (BREAK_GLASS), of its author for one that was decided (DECIDED) or did not go out (FAILED), and of the approvers of neighbours whom an alert reaches (NEIGHBOUR).';
--! EndIncluded authorities/app_private.members_to_tell.sql
--! Included authorities/app_public.authority_add.sql
create or replace function app_public.authority_add(input app_public.authority_input) returns app_public.authorities
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  parent_id constant integer := coalesce(input.parent_id, app_private.my_authority());
  added app_public.authorities;
begin
  perform app_private.require_fresh_factor();
  if parent_id = any (app_private.my_authorities('MANAGER')) is not true then
    raise exception using errcode = 'LA404', constraint = 'no_authority', message = 'There is no authority with this id that you manage.';
  end if;
  insert into app_public.authorities (name, area, parent_id)
    values (btrim(input.name), case when input.area is not null then public.st_multi(app_private.area_of_geojson(input.area)) end, parent_id)
    returning * into added;
  perform app_private.audit('AUTHORITY_CHANGED', 'AUTHORITY', added.id);
  return added;
end
$$;
comment on function app_public.authority_add(app_public.authority_input) is
  E'@argument input The authority to make.\nMakes an authority below one that you manage. For managers. Error CONFLICT if another authority has the name.';
grant execute on function app_public.authority_add(app_public.authority_input) to app_manager;
--! EndIncluded authorities/app_public.authority_add.sql
--! Included authorities/app_public.authority_edit.sql
create or replace function app_public.authority_edit(id integer, input app_public.authority_edit) returns app_public.authorities
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  edited app_public.authorities;
begin
  perform app_private.require_fresh_factor();
  -- Nobody widens the area in which they may warn: that is for managers of the authority above. The rule of approval is their own.
  if not exists (
      select from app_public.authorities a
        where a.id = authority_edit.id and case when input.name is null and input.area is null then a.id else coalesce(a.parent_id, a.id) end = any (app_private.my_authorities('MANAGER'))) then
    raise exception using errcode = 'LA404', constraint = 'no_authority', message = 'There is no authority with this id that you manage.';
  end if;
  update app_public.authorities a
    set name = coalesce(btrim(input.name), a.name),
      area = case when input.area is null then a.area else public.st_multi(app_private.area_of_geojson(input.area)) end,
      approval = coalesce(input.approval, a.approval), approval_above = coalesce(input.approval_above, a.approval_above),
      approves_exercises = coalesce(input.approves_exercises, a.approves_exercises)
    where a.id = authority_edit.id
    returning a.* into edited;
  perform app_private.audit('AUTHORITY_CHANGED', 'AUTHORITY', edited.id);
  return edited;
end
$$;
comment on function app_public.authority_edit(integer, app_public.authority_edit) is
  E'@argument id The id of the authority.\n@argument input The fields to change.\nChanges the name or the area of an authority, for managers of the authority above, or its rule of approval, for its own managers.';
grant execute on function app_public.authority_edit(integer, app_public.authority_edit) to app_manager;
--! EndIncluded authorities/app_public.authority_edit.sql
--! Included authorities/app_public.mutual_aid_add.sql
create or replace function app_public.mutual_aid_add(input app_public.mutual_aid_input) returns app_public.mutual_aids
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  granting_id constant integer := coalesce(input.authority_id, app_private.my_authority());
  added app_public.mutual_aids;
begin
  perform app_private.require_fresh_factor();
  if granting_id = any (app_private.my_authorities('MANAGER')) is not true then
    raise exception using errcode = 'LA404', constraint = 'no_authority', message = 'There is no authority with this id that you manage.';
  end if;
  if not exists (select from app_public.authorities a where a.id = input.to_authority_id and a.id <> granting_id) then
    raise exception using errcode = 'LA404', constraint = 'no_other_authority', message = 'There is no other authority with this id.';
  end if;
  if (now() < input.ends_at and input.ends_at <= now() + interval '1 year') is not true then
    raise exception using errcode = 'LA400', constraint = 'aid_end', message = 'The end of mutual aid is not within the next year: choose another one.';
  end if;
  insert into app_public.mutual_aids (authority_id, to_authority_id, area, ends_at, user_id)
    values (granting_id, input.to_authority_id, case when input.area is not null then public.st_multi(app_private.area_of_geojson(input.area)) end,
      input.ends_at, app_public.current_user_id())
    returning * into added;
  perform app_private.audit('AUTHORITY_CHANGED', 'AUTHORITY', added.authority_id, jsonb_build_object(
    'mutual_aid_id', added.id, 'to_authority_id', added.to_authority_id, 'ends_at', added.ends_at));
  return added;
end
$$;
comment on function app_public.mutual_aid_add(app_public.mutual_aid_input) is
  E'@argument input The mutual aid to grant.\nGrants another authority an area of your own: until the end, its alerts may lie there, and its members see the people there. For managers of the authority that grants it. Error CONFLICT for an area outside of that authority''s.';
grant execute on function app_public.mutual_aid_add(app_public.mutual_aid_input) to app_manager;
--! EndIncluded authorities/app_public.mutual_aid_add.sql
--! Included invitations/app_public.invitation_add.sql
create or replace function app_public.invitation_add(input app_public.invitation_input) returns app_public.invitation
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  lifetime constant interval := '14 days';
  max_lifetime constant interval := '1 year';
  -- 122 random bits, which fit a QR code that a phone reads from across a room.
  secret constant text := replace(gen_random_uuid()::text, '-', '');
  ends_at constant timestamptz := coalesce(input.expires_at, now() + lifetime);
  added app_private.invitations;
  constraint_violated text;
  column_violated text;
begin
  perform app_private.require_fresh_factor();
  if (now() < ends_at and ends_at <= now() + max_lifetime) is not true then
    raise exception using errcode = 'LA400', constraint = 'invitation_end', message = 'The end of an invitation is not within the next year: choose another one.';
  end if;
  insert into app_private.invitations (name, secret_hash, places, made_by, expires_at)
    values (btrim(input.name), app_private.key_hash(secret), coalesce(input.places, 1), app_private.require_user_id(), ends_at)
    returning * into added;
  perform app_private.audit('INVITATION_MADE', 'INVITATION', added.id, jsonb_build_object('places', added.places));
  return app_private.invitation(added, secret);
exception when integrity_constraint_violation then
  -- The detail of PostgreSQL's own error contains the row, and would be logged.
  get stacked diagnostics constraint_violated = constraint_name, column_violated = column_name;
  raise exception using errcode = sqlstate, constraint = constraint_violated, column = column_violated, message = sqlerrm;
end
$$;
comment on function app_public.invitation_add(app_public.invitation_input) is
  E'@argument input The invitation to make.\nMakes an invitation, by which people make their own user. Only this answer contains its secret. For administrators.';
grant execute on function app_public.invitation_add(app_public.invitation_input) to app_manager;
--! EndIncluded invitations/app_public.invitation_add.sql
--! Included links-and-mail/app_public.new_password_links.sql
create or replace function app_public.new_password_links(user_ids integer[]) returns setof app_public.password_link
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp rows 100
as $$
declare
  max_users constant integer := 5000;
  lifetime constant interval := (select s.password_link_lifetime from app_private.settings s);
  owner_id integer;
  link app_public.password_link;
  secret text;
begin
  perform app_private.require_fresh_factor();
  if cardinality(user_ids) > max_users then
    raise exception using errcode = 'LA400', constraint = 'too_many_user_ids', message = 'userIds has more than 5,000 entries: ask for them in several parts.';
  end if;
  -- Locks in the order of ids prevent deadlocks. A password that is set meanwhile is visible below.
  perform app_private.lock_user(l.id) from (select distinct unnest(user_ids) as id order by 1) l;
  foreach owner_id in array array(select i.id from unnest(user_ids) with ordinality i (id, place) group by i.id order by min(i.place)) loop
    perform app_private.require_managed(owner_id);
    if not exists (select from app_public.users u where u.id = owner_id) then
      raise exception using errcode = 'LA404', constraint = 'no_user', message = 'There is no user with this id.';
    end if;
    -- Otherwise an administrator's stolen token could take over any user. userPasswordReset asks for a password.
    if exists (select from app_private.user_credentials c where c.user_id = owner_id) then
      raise exception using errcode = 'LA409', constraint = 'has_password', message = 'This user already has a password: give them a new one instead.';
    end if;
    secret := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
    link := row(owner_id, owner_id || '.' || secret, now() + lifetime)::app_public.password_link;
    insert into app_private.password_links as l (user_id, token_hash, expires_at)
      values (owner_id, app_private.key_hash(secret), link.expires_at)
      on conflict on constraint password_links_pkey
        do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at;
    perform app_private.audit('PASSWORD_LINK_MADE', 'USER', owner_id);
    return next link;
  end loop;
end
$$;
comment on function app_public.new_password_links(integer[]) is
  E'@argument userIds The ids of users without a password, at most 5,000.\nMakes a link for each of these users, one for an id that comes twice, by which they set their password. An earlier link that an administrator made for them no longer works. For administrators. Error CONFLICT for a user who has a password.';
grant execute on function app_public.new_password_links(integer[]) to app_manager;
--! EndIncluded links-and-mail/app_public.new_password_links.sql
--! Included device-keys/app_public.device_key_add.sql
create or replace function app_public.device_key_add(name text) returns app_public.device_key
language plpgsql volatile strict
as $$
declare
  -- 122 random bits. The prefix is the id of the key's user.
  secret constant text := app_private.require_user_id() || '-' || replace(gen_random_uuid()::text, '-', '');
  added app_public.device_key;
begin
  perform app_private.require_fresh_factor();
  insert into app_private.device_keys as k (name, key_hash)
    values (btrim(device_key_add.name), app_private.key_hash(secret))
    returning k.id, k.name, k.created_at into added.id, added.name, added.created_at;
  added.key := secret;
  return added;
end
$$;
comment on function app_public.device_key_add(text) is
  E'@argument name A name to know the device by.\nMakes a device key, with which an app reports your positions without your password. Only this answer contains the key. Error CONFLICT if you have twenty.';
grant execute on function app_public.device_key_add(text) to app_user;
--! EndIncluded device-keys/app_public.device_key_add.sql
--! Included device-keys/app_public.device_key_revoke.sql
create or replace function app_public.device_key_revoke(id integer) returns app_public.device_key
language plpgsql volatile strict
as $$
declare
  revoked app_public.device_key;
begin
  if (select k.user_id <> app_private.require_user_id() from app_private.device_keys k where k.id = device_key_revoke.id) then
    perform app_private.require_fresh_factor();
  end if;
  delete from app_private.device_keys k where k.id = device_key_revoke.id
    returning k.id, k.name, k.created_at, k.last_used_at into revoked.id, revoked.name, revoked.created_at, revoked.last_used_at;
  if revoked.id is null then
    raise exception using errcode = 'LA404', constraint = 'no_device_key', message = 'You have no device key with this id.';
  end if;
  return revoked;
end
$$;
comment on function app_public.device_key_revoke(integer) is
  E'@argument id The id of the device key.\nRevokes one of your device keys: the next report with it is refused. Administrators can revoke anyone''s. Returns the key without its secret. Error NOT_FOUND for an unknown id, and for the key of someone else.';
grant execute on function app_public.device_key_revoke(integer) to app_user;
--! EndIncluded device-keys/app_public.device_key_revoke.sql
--! Included alerts/app_private.new_alert.sql
create or replace function app_private.new_alert(input app_public.alert_input) returns integer
language sql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
  select app_private.require_fresh_factor();
  select app_private.store_alert(input, is_approved => false)
$$;
comment on function app_private.new_alert(app_public.alert_input) is
  'Publishes an alert of an approver: see app_private.store_alert().';
grant execute on function app_private.new_alert(app_public.alert_input) to app_approver;
--! EndIncluded alerts/app_private.new_alert.sql
--! Included alerts/app_private.update_alert.sql
create or replace function app_private.update_alert(alert_id integer, input app_public.alert_update_input) returns integer
language sql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
  select app_private.require_fresh_factor();
  select app_private.store_update(alert_id, input, is_approved => false)
$$;
comment on function app_private.update_alert(integer, app_public.alert_update_input) is
  'Publishes the next version of an alert of an approver''s authority: see app_private.store_update().';
grant execute on function app_private.update_alert(integer, app_public.alert_update_input) to app_approver;
--! EndIncluded alerts/app_private.update_alert.sql
--! Included held-publications/app_public.publication_approve.sql
create or replace function app_public.publication_approve(id integer, digest text) returns app_public.held_publication
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  held app_private.held_publications := app_private.lock_proposal(id);
begin
  perform app_private.require_fresh_factor();
  if held.state in ('APPROVED', 'PUBLISHED') then
    return app_private.held_publication(held);
  elsif held.state <> 'PROPOSED' then
    raise exception using errcode = 'LA409', constraint = 'decided_already', message = 'This proposal was decided or taken back meanwhile.';
  elsif digest <> app_private.digest_of_held(held) then
    raise exception using errcode = 'LA409', constraint = 'proposal_changed', message = 'What would be published has changed since you looked at it: look again, and approve that.';
  end if;
  update app_private.held_publications h
    set state = 'APPROVED', approved_by = app_public.current_user_id(), approved_digest = digest,
      due_at = greatest(h.publish_at, clock_timestamp())
    where h.id = held.id
    returning h.* into held;
  perform app_private.audit('PUBLICATION_APPROVED', 'HELD_PUBLICATION', held.id);
  perform app_private.tell_members('DECIDED', held.id);
  perform graphile_worker.add_job('publish_held', json_build_object('id', held.id), run_at => held.due_at);
  return app_private.held_publication(held);
end
$$;
comment on function app_public.publication_approve(integer, text) is
  E'@argument id The id of the held publication.\n@argument digest The digest of what you looked at: heldPublication has it.\nApproves what another person proposes: it is published at once, or at its time. For approvers of its authority: error FORBIDDEN for others and for who proposed it, CONFLICT if what would be published has changed since, or it was decided.';
grant execute on function app_public.publication_approve(integer, text) to app_approver;
--! EndIncluded held-publications/app_public.publication_approve.sql
--! Included held-publications/app_public.publication_hold.sql
create or replace function app_public.publication_hold(input app_public.publication_input) returns app_public.held_publication
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  held app_private.held_publications;
  repeated app_public.held_publication;
  status app_public.alert_status;
  previous app_public.alerts;
  draft app_public.alerts;
  is_proposal boolean := false;
  bypasses boolean := false;
  lacks_factor boolean := false;
begin
  if num_nonnulls(input.new_alert, input.changes, input.all_clear) <> 1
    or (input.new_alert is distinct from null) = (input.alert_id is not null)
  then
    raise exception using errcode = 'LA400',
      constraint = 'one_publication', message = 'Send newAlert alone, or alertId with either changes or allClear.';
  end if;
  -- A repeated request first, as the dry run fails for what was published already.
  repeated := app_private.repeated_publication(input);
  if repeated.id is not null then
    return repeated;
  end if;
  if (input.publish_at > extract(epoch from now()) and input.publish_at < extract(epoch from now() + interval '1 year')
      and input.publish_at < coalesce((input.new_alert).expires_at, (input.changes).expires_at, 'infinity'::float8)) is false then
    raise exception using errcode = 'LA400',
      constraint = 'publish_at', message = 'publishAt is not within the next year, or not before the alert ends: send a future time in seconds since 1970-01-01 UTC.';
  end if;
  if char_length(app_private.without_blanks(input.break_glass)) not between 1 and 500 then
    raise exception using errcode = 'LA400',
      constraint = 'break_glass', message = 'breakGlass is empty or has more than 500 characters: write why it cannot wait for a second person.';
  end if;
  status := case when (app_public.me()).is_training then 'EXERCISE' else coalesce((input.new_alert).status, 'ACTUAL') end;
  if input.new_alert is distinct from null and input.expected_status <> status then
    raise exception using errcode = 'LA403',
      constraint = 'other_status', message = format('The alert would be of status %s, not %s: check it again. Nothing was published.', status, input.expected_status);
  end if;
  -- A dry run, which is rolled back: it reports errors now. A handler for a code that ends in 000 would catch its whole class.
  begin
    perform app_private.run_publication(input.new_alert, input.alert_id, input.changes, input.all_clear, is_approved => true);
    raise exception using errcode = 'LA200';
  exception when sqlstate 'LA200' then null;
  end;
  if input.all_clear is null then
    if input.changes is distinct from null then
      select a.* into previous from app_public.alerts a where a.id = input.alert_id;
      draft := app_private.draft_update(input.changes, previous);
    else
      draft := app_private.draft_alert(input.new_alert, null);
    end if;
    is_proposal := true;
    if draft.authority_id = any (app_private.my_authorities('APPROVER')) then
      is_proposal := app_private.needs_approval(draft, previous);
      bypasses := is_proposal and input.break_glass is not null;
      if not is_proposal or bypasses then
        lacks_factor := not app_private.factor_is_fresh();
        if input.break_glass is null then
          perform app_private.require_fresh_factor();
        end if;
      end if;
    elsif input.break_glass is not null then
      perform app_private.require_approver(draft, previous);
    end if;
  end if;
  -- The answer promises a publication, so it must survive the loss of a host.
  perform app_private.commit_synchronously();
  delete from app_private.held_publications h where h.settled_at < now() - interval '30 days';
  insert into app_private.held_publications as h (
      user_id, key, due_at, new_alert, alert_id, changes, all_clear, by_training_user, authority_id, publish_at, break_glass)
    select app_public.current_user_id(), input.key, coalesce(to_timestamp(input.publish_at), clock_timestamp() + s.take_back_time),
        to_json(input.new_alert), input.alert_id, to_json(input.changes), input.all_clear, (app_public.me()).is_training,
        coalesce((select a.authority_id from app_public.alerts a where a.id = input.alert_id),
          (input.new_alert).authority_id, app_private.my_authority()),
        to_timestamp(input.publish_at), case when bypasses or lacks_factor then btrim(input.break_glass) end
      from app_private.settings s
    on conflict (user_id, key) do nothing
    returning h.* into held;
  if held.id is null then
    -- A concurrent request with the same key was first.
    return app_private.repeated_publication(input);
  end if;
  if is_proposal and not bypasses then
    perform app_private.propose_held(held.id);
    select h.* into held from app_private.held_publications h where h.id = held.id;
    return app_private.held_publication(held);
  end if;
  if bypasses then
    perform app_private.audit('APPROVAL_BYPASSED', 'HELD_PUBLICATION', held.id);
  end if;
  if lacks_factor then
    perform app_private.audit('SECOND_FACTOR_BYPASSED', 'HELD_PUBLICATION', held.id);
  end if;
  if bypasses or lacks_factor then
    perform app_private.tell_members('BREAK_GLASS', held.id);
  end if;
  perform app_private.audit('PUBLICATION_HELD', 'HELD_PUBLICATION', held.id);
  perform graphile_worker.add_job('publish_held', json_build_object('id', held.id), run_at => held.due_at);
  return app_private.held_publication(held);
end
$$;
comment on function app_public.publication_hold(app_public.publication_input) is
  E'@argument input What to publish.\nPublishes a new alert, an update or an all-clear after a few seconds, or at publishAt; until then publicationTakeBack can take it back. It is published even if the client is gone. If a second person has to approve it, or you are an author, it is proposed: its state is PROPOSED, and the approvers are told. What is wrong with it now is an error at once, as for newAlert, alertUpdate and alertCancel. For administrators and authors: error FORBIDDEN for others, and if a new alert would be of another status than expectedStatus.';
grant execute on function app_public.publication_hold(app_public.publication_input) to app_author;
--! EndIncluded held-publications/app_public.publication_hold.sql
--! Included privacy/app_private.export_item.sql
create or replace function app_private.export_item(item jsonb) returns text
language sql immutable parallel safe
as $$
  -- A column such as last_position_only becomes a field such as lastPositionOnly.
  select (
    select jsonb_object_agg(left(f.name, 1) || substr(replace(initcap(f.name collate "C"), '_', ''), 2), f.value)
      from jsonb_each(item - array[
        -- Secrets.
        'erasure_key', 'key_hash', 'secret', 'secret_hash', 'token', 'receipt', 'failures', 'counter', 'credential_id', 'transports',
        -- Other people.
        'actor_id', 'editor_id', 'made_by', 'settled_by', 'user_id',
        -- The content of alerts, which are public.
        'all_clear', 'area', 'changes', 'correction', 'location', 'new_alert', 'text1', 'text2', 'text3', 'zone1',
        -- Internal numbers.
        'job_id', 'key', 'position_id', 'seen_change'
      ]) f (name, value))::text
$$;
comment on function app_private.export_item(jsonb) is
  'Returns a row of a table as an item of an export: all columns except for a list of secrets.';
--! EndIncluded privacy/app_private.export_item.sql
--! Included privacy/app_private.export_page.sql
-- Each part has its own statement, whose plan reads one user's rows by an index.
create or replace function app_private.export_page(
  token_user_id integer, session_id bigint, user_id integer, part text, after bigint, max_items integer,
  out is_allowed boolean, out items text[], out last_id bigint
)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set timezone = 'UTC'
as $$
declare
  person constant integer := export_page.user_id;
begin
  is_allowed := coalesce(app_private.may_export(token_user_id, export_page.session_id, person), false);
  if not is_allowed then
    return;
  end if;
  case part
  when 'user' then
    select array_agg(app_private.export_item(to_jsonb(u) || jsonb_build_object(
        'joined_by', (select j.invitation_id from app_private.joined_users j where j.user_id = u.id),
        'issuer', (select i.issuer from app_private.oidc_identities i where i.user_id = u.id),
        'subject', (select i.subject from app_private.oidc_identities i where i.user_id = u.id),
        'has_password', exists (select from app_private.user_credentials c where c.user_id = person),
        'password_link_expires_at', (select max(l.expires_at) from app_private.password_links l where l.user_id = u.id),
        'email_link_expires_at', (select l.expires_at from app_private.email_links l where l.user_id = u.id))))
      into items from app_public.users u where u.id = person;
  when 'lastPosition' then
    select array_agg(app_private.export_item(to_jsonb(l))) into items from app_public.last_positions l where l.user_id = person;
  when 'quietHours' then
    select array_agg(app_private.export_item(to_jsonb(q) - '{starts,ends}'::text[] || jsonb_build_object('from', q.starts, 'to', q.ends)))
      into items from app_public.quiet_hours q where q.user_id = person;
  when 'memberships' then
    select array_agg(app_private.export_item(to_jsonb(m) || jsonb_build_object('authority', a.name)) order by a.id)
      into items from app_public.memberships m join app_public.authorities a on a.id = m.authority_id where m.user_id = person;
  when 'sessions' then
    select array_agg(app_private.export_item(to_jsonb(s)) order by s.id) into items from app_public.sessions s where s.user_id = person;
  when 'loginAddresses' then
    select array_agg(app_private.export_item(to_jsonb(a)) order by a.last_at)
      into items from app_private.login_addresses a where a.user_id = person;
  when 'devices' then
    select array_agg(app_private.export_item(d.device) order by d.created_at, d.id)
      into items
      from (
        select v.created_at, v.id, to_jsonb(v) || '{"left_at": null}' as device from app_private.devices v where v.user_id = person
        union all
        select l.created_at, l.id, to_jsonb(l) from app_private.left_devices l where l.user_id = person
      ) d;
  when 'deviceKeys' then
    select array_agg(app_private.export_item(to_jsonb(k)) order by k.id) into items from app_private.device_keys k where k.user_id = person;
  when 'secondFactors' then
    select array_agg(app_private.export_item(to_jsonb(f)) order by f.id) into items from app_public.second_factors f where f.user_id = person;
  when 'positions' then
    select array_agg(app_private.export_item(to_jsonb(p)) order by p.id), max(p.id)
      into items, last_id
      from (select o.* from app_public.positions o where o.user_id = person and o.id > after order by o.id limit max_items) p;
  when 'notifications' then
    with page as materialized (
      select n.* from app_public.notifications n where n.user_id = person and n.id > after order by n.id limit max_items
    )
    select array_agg(app_private.export_item(to_jsonb(p)
        || case when p.place_kept then '{}' else '{"latitude": null, "longitude": null, "moving_activity": null}' end::jsonb
        || jsonb_build_object('title', a.title, 'event', a.event, 'status', a.status, 'text',
          case when p.kind = 'ALL_CLEAR' then coalesce(v.all_clear, a.all_clear) else coalesce(
            app_private.text_of(p.level, v.text1, v.text2, v.text3), app_private.text_of(p.level, a.text1, a.text2, a.text3)) end))
          order by p.id), max(p.id)
      into items, last_id
      from page p
      join app_public.alerts a on a.id = p.alert_id
      left join app_public.alert_versions v on v.alert_id = p.alert_id and v.version = p.version;
  when 'deliveries' then
    select array_agg(app_private.export_item(to_jsonb(d) || jsonb_build_object('why', app_private.push_reason(d.why))) order by d.id), max(d.id)
      into items, last_id
      from (select o.* from app_private.deliveries o where o.user_id = person and o.id > after order by o.id limit max_items) d;
  when 'auditEntries' then
    -- Of other actors, only the entries about this person.
    select array_agg(app_private.export_item(to_jsonb(e) - '{facts,session_id,request_id}'::text[] || jsonb_build_object(
        'is_yours', coalesce(e.actor_id = person, false), 'fields', e.facts -> 'fields')) order by e.id), max(e.id)
      into items, last_id
      from (
        (select a.* from app_public.audit_entries a where a.actor_id = person and a.id > after order by a.id limit max_items)
        union
        (select a.* from app_public.audit_entries a
          where a.object_type = 'USER' and a.object_id = person and a.id > after order by a.id limit max_items)
        union
        (select a.* from app_public.audit_entries a
          where a.action in ('PEOPLE_READ', 'PEOPLE_FOLLOWED') and a.facts -> 'user_ids' @> to_jsonb(person)
            and a.id > after order by a.id limit max_items)
        order by id limit max_items
      ) e;
  when 'alertVersions' then
    select array_agg(app_private.export_item(to_jsonb(v)) order by v.alert_id, v.version)
      into items from app_public.alert_versions v where v.user_id = person;
  when 'heldPublications' then
    select array_agg(app_private.export_item(to_jsonb(h)) order by h.id)
      into items from app_private.held_publications h where person in (h.user_id, h.settled_by, h.approved_by);
  when 'sharedDrafts' then
    select array_agg(app_private.export_item(to_jsonb(d)) order by d.id)
      into items from app_public.shared_drafts d where person in (d.user_id, d.editor_id);
  when 'alertTemplates' then
    select array_agg(app_private.export_item(to_jsonb(m)) order by m.id) into items from app_public.alert_templates m where m.user_id = person;
  when 'savedAreas' then
    select array_agg(app_private.export_item(to_jsonb(s)) order by s.id) into items from app_public.saved_areas s where s.user_id = person;
  when 'invitations' then
    select array_agg(app_private.export_item(to_jsonb(i)) order by i.id) into items from app_private.invitations i where i.made_by = person;
  when 'mutualAids' then
    select array_agg(app_private.export_item(to_jsonb(g) - 'allowed_area') order by g.id) into items from app_public.mutual_aids g where g.user_id = person;
  end case;
  items := coalesce(items, '{}');
end
$$;
comment on function app_private.export_page(integer, bigint, integer, text, bigint, integer) is
  'Returns the next page of a part of a user''s export, as JSON, and the id of its last item; after is 0 for the first page. app_private.export_item() leaves secrets out. is_allowed is false if the session of the request has ended meanwhile, or the user is erased.';
grant execute on function app_private.export_page(integer, bigint, integer, text, bigint, integer) to app_host;
--! EndIncluded privacy/app_private.export_page.sql
--! Included privacy/app_private.user_erase.sql
create or replace function app_private.user_erase(id integer) returns app_private.erasure
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform app_private.require_fresh_factor();
  perform app_private.require_managed(user_erase.id);
  return app_private.erase_person(user_erase.id);
end
$$;
comment on function app_private.user_erase(integer) is
  'Erases a person, for administrators. See app_private.erase_person().';
grant execute on function app_private.user_erase(integer) to app_manager;
--! EndIncluded privacy/app_private.user_erase.sql
