--! Previous: sha1:e01929aa41d871a36f7868f44140bd628444b0b4
--! Hash: sha1:f8296f98cb7f472da28776aa17a5ce16c9159cc8
--! Message: Cheaper matching

-- The age of a position was computed anew for each user, and a search for ten thousand users thrown away.
--! Included matching/app_private.oldest_fresh.sql
create or replace function app_private.oldest_fresh(max_position_age interval, at timestamptz default now())
returns timestamptz
language sql stable parallel safe
as $$
  select at - max_position_age
$$;
comment on function app_private.oldest_fresh(interval, timestamptz) is
  'An alert''s positions must be younger than this at a time, which is now by default.';
--! EndIncluded matching/app_private.oldest_fresh.sql
--! Included matching/app_private.is_fresh.sql
create or replace function app_private.is_fresh(taken_at timestamptz, max_position_age interval, at timestamptz default now())
returns boolean
language sql stable parallel safe
as $$
  select taken_at > app_private.oldest_fresh(max_position_age, at)
$$;
comment on function app_private.is_fresh(timestamptz, interval, timestamptz) is
  'True if a position was young enough for an alert at a time, which is now by default.';
--! EndIncluded matching/app_private.is_fresh.sql
--! Included publication/app_private.notify_users.sql
create or replace function app_private.notify_users(
  alert app_public.alerts, published_at timestamptz, user_ids integer[], is_range boolean default false
) returns void
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
-- Plans are made once, perhaps while the tables are empty, and must not scan them when they have grown.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_sort = off
set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
declare
  -- This unpacks each zone once, not once for each user.
  zone1 constant geometry := st_setsrid(alert.zone1, 4326);
  zone2 constant geometry := st_setsrid(alert.zone2, 4326);
  zone3 constant geometry := st_setsrid(alert.zone3, 4326);
  -- Arithmetic with intervals is slow. Only a position that was reported since the publication needs its own.
  oldest constant timestamptz := app_private.oldest_fresh(alert.max_position_age, published_at);
  first_id constant integer := case when is_range then user_ids[1] else (select min(u) from unnest(user_ids) u) end;
  last_id constant integer := case when is_range then user_ids[2] else (select max(u) from unnest(user_ids) u) end;
  any_told boolean;
  matched record;
begin
  -- The order of the index decides the plan, as statistics are from before this publication.
  select n.alert_id = alert.id and n.user_id <= last_id into any_told
    from app_public.notifications n where (n.alert_id, n.user_id) >= (alert.id, first_id)
    order by n.alert_id, n.user_id, n.level limit 1;
  for matched in
    select c.level, count(*) filter (where c.innermost is null)::integer as newly_reached,
        array_agg(row(
          c.user_id, c.latitude, c.longitude, c.moving_activity, c.taken_at, c.accuracy, true, null
        )::app_private.told_user) as told
      from (
        select l.*, app_private.level_at(zone1, zone2, zone3, l.location, l.accuracy > alert.max_accuracy) as level,
            -- A scalar subquery forces one index lookup for each row, for the same reason. PostgreSQL may answer EXISTS
            -- by a table of all notifications of the alert.
            case when any_told and alert.told_version > 1 then (
              select min(n.level) from app_public.notifications n
                where n.alert_id = alert.id and n.user_id = l.user_id and n.version >= alert.told_version) end as told_since,
            case when any_told then (
              select min(n.level) from app_public.notifications n
                where n.alert_id = alert.id and n.user_id = l.user_id) end as innermost
          from (
            -- Only one of the two parts runs. A range reads the index in one go.
            select r.* from app_public.last_positions r where is_range and r.user_id between first_id and last_id
            union all
            select r.* from unnest(user_ids) u (id) join app_public.last_positions r on r.user_id = u.id where not is_range
          ) l
          where l.taken_at > case when l.created_at > published_at
              then app_private.oldest_fresh(alert.max_position_age, l.created_at) else oldest end
            and app_private.applies_to(alert.status, (select u.is_tester from app_public.users u where u.id = l.user_id))
        -- The level is computed once for each row.
        offset 0
      ) c
      where c.level is not null
        and not app_private.is_told(case when alert.told_version > 1 then c.told_since else c.innermost end, c.level)
      group by c.level order by c.level
  loop
    if is_range and matched.level > 'ONE' then
      insert into app_private.publication_waiting (alert_id, level, first_user_id, user_ids)
        select alert.id, matched.level, min(t.user_id), array_agg(t.user_id) from unnest(matched.told) t;
    else
      perform app_private.insert_notifications(
        alert.id, alert.version, 'ALERT', matched.level, matched.told, matched.newly_reached);
    end if;
  end loop;
end
$$;
comment on function app_private.notify_users(app_public.alerts, timestamptz, integer[], boolean) is
  'Notifies those of these users whose last position lies in an alert''s zones, unless they were notified at this level or a more urgent one. With is_range, user_ids are the first and the last id of a range: then users in the zones TWO and THREE wait in app_private.publication_waiting. The caller holds the reports of these users.';
--! EndIncluded publication/app_private.notify_users.sql
--! Included publication/app_private.publish_chunk.sql
create or replace function app_private.publish_chunk(alert_id integer, chunk_size integer default 10000) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp set jit = off
as $$
declare
  publication app_private.publications;
  alert app_public.alerts;
  published_at timestamptz;
  candidates integer[];
  is_complete boolean := false;
  is_range boolean;
  -- A search for more than this costs a large publication more than it saves.
  most_at_once constant integer := least(chunk_size, 1000);
begin
  perform app_private.commit_synchronously();
  -- A second process that publishes this alert waits here and continues where the first stopped.
  select p.* into publication from app_private.publications p where p.alert_id = publish_chunk.alert_id for update;
  if publication.alert_id is null or publication.completed_at is not null then
    return true;
  end if;
  select a.* into alert from app_public.alerts a where a.id = publication.alert_id;
  if alert.cancelled_at is not null then
    publication.last_user_id := app_private.send_all_clear(alert, publication.last_user_id, chunk_size);
    update app_private.publications p
      set last_user_id = coalesce(publication.last_user_id, p.last_user_id),
        completed_at = case when publication.last_user_id is null then clock_timestamp() end
      where p.alert_id = alert.id;
    return publication.last_user_id is null;
  end if;
  if not app_private.is_active(alert.active, alert.expires_at) then
    delete from app_private.publication_waiting w where w.alert_id = alert.id;
    update app_private.publications p set completed_at = clock_timestamp() where p.alert_id = alert.id;
    return true;
  end if;

  published_at := app_private.published_at(alert);
  if publication.level = 'ONE' and publication.last_user_id = 0 then
    -- Most alerts concern few users: the index of last positions finds all of them at once.
    select array_agg(c.user_id) into candidates from (
      select l.user_id from app_public.last_positions l
        where st_covers(alert.zone3, l.location) and app_private.is_fresh(l.taken_at, alert.max_position_age, published_at)
        limit most_at_once + 1
    ) c;
    is_complete := coalesce(cardinality(candidates), 0) <= most_at_once;
    if not is_complete and app_private.queue_recipients(alert, published_at, chunk_size) then
      publication.level := 'TWO';
      candidates := null;
    end if;
  elsif publication.level <> 'ONE' then
    candidates := app_private.take_waiting(alert.id, chunk_size);
    is_complete := candidates is null;
  end if;

  -- A large publication passes through all users by id.
  is_range := publication.level = 'ONE' and not is_complete;
  if is_range then
    candidates := array[publication.last_user_id + 1, publication.last_user_id + chunk_size];
  end if;
  if candidates is not null then
    perform app_private.drain_reports(
      case when is_range then app_private.user_of_each_lock(candidates[1], candidates[2]) else candidates end);
    perform app_private.notify_users(alert, published_at, candidates, is_range);
  end if;
  if is_range then
    publication.last_user_id := publication.last_user_id + chunk_size;
    -- max() uses the index. "not exists" was planned as a scan of the whole table for each chunk.
    if publication.last_user_id >= (select max(l.user_id) from app_public.last_positions l) then
      publication.level := 'TWO';
    end if;
  end if;
  update app_private.publications p
    set level = publication.level, last_user_id = publication.last_user_id,
      completed_at = case when is_complete then clock_timestamp() end
    where p.alert_id = alert.id;
  return is_complete;
end
$$;
comment on function app_private.publish_chunk(integer, integer) is
  'Notifies the next users whose last position lies in the alert''s zones, the most urgent level first. For a cancelled alert it sends the all-clear to the next users who were notified. True when all are done. Call it until then, each time in a transaction that begins after the alert has committed.';
grant execute on function app_private.publish_chunk(integer, integer) to app_host;
--! EndIncluded publication/app_private.publish_chunk.sql
