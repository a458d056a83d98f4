do $do$
begin
  execute format($create$
create or replace function app_private.store_in_shard(shard bigint, reported app_public.positions, place public.geometry) returns boolean
language plpgsql volatile set plan_cache_mode = force_generic_plan
as $$
begin
  %s
  return false;
end
$$
$create$, app_private.branch_for_each_shard($branch$
    insert into %2$s (id, user_id, created_at, taken_at, latitude, longitude, accuracy, moving_activity)
      overriding system value
      values (
        reported.id, reported.user_id, reported.created_at, reported.taken_at, reported.latitude, reported.longitude,
        reported.accuracy, reported.moving_activity);
    insert into %1$s as l (user_id, position_id, created_at, taken_at, location, accuracy, moving_activity)
      values (
        reported.user_id, reported.id, reported.created_at, reported.taken_at, place, reported.accuracy,
        reported.moving_activity)
      on conflict (user_id) do update set
        position_id = excluded.position_id, created_at = excluded.created_at, taken_at = excluded.taken_at,
        location = excluded.location, accuracy = excluded.accuracy, moving_activity = excluded.moving_activity
        -- A moment ahead of now is of a clock that was set back. It says nothing.
        where excluded.taken_at >= l.taken_at or l.taken_at > clock_timestamp() + interval '10 seconds';
    return true;
$branch$));
end
$do$;
comment on function app_private.store_in_shard(bigint, app_public.positions, public.geometry) is
  'Stores a position, and moves its user''s last position if it is newer, in the plain tables of a shard that app_private.claim_shard() holds. False if there is no branch for the shard: nothing is stored then.';
select create_distributed_function('app_private.store_in_shard(bigint, app_public.positions, public.geometry)');
