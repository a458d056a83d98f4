--! Previous: sha1:7e9b804f4cda0dc2782c071fddded4b3edda54f1
--! Hash: sha1:24f2a6ea1687aa5baf55d138d0bfa18dd6139630
--! Message: Device keys

-- An app on a phone reports with a key of its own: it needs no password, and can do nothing else.
create type app_public.device_key as (
  id integer,
  name text,
  key text,
  created_at timestamptz,
  last_used_at timestamptz
);
comment on type app_public.device_key is 'A key with which an app reports a user''s positions, and can do nothing else.';
comment on column app_public.device_key.id is E'@notNull\nThe id of the device key.';
comment on column app_public.device_key.name is E'@notNull\nThe name that the user gave it.';
comment on column app_public.device_key.key is 'The key itself. Only the answer of deviceKeyAdd has it: the service keeps its hash.';
comment on column app_public.device_key.created_at is E'@notNull\nWhen it was made, in seconds since 1970-01-01 UTC.';
comment on column app_public.device_key.last_used_at is 'When an app last used it, to about a minute, in seconds since 1970-01-01 UTC. Null before the first use.';

create table app_private.device_keys (
  user_id integer not null references app_public.users on delete restrict,
  id bigint generated always as identity,
  name text not null
    constraint device_keys_name check (char_length(name) <= 100 and name ~ '[^[:space:]]' and name !~ '[[:cntrl:]]'),
  key_hash bytea not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (user_id, id),
  constraint device_keys_hash_key unique (user_id, key_hash)
) with (fillfactor=50);
comment on table app_private.device_keys is 'The keys with which apps report positions.';
comment on column app_private.device_keys.user_id is 'The user whose positions it reports.';
comment on column app_private.device_keys.id is 'The id of the key.';
comment on column app_private.device_keys.name is 'The name that the user gave it.';
comment on column app_private.device_keys.key_hash is 'The SHA-256 hash of the key.';
comment on column app_private.device_keys.created_at is 'When it was made.';
comment on column app_private.device_keys.last_used_at is 'When an app last used it, to about a minute, as each write takes time from a report.';
comment on constraint device_keys_name on app_private.device_keys is 'name is empty, has more than 100 characters or contains a control character: send a short name such as "My phone".';
create index device_keys_id on app_private.device_keys (id);
alter table app_private.device_keys enable row level security;

--! Included keys/app_private.key_hash.sql
create or replace function app_private.key_hash(key text) returns bytea
language sql immutable strict parallel safe
as $$
  select pg_catalog.sha256(pg_catalog.convert_to(key_hash.key, 'UTF8'))
$$;
comment on function app_private.key_hash(text) is
  'Returns the SHA-256 hash of a device key. A key is random, so it needs no slower hash.';
--! EndIncluded keys/app_private.key_hash.sql
--! Included keys/app_private.device_key.sql
create or replace function app_private.device_key(key app_private.device_keys, secret text default null) returns app_public.device_key
language sql immutable parallel safe
as $$
  select row(key.id, key.name, secret, key.created_at, key.last_used_at)::app_public.device_key
$$;
comment on function app_private.device_key(app_private.device_keys, text) is
  'Returns a device key as the API shows it. The key itself is null, except just after it was made.';
--! EndIncluded keys/app_private.device_key.sql
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
  return app_private.device_key(added, secret);
end
$$;
comment on function app_public.device_key_add(text) is
  E'@argument name A name to know the device by.\nMakes a device key, with which an app reports your positions without your password. Only this answer contains the key. Error CONFLICT if you have twenty.';
grant execute on function app_public.device_key_add(text) to app_user;
--! EndIncluded keys/app_public.device_key_add.sql
--! Included keys/app_public.device_keys.sql
create or replace function app_public.device_keys(user_id integer default null) returns app_public.device_key[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  caller constant app_public.users := app_private.require_user();
begin
  if device_keys.user_id <> caller.id and not caller.is_admin then
    raise exception using errcode = 'LA403', message = 'This is for administrators only.';
  end if;
  return array(
    select app_private.device_key(k) from app_private.device_keys k
      where k.user_id = coalesce(device_keys.user_id, caller.id) order by k.id desc);
end
$$;
comment on function app_public.device_keys(integer) is
  E'@itemsNotNull\n@argument userId Another user, for administrators.\nYour device keys, the newest first. An administrator can list those of any user. Error FORBIDDEN for others.';
grant execute on function app_public.device_keys(integer) to app_user;
--! EndIncluded keys/app_public.device_keys.sql
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
  perform pg_notify('token_revoked', delete_user.user_id::text);
end
$$;
comment on function app_private.delete_user(integer) is
  'Deletes a user with their credentials, sessions, email, devices, device keys and quiet hours, for a database administrator. Error 23503 if the user published an alert, reported a position or was notified. A plain delete is refused, as it would leave the email and the devices reserved.';
--! EndIncluded users/app_private.delete_user.sql
