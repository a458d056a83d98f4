-- Makes what migrations and backups refer to but do not contain: PostGIS, and the roles, which belong to the whole cluster.
-- It runs before migrations, and by itself before a restore: psql --file migrations/prepare.sql "$DATABASE_URL"
-- It changes nothing if all of that is there, or if the current role lacks a right. Then it says what a superuser must run.
do $$
declare
  roles constant json := json_build_object(
    'app_anonymous', 'A request without a valid token.',
    'app_user', 'A logged-in user, whose id is in jwt.claims.user_id.',
    'app_viewer', 'A user who sees the map, the alerts and whom they reach, in the area of their authority.',
    'app_author', 'A viewer who prepares alerts.',
    'app_approver', 'An author who publishes alerts.',
    'app_manager', 'An approver who manages people.',
    'app_viewer_everywhere', 'A viewer of an authority without an area.',
    'app_author_everywhere', 'An author of an authority without an area.',
    'app_approver_everywhere', 'An approver of an authority without an area.',
    'app_admin', 'An administrator: a manager of an authority without an area.',
    'app_analyst', 'An analyst, who reads only the views of the schema analytics.',
    'app_owner', 'The owner of all that migrations make. Nobody logs in as it.',
    'app_host', 'The host. It owns nothing, inherits nothing, and takes one of the roles above for each request.');
  -- Each has all rights of those that follow it.
  inherits constant json := json_build_object(
    'app_viewer', '{app_user}', 'app_author', '{app_viewer}', 'app_approver', '{app_author}', 'app_manager', '{app_approver}',
    'app_viewer_everywhere', '{app_viewer}', 'app_author_everywhere', '{app_author,app_viewer_everywhere}',
    'app_approver_everywhere', '{app_approver,app_author_everywhere}', 'app_admin', '{app_manager,app_approver_everywhere}');
  role_names constant text[] := array(select json_object_keys(roles));
  all_roles constant text := array_to_string(role_names, ', ');
  is_migrated constant boolean := to_regnamespace('app_public') is not null;
  lacks_roles constant boolean := exists (select from unnest(role_names) n where to_regrole(n) is null);
  -- From 16 on, whoever creates a role may grant it, but cannot take it. Before, CREATEROLE allows both.
  is_16 constant boolean := current_setting('server_version_num')::integer >= 160000;
  role_name text;
  inherited text;
  is_superuser boolean;
  may_create_roles boolean;
  may_grant boolean;
  needed text[] := '{}';
  others text;
begin
  select r.rolsuper, r.rolsuper or r.rolcreaterole into is_superuser, may_create_roles
    from pg_catalog.pg_roles r where r.rolname = current_user;
  select bool_and(to_regrole(n) is null or not is_16 or pg_has_role(current_user, n, 'member with admin option'))
    into may_grant from unnest(role_names) n;

  -- Functions that run as the owner search public, where PostGIS is. Whoever creates objects there would run as the
  -- owner too. The migrations take the right from everybody, if they may.
  select string_agg(case a.grantee when 0 then 'public' else quote_ident(pg_get_userbyid(a.grantee)) end, ', ') into others
    from pg_catalog.pg_namespace n, pg_catalog.pg_database d,
      aclexplode(coalesce(n.nspacl, acldefault('n', n.nspowner))) a
    where n.nspname = 'public' and d.datname = current_database() and a.privilege_type = 'CREATE'
      and a.grantee not in (n.nspowner, d.datdba, current_user::regrole)
      and not (a.grantee = 0 and not is_migrated and (is_superuser or pg_has_role(n.nspowner, 'usage')))
      and not exists (select from pg_catalog.pg_roles r where r.oid = a.grantee and r.rolsuper);
  if others is not null then
    needed := needed || format('revoke create on schema public from %s;', others);
  end if;

  if not is_migrated and not has_database_privilege(current_database(), 'create') then
    needed := needed || format('alter database %I owner to %I;', current_database(), current_user);
  end if;
  -- A new version may need a role that an older one has not made.
  if (lacks_roles or not is_migrated) and not may_create_roles then
    needed := needed || format('alter role %I createrole;', current_user);
  end if;
  if not is_migrated then
    if not may_grant then
      needed := needed || format('grant %s to %I with admin option;', all_roles, current_user);
    end if;
    begin
      if not exists (select from pg_catalog.pg_extension where extname = 'postgis') then
        create extension postgis schema public;
      end if;
    exception
      when insufficient_privilege then
        needed := needed || 'create extension postgis schema public;'::text;
      when feature_not_supported or undefined_file then
        raise exception 'PostGIS is not installed on this server. On Debian, its package is postgresql-%-postgis-3.',
          current_setting('server_version_num')::integer / 10000;
    end;
  elsif to_regrole('app_host') is null or not has_schema_privilege('app_host', 'app_public', 'usage') then
    raise exception 'This database was restored without its roles, so it lacks policies and grants. Restore it again into an empty database, after migrations/prepare.sql.';
  end if;

  if cardinality(needed) = 0 and (lacks_roles or not is_migrated) then
    foreach role_name in array role_names loop
      continue when to_regrole(role_name) is not null;
      begin
        execute format('create role %I nologin %s', role_name, case role_name when 'app_host' then 'noinherit' end);
        execute format('comment on role %I is %L', role_name, roles ->> role_name);
        -- A login that is a member of the role needs this of its own: see docs/analysts.md.
        if role_name = 'app_analyst' then
          alter role app_analyst set statement_timeout = '1min';
        end if;
      exception when duplicate_object or unique_violation then
        null; -- Another database's migrations made it at the same time.
      end;
    end loop;
    for role_name, inherited in
      select i.key, r from json_each_text(inherits) i, unnest(i.value::text[]) r
    loop
      if not pg_has_role(role_name, inherited, 'member') then
        execute format('grant %I to %I', inherited, role_name);
      end if;
    end loop;
    foreach role_name in array array['app_anonymous', 'app_user'] || array(select json_object_keys(inherits)) loop
      if not pg_has_role('app_host', role_name, 'member') then
        execute format('grant %I to app_host', role_name);
      end if;
    end loop;
  end if;

  -- Whoever migrates does so for app_owner. With one database URL, they also serve requests, as app_host.
  foreach role_name in array array['app_owner', 'app_host'] loop
    if cardinality(needed) = 0 and not (pg_has_role(current_user, role_name, case when is_16 then 'set' else 'member' end)
      and (role_name <> 'app_owner' or not is_16 or pg_has_role(current_user, role_name, 'usage'))) then
      begin
        execute format('grant %I to %I %s', role_name, current_user,
          case when is_16 and role_name = 'app_owner' then 'with inherit true, set true' end);
      exception when insufficient_privilege then
        needed := needed || format('grant %I to %I;', role_name, current_user);
      end;
    end if;
  end loop;

  if cardinality(needed) > 0 then
    raise exception using errcode = 'insufficient_privilege', message = format(
      E'The role %I lacks rights in the database %I, so nothing was changed. Run there as a superuser:\n  %s',
      current_user, current_database(), array_to_string(needed, E'\n  '));
  end if;
end
$$;
