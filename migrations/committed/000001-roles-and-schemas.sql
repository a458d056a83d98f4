--! Previous: -
--! Hash: sha1:3cbf2a1494ad51506f98ec8bc996bb2072b4f9ec
--! Message: Roles and schemas

-- Roles belong to the whole cluster. Another database of the cluster may have made them already.
do $$
declare
  role_name text;
begin
  foreach role_name in array array['app_anonymous', 'app_user', 'app_admin', 'app_analyst', 'app_host'] loop
    if not exists (select from pg_catalog.pg_roles where rolname = role_name) then
      begin
        execute format('create role %I nologin', role_name);
      exception when duplicate_object or unique_violation then
        null; -- Another migration made it at the same time.
      end;
    end if;
  end loop;
  -- The grants below change rows that all databases share. Migrations of several databases take turns.
  perform pg_catalog.pg_advisory_xact_lock(4153);
  if exists (select from pg_catalog.pg_roles where rolname = 'app_host' and rolinherit) then
    alter role app_host noinherit;
  end if;
  if not pg_catalog.pg_has_role('app_admin', 'app_user', 'usage') then
    grant app_user to app_admin;
  end if;
  foreach role_name in array array['app_anonymous', 'app_user', 'app_admin'] loop
    if not pg_catalog.pg_has_role('app_host', role_name, 'member') then
      execute format('grant %I to app_host', role_name);
    end if;
  end loop;
  -- With one database URL, the owner also serves requests, as app_host.
  if not pg_catalog.pg_has_role(current_user, 'app_host', 'member') then
    execute format('grant app_host to %I', current_user);
  end if;
  comment on role app_anonymous is 'A request without a valid token.';
  comment on role app_user is 'A logged-in user, whose id is in jwt.claims.user_id.';
  comment on role app_admin is 'An administrator, who is a user too.';
  comment on role app_analyst is 'An analyst, who reads only the views of the schema analytics.';
  comment on role app_host is 'The host. It owns nothing, inherits nothing, and takes one of the roles above for each request.';
end
$$;

create extension if not exists postgis;

create schema app_public;
comment on schema app_public is 'What the GraphQL API shows.';

create schema app_private;
comment on schema app_private is 'Credentials, device tokens, settings and helper functions. The API shows nothing of it.';

create schema analytics;
comment on schema analytics is 'Read-only views for analysts, without tracks, tokens and hashes.';

-- Each function and table is granted by name.
alter default privileges revoke execute on functions from public;

grant usage on schema app_public to app_anonymous, app_user, app_admin, app_host;
-- Policies and functions that run as their caller refer to this schema by name.
grant usage on schema app_private to app_anonymous, app_user, app_admin, app_host;
grant usage on schema analytics to app_analyst;
