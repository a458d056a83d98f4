--! Previous: sha1:881cc3d17fef4d5e53e5fe8324e94dec7ac0d1cf
--! Hash: sha1:e01929aa41d871a36f7868f44140bd628444b0b4
--! Message: Count by index

-- After a very large alert, to count a small one could read all notifications.
--! Included analytics/app_private.count_alert_step.sql
create or replace function app_private.count_alert_step(counted_until timestamptz, most integer default 2000) returns boolean
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  counted app_private.alert_counts;
  passed bigint;
  notifications integer;
begin
  -- Alerts are added in the order of their ids. One that committed after a later one is found by the overlap.
  insert into app_private.alert_counts (alert_id)
    select a.id from app_public.alerts a
      where a.id > coalesce((select max(t.alert_id) from app_private.alert_counts t), 0) - 100
    on conflict do nothing;
  -- A count that has begun goes on to the moment that it began with.
  select t.* into counted from app_private.alert_counts t
    where not t.is_final and coalesce(t.counted_until, '-infinity') < count_alert_step.counted_until
    order by t.counting_until nulls last, t.alert_id desc limit 1;
  if counted is null then
    return false;
  end if;
  if counted.counting_until is null then
    delete from app_private.counts c where c.task = 'alert ' || counted.alert_id;
    counted.counting_until := count_alert_step.counted_until;
    counted.last_id := 0;
  end if;

  select max(n.id), count(*) into passed, notifications
    from (
      select n.id from app_public.notifications n
        -- The order of the index decides the plan. By the ids alone, all would be read if most are of another alert.
        where (n.alert_id, n.id) > (counted.alert_id, counted.last_id) and n.alert_id <= counted.alert_id
        order by n.alert_id, n.id limit most
    ) n;
  if notifications > 0 then
    perform app_private.count_alert_chunk(counted, counted.counting_until, counted.last_id + 1, passed);
  end if;
  if notifications = most then
    update app_private.alert_counts t set last_id = passed, counting_until = counted.counting_until
      where t.alert_id = counted.alert_id;
  else
    perform app_private.keep_alert_figures(counted);
  end if;
  return true;
end
$$;
comment on function app_private.count_alert_step(timestamptz, integer) is
  'Counts the next notifications of an alert that was not counted since a moment, and keeps its figures after the last. False if there is no such alert.';
--! EndIncluded analytics/app_private.count_alert_step.sql
