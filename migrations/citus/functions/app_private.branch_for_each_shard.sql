create or replace function app_private.branch_for_each_shard(branch text) returns text
language sql stable
as $$
  select 'case shard' || string_agg(
      format(E'\n  when %s then ', last.shardid) || format(
        branch,
        shard_name(last.logicalrelid, last.shardid),
        shard_name(positions.logicalrelid, positions.shardid),
        shard_name(notifications.logicalrelid, notifications.shardid)), '' order by last.shardid)
      || E'\n  else null;\n  end case;'
    from pg_dist_shard last
    join pg_dist_shard positions on positions.shardminvalue = last.shardminvalue
    join pg_dist_shard notifications on notifications.shardminvalue = last.shardminvalue
    where last.logicalrelid = 'app_public.last_positions'::regclass
      and positions.logicalrelid = 'app_public.positions'::regclass
      and notifications.logicalrelid = 'app_public.notifications'::regclass
$$;
comment on function app_private.branch_for_each_shard(text) is
  'Returns code that runs the same statements for one of the shards, by the variable shard, which is a shard of last positions. In the text %1$s is the plain table of its last positions, %2$s of its positions and %3$s of its notifications. Citus plans a statement about a distributed table anew each time, which takes longer than to run it. All nodes can have the same code, because only the branch that runs is planned. Nothing runs for a shard that is new since the database was distributed.';
