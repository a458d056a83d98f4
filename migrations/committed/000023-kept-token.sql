--! Previous: sha1:754a04e4821d6a2336ea2cbd4eb38a5c7d03de02
--! Hash: sha1:77fecac65b9c29e7bbcd19e7a97308269066c6d3
--! Message: Kept token

--! split: 1-current.sql
-- A password change keeps the token that makes it. The kept token has an older version, so its id is stored.
alter table app_private.user_credentials
  add column if not exists kept_token_id uuid,
  add column if not exists kept_at_version integer,
  drop constraint if exists user_credentials_kept_token,
  add constraint user_credentials_kept_token check ((kept_token_id is null) = (kept_at_version is null));
comment on column app_private.user_credentials.token_version is
  'The version of the tokens that are valid. A higher version revokes all tokens of the user.';
comment on column app_private.user_credentials.kept_token_id is
  'The one token that stayed valid at the last password change, as that change was made with it.';
comment on column app_private.user_credentials.kept_at_version is
  'The token version that the last password change set. The kept token is revoked when token_version moves on.';

-- It gains a third argument. Its default serves hosts of the older release during an upgrade.
drop function if exists app_private.authenticate(integer, integer);
--! Included functions/app_private.authenticate.sql
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
--! EndIncluded functions/app_private.authenticate.sql
--! Included functions/app_public.user_password_edit.sql
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
    raise exception using errcode = 'LA401', message = 'Log in first.';
  end if;
  select u.* into owner from app_public.users u where u.id = app_public.current_user_id();
  return owner;
end
$$;
comment on function app_public.user_password_edit(text) is E'@behavior -mutationField\nReplaces your password by one that the host has hashed. The token of this request stays valid; every other token of yours is revoked. Returns you.';
grant execute on function app_public.user_password_edit(text) to app_user;
--! EndIncluded functions/app_public.user_password_edit.sql
--! Included functions/app_public.user_password_reset.sql
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
--! EndIncluded functions/app_public.user_password_reset.sql
