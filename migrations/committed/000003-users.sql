--! Previous: sha1:329e72bf27dd9b6d16761f3a6552d1a5d30e6ba2
--! Hash: sha1:6d99c1021be37aa6643375078ff3e336899ad2f0
--! Message: Users

create type app_public.user_edit as (
  email text,
  name text,
  address text
);
comment on type app_public.user_edit is E'@inputTypeName UserEdit\nThe fields of a user to change. A field that is left out stays as it is.';
comment on column app_public.user_edit.email is 'The new email address.';
comment on column app_public.user_edit.name is 'The new name.';
comment on column app_public.user_edit.address is 'The new postal address.';

create type app_public.user_rights_input as (
  is_admin boolean,
  is_tester boolean
);
comment on type app_public.user_rights_input is E'@inputTypeName UserRightsInput\nThe rights of a user to change. A field that is left out stays as it is.';
comment on column app_public.user_rights_input.is_admin is 'True to make the user an administrator, false to end that.';
comment on column app_public.user_rights_input.is_tester is 'True to send exercises and tests to the user, false to stop that.';

--! Included users/app_public.current_user_id.sql
create or replace function app_public.current_user_id() returns integer
language sql stable parallel safe
as $$
  select nullif(pg_catalog.current_setting('jwt.claims.user_id', true), '')::pg_catalog.int4
$$;
comment on function app_public.current_user_id() is
  E'@behavior -*\nReturns the id of the user of this request. Null without a valid token.';
grant execute on function app_public.current_user_id() to app_anonymous, app_user, app_host;
--! EndIncluded users/app_public.current_user_id.sql

create table app_public.users (
  id integer generated always as identity primary key,
  email text not null
    constraint users_email_form check (char_length(email) <= 254 and email ~ '^[^@[:space:][:cntrl:]]+@[^@[:space:][:cntrl:]]+$'),
  name text not null
    constraint users_name_length check (char_length(name) between 1 and 200 and name ~ '[^[:space:]]'),
  address text not null
    constraint users_address_length check (char_length(address) <= 500),
  is_admin boolean not null default false,
  created_at timestamptz not null default now(),
  is_tester boolean not null default false
);
comment on table app_public.users is
  E'@listForAdmins\n@searchBy email name\nA person who reports positions and gets notifications, or an administrator.';
comment on column app_public.users.id is 'The id of the user.';
comment on column app_public.users.email is 'The email address to log in with. It is unique, whatever its case.';
comment on column app_public.users.name is 'The name of the user.';
comment on column app_public.users.address is 'The postal address of the user.';
comment on column app_public.users.is_admin is 'True for an administrator, who may publish alerts and read all users and positions.';
comment on column app_public.users.created_at is 'When the user was created, in seconds since 1970-01-01 UTC.';
comment on column app_public.users.is_tester is 'True for a tester, who gets exercises and tests.';
comment on constraint users_address_length on app_public.users is 'address has more than 500 characters: shorten it.';
comment on constraint users_email_form on app_public.users is 'email is not an address: send one like name@example.org with at most 254 characters.';
comment on constraint users_name_length on app_public.users is 'name is empty or has more than 200 characters: send 1 to 200 characters, not only blanks.';
create unique index users_email_key on app_public.users (lower(email));
comment on index app_public.users_email_key is 'This email is taken: use another one.';
create index users_email_search on app_public.users (lower(email) text_pattern_ops);
create index users_name_search on app_public.users (lower(name) text_pattern_ops);
alter table app_public.users enable row level security;
create policy edit_all on app_public.users for update to app_admin
  using (true);
create policy edit_own on app_public.users for update to app_user
  using (id = app_public.current_user_id());
create policy read_all on app_public.users for select to app_admin
  using (true);
create policy read_own on app_public.users for select to app_user
  using (id = app_public.current_user_id());
grant select on app_public.users to app_user;
grant update (email, name, address) on app_public.users to app_user;

create table app_private.user_credentials (
  user_id integer primary key references app_public.users on delete cascade,
  password_hash text not null
    constraint user_credentials_password_hash check (password_hash ~ '^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$'),
  token_version integer not null default 1,
  kept_token_id uuid,
  kept_at_version integer,
  constraint user_credentials_kept_token check ((kept_token_id is null) = (kept_at_version is null))
);
comment on table app_private.user_credentials is
  'What proves the identity of a user.';
comment on column app_private.user_credentials.user_id is 'The user.';
comment on column app_private.user_credentials.password_hash is 'The hash of the password, which the host makes with bcrypt.';
comment on column app_private.user_credentials.token_version is 'The version of the tokens that are valid. A higher version revokes all tokens of the user.';
comment on column app_private.user_credentials.kept_token_id is 'The id of the token that made the last password change. It stays valid although its version is old.';
comment on column app_private.user_credentials.kept_at_version is 'The token version that the last password change set. Any later change of token_version also revokes the kept token.';
comment on constraint user_credentials_password_hash on app_private.user_credentials is 'password_hash is not a hash of bcrypt: let the host hash the password.';
alter table app_private.user_credentials enable row level security;

--! Included users/app_public.require_admin.sql
create or replace function app_public.require_admin() returns boolean
language plpgsql stable parallel safe
as $$
begin
  if not pg_catalog.pg_has_role(current_user, 'app_admin', 'usage') then
    raise exception using errcode = 'LA403', message = 'This is for administrators only.';
  end if;
  return true;
end
$$;
comment on function app_public.require_admin() is
  E'@behavior -*\nReturns true for an administrator, and raises error LA403 for everyone else. Lists for administrators have it as a condition.';
grant execute on function app_public.require_admin() to app_user;
--! EndIncluded users/app_public.require_admin.sql
--! Included users/app_public.me.sql
create or replace function app_public.me() returns app_public.users
language sql stable
as $$
  select u.* from app_public.users u where u.id = app_public.current_user_id()
$$;
comment on function app_public.me() is
  'The user of this request.';
grant execute on function app_public.me() to app_user;
--! EndIncluded users/app_public.me.sql
--! Included users/app_private.refuse_anonymous.sql
create or replace function app_private.refuse_anonymous() returns integer
language plpgsql stable
as $$
begin
  raise exception using errcode = 'LA401', message = 'Log in first: this needs a valid token.';
end
$$;
comment on function app_private.refuse_anonymous() is
  'Raises error LA401.';
--! EndIncluded users/app_private.refuse_anonymous.sql
--! Included users/app_private.require_user_id.sql
create or replace function app_private.require_user_id() returns integer
language sql stable
as $$
  select coalesce(app_public.current_user_id(), app_private.refuse_anonymous())
$$;
comment on function app_private.require_user_id() is
  'Returns the id of the user of this request. Error LA401 without a valid token.';
--! EndIncluded users/app_private.require_user_id.sql
--! Included users/app_private.require_user.sql
create or replace function app_private.require_user() returns app_public.users
language plpgsql stable
as $$
declare
  caller app_public.users;
begin
  select u.* into caller from app_public.users u where u.id = app_public.current_user_id();
  if caller.id is null then
    perform app_private.refuse_anonymous();
  end if;
  return caller;
end
$$;
comment on function app_private.require_user() is
  'Returns the user of this request. Error LA401 without a valid token.';
--! EndIncluded users/app_private.require_user.sql
--! Included users/app_private.authenticate.sql
-- plpgsql, because it runs at the start of every request and keeps its plan from one to the next.
create or replace function app_private.authenticate(
  token_user_id integer, token_version integer, inout token_id uuid default null, out role text, out user_id text
)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
begin
  select case when u.is_admin then 'app_admin' else 'app_user' end, u.id::text
    into authenticate.role, authenticate.user_id
    from app_public.users u
    join app_private.user_credentials c on c.user_id = u.id
    where u.id = authenticate.token_user_id
      and (c.token_version = authenticate.token_version
        or c.kept_token_id = authenticate.token_id and c.kept_at_version = c.token_version);
  if not found then
    authenticate.role := 'app_anonymous';
    authenticate.user_id := '';
    authenticate.token_id := null;
  end if;
end
$$;
comment on function app_private.authenticate(integer, integer, uuid) is
  'Returns the role, the user id and the token id that a verified token stands for now. A revoked token gets app_anonymous, an empty user id and no token id.';
grant execute on function app_private.authenticate(integer, integer, uuid) to app_host;
--! EndIncluded users/app_private.authenticate.sql
--! Included users/app_private.login_credentials.sql
create or replace function app_private.login_credentials(email text)
returns table (user_id integer, is_admin boolean, password_hash text, token_version integer)
language sql stable security definer set search_path = pg_catalog, pg_temp rows 1
as $$
  select u.id, u.is_admin, c.password_hash, c.token_version
    from app_public.users u
    join app_private.user_credentials c on c.user_id = u.id
    where lower(u.email) = lower(login_credentials.email)
$$;
comment on function app_private.login_credentials(text) is
  'Returns what the host needs to check a password and to issue a token. No row for an unknown email.';
grant execute on function app_private.login_credentials(text) to app_host;
--! EndIncluded users/app_private.login_credentials.sql
--! Included users/app_public.find_user.sql
create or replace function app_public.find_user(id integer) returns app_public.users
language plpgsql stable strict
as $$
declare
  found_user app_public.users;
begin
  select u.* into found_user from app_public.users u where u.id = find_user.id;
  if found_user.id is null then
    raise exception using errcode = 'LA404', message = 'There is no user with this id that you may see.';
  end if;
  return found_user;
end
$$;
comment on function app_public.find_user(integer) is
  E'@name user\n@argument id The user''s id.\nYou; for an administrator any user. Error NOT_FOUND for an unknown id and for the id of someone else.';
grant execute on function app_public.find_user(integer) to app_user;
--! EndIncluded users/app_public.find_user.sql
--! Included users/app_public.new_user.sql
create or replace function app_public.new_user(
  email text, password_hash text, name text, address text, is_admin boolean
) returns app_public.users
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  created app_public.users;
begin
  insert into app_public.users (email, name, address, is_admin)
    values (new_user.email, new_user.name, new_user.address, new_user.is_admin)
    returning * into created;
  insert into app_private.user_credentials (user_id, password_hash) values (created.id, new_user.password_hash);
  return created;
end
$$;
comment on function app_public.new_user(text, text, text, text, boolean) is
  E'@behavior -mutationField\nCreates a user with a password that the host has hashed. Returns the user.';
grant execute on function app_public.new_user(text, text, text, text, boolean) to app_admin;
--! EndIncluded users/app_public.new_user.sql
--! Included users/app_public.user_edit.sql
create or replace function app_public.user_edit(input app_public.user_edit, id integer) returns app_public.users
language plpgsql volatile strict
as $$
declare
  edited app_public.users;
begin
  update app_public.users u
    set email = coalesce(user_edit.input.email, u.email),
        name = coalesce(user_edit.input.name, u.name),
        address = coalesce(user_edit.input.address, u.address)
    where u.id = user_edit.id
    returning u.* into edited;
  if edited.id is null then
    raise exception using errcode = 'LA404', message = 'There is no user with this id that you may edit.';
  end if;
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
  changed app_public.users;
begin
  -- The lock makes two administrators who demote each other take turns, so that one remains.
  perform from app_public.users u where u.is_admin order by u.id for update;
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
  return changed;
end
$$;
comment on function app_public.user_rights(integer, app_public.user_rights_input) is
  E'@argument id The user''s id.\n@argument input The rights to change.\nChanges whether a user is an administrator or a tester. For administrators. Error CONFLICT for the last administrator.';
grant execute on function app_public.user_rights(integer, app_public.user_rights_input) to app_admin;
--! EndIncluded users/app_public.user_rights.sql
--! Included users/app_public.user_password_edit.sql
create or replace function app_public.user_password_edit(password_hash text) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner app_public.users;
  caller_token_id constant uuid := nullif(current_setting('jwt.claims.token_id', true), '');
begin
  update app_private.user_credentials c
    set password_hash = user_password_edit.password_hash, token_version = c.token_version + 1,
      kept_token_id = caller_token_id,
      kept_at_version = case when caller_token_id is not null then c.token_version + 1 end
    where c.user_id = app_public.current_user_id();
  if not found then
    raise exception using errcode = 'LA401', message = 'Log in first: this needs a valid token.';
  end if;
  select u.* into owner from app_public.users u where u.id = app_public.current_user_id();
  return owner;
end
$$;
comment on function app_public.user_password_edit(text) is E'@behavior -mutationField\nReplaces your password by one that the host has hashed. The token of this request stays valid; every other token of yours is revoked. Returns you.';
grant execute on function app_public.user_password_edit(text) to app_user;
--! EndIncluded users/app_public.user_password_edit.sql
--! Included users/app_public.user_password_reset.sql
create or replace function app_public.user_password_reset(id integer, password_hash text) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  changed app_public.users;
begin
  update app_private.user_credentials c
    set password_hash = user_password_reset.password_hash, token_version = c.token_version + 1
    where c.user_id = user_password_reset.id;
  if not found then
    raise exception using errcode = 'LA404', message = 'There is no user with this id.';
  end if;
  select u.* into changed from app_public.users u where u.id = user_password_reset.id;
  return changed;
end
$$;
comment on function app_public.user_password_reset(integer, text) is E'@behavior -mutationField\nReplaces a user''s password by one that the host has hashed, and revokes all their tokens. For administrators. Returns the user.';
grant execute on function app_public.user_password_reset(integer, text) to app_admin;
--! EndIncluded users/app_public.user_password_reset.sql
--! Included users/app_private.announce_revocation.sql
-- This rule is a trigger, so that it also applies to an update by a DBA.
create or replace function app_private.announce_revocation() returns trigger
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  perform pg_notify('token_revoked', old.user_id::text);
  return null;
end
$$;
comment on function app_private.announce_revocation() is
  'Announces to the hosts that tokens of a user are revoked, so that they close the connections that use them.';

drop trigger if exists announce_revocation on app_private.user_credentials;
create trigger announce_revocation
  after update of token_version or delete on app_private.user_credentials
  for each row execute function app_private.announce_revocation();
--! EndIncluded users/app_private.announce_revocation.sql
--! Included users/app_private.revoke_tokens_on_demotion.sql
-- This rule is a trigger, so that it also applies to an update by a DBA.
create or replace function app_private.revoke_tokens_on_demotion() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  update app_private.user_credentials c set token_version = c.token_version + 1 where c.user_id = new.id;
  return null;
end
$$;
comment on function app_private.revoke_tokens_on_demotion() is
  'Revokes the tokens of an administrator who loses that right.';

drop trigger if exists revoke_tokens_on_demotion on app_public.users;
create trigger revoke_tokens_on_demotion
  after update of is_admin on app_public.users
  for each row when (old.is_admin and not new.is_admin)
  execute function app_private.revoke_tokens_on_demotion();
--! EndIncluded users/app_private.revoke_tokens_on_demotion.sql
