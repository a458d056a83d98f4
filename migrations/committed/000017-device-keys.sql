--! Previous: sha1:f705852f29acaab411030128d461c6a248ed538d
--! Hash: sha1:8d358e4716847dffaae4c7888f3c489a30d81e41
--! Message: Device keys

set local check_function_bodies = off; -- Functions call later ones.

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
comment on column app_public.device_key.key is
  'The key itself. Only the answer of deviceKeyAdd has it: the service keeps its hash.';
comment on column app_public.device_key.created_at is E'@notNull\nWhen it was made.';
comment on column app_public.device_key.last_used_at is
  'When an app last used it, to about a minute. Null before the first use.';

create table app_private.device_keys (
  user_id integer not null default app_public.current_user_id(),
  id bigint not null generated always as identity,
  name text not null,
  key_hash bytea not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  constraint device_keys_hash_key unique (user_id, key_hash),
  constraint device_keys_pkey primary key (user_id, id),
  constraint device_keys_name check ((char_length(name) <= 100) and (app_private.without_blanks(name) <> '') and (name !~ '[[:cntrl:]]')),
  constraint device_keys_user_id_fkey foreign key (user_id) references app_public.users(id) on delete cascade
) with (fillfactor='50');
create index device_keys_id on app_private.device_keys (id);
alter table app_private.device_keys enable row level security;

create policy read_all on app_private.device_keys for select to app_admin using (true);
create policy revoke_all on app_private.device_keys for delete to app_admin using ((not (app_public.me()).is_training));
create policy write_own on app_private.device_keys to app_user using ((user_id = app_public.current_user_id()));
grant select (user_id, id, name, created_at, last_used_at), insert (name, key_hash), delete on app_private.device_keys to app_user;

comment on table app_private.device_keys is 'The keys with which apps report positions.';
comment on column app_private.device_keys.user_id is 'The user whose positions it reports.';
comment on column app_private.device_keys.id is 'The id of the key.';
comment on column app_private.device_keys.name is 'The name that the user gave it.';
comment on column app_private.device_keys.key_hash is 'The SHA-256 hash of the key.';
comment on column app_private.device_keys.created_at is 'When it was made.';
comment on column app_private.device_keys.last_used_at is
  'When an app last used it, to about a minute, as each write takes time from a report.';
comment on constraint device_keys_name on app_private.device_keys is
  'name is empty, has more than 100 characters or contains a control character: send a short name such as "My phone".';

--! Included device-keys/app_private.key_hash.sql
create or replace function app_private.key_hash(key text) returns bytea
language sql immutable strict parallel safe
as $$
  select pg_catalog.sha256(pg_catalog.convert_to(key_hash.key, 'UTF8'))
$$;
comment on function app_private.key_hash(text) is
  'Returns the SHA-256 hash of a device key. A key is random, so it needs no slower hash.';
grant execute on function app_private.key_hash(text) to app_user;
--! EndIncluded device-keys/app_private.key_hash.sql
--! Included device-keys/app_private.limit_device_keys.sql
create or replace function app_private.limit_device_keys() returns trigger
language plpgsql
as $$
declare
  max_keys constant integer := 20;
begin
  -- The lock serializes concurrent inserts of a user, so that each counts the others.
  perform pg_catalog.pg_advisory_xact_lock((4158::pg_catalog.int8 << 32) | new.user_id);
  if (select count(*) from app_private.device_keys k where k.user_id = new.user_id) >= max_keys then
    raise exception using errcode = 'LA409', message = format('You have %s device keys: revoke one first.', max_keys);
  end if;
  return new;
end
$$;
comment on function app_private.limit_device_keys() is
  'Raises error LA409 if a user has the maximum number of device keys.';

-- Not for the owner, who restores what was there.
create or replace trigger limit_device_keys before insert on app_private.device_keys
  for each row when (row_security_active('app_private.device_keys')) execute function app_private.limit_device_keys();
--! EndIncluded device-keys/app_private.limit_device_keys.sql
--! Included device-keys/app_public.device_key_add.sql
create or replace function app_public.device_key_add(name text) returns app_public.device_key
language plpgsql volatile strict
as $$
declare
  -- 122 random bits. The prefix is the id of the key's user.
  secret constant text := app_private.require_user_id() || '-' || replace(gen_random_uuid()::text, '-', '');
  added app_public.device_key;
begin
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
  perform app_private.require_user_id();
  delete from app_private.device_keys k where k.id = device_key_revoke.id
    returning k.id, k.name, k.created_at, k.last_used_at into revoked.id, revoked.name, revoked.created_at, revoked.last_used_at;
  if revoked.id is null then
    raise exception using errcode = 'LA404', message = 'You have no device key with this id.';
  end if;
  return revoked;
end
$$;
comment on function app_public.device_key_revoke(integer) is
  E'@argument id The id of the device key.\nRevokes one of your device keys: the next report with it is refused. Administrators who are no training users can revoke anyone''s. Returns the key without its secret. Error NOT_FOUND for an unknown id, and for the key of someone else.';
grant execute on function app_public.device_key_revoke(integer) to app_user;
--! EndIncluded device-keys/app_public.device_key_revoke.sql
--! Included device-keys/app_public.device_keys.sql
create or replace function app_public.device_keys(user_id integer default null) returns app_public.device_key[]
language plpgsql stable
as $$
declare
  caller constant app_public.users := app_private.require_user();
begin
  if device_keys.user_id <> caller.id and not caller.is_admin then
    raise exception using errcode = 'LA403', message = 'This is for administrators only.';
  end if;
  return array(
    select row(k.id, k.name, null, k.created_at, k.last_used_at)::app_public.device_key from app_private.device_keys k
      where k.user_id = coalesce(device_keys.user_id, caller.id) order by k.id desc);
end
$$;
comment on function app_public.device_keys(integer) is
  E'@itemsNotNull\n@argument userId Another user, for administrators.\nYour device keys, the newest first. An administrator can list those of any user. Error FORBIDDEN for others.';
grant execute on function app_public.device_keys(integer) to app_user;
--! EndIncluded device-keys/app_public.device_keys.sql
