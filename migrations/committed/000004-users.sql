--! Previous: sha1:2e3fa216cf09856355080a839b77ec555767dac4
--! Hash: sha1:e86f151f6b7ce45c186172cef2592f31e1d89a4f
--! Message: users

--! split: 1-users.sql
create table app_public.users (
  id integer generated always as identity primary key,
  email text not null
    constraint users_email_form check (char_length(email) <= 254 and email ~ '^[^@[:space:][:cntrl:]]+@[^@[:space:][:cntrl:]]+$'),
  name text not null
    constraint users_name_length check (char_length(name) between 1 and 200 and name ~ '[^[:space:]]'),
  address text not null
    constraint users_address_length check (char_length(address) <= 500),
  is_admin boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index users_email_key on app_public.users (lower(email));

comment on table app_public.users is E'@listForAdmins\nA person who reports positions and is notified, or who administers.';
comment on column app_public.users.email is 'Unique, whatever its case.';
comment on column app_public.users.created_at is 'Seconds since 1970-01-01 UTC.';
comment on constraint users_email_form on app_public.users is 'email must be an address like name@example.org, of at most 254 characters.';
comment on constraint users_name_length on app_public.users is 'name must have 1 to 200 characters, and not only blanks.';
comment on constraint users_address_length on app_public.users is 'address must have at most 500 characters.';
comment on index app_public.users_email_key is 'This email is taken: use another one.';

create table app_private.user_credentials (
  user_id integer primary key references app_public.users on delete cascade,
  password_hash text not null
    constraint user_credentials_password_hash check (password_hash ~ '^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$'),
  token_version integer not null default 1
);
comment on table app_private.user_credentials is 'What proves who a user is.';
comment on column app_private.user_credentials.password_hash is 'bcrypt, made by the host.';
comment on column app_private.user_credentials.token_version is 'Tokens that carry another version are worthless.';
comment on constraint user_credentials_password_hash on app_private.user_credentials is 'The password hash must be bcrypt''s.';

create table app_private.devices (
  user_id integer not null references app_public.users on delete cascade,
  token text not null
    constraint devices_token_length check (char_length(token) between 1 and 2048 and token ~ '^[^[:cntrl:]]+$' and token ~ '[^[:space:]]'),
  created_at timestamptz not null default now(),
  primary key (user_id, token)
);
create unique index devices_token_key on app_private.devices (token);
comment on table app_private.devices is 'Where to push a user''s notifications; a token belongs to one user at a time.';
comment on constraint devices_token_length on app_private.devices is 'token must have 1 to 2,048 characters, none of them control characters, and not only blanks.';

alter table app_public.users enable row level security;
alter table app_private.user_credentials enable row level security;
alter table app_private.devices enable row level security;

--! Included functions/app_public.current_user_id.sql
create or replace function app_public.current_user_id() returns integer
language sql stable parallel safe
as $$
  select nullif(pg_catalog.current_setting('jwt.claims.user_id', true), '')::pg_catalog.int4
$$;
comment on function app_public.current_user_id() is E'@behavior -*\nThe id of the user whose request this is; null without a valid token.';
grant execute on function app_public.current_user_id() to app_anonymous, app_user, app_host;
--! EndIncluded functions/app_public.current_user_id.sql
--! Included functions/app_public.require_admin.sql
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
comment on function app_public.require_admin() is E'@behavior -*\nTrue for an administrator; for anyone else the error LA403. Lists that only administrators may read carry it as a condition.';
grant execute on function app_public.require_admin() to app_user;
--! EndIncluded functions/app_public.require_admin.sql
--! Included functions/app_private.authenticate.sql
-- plpgsql, as it runs at the start of every request and keeps its plan from one to the next.
create or replace function app_private.authenticate(
  token_user_id integer, token_version integer, out role text, out user_id text
)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
begin
  select case when u.is_admin then 'app_admin' else 'app_user' end, u.id::text
    into authenticate.role, authenticate.user_id
    from app_public.users u
    join app_private.user_credentials c on c.user_id = u.id
    where u.id = authenticate.token_user_id and c.token_version = authenticate.token_version;
  if not found then
    authenticate.role := 'app_anonymous';
    authenticate.user_id := '';
  end if;
end
$$;
comment on function app_private.authenticate(integer, integer) is
  'The role and user id that a verified token stands for now: app_anonymous and an empty id where it was revoked.';
grant execute on function app_private.authenticate(integer, integer) to app_host;
--! EndIncluded functions/app_private.authenticate.sql
--! Included functions/app_private.login_credentials.sql
create or replace function app_private.login_credentials(email text)
returns table (user_id integer, is_admin boolean, password_hash text, token_version integer)
language sql stable security definer set search_path = pg_catalog, pg_temp rows 1
as $$
  select u.id, u.is_admin, c.password_hash, c.token_version
    from app_public.users u
    join app_private.user_credentials c on c.user_id = u.id
    where lower(u.email) = lower(login_credentials.email)
$$;
comment on function app_private.login_credentials(text) is 'What the host needs to check a password and to issue a token; no row for an unknown email.';
grant execute on function app_private.login_credentials(text) to app_host;
--! EndIncluded functions/app_private.login_credentials.sql
--! Included functions/app_private.revoke_tokens_on_demotion.sql
-- A trigger, though rules sit in functions elsewhere: it must bite for a DBA's update too.
create or replace function app_private.revoke_tokens_on_demotion() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  update app_private.user_credentials c set token_version = c.token_version + 1 where c.user_id = new.id;
  return null;
end
$$;
comment on function app_private.revoke_tokens_on_demotion() is 'Makes an administrator''s tokens worthless when the right is taken away.';

drop trigger if exists revoke_tokens_on_demotion on app_public.users;
create trigger revoke_tokens_on_demotion
  after update of is_admin on app_public.users
  for each row when (old.is_admin and not new.is_admin)
  execute function app_private.revoke_tokens_on_demotion();
--! EndIncluded functions/app_private.revoke_tokens_on_demotion.sql
--! Included policies/app_public.users.sql
drop policy if exists read_own on app_public.users;
create policy read_own on app_public.users for select to app_user
  using (id = app_public.current_user_id());

drop policy if exists read_all on app_public.users;
create policy read_all on app_public.users for select to app_admin
  using (true);

drop policy if exists edit_own on app_public.users;
create policy edit_own on app_public.users for update to app_user
  using (id = app_public.current_user_id());

drop policy if exists edit_all on app_public.users;
create policy edit_all on app_public.users for update to app_admin
  using (true);

grant select on app_public.users to app_user;
grant update (email, name, address) on app_public.users to app_user;
--! EndIncluded policies/app_public.users.sql

create type app_public.user_edit as (email text, name text, address text);
comment on type app_public.user_edit is E'@inputTypeName UserEdit\nA field left out stays as it is.';
create type app_public.register_notification_token as (token text);
comment on type app_public.register_notification_token is E'@inputTypeName RegisterNotificationToken\nA device to push to.';
comment on column app_public.register_notification_token.token is E'@notNull\nAs the device''s push service gave it.';

--! Included functions/app_public.me.sql
create or replace function app_public.me() returns app_public.users
language sql stable
as $$
  select u.* from app_public.users u where u.id = app_public.current_user_id()
$$;
comment on function app_public.me() is 'The user who asks.';
grant execute on function app_public.me() to app_user;
--! EndIncluded functions/app_public.me.sql
--! Included functions/app_public.find_user.sql
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
comment on function app_public.find_user(integer) is E'@name user\nOneself; an administrator anyone. Error NOT_FOUND for an unknown id and for someone else''s alike.';
grant execute on function app_public.find_user(integer) to app_user;
--! EndIncluded functions/app_public.find_user.sql
--! Included functions/app_public.user_edit.sql
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
comment on function app_public.user_edit(app_public.user_edit, integer) is 'Edits oneself; an administrator anyone. Returns the edited user. Error NOT_FOUND for an unknown id and for someone else''s alike.';
grant execute on function app_public.user_edit(app_public.user_edit, integer) to app_user;
--! EndIncluded functions/app_public.user_edit.sql
--! Included functions/app_public.register_device.sql
create or replace function app_public.register_device(input app_public.register_notification_token) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner app_public.users;
begin
  select u.* into owner from app_public.users u where u.id = app_public.current_user_id();
  if owner.id is null then
    raise exception using errcode = 'LA401', message = 'Log in first.';
  end if;
  if register_device.input.token is null then
    raise exception using errcode = 'LA400', message = 'token must be given.';
  end if;
  insert into app_private.devices as d (user_id, token) values (owner.id, register_device.input.token)
    on conflict (token) do update set user_id = excluded.user_id, created_at = now();
  return owner;
end
$$;
comment on function app_public.register_device(app_public.register_notification_token) is 'Adds a device to push to. A token that belonged to another user moves to this one. Returns oneself.';
grant execute on function app_public.register_device(app_public.register_notification_token) to app_user;
--! EndIncluded functions/app_public.register_device.sql
--! Included functions/app_public.new_user.sql
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
comment on function app_public.new_user(text, text, text, text, boolean) is E'@behavior -mutationField\nMakes a user with a password hashed by the host, and returns them.';
grant execute on function app_public.new_user(text, text, text, text, boolean) to app_admin;
--! EndIncluded functions/app_public.new_user.sql
--! Included functions/app_public.user_password_edit.sql
create or replace function app_public.user_password_edit(password_hash text) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner app_public.users;
begin
  update app_private.user_credentials c
    set password_hash = user_password_edit.password_hash, token_version = c.token_version + 1
    where c.user_id = app_public.current_user_id();
  if not found then
    raise exception using errcode = 'LA401', message = 'Log in first.';
  end if;
  select u.* into owner from app_public.users u where u.id = app_public.current_user_id();
  return owner;
end
$$;
comment on function app_public.user_password_edit(text) is E'@behavior -mutationField\nReplaces one''s own password by one hashed by the host, and makes all tokens issued before worthless. Returns oneself.';
grant execute on function app_public.user_password_edit(text) to app_user;
--! EndIncluded functions/app_public.user_password_edit.sql
