--! Previous: sha1:329e72bf27dd9b6d16761f3a6552d1a5d30e6ba2
--! Hash: sha1:10613ab887fe60e0a4fd44e2caff0b5370c8ccc4
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

create table app_private.user_emails (
  email text constraint users_email_key primary key
    constraint user_emails_lower_case check (email = lower(email)),
  user_id integer not null
);
comment on table app_private.user_emails is
  'Which user has which email. It is apart from users, as an email is unique over all users. Functions write it with users; it has no foreign key, as the two may live on different machines.';
comment on column app_private.user_emails.email is 'The email address in lower case.';
comment on column app_private.user_emails.user_id is 'The user who has it.';
comment on constraint users_email_key on app_private.user_emails is 'This email is taken: use another one.';
create index user_emails_user_id on app_private.user_emails (user_id);
alter table app_private.user_emails enable row level security;

--! Included users/app_private.has_email.sql
create or replace function app_private.has_email(user_id integer, email text) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
begin
  return (has_email.user_id = app_public.current_user_id() or (app_public.me()).is_admin)
    and exists (
      select from app_private.user_emails e where e.email = lower(has_email.email) and e.user_id = has_email.user_id);
end
$$;
comment on function app_private.has_email(integer, text) is
  'True if this email, in any case, is reserved for this user. Policies of users call it, so that an update of users alone cannot take an email. It tells users about themselves, and administrators about everyone.';
grant execute on function app_private.has_email(integer, text) to app_user;
--! EndIncluded users/app_private.has_email.sql

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
create index users_email_search on app_public.users (lower(email) text_pattern_ops);
create index users_administrators on app_public.users (id) where is_admin;
create index users_name_search on app_public.users (lower(name) text_pattern_ops);
alter table app_public.users enable row level security;
create policy edit_all on app_public.users for update to app_admin
  using (true) with check (app_private.has_email(id, email));
create policy edit_own on app_public.users for update to app_user
  using (id = app_public.current_user_id()) with check (id = app_public.current_user_id() and app_private.has_email(id, email));
create policy read_all on app_public.users for select to app_admin
  using (true);
create policy read_own on app_public.users for select to app_user
  using (id = app_public.current_user_id());
grant select on app_public.users to app_user;
grant update (email, name, address) on app_public.users to app_user;

create table app_private.user_credentials (
  user_id integer primary key references app_public.users on delete restrict,
  password_hash text not null
    constraint user_credentials_password_hash check (password_hash ~ '^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$')
);
comment on table app_private.user_credentials is
  'What proves the identity of a user.';
comment on column app_private.user_credentials.user_id is 'The user.';
comment on column app_private.user_credentials.password_hash is 'The hash of the password, which the host makes with bcrypt.';
comment on constraint user_credentials_password_hash on app_private.user_credentials is 'password_hash is not a hash of bcrypt: let the host hash the password.';
alter table app_private.user_credentials enable row level security;

create table app_public.sessions (
  -- No foreign key: app_private.delete_user() deletes the rows, and app_private.begin_session() locks the user's credentials.
  user_id integer not null,
  id bigint generated always as identity,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  is_admin boolean not null default false,
  client text,
  primary key (user_id, id)
);
comment on table app_public.sessions is
  E'@newestFirst\n@behavior -query:resource:connection\nA login of a user. Its tokens name it, and are refused when its row is gone.';
comment on column app_public.sessions.user_id is E'@behavior -*\nThe user.';
comment on column app_public.sessions.id is 'The id of the session.';
comment on column app_public.sessions.created_at is 'When the user logged in, in seconds since 1970-01-01 UTC.';
comment on column app_public.sessions.used_at is 'When a request last used it, to about an hour, in seconds since 1970-01-01 UTC.';
comment on column app_public.sessions.expires_at is 'When it ends by itself, in seconds since 1970-01-01 UTC. A refresh prolongs it.';
comment on column app_public.sessions.is_admin is 'What it may do: true for an administrator. It ends if the user loses that right.';
comment on column app_public.sessions.client is 'The program that logged in, as it named itself in the header User-Agent. Null if it did not.';
alter table app_public.sessions enable row level security;
create policy read_own on app_public.sessions for select to app_user
  using (user_id = app_public.current_user_id());
grant select on app_public.sessions to app_user;

create table app_private.refresh_tokens (
  user_id integer not null,
  session_id bigint not null,
  family_hash bytea not null,
  token_hash bytea not null,
  previous_hash bytea,
  successor_key bytea,
  primary key (user_id, session_id),
  foreign key (user_id, session_id) references app_public.sessions on delete cascade
);
comment on table app_private.refresh_tokens is
  'The refresh token of a session, as SHA-256 hashes. A session without a row here cannot be refreshed.';
comment on column app_private.refresh_tokens.user_id is 'The user.';
comment on column app_private.refresh_tokens.session_id is 'The session.';
comment on column app_private.refresh_tokens.family_hash is 'The hash of the part that all refresh tokens of the session share.';
comment on column app_private.refresh_tokens.token_hash is 'The hash of the newest refresh token.';
comment on column app_private.refresh_tokens.previous_hash is 'The hash of the one before. It works until the newest one is first used. Null before the first refresh.';
comment on column app_private.refresh_tokens.successor_key is 'The random key from which the host computed the newest token out of the one before, so that it can do so again.';
alter table app_private.refresh_tokens enable row level security;

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
--! Included sessions/app_private.current_session_id.sql
create or replace function app_private.current_session_id() returns bigint
language sql stable parallel safe
as $$
  select nullif(pg_catalog.current_setting('jwt.claims.session_id', true), '')::pg_catalog.int8
$$;
comment on function app_private.current_session_id() is
  'Returns the id of the session of this request. Null without a valid token.';
grant execute on function app_private.current_session_id() to app_user;
--! EndIncluded sessions/app_private.current_session_id.sql
--! Included sessions/app_private.authenticate.sql
-- plpgsql, because it runs at the start of every request and keeps its plan from one to the next.
create or replace function app_private.authenticate(
  token_user_id integer, inout session_id bigint, out role text, out user_id text
)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
begin
  select case when u.is_admin then 'app_admin' else 'app_user' end, u.id::text
    into authenticate.role, authenticate.user_id
    from app_public.sessions s
    join app_public.users u on u.id = s.user_id
    where s.user_id = authenticate.token_user_id and s.id = authenticate.session_id
      and s.expires_at > now() and (u.is_admin or not s.is_admin);
  if authenticate.role is null then
    authenticate.role := 'app_anonymous';
    authenticate.user_id := '';
    authenticate.session_id := null;
  end if;
end
$$;
comment on function app_private.authenticate(integer, bigint) is
  'Returns the role, the user id and the session id that a verified token stands for now. If its session has ended, it gets app_anonymous, an empty user id and no session id.';
grant execute on function app_private.authenticate(integer, bigint) to app_host;
--! EndIncluded sessions/app_private.authenticate.sql
--! Included sessions/app_private.end_sessions.sql
create or replace function app_private.end_sessions(user_id integer, kept_id bigint default null) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  delete from app_public.sessions s
    where s.user_id = end_sessions.user_id and s.id is distinct from end_sessions.kept_id;
  perform pg_notify('token_revoked', end_sessions.user_id::text);
end
$$;
comment on function app_private.end_sessions(integer, bigint) is
  'Ends all sessions of a user, or all but one, and announces it to the hosts, so that they close the connections of these sessions.';
--! EndIncluded sessions/app_private.end_sessions.sql
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
  return new_id;
end
$$;
comment on function app_private.begin_session(integer, text, interval, text, bytea, bytea) is
  'Begins a session of a user whose password the host has checked against this hash, and returns its id. Null if the password has changed meanwhile. A user has at most a hundred sessions: the least recently used one ends.';
grant execute on function app_private.begin_session(integer, text, interval, text, bytea, bytea) to app_host;
--! EndIncluded sessions/app_private.begin_session.sql
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
  perform pg_notify('token_revoked', refresh_session.user_id::text);
  return null;
end
$$;
comment on function app_private.refresh_session(integer, bigint, bytea, bytea, bytea, bytea, interval) is
  'Prolongs a session by a refresh token, and returns the key from which the host computes the token''s successor. The same token gets the same key until its successor is used. An older token ends the session, as it may be stolen. Null if the token is not accepted.';
grant execute on function app_private.refresh_session(integer, bigint, bytea, bytea, bytea, bytea, interval) to app_host;
--! EndIncluded sessions/app_private.refresh_session.sql
--! Included sessions/app_private.note_session_use.sql
-- The lock timeout is shorter than deadlock_timeout, so that this gives way to whatever ends several of these sessions.
create or replace function app_private.note_session_use(user_ids integer[], session_ids bigint[]) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set lock_timeout = '100ms'
as $$
begin
  update app_public.sessions s set used_at = now()
    from unnest(user_ids, session_ids) t (user_id, id)
    where s.user_id = t.user_id and s.id = t.id and s.used_at < now() - interval '1 hour';
end
$$;
comment on function app_private.note_session_use(integer[], bigint[]) is
  'Records that sessions were used, once an hour at most. Hosts call it beside the requests, so that no request waits for it. Error 55P03 if one of the sessions is locked: the host tries again.';
grant execute on function app_private.note_session_use(integer[], bigint[]) to app_host;
--! EndIncluded sessions/app_private.note_session_use.sql
--! Included sessions/app_private.purge_sessions.sql
create or replace function app_private.purge_sessions() returns integer
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  purged integer;
begin
  delete from app_public.sessions s using app_public.users u
    where u.id = s.user_id and (s.expires_at <= now() or s.is_admin and not u.is_admin);
  get diagnostics purged = row_count;
  return purged;
end
$$;
comment on function app_private.purge_sessions() is
  'Deletes the sessions that have expired, and those of administrators whose right was taken. Returns how many.';
--! EndIncluded sessions/app_private.purge_sessions.sql
--! Included sessions/app_private.password_to_confirm.sql
create or replace function app_private.password_to_confirm(token_user_id integer, session_id bigint)
returns table (email text, password_hash text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp rows 1
as $$
declare
  caller constant record := app_private.authenticate(token_user_id, session_id);
begin
  return query
    select u.email, c.password_hash
      from app_private.user_credentials c
      join app_public.users u on u.id = c.user_id
      where c.user_id = nullif(caller.user_id, '')::integer;
end
$$;
comment on function app_private.password_to_confirm(integer, bigint) is
  'Returns the email and the hash of the password that a session''s user has to repeat before a change of an email or a password. No row if the session has ended.';
grant execute on function app_private.password_to_confirm(integer, bigint) to app_host;
--! EndIncluded sessions/app_private.password_to_confirm.sql
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
  perform pg_notify('token_revoked', ended.user_id::text);
  return ended;
end
$$;
comment on function app_public.session_end(bigint) is
  E'@argument id The id of the session.\nEnds one of your sessions: its tokens are refused from the next request on. Returns the session. Error NOT_FOUND for an unknown id and for a session of someone else.';
grant execute on function app_public.session_end(bigint) to app_user;
--! EndIncluded sessions/app_public.session_end.sql
--! Included sessions/app_public.logout.sql
create or replace function app_public.logout() returns app_public.users
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner app_public.users := app_private.require_user();
begin
  delete from app_public.sessions s where s.user_id = owner.id and s.id = app_private.current_session_id();
  perform pg_notify('token_revoked', owner.id::text);
  return owner;
end
$$;
comment on function app_public.logout() is
  'Ends the session of this request: its tokens are refused from the next request on. Returns you.';
grant execute on function app_public.logout() to app_user;
--! EndIncluded sessions/app_public.logout.sql
--! Included users/app_private.login_credentials.sql
create or replace function app_private.login_credentials(email text)
returns table (user_id integer, is_admin boolean, password_hash text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp rows 1
as $$
declare
  owner_id constant integer := (select e.user_id from app_private.user_emails e where e.email = lower(login_credentials.email));
begin
  return query
    select c.user_id, u.is_admin, c.password_hash
      from app_private.user_credentials c
      join app_public.users u on u.id = c.user_id
      where c.user_id = owner_id;
end
$$;
comment on function app_private.login_credentials(text) is
  'Returns what the host needs to check a password. No row for an unknown email.';
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
  insert into app_private.user_emails (email, user_id) values (lower(created.email), created.id);
  insert into app_private.user_credentials (user_id, password_hash) values (created.id, new_user.password_hash);
  return created;
end
$$;
comment on function app_public.new_user(text, text, text, text, boolean) is
  E'@behavior -mutationField\nCreates a user with a password that the host has hashed. Returns the user.';
grant execute on function app_public.new_user(text, text, text, text, boolean) to app_admin;
--! EndIncluded users/app_public.new_user.sql
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
  if changed.is_admin <> had_right then
    -- Losing the right ends the sessions, be it now or in an update of users alone that came before.
    delete from app_public.sessions s where s.user_id = changed.id and (had_right or s.is_admin);
    update app_public.sessions s set is_admin = changed.is_admin where s.user_id = changed.id;
    perform pg_notify('token_revoked', changed.id::text);
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
  owner app_public.users := app_private.require_user();
begin
  update app_private.user_credentials c set password_hash = user_password_edit.password_hash where c.user_id = owner.id;
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
  update app_private.user_credentials c set password_hash = user_password_reset.password_hash
    where c.user_id = user_password_reset.id;
  if not found then
    raise exception using errcode = 'LA404', message = 'There is no user with this id.';
  end if;
  perform app_private.end_sessions(user_password_reset.id);
  select u.* into changed from app_public.users u where u.id = user_password_reset.id;
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
  delete from app_public.quiet_hours q where q.user_id = delete_user.user_id;
  delete from app_private.user_emails e where e.user_id = delete_user.user_id;
  delete from app_private.user_credentials c where c.user_id = delete_user.user_id;
  delete from app_public.users u where u.id = delete_user.user_id;
  perform pg_notify('token_revoked', delete_user.user_id::text);
end
$$;
comment on function app_private.delete_user(integer) is
  'Deletes a user with their credentials, sessions, email, devices and quiet hours, for a database administrator. Error 23503 if the user published an alert, reported a position or was notified. A plain delete is refused, as it would leave the email and the devices reserved.';
--! EndIncluded users/app_private.delete_user.sql

create table app_private.login_limits (
  counter text primary key
    constraint login_limits_counter check (counter in ('account', 'account and address', 'address')),
  free_failures integer not null
    constraint login_limits_free_failures check (free_failures > 0),
  longest_delay interval not null
    constraint login_limits_longest_delay check (longest_delay >= '1 second'),
  forgiven_every interval not null
    constraint login_limits_forgiven_every check (forgiven_every > '0')
);
comment on table app_private.login_limits is
  'How many failed logins are free, and how long the next one has to wait then. A database administrator updates it.';
comment on column app_private.login_limits.counter is 'What the failures are counted by.';
comment on column app_private.login_limits.free_failures is 'So many failures delay nothing. The next one delays for a second, and each one after it for twice as long.';
comment on column app_private.login_limits.longest_delay is 'The longest delay.';
comment on column app_private.login_limits.forgiven_every is 'The time after which one failure is forgiven.';
comment on constraint login_limits_counter on app_private.login_limits is 'counter is unknown: the three counters are part of the service.';
comment on constraint login_limits_free_failures on app_private.login_limits is 'free_failures is not positive: write 1 or more.';
comment on constraint login_limits_longest_delay on app_private.login_limits is 'longest_delay is shorter than a second: write a second or more.';
comment on constraint login_limits_forgiven_every on app_private.login_limits is 'forgiven_every is not positive: write an interval above 0.';
alter table app_private.login_limits enable row level security;

insert into app_private.login_limits (counter, free_failures, longest_delay, forgiven_every) values
  ('account', 20, '1 minute', '1 minute'),
  ('account and address', 5, '5 minutes', '10 minutes'),
  ('address', 50, '5 seconds', '5 seconds');

create table app_private.login_failures (
  counter text not null references app_private.login_limits on delete cascade,
  key bytea not null,
  failures double precision not null,
  last_at timestamptz not null,
  primary key (counter, key)
);
comment on table app_private.login_failures is
  'Failed logins. They count for all hosts. Emails that nobody has are counted in the same way.';
comment on column app_private.login_failures.counter is 'What this row counts by.';
comment on column app_private.login_failures.key is 'A hash of the email, of the address, or of both. A hash has the same length for a made-up email of any length.';
comment on column app_private.login_failures.failures is 'The number of failures at the last of them, without what was forgiven until then.';
comment on column app_private.login_failures.last_at is 'When the last of them was.';
create index login_failures_last_at on app_private.login_failures (last_at);
alter table app_private.login_failures enable row level security;

create table app_private.login_addresses (
  -- No foreign key: app_private.delete_user() deletes the rows.
  user_id integer not null,
  address cidr not null,
  last_at timestamptz not null default now(),
  primary key (user_id, address)
);
comment on table app_private.login_addresses is
  'From where users have logged in. The failures of others there do not delay them.';
comment on column app_private.login_addresses.user_id is 'The user.';
comment on column app_private.login_addresses.address is 'The address, or the /64 of an IPv6 address.';
comment on column app_private.login_addresses.last_at is 'When the user last logged in from there. It is written once a day at most.';
create index login_addresses_last_at on app_private.login_addresses (last_at);
alter table app_private.login_addresses enable row level security;

--! Included users/app_private.login_counters.sql
create or replace function app_private.login_counters(email text, address cidr)
returns table (counter text, key bytea)
language sql immutable parallel safe
as $$
  select k.counter, pg_catalog.sha256(pg_catalog.convert_to(k.text, 'UTF8'))
    from (values
      ('account', pg_catalog.lower(email)),
      ('account and address', pg_catalog.lower(email) || ' ' || address::pg_catalog.text),
      ('address', address::pg_catalog.text)
    ) k (counter, text)
$$;
comment on function app_private.login_counters(text, cidr) is
  'Returns the keys under which a login is counted.';
--! EndIncluded users/app_private.login_counters.sql
--! Included users/app_private.login_wait.sql
create or replace function app_private.login_wait(email text, address cidr, is_known boolean) returns integer
language sql stable set search_path = pg_catalog, pg_temp
as $$
  with counted as (
    select l.*, f.last_at,
        ceil(f.failures - extract(epoch from now() - f.last_at) / extract(epoch from l.forgiven_every)) as failures
      from app_private.login_counters(email, address) k
      join app_private.login_limits l on l.counter = k.counter
      join app_private.login_failures f on f.counter = k.counter and f.key = k.key
  ), own as (
    select c.last_at from counted c where c.counter = 'account and address' and c.failures > 0
  )
  select greatest(0, ceil(extract(epoch from max(
      -- Attempts from elsewhere make the delay longer, but it begins with the last one from here. So nobody can keep an
      -- account closed to other addresses.
      case c.counter when 'account' then (select o.last_at from own o) else c.last_at end
        + least(c.longest_delay, interval '1 second' * 2 ^ least(c.failures - c.free_failures, 20)::float8)
    ) - now())))::integer
    from counted c
    where c.failures >= c.free_failures and (c.counter <> 'address' or not is_known)
$$;
comment on function app_private.login_wait(text, cidr, boolean) is
  'Returns how many seconds a login has to wait because of earlier failures. An address''s failures do not count for an account that is known there; those of an account count only for addresses that have failed at it.';
--! EndIncluded users/app_private.login_wait.sql
--! Included users/app_private.begin_login.sql
create or replace function app_private.begin_login(email text, address cidr)
returns table (retry_after integer, is_known boolean)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp rows 1
as $$
declare
  owner_id constant integer := (select e.user_id from app_private.user_emails e where e.email = lower(begin_login.email));
begin
  begin_login.is_known := exists (
    select from app_private.login_addresses a where a.user_id = owner_id and a.address = begin_login.address);
  begin_login.retry_after := app_private.login_wait(begin_login.email, begin_login.address, begin_login.is_known);
  return next;
end
$$;
comment on function app_private.begin_login(text, cidr) is
  'Returns how many seconds a login has to wait because of earlier failures, 0 if its password may be checked, and whether the account has logged in from this address before. The host asks again right before it hashes the password, so that attempts at the same time cannot pass the limits.';
grant execute on function app_private.begin_login(text, cidr) to app_host;
--! EndIncluded users/app_private.begin_login.sql
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
end
$$;
comment on function app_private.fail_login(text, cidr) is
  'Counts a wrong password, or an email that nobody has.';
grant execute on function app_private.fail_login(text, cidr) to app_host;
--! EndIncluded users/app_private.fail_login.sql
--! Included users/app_private.complete_login.sql
create or replace function app_private.complete_login(email text, address cidr) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  most constant integer := 20;
  owner_id constant integer := (select e.user_id from app_private.user_emails e where e.email = lower(complete_login.email));
  forgiven constant double precision := (
    select f.failures
      from app_private.login_counters(complete_login.email, complete_login.address) k
      join app_private.login_failures f on f.counter = k.counter and f.key = k.key
      where k.counter = 'account and address');
begin
  perform set_config('synchronous_commit', 'off', true);
  if forgiven > 0 then
    perform from app_private.login_failures f
      where (f.counter, f.key) in (
        select k.counter, k.key from app_private.login_counters(complete_login.email, complete_login.address) k)
      order by f.counter
      for update;
    update app_private.login_failures f set failures = greatest(0, f.failures - forgiven)
      from app_private.login_counters(complete_login.email, complete_login.address) k
      where f.counter = k.counter and f.key = k.key;
  end if;
  -- The email may have changed meanwhile.
  insert into app_private.login_addresses as a (user_id, address)
    select owner_id, complete_login.address where owner_id is not null
    on conflict on constraint login_addresses_pkey do update set last_at = now() where a.last_at < now() - interval '1 day';
  delete from app_private.login_addresses a
    where a.user_id = owner_id and a.address in (
      select o.address from app_private.login_addresses o
        where o.user_id = owner_id and o.address <> complete_login.address
        order by o.last_at desc, o.address offset most - 1);
end
$$;
comment on function app_private.complete_login(text, cidr) is
  'Records that the password was right: forgives the account''s failures from this address, and remembers the address, up to twenty for each user.';
grant execute on function app_private.complete_login(text, cidr) to app_host;
--! EndIncluded users/app_private.complete_login.sql
--! Included users/app_private.purge_logins.sql
create or replace function app_private.purge_logins(most integer default 100000) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
begin
  delete from app_private.login_failures f
    using app_private.login_limits l
    where l.counter = f.counter and f.last_at + f.failures * l.forgiven_every < now();
  delete from app_private.login_failures f
    where f.last_at <= (select o.last_at from app_private.login_failures o order by o.last_at desc offset purge_logins.most limit 1);
  delete from app_private.login_addresses a where a.last_at < now() - interval '90 days';
end
$$;
comment on function app_private.purge_logins(integer) is
  'Deletes failed logins that are forgiven, all but the newest hundred thousand counters, and addresses without a login for ninety days.';
--! EndIncluded users/app_private.purge_logins.sql
