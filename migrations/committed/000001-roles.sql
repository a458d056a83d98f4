--! Previous: -
--! Hash: sha1:00d306cc565d9e3315dbadb772665afb43489111
--! Message: roles

--! split: 1-roles.sql
-- Roles belong to the whole cluster: another database of it may have made them already.
do $$
declare
  role_name text;
begin
  foreach role_name in array array['app_anonymous', 'app_user', 'app_admin', 'app_analyst', 'app_host'] loop
    if not exists (select from pg_catalog.pg_roles where rolname = role_name) then
      begin
        execute format('create role %I nologin', role_name);
      exception when duplicate_object or unique_violation then
        null; -- made by a migration that runs at the same time
      end;
    end if;
  end loop;
  -- Several databases may be migrated at once: the grants below touch shared rows.
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
  -- The owner serves too where there is one database URL only: it steps down to app_host.
  if not pg_catalog.pg_has_role(current_user, 'app_host', 'member') then
    execute format('grant app_host to %I', current_user);
  end if;
  comment on role app_anonymous is 'A request without a valid token.';
  comment on role app_user is 'A logged-in user; jwt.claims.user_id says who.';
  comment on role app_admin is 'An administrator, who is a user too.';
  comment on role app_analyst is 'Reads the views of the schema analytics and nothing else.';
  comment on role app_host is 'The host: owns nothing, inherits nothing, takes one of the roles above for each request.';
end
$$;
