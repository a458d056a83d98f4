do $do$
begin
  execute format($create$
create or replace function app_private.told_in_shard(
  shard bigint, user_id integer, near_ids integer[],
  out ids integer[], out levels app_public.level_alert[], out versions integer[]
)
language plpgsql stable set plan_cache_mode = force_generic_plan
as $$
begin
  %s
end
$$
$create$, app_private.branch_for_each_shard($branch$
    select array_agg(n.alert_id), array_agg(n.level), array_agg(n.version) into ids, levels, versions
      from %3$s n where n.user_id = told_in_shard.user_id and n.alert_id = any (near_ids);
$branch$));
end
$do$;
comment on function app_private.told_in_shard(bigint, integer, integer[]) is
  'Returns what a user was told of some alerts, from the plain tables of a shard that app_private.claim_shard() holds. Nulls if nothing.';
select create_distributed_function('app_private.told_in_shard(bigint, integer, integer[])');
