-- What a report reads of tables that are on all nodes. It asks for the plain table that each of them is on a node, under the same name on
-- all: Citus would plan the statement anew each time, which takes longer than to run it.
do $do$
declare
  users text;
  settings text;
  alerts text;
begin
  select max(shard_name(d.logicalrelid, d.shardid)) filter (where d.logicalrelid = 'app_public.users'::regclass),
      max(shard_name(d.logicalrelid, d.shardid)) filter (where d.logicalrelid = 'app_private.report_settings'::regclass),
      max(shard_name(d.logicalrelid, d.shardid)) filter (where d.logicalrelid = 'app_private.report_alerts'::regclass)
    into users, settings, alerts
    from pg_dist_shard d;
  execute format($create$
create or replace function app_private.report_reads(
  user_id integer, is_admin_session boolean, latitude double precision, longitude double precision,
  out is_known boolean, out is_tester boolean, out is_alone boolean, out safety text, out near_ids integer[]
)
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
begin
  select true, u.is_tester, u.last_position_only or s.last_position_only, s.report_synchronous_commit,
      array(select a.id from %3$s a where a.zone3_box && box(point(report_reads.longitude, report_reads.latitude)))
    into is_known, is_tester, is_alone, safety, near_ids
    from %2$s s, %1$s u
    where s.only_row and u.id = report_reads.user_id and (u.is_admin or not report_reads.is_admin_session);
end
$$
$create$, users, settings, alerts);

  execute format($create$
create or replace function app_private.report_notifies(
  near_ids integer[], is_tester boolean, taken_at timestamptz, location public.geometry, accuracy double precision,
  told_ids integer[], told_levels app_public.level_alert[], told_versions integer[]
) returns boolean
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
begin
  return exists (
    select from %1$s a
      cross join lateral (
        select min(t.level) as level from unnest(told_ids, told_levels, told_versions) t (alert_id, level, version)
          where t.alert_id = a.id and t.version >= a.told_version
      ) t
      cross join lateral app_private.level_at(
        a.zone1, a.zone2, a.zone3, report_notifies.location, report_notifies.accuracy > a.max_accuracy) m (level)
      where a.id = any (near_ids) and t.level is distinct from 'ONE' and a.expires_at > now()
        and app_private.is_fresh(report_notifies.taken_at, a.max_position_age)
        and app_private.applies_to(a.status, report_notifies.is_tester)
        and m.level is not null and not app_private.is_told(t.level, m.level));
end
$$
$create$, alerts);
end
$do$;
comment on function app_private.report_reads(integer, boolean, double precision, double precision) is
  'Returns true for a user who is known here, and an administrator if their session is one, with what app_private.report_position() has to know of them and of the settings, and the ids of the active alerts around a place. Nulls for another user.';
comment on function app_private.report_notifies(integer[], boolean, timestamptz, public.geometry, double precision, integer[], app_public.level_alert[], integer[]) is
  'True if a position notifies of one of these alerts, by the rules of app_private.notify_of_active_alerts(). The last three arguments are what the user was told of them.';
select create_distributed_function(p.oid::regprocedure)
  from pg_proc p where p.pronamespace = 'app_private'::regnamespace and p.proname in ('report_reads', 'report_notifies');
