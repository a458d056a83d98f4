do $do$
begin
  execute format($create$
create or replace function app_private.newest_in_shard(shard bigint, user_id integer, most integer)
returns setof app_public.notifications
language plpgsql stable set plan_cache_mode = force_generic_plan
as $$
begin
  %s
  raise exception using errcode = 'LA401', message = 'The shard is not known.';
end
$$
$create$, app_private.branch_for_each_shard($branch$
    return query select n.* from %3$s n where n.user_id = newest_in_shard.user_id order by n.id desc limit most;
    return;
$branch$));
end
$do$;
comment on function app_private.newest_in_shard(bigint, integer, integer) is
  'Returns the newest notifications of a user from the plain tables of a shard that app_private.claim_shard() holds. Error LA401 if there is no branch for the shard: the coordinator takes the list then.';
select create_distributed_function('app_private.newest_in_shard(bigint, integer, integer)');
