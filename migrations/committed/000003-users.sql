--! Previous: sha1:fdfc1ae58c1f6a3864e9850ff9757ecc0541fc46
--! Hash: sha1:108dfbd3a2f793d6293827295af148a18b81227f
--! Message: Users

set local check_function_bodies = off; -- Functions call later ones.

create type app_public.user_edit as (
  email text,
  name text,
  address text,
  last_position_only boolean
);
comment on type app_public.user_edit is
  E'@inputTypeName UserEdit\nThe fields of a user to change. A field that is left out stays as it is.';
comment on column app_public.user_edit.email is 'The new email address.';
comment on column app_public.user_edit.name is 'The new name.';
comment on column app_public.user_edit.address is 'The new postal address.';
comment on column app_public.user_edit.last_position_only is
  'True to keep only your last position from now on, and to delete your history. For your own user only, also for administrators.';

create type app_public.user_import as (
  email text,
  name text,
  address text,
  is_tester boolean
);
comment on type app_public.user_import is E'@inputTypeName UserImport\nA user to create without a password.';
comment on column app_public.user_import.email is
  E'@notNull\nThe email address to log in with. It is unique, whatever its case.';
comment on column app_public.user_import.name is E'@notNull\nThe name of the user.';
comment on column app_public.user_import.address is 'The postal address of the user. Empty if left out.';
comment on column app_public.user_import.is_tester is
  'True for a tester, who gets exercises and tests. False if left out.';

create type app_public.user_import_line as (
  index integer,
  user_id integer,
  error text
);
comment on type app_public.user_import_line is 'What became of one entry of usersImport.';
comment on column app_public.user_import_line.index is E'@notNull\nThe place of the entry in the list, from 0.';
comment on column app_public.user_import_line.user_id is 'The id of the new user. Null if no user was created.';
comment on column app_public.user_import_line.error is 'What is wrong with the entry. Null if nothing is.';

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
  last_reported_at timestamptz,
  is_training boolean,
  joined_by integer,
  app text,
  is_silent boolean,
  email_verified boolean
);
comment on type app_public.user_overview is 'A user, with what an administrator needs to know of them.';
comment on column app_public.user_overview.id is E'@notNull\nThe id of the user.';
comment on column app_public.user_overview.email is E'@notNull\nThe email address to log in with.';
comment on column app_public.user_overview.name is E'@notNull\nThe name of the user.';
comment on column app_public.user_overview.address is E'@notNull\nThe postal address of the user.';
comment on column app_public.user_overview.is_admin is E'@notNull\nTrue for an administrator.';
comment on column app_public.user_overview.is_tester is E'@notNull\nTrue for a tester.';
comment on column app_public.user_overview.created_at is
  E'@notNull\nWhen the user was created.';
comment on column app_public.user_overview.has_device is E'@notNull\nTrue if the user has a device that pushes go to.';
comment on column app_public.user_overview.has_password is
  E'@notNull\nFalse for an imported user who has not set a password yet, and cannot log in.';
comment on column app_public.user_overview.last_reported_at is
  'When the last position was taken, or an app said later that it runs and has no newer one. Null without a position.';
comment on column app_public.user_overview.is_training is
  E'@notNull\nTrue for a training user, whose alerts are all exercises.';
comment on column app_public.user_overview.joined_by is
  'The id of the invitation that the user joined by. Null for a user that an administrator created.';
comment on column app_public.user_overview.app is
  'The name of the device key that the last position came with. Null if it came with a login, or there is none.';
comment on column app_public.user_overview.is_silent is
  E'@notNull\nTrue if the last position was taken longer ago than the service''s silentAfter: the user fell silent.';
comment on column app_public.user_overview.email_verified is
  E'@notNull\nTrue if the user has confirmed the email by a link that was mailed to it.';

create type app_public.user_rights_input as (
  is_admin boolean,
  is_tester boolean
);
comment on type app_public.user_rights_input is
  E'@inputTypeName UserRightsInput\nThe rights of a user to change. A field that is left out stays as it is.';
comment on column app_public.user_rights_input.is_admin is 'True to make the user an administrator, false to end that.';
comment on column app_public.user_rights_input.is_tester is
  'True to send exercises and tests to the user, false to stop that.';

create type app_public.user_sort as enum ('ID', 'NAME', 'EMAIL', 'NEWEST', 'LAST_REPORT');
comment on type app_public.user_sort is
  E'@value ID By id, the oldest first.\n@value NAME By name.\n@value EMAIL By email.\n@value NEWEST The newest first.\n@value LAST_REPORT By the last position, the latest first. Users without one come last.\nAn order of users.';

--! Included users/app_private.without_blanks.sql
create or replace function app_private.without_blanks(text text) returns text
language sql immutable parallel safe
as $$
  -- White space, control characters and invisible characters: joiners, direction marks, fillers, and the empty Braille pattern.
  select pg_catalog.regexp_replace(without_blanks.text, '[[:space:][:cntrl:]\u0085\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]', '', 'g')
$$;
comment on function app_private.without_blanks(text) is
  'Returns a text without white space and invisible characters of Unicode. Constraints use it to reject blank texts, and emails with hidden characters.';
grant execute on function app_private.without_blanks(text) to app_user;
--! EndIncluded users/app_private.without_blanks.sql
--! Included users/app_private.email_key.sql
create or replace function app_private.email_key(email text) returns text
language sql immutable parallel safe
as $$
  select pg_catalog.lower(normalize(email_key.email, nfkc))
$$;
comment on function app_private.email_key(text) is
  'Returns the normalized form of an email address, for the unique index and lookups: lower case, and the Unicode normalization form NFKC.';
--! EndIncluded users/app_private.email_key.sql
--! Included users/app_private.name_words.sql
create or replace function app_private.name_words(name text) returns tsvector
language sql immutable strict parallel safe
as $$
  select pg_catalog.to_tsvector('pg_catalog.simple'::pg_catalog.regconfig,
    pg_catalog.regexp_replace(name, '[^[:alnum:]]+', ' ', 'g'))
$$;
comment on function app_private.name_words(text) is
  'Returns the words of a name in lower case, for the index users_name_words.';
grant execute on function app_private.name_words(text) to app_user;
--! EndIncluded users/app_private.name_words.sql

create table app_public.users (
  id integer not null generated always as identity,
  email text not null,
  name text not null,
  address text not null,
  is_admin boolean not null default false,
  created_at timestamptz not null default now(),
  is_tester boolean not null default false,
  is_training boolean not null default false,
  erasure_key uuid default gen_random_uuid(),
  last_position_only boolean not null default false,
  email_verified boolean not null default false,
  constraint users_address_length check (char_length(address) <= 500),
  constraint users_pkey primary key (id),
  constraint users_email_form check ((char_length(email) <= 254) and (email ~ '^[^@[:space:][:cntrl:]]+@[^@[:space:][:cntrl:]]+$') and (email = app_private.without_blanks(email))),
  constraint users_name_length check ((char_length(name) >= 1) and (char_length(name) <= 200) and (app_private.without_blanks(name) <> ''))
);
create index users_administrators on app_public.users (id) where is_admin;
create index users_by_name on app_public.users (lower(name), id);
create unique index users_email_key on app_public.users (app_private.email_key(email));
create index users_email_search on app_public.users (lower(email) text_pattern_ops);
create index users_name_words on app_public.users using gin (app_private.name_words(name));
alter table app_public.users enable row level security;

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

create policy read_all on app_public.users for select to app_admin using (true);
create policy read_own on app_public.users for select to app_user using ((id = app_public.current_user_id()));
grant select on app_public.users to app_user;

comment on table app_public.users is
  E'@listForAdmins\n@searchBy email words(name)\nA person who reports positions and gets notifications, or an administrator.';
comment on column app_public.users.id is 'The id of the user.';
comment on column app_public.users.email is 'The email address to log in with. It is unique, whatever its case.';
comment on column app_public.users.name is 'The name of the user.';
comment on column app_public.users.address is 'The postal address of the user.';
comment on column app_public.users.is_admin is
  'True for an administrator, who may publish alerts and read all users and positions.';
comment on column app_public.users.created_at is 'When the user was created.';
comment on column app_public.users.is_tester is 'True for a tester, who gets exercises and tests.';
comment on column app_public.users.is_training is
  'True for a training user: every alert that they publish is an exercise, and they cannot change real alerts.';
comment on column app_public.users.erasure_key is
  E'@behavior -*\nA random id that identifies the user in the list of erasures outside of the database. A restored database may assign the id of a user again, but never this key.';
comment on column app_public.users.last_position_only is
  'True if only the last position of the user is kept, and no history, as the user chose by userEdit.';
comment on column app_public.users.email_verified is
  'True if the user has confirmed the email by a link that was mailed to it.';
comment on constraint users_address_length on app_public.users is 'address has more than 500 characters: shorten it.';
comment on constraint users_email_form on app_public.users is
  'email is not an address: send one like name@example.org with at most 254 characters.';
comment on constraint users_name_length on app_public.users is
  'name is empty or has more than 200 characters: send 1 to 200 characters, not only blanks.';
comment on index app_public.users_email_key is 'This email is taken: use another one.';

create table app_private.user_credentials (
  user_id integer not null,
  password_hash text not null,
  constraint user_credentials_password_hash check (password_hash ~ '^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$'),
  constraint user_credentials_pkey primary key (user_id),
  constraint user_credentials_user_id_fkey foreign key (user_id) references app_public.users(id) on delete cascade
);
alter table app_private.user_credentials enable row level security;

comment on table app_private.user_credentials is 'The password hash of a user. An imported user has no row before the first password.';
comment on column app_private.user_credentials.user_id is 'The user.';
comment on column app_private.user_credentials.password_hash is
  'The hash of the password, which the host makes with bcrypt.';
comment on constraint user_credentials_password_hash on app_private.user_credentials is
  'password_hash is not a hash of bcrypt: let the host hash the password.';

--! Included users/app_private.add_user.sql
create or replace function app_private.add_user(
  email text, name text, address text, is_admin boolean default false, is_training boolean default false
) returns app_public.users
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  added app_public.users;
  constraint_violated text;
  column_violated text;
begin
  insert into app_public.users (email, name, address, is_admin, is_training)
    values (add_user.email, add_user.name, add_user.address, add_user.is_admin, add_user.is_training)
    returning * into added;
  return added;
exception when integrity_constraint_violation then
  -- The detail of PostgreSQL's own error contains the row, and would be logged.
  get stacked diagnostics constraint_violated = constraint_name, column_violated = column_name;
  raise exception using errcode = sqlstate, constraint = constraint_violated, column = column_violated, message = sqlerrm;
end
$$;
comment on function app_private.add_user(text, text, text, boolean, boolean) is
  'Inserts a user without a password. The error of an invalid row names the constraint or the column, but no value, as PostgreSQL logs it.';
--! EndIncluded users/app_private.add_user.sql
--! Included users/app_private.delete_user.sql
create or replace function app_private.delete_user(user_id integer) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  if not exists (select from app_public.users u where u.id = delete_user.user_id) then
    raise exception using errcode = 'LA404', message = 'There is no user with this id.';
  end if;
  if exists (select from app_public.alerts a where a.user_id = delete_user.user_id)
    or exists (select from app_public.alert_versions v where v.user_id = delete_user.user_id)
    or exists (select from app_public.notifications n where n.user_id = delete_user.user_id)
    or exists (select from app_public.last_positions l where l.user_id = delete_user.user_id)
  then
    raise exception using errcode = 'foreign_key_violation',
      message = format('users %s cannot be deleted: alerts, positions or notifications refer to it, and they prove who was told and why.', user_id);
  end if;
  perform app_private.forget_account(delete_user.user_id, (select u.email from app_public.users u where u.id = delete_user.user_id));
  perform app_private.audit('USER_REMOVED', 'USER', delete_user.user_id);
  perform pg_notify('token_revoked', delete_user.user_id::text);
end
$$;
comment on function app_private.delete_user(integer) is
  'Deletes a user and their account, for a database administrator: see app_private.forget_account(). Error LA404 for an unknown user, 23503 if the user published an alert, reported a position or was notified.';
--! EndIncluded users/app_private.delete_user.sql
--! Included users/app_private.lock_user.sql
create or replace function app_private.lock_user(user_id integer) returns text
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  perform from app_public.users u where u.id = lock_user.user_id for no key update;
  return (select u.email from app_public.users u where u.id = lock_user.user_id);
end
$$;
comment on function app_private.lock_user(integer) is
  'Locks a user until the transaction ends, and returns their email. Null if there is no such user. Functions that write emails, links or passwords call it first: one lock order prevents deadlocks.';
--! EndIncluded users/app_private.lock_user.sql
--! Included users/app_private.protect_administrator.sql
create or replace function app_private.protect_administrator(user_id integer) returns void
language plpgsql stable
as $$
begin
  -- A caller who sets the email or password of an administrator can log in as that administrator.
  if exists (select from app_public.users u where u.id = protect_administrator.user_id and u.is_admin and not u.is_training) then
    perform app_private.refuse_training_users();
  end if;
end
$$;
comment on function app_private.protect_administrator(integer) is
  'Raises error LA403 if the caller is in training and the user is an administrator who is not.';
--! EndIncluded users/app_private.protect_administrator.sql
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
grant execute on function app_private.refuse_anonymous() to app_user;
--! EndIncluded users/app_private.refuse_anonymous.sql
--! Included users/app_private.refuse_training_users.sql
create or replace function app_private.refuse_training_users() returns void
language plpgsql stable
as $$
begin
  if (app_public.me()).is_training then
    raise exception using errcode = 'LA403', message = 'You are in training: another administrator has to change this.';
  end if;
end
$$;
comment on function app_private.refuse_training_users() is
  'Raises error LA403 if the caller is in training.';
grant execute on function app_private.refuse_training_users() to app_admin;
--! EndIncluded users/app_private.refuse_training_users.sql
--! Included users/app_private.require_trained_administrator.sql
create or replace function app_private.require_trained_administrator() returns void
language plpgsql stable
as $$
begin
  if not exists (select from app_public.users u where u.is_admin and not u.is_training) then
    raise exception using errcode = 'LA409', message = 'This is the last administrator who is not in training: make another one first.';
  end if;
end
$$;
comment on function app_private.require_trained_administrator() is
  'Raises error LA409 if all administrators are in training. The caller has made its change and holds the row lock on the settings, which serializes such changes.';
--! EndIncluded users/app_private.require_trained_administrator.sql
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
grant execute on function app_private.require_user() to app_user;
--! EndIncluded users/app_private.require_user.sql
--! Included users/app_private.require_user_id.sql
create or replace function app_private.require_user_id() returns integer
language sql stable
as $$
  select coalesce(app_public.current_user_id(), app_private.refuse_anonymous())
$$;
comment on function app_private.require_user_id() is
  'Returns the id of the user of this request. Error LA401 without a valid token.';
grant execute on function app_private.require_user_id() to app_user;
--! EndIncluded users/app_private.require_user_id.sql
--! Included users/app_private.set_password.sql
create or replace function app_private.set_password(user_id integer, password_hash text) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  constraint_violated text;
  column_violated text;
begin
  -- An imported user has no credentials yet.
  insert into app_private.user_credentials as c (user_id, password_hash) values (set_password.user_id, set_password.password_hash)
    on conflict on constraint user_credentials_pkey do update set password_hash = excluded.password_hash;
exception when integrity_constraint_violation then
  -- The detail of PostgreSQL's own error contains the hash, and would be logged.
  get stacked diagnostics constraint_violated = constraint_name, column_violated = column_name;
  raise exception using errcode = sqlstate, constraint = constraint_violated, column = column_violated, message = sqlerrm;
end
$$;
comment on function app_private.set_password(integer, text) is
  'Stores the hash of a user''s password. The error of an invalid hash does not contain it, as PostgreSQL logs the error.';
--! EndIncluded users/app_private.set_password.sql
--! Included users/app_private.trim_blanks.sql
create or replace function app_private.trim_blanks(text text) returns text
language sql immutable parallel safe
as $$
  -- translate() returns the set of blanks in the text, which btrim() removes at both ends.
  select pg_catalog.btrim(trim_blanks.text, pg_catalog.translate(trim_blanks.text, app_private.without_blanks(trim_blanks.text), ''))
$$;
comment on function app_private.trim_blanks(text) is
  'Trims the characters that app_private.without_blanks() removes from both ends of a text.';
--! EndIncluded users/app_private.trim_blanks.sql
--! Included users/app_private.user_id_of.sql
create or replace function app_private.user_id_of(email text) returns integer
language sql stable set search_path = pg_catalog, pg_temp
as $$
  select u.id from app_public.users u where app_private.email_key(u.email) = app_private.email_key(user_id_of.email)
$$;
comment on function app_private.user_id_of(text) is
  'Returns the id of the user with this email, compared by app_private.email_key(). Null if no user has it.';
--! EndIncluded users/app_private.user_id_of.sql
--! Included users/app_private.words_beginning.sql
create or replace function app_private.words_beginning(search text) returns tsquery
language plpgsql immutable strict parallel safe set search_path = pg_catalog, pg_temp
as $$
begin
  -- The maximum length of an email. The time of to_tsquery is quadratic in the number of words.
  if char_length(search) > 254 then
    raise exception using errcode = 'LA400', message = 'search has more than 254 characters: send a few words.';
  end if;
  return (
    select to_tsquery('simple'::regconfig, string_agg(w.word || ':*', ' & '))
      from regexp_split_to_table(search, '[^[:alnum:]]+') w (word) where w.word <> '');
end
$$;
comment on function app_private.words_beginning(text) is
  'Returns a tsquery for names in which each of these words is the prefix of a word: "le ri" finds Rita Levi. Null without a word. Error LA400 if the text has more than 254 characters.';
grant execute on function app_private.words_beginning(text) to app_user;
--! EndIncluded users/app_private.words_beginning.sql
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
--! Included users/app_public.new_user.sql
create or replace function app_public.new_user(
  email text, password_hash text, name text, address text, is_admin boolean
) returns app_public.users
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  created constant app_public.users := app_private.add_user(
    email, name, address, is_admin, coalesce((app_public.me()).is_training, false));
begin
  perform app_private.set_password(created.id, password_hash);
  perform app_private.audit('USER_CREATED', 'USER', created.id, jsonb_build_object('is_admin', created.is_admin));
  perform app_private.queue_verification(created.id);
  return created;
end
$$;
comment on function app_public.new_user(text, text, text, text, boolean) is
  E'@behavior -mutationField\nCreates a user with a password that the host has hashed. Users whom a training user creates are training users. Returns the user.';
grant execute on function app_public.new_user(text, text, text, text, boolean) to app_admin;
--! EndIncluded users/app_public.new_user.sql
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
  E'@behavior -*\nReturns true for an administrator, and raises error LA403 for everyone else. Lists for administrators use it as a condition.';
grant execute on function app_public.require_admin() to app_user;
--! EndIncluded users/app_public.require_admin.sql
--! Included users/app_public.user_edit.sql
-- Security definer, as it ends links and queues mails. So it checks by itself whose user it is.
create or replace function app_public.user_edit(input app_public.user_edit, id integer) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  caller constant app_public.users := app_public.me();
  edited app_public.users;
  previous_key text;
  constraint_violated text;
  column_violated text;
begin
  if user_edit.input.last_position_only is not null and caller.id <> user_edit.id and caller.is_admin then
    raise exception using errcode = 'LA403', message = 'Only users themselves choose lastPositionOnly: leave it out.';
  end if;
  if caller.id = user_edit.id or caller.is_admin then
    previous_key := app_private.email_key(app_private.lock_user(user_edit.id));
    if caller.id <> user_edit.id then
      perform app_private.protect_administrator(user_edit.id);
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
    raise exception using errcode = 'LA404', message = 'There is no user with this id that you may edit.';
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
  E'@argument input The fields to change.\n@argument id The user''s id.\nEdits your own user; an administrator may edit any user, except that an administrator in training may edit no administrator who is not. Returns the edited user. Error NOT_FOUND for an unknown id and for the id of someone else. Error CONFLICT if you change your own email and too many mails were asked for.';
grant execute on function app_public.user_edit(app_public.user_edit, integer) to app_user;
--! EndIncluded users/app_public.user_edit.sql
--! Included users/app_public.user_password_edit.sql
create or replace function app_public.user_password_edit(password_hash text) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner app_public.users := app_private.require_user();
begin
  perform app_private.lock_user(owner.id);
  perform app_private.set_password(owner.id, password_hash);
  delete from app_private.password_links l where l.user_id = owner.id;
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
  perform app_private.lock_user(changed.id);
  perform app_private.protect_administrator(changed.id);
  perform app_private.set_password(changed.id, password_hash);
  delete from app_private.password_links l where l.user_id = changed.id;
  perform app_private.audit('PASSWORD_RESET', 'USER', changed.id);
  perform app_private.end_sessions(changed.id);
  return changed;
end
$$;
comment on function app_public.user_password_reset(integer, text) is E'@behavior -mutationField\nReplaces a user''s password by one that the host has hashed, and ends all their sessions. For administrators; those in training cannot reset that of an administrator who is not. Returns the user.';
grant execute on function app_public.user_password_reset(integer, text) to app_admin;
--! EndIncluded users/app_public.user_password_reset.sql
--! Included users/app_public.user_rights.sql
create or replace function app_public.user_rights(id integer, input app_public.user_rights_input) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  was_admin boolean;
  changed app_public.users;
begin
  perform app_private.refuse_training_users();
  -- The lock serializes two administrators who demote each other, so that one remains.
  perform from app_private.settings for update;
  select u.is_admin into was_admin from app_public.users u where u.id = user_rights.id;
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
--! Included users/app_public.users_import.sql
create or replace function app_public.users_import(users app_public.user_import[], dry_run boolean default false)
returns setof app_public.user_import_line
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp rows 100
as $$
declare
  max_users constant integer := 5000;
  is_trainee constant boolean := coalesce((app_public.me()).is_training, false);
  entry app_public.user_import;
  line app_public.user_import_line;
  lines app_public.user_import_line[] := '{}';
  has_errors boolean := false;
  violated text;
  is_duplicate constant boolean[] := array(
    select row_number() over (partition by app_private.email_key(btrim(u.email)) order by u.ordinality) > 1
      from unnest(users) with ordinality as u order by u.ordinality);
begin
  if cardinality(users) > max_users then
    raise exception using errcode = 'LA400', message = 'users has more than 5,000 entries: import them in several parts.';
  end if;
  -- After a dry run, or if an entry is invalid, LA200 rolls the block back. A handler for a code that ends in 000 would catch
  -- its whole class.
  begin
    foreach entry in array users loop
      line := row(cardinality(lines), null, null)::app_public.user_import_line;
      begin
        insert into app_public.users as u (email, name, address, is_tester, is_training)
          values (btrim(entry.email), btrim(entry.name), coalesce(btrim(entry.address), ''), coalesce(entry.is_tester, false), is_trainee)
          returning u.id into line.user_id;
        perform app_private.audit('USER_IMPORTED', 'USER', line.user_id);
      exception
        when not_null_violation then
          get stacked diagnostics violated = column_name;
          line.user_id := null;
          line.error := format('%s is missing.', violated);
        when check_violation or unique_violation then
          get stacked diagnostics violated = constraint_name;
          line.user_id := null;
          line.error := case
            when violated = 'users_email_key' and is_duplicate[cardinality(lines) + 1]
            then 'This email comes twice in the list: leave one of them out.'
            when violated = 'users_email_key' then obj_description('app_public.users_email_key'::regclass)
            else (select obj_description(c.oid) from pg_constraint c
              where c.conname = violated and c.conrelid = 'app_public.users'::regclass)
          end;
      end;
      has_errors := has_errors or line.error is not null;
      lines := lines || line;
    end loop;
    if has_errors or dry_run then
      raise exception using errcode = 'LA200';
    end if;
  exception when sqlstate 'LA200' then
    -- The rollback has removed the rows with these ids.
    lines := array(select row(l.index, null, l.error)::app_public.user_import_line from unnest(lines) with ordinality as l order by l.ordinality);
  end;
  return query select l.index, l.user_id, l.error from unnest(lines) with ordinality as l order by l.ordinality;
end
$$;
comment on function app_public.users_import(app_public.user_import[], boolean) is
  E'@argument users The users to create, at most 5,000.\n@argument dryRun True to check the users and create none.\nCreates many users, all of them or none. They have no password until they set one by a link: see newPasswordLinks. Returns a line for each entry, in their order. If a line has an error, no user was created. For administrators.';
grant execute on function app_public.users_import(app_public.user_import[], boolean) to app_admin;
--! EndIncluded users/app_public.users_import.sql
--! Included users/app_public.users_overview.sql
-- A custom plan for each call: conditions on null arguments are folded away.
create or replace function app_public.users_overview(
  search text default null, has_device boolean default null, has_password boolean default null, is_tester boolean default null,
  reported_since timestamptz default null, not_reported_since timestamptz default null,
  joined_by integer default null, is_silent boolean default null,
  sort app_public.user_sort default 'ID', "limit" integer default 20, "offset" integer default 0
) returns app_public.user_overview[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan
as $$
declare
  prefix constant text := lower(regexp_replace(users_overview.search, '([\\%_])', '\\\1', 'g')) || '%';
  words constant tsquery := app_private.words_beginning(users_overview.search);
  silent_since constant timestamptz := now() - (select s.silent_after from app_private.settings s);
begin
  if users_overview."limit" < 0 or users_overview."offset" < 0 then
    raise exception using errcode = 'LA400', message = 'limit and offset must not be negative.';
  end if;
  return array(
    select row(page.id, page.email, page.name, page.address, page.is_admin, page.is_tester, page.created_at,
        exists (select from app_private.devices d where d.user_id = page.id),
        exists (select from app_private.user_credentials c where c.user_id = page.id),
        greatest(l.taken_at, l.alive_at), page.is_training,
        (select j.invitation_id from app_private.joined_users j where j.user_id = page.id),
        -- last_used_at is written once a minute.
        (select k.name from app_private.device_keys k
          where k.user_id = page.id and k.last_used_at >= l.created_at - interval '2 minutes'
          order by k.last_used_at desc limit 1),
        coalesce(greatest(l.taken_at, l.alive_at) < silent_since, false), page.email_verified)::app_public.user_overview
      from (
        select u.*, row_number() over () as place
          from (
            select u.*
              from app_public.users u
              left join app_public.last_positions l on l.user_id = u.id
              where (nullif(users_overview.search, '') is null or lower(u.email) like prefix
                  or app_private.name_words(u.name) @@ words)
                and coalesce(u.is_tester = users_overview.is_tester, true)
                and (users_overview.has_device is null
                  or exists (select from app_private.devices d where d.user_id = u.id) = users_overview.has_device)
                and (users_overview.has_password is null
                  or exists (select from app_private.user_credentials c where c.user_id = u.id) = users_overview.has_password)
                and (users_overview.reported_since is null or greatest(l.taken_at, l.alive_at) >= users_overview.reported_since)
                and (users_overview.not_reported_since is null or (greatest(l.taken_at, l.alive_at) >= users_overview.not_reported_since) is not true)
                and (users_overview.joined_by is null
                  or exists (select from app_private.joined_users j where j.user_id = u.id and j.invitation_id = users_overview.joined_by))
                and (users_overview.is_silent is null or coalesce(greatest(l.taken_at, l.alive_at) < silent_since, false) = users_overview.is_silent)
              order by
                case users_overview.sort when 'NAME' then lower(u.name) when 'EMAIL' then lower(u.email) end,
                case users_overview.sort when 'NEWEST' then u.created_at when 'LAST_REPORT' then greatest(l.taken_at, l.alive_at) end desc nulls last,
                u.id
              limit least(users_overview."limit", 1000) offset users_overview."offset"
          ) u
      ) page
      left join app_public.last_positions l on l.user_id = page.id
      order by page.place);
end
$$;
comment on function app_public.users_overview(
  text, boolean, boolean, boolean, timestamptz, timestamptz, integer, boolean, app_public.user_sort, integer, integer) is
  E'@itemsNotNull\n@argument search Only users whose email begins with this text, or in whose name each of its words begins a word, whatever its case. At most 254 characters.\n@argument hasDevice Only users who have a device, or only those who have none.\n@argument hasPassword Only users who have a password, or only those who have yet to set one.\n@argument isTester Only testers, or only others.\n@argument reportedSince Only users whose last position was taken, or confirmed by a sign of life, at this time or later.\n@argument notReportedSince Only users whose last position was taken, and last confirmed, before this time, or who have none.\n@argument joinedBy Only users who joined by the invitation with this id.\n@argument isSilent Only users who fell silent, or only others.\n@argument sort The order.\n@argument limit The most users to return. More than 1000 is cut to 1000.\n@argument offset The number of users to skip.\nThe users, with what an administrator needs to know of them. For administrators.';
grant execute on function app_public.users_overview(
  text, boolean, boolean, boolean, timestamptz, timestamptz, integer, boolean, app_public.user_sort, integer, integer) to app_admin;
--! EndIncluded users/app_public.users_overview.sql
