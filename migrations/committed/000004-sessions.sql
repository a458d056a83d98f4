--! Previous: sha1:108dfbd3a2f793d6293827295af148a18b81227f
--! Hash: sha1:e2dffa905dffe4739cb3d5014525e89f8448fafe
--! Message: Sessions

set local check_function_bodies = off; -- Functions call later ones.

create table app_public.sessions (
  user_id integer not null,
  id bigint not null generated always as identity,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  is_admin boolean not null default false,
  client text,
  constraint sessions_pkey primary key (user_id, id),
  constraint sessions_user_id_fkey foreign key (user_id) references app_public.users(id) on delete cascade
);
alter table app_public.sessions enable row level security;

create policy read_own on app_public.sessions for select to app_user using ((user_id = app_public.current_user_id()));
create policy end_own on app_public.sessions for delete to app_user using ((user_id = app_public.current_user_id()));
grant select, delete on app_public.sessions to app_user;

comment on table app_public.sessions is
  E'@newestFirst\n@behavior -query:resource:connection\nA login of a user. Its tokens name it, and are refused when its row is gone.';
comment on column app_public.sessions.user_id is E'@behavior -*\nThe user.';
comment on column app_public.sessions.id is 'The id of the session.';
comment on column app_public.sessions.created_at is 'When the user logged in.';
comment on column app_public.sessions.used_at is
  'When a request last used it, to about an hour.';
comment on column app_public.sessions.expires_at is
  'When it ends by itself. A refresh prolongs it.';
comment on column app_public.sessions.is_admin is
  'True for a session with the rights of an administrator. It ends if the user loses them.';
comment on column app_public.sessions.client is
  'The program that logged in, as it named itself in the header User-Agent. Null if it did not.';
comment on constraint sessions_user_id_fkey on app_public.sessions is E'@behavior -*\nThe user.';

create table app_private.refresh_tokens (
  user_id integer not null,
  session_id bigint not null,
  family_hash bytea not null,
  token_hash bytea not null,
  previous_hash bytea,
  successor_key bytea,
  restored_at timestamptz,
  constraint refresh_tokens_pkey primary key (user_id, session_id),
  constraint refresh_tokens_user_id_session_id_fkey foreign key (user_id, session_id) references app_public.sessions(user_id, id) on delete cascade
);
alter table app_private.refresh_tokens enable row level security;

comment on table app_private.refresh_tokens is
  'The refresh token of a session, as SHA-256 hashes. A session without a row here cannot be refreshed.';
comment on column app_private.refresh_tokens.user_id is 'The user.';
comment on column app_private.refresh_tokens.session_id is 'The session.';
comment on column app_private.refresh_tokens.family_hash is
  'The hash of the part that all refresh tokens of the session share.';
comment on column app_private.refresh_tokens.token_hash is 'The hash of the newest refresh token.';
comment on column app_private.refresh_tokens.previous_hash is
  'The hash of the one before. It works until the newest one is first used. Null before the first refresh.';
comment on column app_private.refresh_tokens.successor_key is
  'The random key from which the host computed the newest token out of the one before, so that it can do so again.';
comment on column app_private.refresh_tokens.restored_at is
  'When npm run restored ran. The restore may have lost the newest token, so one unknown token of the family is accepted within thirty days of it. Null after the next refresh, or without a restore.';

--! Included sessions/app_private.announce_ended_session.sql
create or replace function app_private.announce_ended_session() returns trigger
language plpgsql
as $$
begin
  perform pg_catalog.pg_notify('token_revoked', old.user_id::pg_catalog.text);
  return null;
end
$$;
comment on function app_private.announce_ended_session() is
  'Announces to the hosts that a user ended a session, so that they close its connections.';

-- Not for the owner: app_private.end_sessions() sends one announcement for many sessions, and an expired session has no
-- connections.
create or replace trigger announce_ended_session after delete on app_public.sessions
  for each row when (row_security_active('app_public.sessions')) execute function app_private.announce_ended_session();
--! EndIncluded sessions/app_private.announce_ended_session.sql
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
  'Returns the role, the user id and the session id of a verified token. If its session has ended: app_anonymous, an empty user id and no session id.';
grant execute on function app_private.authenticate(integer, bigint) to app_host;
--! EndIncluded sessions/app_private.authenticate.sql
--! Included sessions/app_private.begin_session.sql
create or replace function app_private.begin_session(
  user_id integer, password_hash text, lifetime interval, client text default null, family_hash bytea default null, token_hash bytea default null
) returns bigint
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  max_sessions constant integer := 100;
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
        order by o.expires_at > now() desc, o.used_at desc, o.id desc offset max_sessions);
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
--! Included sessions/app_private.claim_user.sql
create or replace function app_private.claim_user(user_id text) returns text
language sql volatile
as $$
  select pg_catalog.set_config('jwt.claims.user_id', user_id, true)
$$;
comment on function app_private.claim_user(text) is
  'Sets the user whose rows the next statements of the transaction may read, and returns the id. Hosts call it for each subscriber, after the token was checked.';
grant execute on function app_private.claim_user(text) to app_user, app_host;
--! EndIncluded sessions/app_private.claim_user.sql
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
--! Included sessions/app_private.end_sessions.sql
create or replace function app_private.end_sessions(user_id integer, kept_id bigint default null) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  ended_count integer;
begin
  delete from app_public.sessions s
    where s.user_id = end_sessions.user_id and s.id is distinct from end_sessions.kept_id;
  get diagnostics ended_count = row_count;
  if ended_count > 0 then
    perform app_private.audit('SESSIONS_ENDED', 'USER', end_sessions.user_id, jsonb_build_object('sessions', ended_count));
  end if;
  perform pg_notify('token_revoked', end_sessions.user_id::text);
end
$$;
comment on function app_private.end_sessions(integer, bigint) is
  'Ends all sessions of a user, or all but one, and announces it to the hosts, so that they close the connections of these sessions.';
--! EndIncluded sessions/app_private.end_sessions.sql
--! Included sessions/app_private.note_session_use.sql
-- The lock timeout is shorter than deadlock_timeout, so that in a deadlock this fails, and not the transaction that ends sessions.
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
  'Records that sessions were used, once an hour at most. Hosts call it outside of requests, so that no request waits for it. Error 55P03 if one of the sessions is locked: the host tries again.';
grant execute on function app_private.note_session_use(integer[], bigint[]) to app_host;
--! EndIncluded sessions/app_private.note_session_use.sql
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
  'Returns the email and the password hash of a session''s user, for the confirmation of a change of email or password. No row if the session has ended.';
grant execute on function app_private.password_to_confirm(integer, bigint) to app_host;
--! EndIncluded sessions/app_private.password_to_confirm.sql
--! Included sessions/app_private.purge_sessions.sql
create or replace function app_private.purge_sessions() returns integer
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  cutoff constant timestamptz := app_private.purge_time();
  purged_count integer;
begin
  delete from app_public.sessions s using app_public.users u
    where u.id = s.user_id and (s.expires_at <= cutoff or s.is_admin and not u.is_admin);
  get diagnostics purged_count = row_count;
  return purged_count;
end
$$;
comment on function app_private.purge_sessions() is
  'Deletes expired sessions, and sessions of former administrators. Returns their number.';
--! EndIncluded sessions/app_private.purge_sessions.sql
--! Included sessions/app_private.refresh_session.sql
create or replace function app_private.refresh_session(
  user_id integer, session_id bigint, family_hash bytea, token_hash bytea, next_key bytea, next_hash bytea, lifetime interval
) returns bytea
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  grace_period constant interval := '30 days';
  stored app_private.refresh_tokens;
begin
  -- Only a holder of a token of this session knows its family, so nobody else can end the session below.
  if not exists (select from app_private.refresh_tokens r
      where r.user_id = refresh_session.user_id and r.session_id = refresh_session.session_id and r.family_hash = refresh_session.family_hash)
    or (app_private.authenticate(refresh_session.user_id, refresh_session.session_id)).role = 'app_anonymous'
  then
    return null;
  end if;
  -- The row lock serializes concurrent refreshes.
  update app_public.sessions s set used_at = now(), expires_at = now() + refresh_session.lifetime
    where s.user_id = refresh_session.user_id and s.id = refresh_session.session_id;
  if not found then
    -- It ended meanwhile.
    return null;
  end if;
  select r.* into stored from app_private.refresh_tokens r
    where r.user_id = refresh_session.user_id and r.session_id = refresh_session.session_id;
  if stored.previous_hash = refresh_session.token_hash then
    return stored.successor_key;
  -- A restored database may lack the newest token.
  elsif stored.token_hash = refresh_session.token_hash or stored.restored_at > now() - grace_period then
    update app_private.refresh_tokens r
      set previous_hash = refresh_session.token_hash, token_hash = refresh_session.next_hash,
        successor_key = refresh_session.next_key, restored_at = null
      where r.user_id = refresh_session.user_id and r.session_id = refresh_session.session_id;
    return refresh_session.next_key;
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
  'Extends a session by a refresh token, and returns the key from which the host computes the next token (rotation). A repeated token gets the same key until the next token is used. An older token ends the session, as it may be stolen; after a restore, one unknown token is accepted. Null if the token is invalid.';
grant execute on function app_private.refresh_session(integer, bigint, bytea, bytea, bytea, bytea, interval) to app_host;
--! EndIncluded sessions/app_private.refresh_session.sql
--! Included sessions/app_public.logout.sql
create or replace function app_public.logout() returns app_public.users
language plpgsql volatile
as $$
declare
  caller constant app_public.users := app_private.require_user();
begin
  delete from app_public.sessions s where s.user_id = caller.id and s.id = app_private.current_session_id();
  return caller;
end
$$;
comment on function app_public.logout() is
  'Ends the session of this request: its tokens are refused from the next request on. Returns you.';
grant execute on function app_public.logout() to app_user;
--! EndIncluded sessions/app_public.logout.sql
--! Included sessions/app_public.session_end.sql
create or replace function app_public.session_end(id bigint) returns app_public.sessions
language plpgsql volatile strict
as $$
declare
  ended app_public.sessions;
begin
  delete from app_public.sessions s where s.user_id = app_public.current_user_id() and s.id = session_end.id
    returning s.* into ended;
  if ended.id is null then
    raise exception using errcode = 'LA404', message = 'You have no session with this id.';
  end if;
  return ended;
end
$$;
comment on function app_public.session_end(bigint) is
  E'@argument id The id of the session.\nEnds one of your sessions: its tokens are refused from the next request on. Returns the session. Error NOT_FOUND for an unknown id and for a session of someone else.';
grant execute on function app_public.session_end(bigint) to app_user;
--! EndIncluded sessions/app_public.session_end.sql
