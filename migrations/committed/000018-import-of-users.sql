--! Previous: sha1:977c4a8c6b1268f80d980fd6c5f5ebc241cf2cec
--! Hash: sha1:779e829eb94adfa360387985a720de1585b29baf
--! Message: Import of users

-- Administrators import many users at once, and hand each a link to set a password by.
create type app_public.user_import as (
  email text,
  name text,
  address text,
  is_tester boolean
);
comment on type app_public.user_import is E'@inputTypeName UserImport\nA user to create without a password.';
comment on column app_public.user_import.email is E'@notNull\nThe email address to log in with. It is unique, whatever its case.';
comment on column app_public.user_import.name is E'@notNull\nThe name of the user.';
comment on column app_public.user_import.address is 'The postal address of the user. Empty if left out.';
comment on column app_public.user_import.is_tester is 'True for a tester, who gets exercises and tests. False if left out.';

create type app_public.user_import_line as (
  index integer,
  user_id integer,
  error text
);
comment on type app_public.user_import_line is 'What became of one entry of usersImport.';
comment on column app_public.user_import_line.index is E'@notNull\nThe place of the entry in the list, from 0.';
comment on column app_public.user_import_line.user_id is 'The id of the new user. Null if no user was created.';
comment on column app_public.user_import_line.error is 'What is wrong with the entry. Null if nothing is.';

create type app_public.password_link as (
  user_id integer,
  token text,
  expires_at timestamptz
);
comment on type app_public.password_link is 'What a user needs to set their first password.';
comment on column app_public.password_link.user_id is E'@notNull\nThe id of the user.';
comment on column app_public.password_link.token is E'@notNull\nThe token for passwordSet. The console''s page for it is at /console/#/password/ and the token.';
comment on column app_public.password_link.expires_at is E'@notNull\nUntil when it works, in seconds since 1970-01-01 UTC.';

create type app_public.user_sort as enum ('ID', 'NAME', 'EMAIL', 'NEWEST', 'LAST_REPORT');
comment on type app_public.user_sort is
  E'@value ID By id, the oldest first.\n@value NAME By name.\n@value EMAIL By email.\n@value NEWEST The newest first.\n@value LAST_REPORT By the last position, the latest first. Users without one come last.\nAn order of users.';

create type app_public.user_overview as (
  id integer,
  email text,
  name text,
  address text,
  is_admin boolean,
  is_tester boolean,
  created_at timestamptz,
  has_device boolean,
  has_password boolean,
  last_reported_at timestamptz
);
comment on type app_public.user_overview is 'A user, with what an administrator needs to know of them.';
comment on column app_public.user_overview.id is E'@notNull\nThe id of the user.';
comment on column app_public.user_overview.email is E'@notNull\nThe email address to log in with.';
comment on column app_public.user_overview.name is E'@notNull\nThe name of the user.';
comment on column app_public.user_overview.address is E'@notNull\nThe postal address of the user.';
comment on column app_public.user_overview.is_admin is E'@notNull\nTrue for an administrator.';
comment on column app_public.user_overview.is_tester is E'@notNull\nTrue for a tester.';
comment on column app_public.user_overview.created_at is E'@notNull\nWhen the user was created, in seconds since 1970-01-01 UTC.';
comment on column app_public.user_overview.has_device is E'@notNull\nTrue if the user has a device that pushes go to.';
comment on column app_public.user_overview.has_password is E'@notNull\nFalse for an imported user who has not set a password yet, and cannot log in.';
comment on column app_public.user_overview.last_reported_at is 'When the last position was taken, in seconds since 1970-01-01 UTC. Null without one.';

alter table app_private.settings add column password_link_lifetime interval not null default '14 days'
  constraint settings_password_link_lifetime check (password_link_lifetime > '0');
comment on column app_private.settings.password_link_lifetime is 'How long a link works by which an imported user sets a password.';

create table app_private.password_links (
  user_id integer primary key references app_public.users on delete restrict,
  token_hash bytea not null,
  expires_at timestamptz not null
);
comment on table app_private.password_links is
  'Links by which users without a password set one. A user has at most one, and its row goes when it is used.';
comment on column app_private.password_links.user_id is 'The user.';
comment on column app_private.password_links.token_hash is 'The SHA-256 hash of the token''s secret. So nobody who reads this table can use a link.';
comment on column app_private.password_links.expires_at is 'Until when the link works.';
alter table app_private.password_links enable row level security;

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
    return next link;
  end loop;
end
$$;
comment on function app_public.new_password_links(integer[]) is
  E'@argument userIds The ids of users without a password, at most 5,000.\nMakes a link for each of these users, by which they set their password. An earlier link of theirs no longer works. For administrators. Error CONFLICT for a user who has a password.';
grant execute on function app_public.new_password_links(integer[]) to app_admin;
--! EndIncluded users/app_public.new_password_links.sql
--! Included users/app_private.password_link_email.sql
create or replace function app_private.password_link_email(token text) returns text
language plpgsql stable strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  -- A token is the user's id, a point, and a secret.
  owner_id constant integer := case when token ~ '^[1-9][0-9]{0,8}\.' then split_part(token, '.', 1) end;
  secret constant text := split_part(token, '.', 2);
begin
  return (
    select u.email
      from app_private.password_links l
      join app_public.users u on u.id = l.user_id
      where l.user_id = owner_id and l.token_hash = sha256(convert_to(secret, 'UTF8')) and now() < l.expires_at);
end
$$;
comment on function app_private.password_link_email(text) is
  'Returns the email of the user whose link has this token. Null if the token is wrong, used or expired. The host asks before it hashes a password, because hashing is expensive.';
grant execute on function app_private.password_link_email(text) to app_host;
--! EndIncluded users/app_private.password_link_email.sql
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
  return owner_email;
end
$$;
comment on function app_private.set_first_password(text, text) is
  'Sets a user''s first password by the token of a link, and ends the link. Returns the email to log in with. Null if the token is wrong, used or expired.';
grant execute on function app_private.set_first_password(text, text) to app_host;
--! EndIncluded users/app_private.set_first_password.sql
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
  perform app_private.end_sessions(changed.id);
  return changed;
end
$$;
comment on function app_public.user_password_reset(integer, text) is E'@behavior -mutationField\nReplaces a user''s password by one that the host has hashed, and ends all their sessions. For administrators. Returns the user.';
grant execute on function app_public.user_password_reset(integer, text) to app_admin;
--! EndIncluded users/app_public.user_password_reset.sql
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
  perform pg_notify('token_revoked', delete_user.user_id::text);
end
$$;
comment on function app_private.delete_user(integer) is
  'Deletes a user with their credentials, sessions, email, devices, device keys and quiet hours, for a database administrator. Error 23503 if the user published an alert, reported a position or was notified. A plain delete is refused, as it would leave the email and the devices reserved.';
--! EndIncluded users/app_private.delete_user.sql
