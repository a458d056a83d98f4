-- Distributes a migrated database over the worker nodes of a Citus cluster. `npm run distribute` runs it on the coordinator, each step in a
-- transaction of its own. Each step does nothing if it is done already, so the command can run again after an interruption or an update.
-- A line that begins with "--- " begins a step, and says what it does.
--
-- Rows of a user's positions, notifications and deliveries live together on one worker node. Users, devices and quiet hours are on all nodes,
-- so that these rows join with them there. All else stays on the coordinator. What a report reads of it is copied to where reports run.

--- The token's user is known on worker nodes.
do $$
begin
  execute format('alter database %I set citus.propagate_set_commands = %L', current_database(), 'local');
end
$$;

--- No node compiles queries: the settings of functions do not reach worker nodes, and a chunk of a publication took six times as long.
do $$
begin
  execute format('alter database %I set jit = off', current_database());
end
$$;

--- Roles are on all nodes, and may connect from node to node.
do $$
declare
  answer record;
begin
  for answer in
    select * from run_command_on_all_nodes($command$
      do $roles$
      declare
        role_name text;
      begin
        set local citus.enable_ddl_propagation = off;
        perform pg_advisory_xact_lock(4153);
        foreach role_name in array array['app_anonymous', 'app_user', 'app_admin', 'app_host', 'app_analyst'] loop
          if to_regrole(role_name) is null then
            execute format('create role %I %s', role_name, case role_name when 'app_host' then 'noinherit' end);
          end if;
          if not (select r.rolcanlogin from pg_roles r where r.rolname = role_name) then
            execute format('alter role %I login', role_name);
          end if;
        end loop;
        if not pg_has_role('app_admin', 'app_user', 'usage') then
          grant app_user to app_admin;
        end if;
      end
      $roles$
    $command$)
  loop
    if not answer.success then
      raise exception 'Node % has no roles: %', answer.nodeid, answer.result;
    end if;
  end loop;
end
$$;

--- The owner may connect from the coordinator to all nodes, and to itself.
do $$
declare
  owner constant name := (select pg_get_userbyid(c.relowner) from pg_class c where c.oid = 'app_public.alerts'::regclass);
  answer record;
begin
  perform set_config('role', owner, true);
  for answer in select * from run_command_on_all_nodes('select 1') loop
    if not answer.success then
      raise exception 'The coordinator cannot connect to node % as %: %', answer.nodeid, owner, answer.result;
    end if;
  end loop;
end
$$;

--- Tables lose their foreign keys to users, who move.
do $$
begin
  if not exists (select from pg_dist_partition p where p.logicalrelid = 'app_public.users'::regclass) then
    alter table app_private.user_credentials drop constraint if exists user_credentials_user_id_fkey;
    alter table app_private.password_links drop constraint if exists password_links_user_id_fkey;
    alter table app_private.device_keys drop constraint if exists device_keys_user_id_fkey;
    alter table app_private.devices drop constraint if exists devices_user_id_fkey;
    alter table app_public.quiet_hours drop constraint if exists quiet_hours_user_id_fkey;
    alter table app_public.last_positions drop constraint if exists last_positions_user_id_fkey;
  end if;
end
$$;

--- Users are copied to all nodes.
select create_reference_table('app_public.users')
  where not exists (select from pg_dist_partition p where p.logicalrelid = 'app_public.users'::regclass);

--- Devices are copied to all nodes.
select create_reference_table('app_private.devices')
  where not exists (select from pg_dist_partition p where p.logicalrelid = 'app_private.devices'::regclass);

--- Quiet hours are copied to all nodes.
select create_reference_table('app_public.quiet_hours')
  where not exists (select from pg_dist_partition p where p.logicalrelid = 'app_public.quiet_hours'::regclass);

--- Last positions are distributed.
select create_distributed_table('app_public.last_positions', 'user_id')
  where not exists (select from pg_dist_partition p where p.logicalrelid = 'app_public.last_positions'::regclass);

--- Positions are distributed.
select create_distributed_table('app_public.positions', 'user_id', colocate_with => 'app_public.last_positions')
  where not exists (select from pg_dist_partition p where p.logicalrelid = 'app_public.positions'::regclass);

--- Notifications are distributed.
select create_distributed_table('app_public.notifications', 'user_id', colocate_with => 'app_public.last_positions')
  where not exists (select from pg_dist_partition p where p.logicalrelid = 'app_public.notifications'::regclass);

--- Deliveries are distributed.
select create_distributed_table('app_private.deliveries', 'user_id', colocate_with => 'app_public.last_positions')
  where not exists (select from pg_dist_partition p where p.logicalrelid = 'app_private.deliveries'::regclass);

--- What a report reads of settings and alerts has copies where reports run.
do $$
declare
  owner constant name := (select pg_get_userbyid(c.relowner) from pg_class c where c.oid = 'app_public.alerts'::regclass);
begin
  if to_regclass('app_private.report_alerts') is null then
    create table app_private.report_settings (
      only_row boolean primary key,
      report_synchronous_commit text,
      last_position_only boolean not null
    );
    alter table app_private.report_settings enable row level security;
    create table app_private.report_alerts (
      id integer primary key,
      version integer not null,
      told_version integer not null,
      status app_public.alert_status not null,
      expires_at timestamptz not null,
      max_position_age interval not null,
      max_accuracy double precision not null,
      zone1 public.geometry not null,
      zone2 public.geometry not null,
      zone3 public.geometry not null,
      zone3_box box not null
    );
    create index report_alerts_zone3_box on app_private.report_alerts using gist (zone3_box);
    alter table app_private.report_alerts enable row level security;
    execute format('alter table app_private.report_settings owner to %I', owner);
    execute format('alter table app_private.report_alerts owner to %I', owner);
    comment on table app_private.report_settings is 'What reports read of app_private.settings, for app_private.report_position(). A trigger keeps it.';
    comment on table app_private.report_alerts is 'The alerts that may notify, for app_private.report_position(). A publication begins with the copy of its alert: see app_private.copy_alert().';
  end if;
end
$$;

--- The coordinator knows which alerts have no copies yet.
do $$
declare
  owner constant name := (select pg_get_userbyid(c.relowner) from pg_class c where c.oid = 'app_public.alerts'::regclass);
begin
  if to_regclass('app_private.uncopied_alerts') is null then
    create table app_private.uncopied_alerts (alert_id integer primary key references app_public.alerts on delete cascade);
    alter table app_private.uncopied_alerts enable row level security;
    execute format('alter table app_private.uncopied_alerts owner to %I', owner);
    comment on table app_private.uncopied_alerts is 'Active alerts with a version that some node may not know. The coordinator takes reports near them: see app_private.begin_delegated_call().';
  end if;
end
$$;

--- Settings of reports are copied to all nodes.
select create_reference_table('app_private.report_settings')
  where not exists (select from pg_dist_partition p where p.logicalrelid = 'app_private.report_settings'::regclass);

--- Alerts of reports are copied to all nodes.
select create_reference_table('app_private.report_alerts')
  where not exists (select from pg_dist_partition p where p.logicalrelid = 'app_private.report_alerts'::regclass);

--- These copies are made anew.
delete from app_private.report_settings;
insert into app_private.report_settings (only_row, report_synchronous_commit, last_position_only)
  select s.only_row, s.report_synchronous_commit, s.last_position_only from app_private.settings s;
delete from app_private.report_alerts;
insert into app_private.report_alerts (
    id, version, told_version, status, expires_at, max_position_age, max_accuracy, zone1, zone2, zone3, zone3_box)
  select a.id, a.version, a.told_version, a.status, a.expires_at, a.max_position_age, a.max_accuracy, a.zone1, a.zone2, a.zone3, a.zone3_box
    from app_public.alerts a where a.active;
-- Only the beginning of a publication takes its alert from these: see app_private.publish_chunk().
delete from app_private.uncopied_alerts;
insert into app_private.uncopied_alerts (alert_id)
  select a.id from app_public.alerts a join app_private.publications p on p.alert_id = a.id
    where a.active and p.completed_at is null and p.level = 'ONE' and p.last_user_id = 0;

--- The coordinator's own copies are removed.
select truncate_local_data_after_distributing_table(p.logicalrelid) from pg_dist_partition p
  where p.logicalrelid::text = any (array['app_public.last_positions', 'app_public.positions', 'app_public.notifications', 'app_private.deliveries']);

--- Tables that are where users are refer to them again.
do $$
declare
  user_table text;
begin
  foreach user_table in array array['app_private.devices', 'app_public.quiet_hours', 'app_public.last_positions'] loop
    if not exists (select from pg_constraint c where c.conrelid = user_table::regclass and c.confrelid = 'app_public.users'::regclass) then
      execute format('alter table %s add constraint %I foreign key (user_id) references app_public.users on delete restrict',
        user_table, split_part(user_table, '.', 2) || '_user_id_fkey');
    end if;
  end loop;
end
$$;

--- The comments of these foreign keys name fields of the API.
comment on constraint last_positions_user_id_fkey on app_public.last_positions is E'@fieldName user\n@backwardBehavior -*\nThe user.';
comment on constraint quiet_hours_user_id_fkey on app_public.quiet_hours is E'@forwardBehavior -*\n@foreignFieldName quietHours\n@backwardDescription The hours in which pushes of levels TWO and THREE wait. Null if they never wait.\nThe user who has them.';

--- Functions of plain values, and those that policies and conditions call, are on all nodes.
-- A worker node refuses a function in SQL before those that it calls, so these come first. PostgreSQL keeps no such dependencies: a
-- function that has the name of another one in its body counts as a caller of it.
with recursive spread as (
  select p.oid, p.proname, p.prosrc
    from pg_proc p
    where p.pronamespace in ('app_public'::regnamespace, 'app_private'::regnamespace)
      and (p.proname = any (array[
          'current_user_id', 'current_session_id', 'require_admin', 'has_email', 'oldest_fresh', 'is_fresh', 'is_active',
          'share_report_lock', 'moment_taken'])
        or p.provolatile = 'i' and not exists (select from pg_type t where t.oid = any (p.proargtypes) and t.typrelid <> 0))
),
callers as (
  select s.oid, 0 as height from spread s
  union
  select s.oid, c.height + 1
    from callers c
    join spread called on called.oid = c.oid
    join spread s on s.oid <> c.oid and s.prosrc ~ ('\m' || called.proname || '\M')
    where c.height < 20
),
ordered as (select c.oid, max(c.height) as height from callers c group by c.oid)
select create_distributed_function(o.oid::regprocedure) from ordered o order by o.height, o.oid;

--- Functions on the coordinator plan for their values, as the shards depend on them.
do $$
declare
  planned record;
begin
  for planned in
    select p.oid::regprocedure as name, array(
        select split_part(c, '=', 1) from unnest(p.proconfig) c where c ~ '^(plan_cache_mode|enable_\w+)=') as settings
      from pg_proc p
      where p.pronamespace in ('app_public'::regnamespace, 'app_private'::regnamespace) and p.proconfig is not null
  loop
    for i in 1 .. cardinality(planned.settings) loop
      execute format('alter function %s reset %s', planned.name, planned.settings[i]);
    end loop;
  end loop;
end
$$;

--- An erasure uses one connection to each node: it deletes from tables that refer to each other.
alter function app_private.erase_person(integer) set citus.multi_shard_modify_mode = 'sequential';
