--! Previous: sha1:7c3130f24070009d0ad3f4c6d13a56c58a495d0d
--! Hash: sha1:6ae825422255cfc6acf930fc55a265adfb722978
--! Message: first counts and rounded seconds

--! split: 1-current.sql
-- An alert that was being published at the end of an hour read "<10" until the next one.
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
      -- Nobody, or few, of an alert that was just being published then would be told for an hour. So the first count waits.
      and (t.counted_until is not null or not exists (
        select from app_public.alerts a left join app_private.publications p on p.alert_id = a.id
          where a.id = t.alert_id and a.created_at > count_alert_step.counted_until - interval '1 hour'
            and coalesce(p.completed_at, 'infinity') >= count_alert_step.counted_until))
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
--! Included analytics/app_private.count_step.sql
create or replace function app_private.count_step() returns boolean
language plpgsql volatile set search_path = pg_catalog, pg_temp set timezone = 'UTC'
as $$
declare
  -- Notifications of the last moments of an hour have been committed five minutes later.
  ended constant timestamptz := date_trunc('hour', now() - interval '5 minutes');
  complete_until timestamptz;
begin
  -- One worker counts at a time. Another has nothing to do then.
  perform from app_private.settings s for no key update skip locked;
  if not found then
    return false;
  end if;
  if app_private.count_period_step('hour') then
    return true;
  elsif app_private.count_alert_step(ended) then
    return true;
  elsif app_private.count_period_step('day') then
    return true;
  end if;
  -- All alerts are counted but those that were being published, so the hours before these are complete.
  complete_until := (
    select coalesce(min(date_trunc('hour', a.created_at)), ended)
      from app_private.alert_counts t join app_public.alerts a on a.id = t.alert_id
      where t.counted_until is null and not t.is_final and a.created_at < ended);
  insert into app_private.hour_deliveries (hour, provider, outcome, pushes, smallest_group)
    select (c.key ->> 0)::timestamptz, c.key ->> 1, c.key ->> 2, app_private.shown_people(c.people, s.smallest_group), s.smallest_group
      from app_private.counts c, app_private.settings s
      where c.task = 'deliveries' and (c.key ->> 0)::timestamptz < complete_until
    on conflict do nothing;
  delete from app_private.counts c where c.task = 'deliveries' and (c.key ->> 0)::timestamptz < complete_until;
  delete from app_private.presence p where p.hour < now() - (select s.presence_retention from app_private.settings s)
    and p.hour <= (select min(o.hour) from app_private.presence o) and app_private.clock_fault() is null;
  return found;
end
$$;
comment on function app_private.count_step() is
  'Does one small step of counting what analysts may see, in a transaction of its own. False if nothing is left to count.';
--! EndIncluded analytics/app_private.count_step.sql
-- Seconds had the noise of binary fractions.
--! Included analytics/app_private.rounded_seconds.sql
create or replace function app_private.rounded_seconds(seconds double precision) returns double precision
language sql immutable parallel safe
as $$
  -- As numeric, because three tenths would be 0.30000000000000004.
  select case when seconds <= 0 then 0
    else pg_catalog.round((pg_catalog.ceil(seconds / pg_catalog.power(10, greatest(pg_catalog.floor(pg_catalog.log(seconds)) - 1, -1)) - 1e-9)
      * pg_catalog.power(10, greatest(pg_catalog.floor(pg_catalog.log(seconds)) - 1, -1)))::numeric, 1) end::double precision
$$;
comment on function app_private.rounded_seconds(double precision) is
  'Returns seconds rounded up to two digits, and to a tenth below ten. So a few hundred values stand for all times.';
--! EndIncluded analytics/app_private.rounded_seconds.sql
update app_private.alert_figures set
  told_p50 = round(told_p50::numeric, 1), told_p95 = round(told_p95::numeric, 1), told_max = round(told_max::numeric, 1),
  accepted_p50 = round(accepted_p50::numeric, 1), accepted_p95 = round(accepted_p95::numeric, 1), accepted_max = round(accepted_max::numeric, 1),
  seen_p50 = round(seen_p50::numeric, 1), seen_p95 = round(seen_p95::numeric, 1), seen_max = round(seen_max::numeric, 1);
