--! Previous: sha1:c04963fa9887f9dd5df833baa87c4b22b404d006
--! Hash: sha1:d7ae27f087826066edc701d9ea6ddf1627c1a55b
--! Message: Signs of life

--! split: 1-current.sql
-- An app that runs and has no newer place keeps its person in reach.
alter table app_public.last_positions add column if not exists alive_at timestamptz;
comment on column app_public.last_positions.alive_at is
  'When an app last said that it runs and has no newer position, in seconds since 1970-01-01 UTC. Alerts count the age of the position from then. Null if none has.';
comment on column app_public.user_overview.last_reported_at is
  'When the last position was taken, or an app said later that it runs and has no newer one, in seconds since 1970-01-01 UTC. Null without a position.';
--! Included matching/app_private.is_fresh.sql
create or replace function app_private.is_fresh(
  taken_at timestamptz, alive_at timestamptz, max_position_age interval, at timestamptz default now()
) returns boolean
language sql stable parallel safe
as $$
  select greatest(taken_at, alive_at) > app_private.oldest_fresh(max_position_age, at)
$$;
comment on function app_private.is_fresh(timestamptz, timestamptz, interval, timestamptz) is
  'True if a last position was taken, or confirmed by a sign of life, lately enough for an alert at a time, which is now by default.';
--! EndIncluded matching/app_private.is_fresh.sql
--! Included matching/app_private.reach_of.sql
create or replace function app_private.reach_of(alert app_public.alerts) returns app_public.alert_reach_preview
language plpgsql stable set search_path = pg_catalog, public, pg_temp set jit = off
as $$
declare
  reach app_public.alert_reach_preview;
begin
  with people as (
    select app_private.level_at(alert.zone1, alert.zone2, alert.zone3, l.location, l.accuracy > alert.max_accuracy) as level,
        app_private.is_fresh(l.taken_at, l.alive_at, alert.max_position_age) as is_fresh,
        array(select distinct d.provider from app_private.devices d where d.user_id = l.user_id order by 1) as providers,
        -- The innermost level of any version, and of those that count as told. A new alert has no id, and needs no look.
        case when alert.id is not null then (
          select array[min(n.level), min(n.level) filter (where n.version >= alert.told_version)]
            from app_public.notifications n where n.alert_id = alert.id and n.user_id = l.user_id) end as told
      from app_public.last_positions l
      where st_covers(alert.zone3, l.location)
        and app_private.applies_to(alert.status, (select u.is_tester from app_public.users u where u.id = l.user_id))
      -- Each function is called once for each row.
      offset 0
  ), alike as (
    select p.level, p.is_fresh, p.providers, p.told[1] is not null as is_again,
        -- A position that is too coarse for a level asks for none in particular.
        app_private.is_told(p.told[2], coalesce(p.level, 'THREE')) as is_told,
        p.is_fresh and p.level is not null and not app_private.is_told(p.told[2], p.level) as is_due,
        count(*)::integer as users
      from people p group by 1, 2, 3, 4, 5, 6
  ), counts as (
    select coalesce(sum(a.users) filter (where a.is_due and a.level = 'ONE'), 0) as one,
        coalesce(sum(a.users) filter (where a.is_due and a.level = 'TWO'), 0) as two,
        coalesce(sum(a.users) filter (where a.is_due and a.level = 'THREE'), 0) as three,
        coalesce(sum(a.users) filter (where a.is_due and a.is_again and a.level = 'ONE'), 0) as again_one,
        coalesce(sum(a.users) filter (where a.is_due and a.is_again and a.level = 'TWO'), 0) as again_two,
        coalesce(sum(a.users) filter (where a.is_due and a.is_again and a.level = 'THREE'), 0) as again_three,
        coalesce(sum(a.users) filter (where a.is_fresh and a.level is not null and not a.is_due), 0) as already_told,
        coalesce(sum(a.users) filter (where a.is_due and a.providers <> '{}'), 0) as with_device,
        coalesce(sum(a.users) filter (where not a.is_fresh and not a.is_told), 0) as stale,
        coalesce(sum(a.users) filter (where a.is_fresh and a.level is null and not a.is_told), 0) as coarse
      from alike a
  )
  select c.one, c.two, c.three, c.again_one, c.again_two, c.again_three, c.already_told, c.with_device, c.stale, c.coarse,
      array(
        select row(p.provider, sum(a.users))::app_public.provider_reach
          from alike a, unnest(a.providers) p (provider) where a.is_due group by p.provider order by p.provider)
    into reach.one, reach.two, reach.three, reach.again_one, reach.again_two, reach.again_three, reach.already_told,
      reach.with_device, reach.stale, reach.coarse, reach.by_provider
    from counts c;
  reach.area := st_area(alert.zone1::geography);
  reach.overlapping := array(
    select row(a.id, a.text1, a.status, a.expires_at, a.title)::app_public.alert_overlap
      from app_public.alerts a
      where a.active and app_private.is_active(a.active, a.expires_at) and a.id is distinct from alert.id
        and st_intersects(a.zone3, alert.zone3)
      order by a.id desc limit 20);
  return reach;
end
$$;
comment on function app_private.reach_of(app_public.alerts) is
  'Returns how many users a new alert or the next version of one would notify if it were published now, by the rules of publication. The alert comes from app_private.draft_alert() or app_private.draft_update().';
--! EndIncluded matching/app_private.reach_of.sql
--! Included matching/app_private.why_notified.sql
create or replace function app_private.why_notified(alert_id integer, user_id integer) returns app_public.notification_reason
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  alert app_public.alerts;
  person app_public.users;
  told app_public.notifications;
  told_by app_public.alert_versions;
  here app_public.last_positions;
  location geometry;
  -- The time at which the rules apply: when the user was notified, or now.
  at timestamptz;
  reason app_public.notification_reason;
begin
  select a.* into alert from app_public.alerts a where a.id = why_notified.alert_id;
  select u.* into person from app_public.users u where u.id = why_notified.user_id;
  -- The first notification at the user's innermost level.
  select n.* into told from app_public.notifications n
    where n.alert_id = alert.id and n.user_id = why_notified.user_id and n.kind <> 'ALL_CLEAR' order by n.level, n.version limit 1;
  -- Of an erased user, the notification is left.
  if alert.id is null or person.id is null and told.id is null then
    raise exception using errcode = 'LA404', message = 'There is no alert or no user with this id.';
  end if;
  select l.* into here from app_public.last_positions l where l.user_id = person.id;
  if told.id is not null then
    at := told.created_at;
    -- The version of that time, as an update may have moved the zones since.
    select v.* into told_by from app_public.alert_versions v where v.alert_id = alert.id and v.version = told.version;
    if (told_by.zone1, told_by.level2_distance, told_by.level3_distance)
      is distinct from (alert.zone1, alert.level2_distance, alert.level3_distance)
    then
      alert.zone1 := told_by.zone1;
      alert.zone2 := app_private.zone_around(told_by.zone1, told_by.level2_distance);
      alert.zone3 := app_private.zone_around(told_by.zone1, told_by.level3_distance);
    end if;
    if told.place_kept then
      location := st_setsrid(st_makepoint(told.longitude, told.latitude), 4326);
    end if;
    reason.taken_at := told.taken_at;
    reason.accuracy := told.accuracy;
    reason.level := told.level;
  else
    at := least(now(), alert.expires_at, alert.cancelled_at);
    location := here.location;
    reason.taken_at := here.taken_at;
    reason.accuracy := here.accuracy;
  end if;
  reason.notification_id := told.id;
  reason.latitude := st_y(location);
  reason.longitude := st_x(location);
  reason.age := extract(epoch from at - reason.taken_at);
  reason.distance1 := app_private.metres_from(alert.zone1, location);
  reason.distance2 := app_private.metres_from(alert.zone2, location);
  reason.distance3 := app_private.metres_from(alert.zone3, location);
  reason.rule := case
    when told.id is not null then
      coalesce(told.rule, app_private.rule_when_notified(told.taken_at, told.created_at, told_by.created_at))
    when here.user_id is null then 'NO_POSITION'
    when not app_private.applies_to(alert.status, person.is_tester) then 'NOT_A_TESTER'
    when not st_covers(alert.zone3, location) then 'OUTSIDE'
    when here.created_at > least(alert.expires_at, alert.cancelled_at) then 'CAME_IN_AFTER_THE_END'
    when not app_private.is_fresh(
      here.taken_at, here.alive_at, alert.max_position_age, greatest(here.created_at, app_private.published_at(alert))) then 'TOO_OLD'
    when app_private.level_at(alert.zone1, alert.zone2, alert.zone3, location, here.accuracy > alert.max_accuracy) is null then 'TOO_COARSE'
    else 'NOT_YET'
  end::app_public.notification_rule;
  return reason;
end
$$;
comment on function app_private.why_notified(integer, integer) is
  'Returns the position and the rule by which a user was notified of an alert or was not. Error LA404 for an unknown alert or user.';
grant execute on function app_private.why_notified(integer, integer) to app_admin;
--! EndIncluded matching/app_private.why_notified.sql
--! Included publication/app_private.notify_of_active_alerts.sql
create or replace function app_private.notify_of_active_alerts(here app_public.last_positions) returns integer
language plpgsql volatile
as $$
declare
  alert_ids constant integer[] := app_private.alerts_to_match(here);
  hit record;
  notified integer := 0;
begin
  -- Most reports end here, without the statement below.
  if alert_ids is null then
    return 0;
  end if;
  for hit in
    select a.id, a.version, m.level, not exists (
          select from app_public.notifications n where n.alert_id = a.id and n.user_id = here.user_id) as is_new
      from app_public.alerts a
      cross join lateral app_private.level_at(a.zone1, a.zone2, a.zone3, here.location, here.accuracy > a.max_accuracy) m (level)
      where a.id = any (alert_ids) and app_private.is_active(a.active, a.expires_at)
        and app_private.is_fresh(here.taken_at, here.alive_at, a.max_position_age)
        and app_private.applies_to(a.status, (select u.is_tester from app_public.users u where u.id = here.user_id))
        and m.level is not null
        and not app_private.is_told(
          (select min(n.level) from app_public.notifications n
            where n.alert_id = a.id and n.user_id = here.user_id and n.version >= a.told_version), m.level)
      order by m.level, a.id
  loop
    -- Pushes follow a notification at once. If it were lost later, its user would be told twice.
    perform app_private.commit_synchronously();
    perform app_private.order_notifications(here.user_id);
    perform app_private.insert_notifications(
      hit.id, hit.version, 'ALERT', hit.level, array[row(
        here.user_id, here.latitude, here.longitude, here.moving_activity, here.taken_at, here.accuracy, true, null
      )::app_private.told_user], hit.is_new::integer);
    notified := notified + 1;
  end loop;
  return notified;
end
$$;
comment on function app_private.notify_of_active_alerts(app_public.last_positions) is
  'Notifies a user of the active alerts whose zones contain their last position, unless they were notified at this level or a more urgent one. The caller has begun the report by app_private.share_report_lock(). Returns the number of notifications.';
--! EndIncluded publication/app_private.notify_of_active_alerts.sql
--! Included publication/app_private.queue_recipients.sql
create or replace function app_private.queue_recipients(
  alert app_public.alerts, published_at timestamptz, chunk_size integer
) returns boolean
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  users constant bigint := (select max(l.user_id) from app_public.last_positions l);
  -- Passing through eight users costs about as much as queueing one.
  most constant bigint := least(20 * chunk_size, users / 8);
  sample constant double precision := least(1, 2000 / users::double precision);
  -- This unpacks each zone once, not once for each user.
  zone1 constant geometry := st_setsrid(alert.zone1, 4326);
  zone2 constant geometry := st_setsrid(alert.zone2, 4326);
  zone3 constant geometry := st_setsrid(alert.zone3, 4326);
begin
  -- A sample of twenty times a hundred users can show that there are far too many, without a search for all of them.
  if (select count(*) from generate_series(0, 19) part cross join lateral (
      select l.location from app_public.last_positions l
        where l.user_id > part * users / 20 and l.user_id <= (part + 1) * users / 20
        order by l.user_id limit 100
    ) s where st_covers(zone3, s.location)) > 2 * most * sample
  then
    return false;
  end if;
  insert into app_private.publication_waiting (alert_id, level, first_user_id, user_ids)
    with seen as materialized (
      select l.user_id, app_private.level_at(zone1, zone2, zone3, l.location, l.accuracy > alert.max_accuracy) as level
        from app_public.last_positions l
        where st_covers(alert.zone3, l.location) and app_private.is_fresh(l.taken_at, l.alive_at, alert.max_position_age, published_at)
          and app_private.applies_to(alert.status, (select u.is_tester from app_public.users u where u.id = l.user_id))
        limit most + 1
    ), numbered as (
      select s.*, (row_number() over (partition by s.level order by s.user_id) - 1) / chunk_size as chunk
        from seen s where s.level is not null and (select count(*) from seen) <= most
    )
    select alert.id, n.level, min(n.user_id), array_agg(n.user_id) from numbered n group by n.level, n.chunk;
  return found;
end
$$;
comment on function app_private.queue_recipients(app_public.alerts, timestamptz, integer) is
  'Finds everyone in an alert''s zones by the index of last positions and queues them in chunks by level. It returns false and queues nobody if they are more than twenty chunks, more than an eighth of all users, or by a sample far more. The publication then passes through all users.';
--! EndIncluded publication/app_private.queue_recipients.sql
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
        where st_covers(alert.zone3, l.location) and app_private.is_fresh(l.taken_at, l.alive_at, alert.max_position_age, published_at)
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
          where greatest(l.taken_at, l.alive_at) > case when l.created_at > published_at
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
--! Included analytics/app_private.count_versions.sql
create or replace function app_private.count_versions(most integer default 1) returns boolean
language plpgsql volatile set search_path = pg_catalog, public, pg_temp set jit = off
as $$
declare
  k constant integer := (select s.smallest_group from app_private.settings s);
  version app_public.alert_versions;
  alert app_public.alerts;
  before geometry;
  stale bigint;
  inaccurate bigint;
  counted integer := 0;
begin
  for version in
    select v.* from app_public.alert_versions v
      join app_private.publications p on p.alert_id = v.alert_id and p.completed_at is not null
      where not exists (
        select from app_private.version_figures f where f.alert_id = v.alert_id and f.version = v.version)
      order by v.alert_id desc, v.version desc limit most
  loop
    counted := counted + 1;
    stale := null;
    inaccurate := null;
    select a.* into alert from app_public.alerts a where a.id = version.alert_id;
    -- Later than an hour, last positions say little of the moment of publication.
    if version.version = alert.version and alert.cancelled_at is null and version.created_at > now() - interval '1 hour' then
      select count(*) filter (where not q.is_fresh), count(*) filter (where q.is_fresh and q.level is null) into stale, inaccurate
        from (
          select app_private.is_fresh(l.taken_at, l.alive_at, alert.max_position_age, version.created_at) as is_fresh,
              app_private.level_at(alert.zone1, alert.zone2, alert.zone3, l.location, l.accuracy > alert.max_accuracy) as level,
              case when alert.version > alert.told_version then (
                select min(n.level) from app_public.notifications n
                  where n.alert_id = alert.id and n.user_id = l.user_id and n.version >= alert.told_version) end as told
            from app_public.last_positions l
            where st_covers(alert.zone3, l.location) and l.created_at <= version.created_at
              and app_private.applies_to(alert.status, (select u.is_tester from app_public.users u where u.id = l.user_id))
            offset 0
        ) q
        -- Whom an earlier version told is not left out, unless their level is more urgent now.
        where not app_private.is_told(q.told, coalesce(q.level, 'THREE'));
    end if;
    select v.zone1 into before from app_public.alert_versions v
      where v.alert_id = version.alert_id and v.version < version.version order by v.version desc limit 1;
    insert into app_private.version_figures (
        alert_id, version, area_km2, added_km2, removed_km2, stale, inaccurate, is_counted, counted_at, smallest_group)
      values (
        version.alert_id, version.version, st_area(version.zone1::geography) / 1e6,
        case when before is null then null when st_equals(before, version.zone1) then 0
          else st_area(st_difference(version.zone1, before)::geography) / 1e6 end,
        case when before is null then null when st_equals(before, version.zone1) then 0
          else st_area(st_difference(before, version.zone1)::geography) / 1e6 end,
        app_private.shown_people(stale, k), app_private.shown_people(inaccurate, k), stale is not null, now(), k)
      on conflict do nothing;
  end loop;
  return counted = most;
end
$$;
comment on function app_private.count_versions(integer) is
  'Keeps how the area of new versions of alerts changed, and the number of people inside who were not told since their position was too old or too inaccurate. True if there may be more.';
--! EndIncluded analytics/app_private.count_versions.sql
--! Included retention/app_private.purge_last_positions.sql
create or replace function app_private.purge_last_positions(after_user_id integer default 0, most integer default 5000) returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
-- Someone who reports at this moment after a long silence does not wait for the others of a step.
set lock_timeout = '100ms'
as $$
declare
  -- No alert that may still be published or notify loses a person: each knows the greatest age that it matches.
  kept constant interval := (
    select greatest(s.last_position_retention, s.max_position_age, (select max(a.max_position_age) from app_public.alerts a where a.active))
      from app_private.settings s where s.last_position_retention is not null);
  last_user_id constant integer := (
    select max(n.user_id) from (
      select l.user_id from app_public.last_positions l
        where l.user_id > purge_last_positions.after_user_id order by l.user_id limit purge_last_positions.most
    ) n);
  gone_ids integer[];
  back_ids integer[];
begin
  if kept is null then
    return null;
  end if;
  gone_ids := array(
    select l.user_id from app_public.last_positions l
      where l.user_id > purge_last_positions.after_user_id and l.user_id <= last_user_id and greatest(l.created_at, l.alive_at) < now() - kept);
  -- Who has reported since then stays.
  delete from app_public.last_positions l where l.user_id = any (gone_ids) and greatest(l.created_at, l.alive_at) < now() - kept;
  -- A statement for each table, as they may be distributed.
  back_ids := array(select l.user_id from app_public.last_positions l where l.user_id = any (gone_ids));
  delete from app_private.lone_positions l where l.user_id = any (gone_ids) and l.user_id <> all (back_ids);
  perform app_private.announce_gone_positions(gone_ids);
  return last_user_id;
end
$$;
comment on function app_private.purge_last_positions(integer, integer) is
  'Deletes the last positions past the retention among the next users, so that nobody counts on them. Returns the last of these users, null after the end. Call it until then, each time in a transaction of its own. Error 55P03 (lock_not_available) if one of them is reporting: try again later.';
--! EndIncluded retention/app_private.purge_last_positions.sql
--! Included positions/app_private.note_alive.sql
create or replace function app_private.note_alive(user_id integer, at timestamptz) returns void
language plpgsql volatile
as $$
declare
  here app_public.last_positions;
begin
  update app_public.last_positions l set alive_at = note_alive.at
    where l.user_id = note_alive.user_id and greatest(l.taken_at, l.alive_at) < note_alive.at
    returning l.* into here;
  -- An alert may have been published while the position was too old for it.
  if here.user_id is not null then
    perform app_private.notify_of_active_alerts(here);
  end if;
end
$$;
comment on function app_private.note_alive(integer, timestamptz) is
  'Notes that an app of a user ran at a time and had no newer position, which makes their last position as fresh as one taken then, and notifies them of the active alerts there. The caller has begun the report by app_private.share_report_lock().';
--! EndIncluded positions/app_private.note_alive.sql
drop function if exists app_private.report_with_key(integer, bytea, json);
--! Included positions/app_private.report_with_key.sql
create or replace function app_private.report_with_key(
  user_id integer, key_hash bytea, input json, alive_at bigint default null,
  out is_known boolean, out kept integer, out faults text[]
)
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp
-- Plans are made once, perhaps while the tables are empty, and must not scan them when they have grown.
set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  key_id bigint;
  is_used_lately boolean;
  good app_public.position_input[];
  alive timestamptz;
begin
  select k.id, k.last_used_at > now() - interval '1 minute' into key_id, is_used_lately
    from app_private.device_keys k
    where k.user_id = report_with_key.user_id and k.key_hash = report_with_key.key_hash;
  is_known := found;
  if not is_known then
    return;
  end if;
  select array_agg(row(i.latitude, i.longitude, i.moving_activity, i.taken_at, i.accuracy, i.client_id)::app_public.position_input
        order by i.index) filter (where i.fault is null),
      array_agg(distinct i.fault) filter (where i.fault is not null)
    into good, faults
    from (
      select e.*, app_private.position_fault(e.latitude, e.longitude, e.accuracy, app_private.moment_taken(e.taken_at), now()) as fault
        from rows from (json_populate_recordset(null::app_public.position_input, input)) with ordinality
          as e (latitude, longitude, moving_activity, taken_at, accuracy, client_id, index)
    ) i;
  -- Before the first row is locked, as whoever erases the user holds this lock when they delete the key.
  perform app_private.share_report_lock(report_with_key.user_id);
  perform app_private.apply_report_settings(report_with_key.user_id);
  if is_used_lately is not true then
    update app_private.device_keys k set last_used_at = now()
      where k.user_id = report_with_key.user_id and k.id = key_id;
  end if;
  kept := 0;
  if good is not null then
    kept := coalesce(cardinality((app_private.keep_positions(report_with_key.user_id, good)).kept), 0);
  end if;
  -- An impossible moment gives infinity, and says nothing.
  alive := nullif(app_private.moment_taken(report_with_key.alive_at), 'infinity');
  if report_with_key.alive_at is not null and alive is not null then
    perform app_private.note_alive(report_with_key.user_id, alive);
  end if;
end
$$;
comment on function app_private.report_with_key(integer, bytea, json, bigint) is
  'Reports the positions of an app that has a device key, as newPositions does, except that an entry that cannot be stored does not refuse the others. alive_at is when the app ran and had no newer position, in seconds since 1970. Returns if the key is known, how many positions were new, and what is wrong with the entries that were left out.';
grant execute on function app_private.report_with_key(integer, bytea, json, bigint) to app_host;
--! EndIncluded positions/app_private.report_with_key.sql
--! Included positions/app_public.last_reported_at.sql
create or replace function app_public.last_reported_at() returns timestamptz
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  caller_id constant integer := app_private.require_user_id();
begin
  return (select greatest(l.taken_at, l.alive_at) from app_public.last_positions l where l.user_id = caller_id);
end
$$;
comment on function app_public.last_reported_at() is
  'When your last position was taken, or an app said later that it runs and has no newer one, in seconds since 1970-01-01 UTC. Alerts count the age of your position from then. Null before the first one.';
grant execute on function app_public.last_reported_at() to app_user;
--! EndIncluded positions/app_public.last_reported_at.sql
--! Included users/app_public.users_overview.sql
-- Each call gets a plan for its own arguments: those that are null cost nothing.
create or replace function app_public.users_overview(
  search text default null, has_device boolean default null, has_password boolean default null, is_tester boolean default null,
  reported_since timestamptz default null, not_reported_since timestamptz default null,
  joined_by integer default null, is_silent boolean default null,
  sort app_public.user_sort default 'ID', "limit" integer default 20, "offset" integer default 0
) returns app_public.user_overview[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan
as $$
declare
  prefix constant text := lower(regexp_replace(users_overview.search, '([\\%_])', '\\\1', 'g')) || '%';
  words constant tsquery := app_private.words_beginning(users_overview.search);
  silent_since constant timestamptz := now() - (select s.silent_after from app_private.settings s);
begin
  if users_overview."limit" < 0 or users_overview."offset" < 0 then
    raise exception using errcode = 'LA400', message = 'limit and offset must not be negative.';
  end if;
  return array(
    select row(page.id, page.email, page.name, page.address, page.is_admin, page.is_tester, page.created_at,
        exists (select from app_private.devices d where d.user_id = page.id),
        exists (select from app_private.user_credentials c where c.user_id = page.id),
        greatest(l.taken_at, l.alive_at), page.is_training,
        (select j.invitation_id from app_private.joined_users j where j.user_id = page.id),
        -- The use of a key is noted to about a minute.
        (select k.name from app_private.device_keys k
          where k.user_id = page.id and k.last_used_at >= l.created_at - interval '2 minutes'
          order by k.last_used_at desc limit 1),
        coalesce(greatest(l.taken_at, l.alive_at) < silent_since, false), page.email_verified)::app_public.user_overview
      from (
        select u.*, row_number() over () as place
          from (
            select u.*
              from app_public.users u
              left join app_public.last_positions l on l.user_id = u.id
              where (nullif(users_overview.search, '') is null or lower(u.email) like prefix
                  or app_private.name_words(u.name) @@ words)
                and coalesce(u.is_tester = users_overview.is_tester, true)
                and (users_overview.has_device is null
                  or exists (select from app_private.devices d where d.user_id = u.id) = users_overview.has_device)
                and (users_overview.has_password is null
                  or exists (select from app_private.user_credentials c where c.user_id = u.id) = users_overview.has_password)
                and (users_overview.reported_since is null or greatest(l.taken_at, l.alive_at) >= users_overview.reported_since)
                and (users_overview.not_reported_since is null or (greatest(l.taken_at, l.alive_at) >= users_overview.not_reported_since) is not true)
                and (users_overview.joined_by is null
                  or exists (select from app_private.joined_users j where j.user_id = u.id and j.invitation_id = users_overview.joined_by))
                and (users_overview.is_silent is null or coalesce(greatest(l.taken_at, l.alive_at) < silent_since, false) = users_overview.is_silent)
              order by
                case users_overview.sort when 'NAME' then lower(u.name) when 'EMAIL' then lower(u.email) end,
                case users_overview.sort when 'NEWEST' then u.created_at when 'LAST_REPORT' then greatest(l.taken_at, l.alive_at) end desc nulls last,
                u.id
              limit least(users_overview."limit", 1000) offset users_overview."offset"
          ) u
      ) page
      left join app_public.last_positions l on l.user_id = page.id
      order by page.place);
end
$$;
comment on function app_public.users_overview(
  text, boolean, boolean, boolean, timestamptz, timestamptz, integer, boolean, app_public.user_sort, integer, integer) is
  E'@itemsNotNull\n@argument search Only users whose email begins with this text, or in whose name each of its words begins a word, whatever its case. At most 254 characters.\n@argument hasDevice Only users who have a device, or only those who have none.\n@argument hasPassword Only users who have a password, or only those who have yet to set one.\n@argument isTester Only testers, or only others.\n@argument reportedSince Only users whose last position was taken, or confirmed by a sign of life, at this time or later.\n@argument notReportedSince Only users whose last position was taken, and last confirmed, before this time, or who have none.\n@argument joinedBy Only users who joined by the invitation with this id.\n@argument isSilent Only users who fell silent, or only others.\n@argument sort The order.\n@argument limit The most users to return. More than 1000 is cut to 1000.\n@argument offset The number of users to skip.\nThe users, with what an administrator needs to know of them. For administrators.';
grant execute on function app_public.users_overview(
  text, boolean, boolean, boolean, timestamptz, timestamptz, integer, boolean, app_public.user_sort, integer, integer) to app_admin;
--! EndIncluded users/app_public.users_overview.sql
--! Included export/app_private.export_page.sql
-- Each part has a statement of its own: its plan reads one user's rows by an index, and no others.
create or replace function app_private.export_page(
  token_user_id integer, session_id bigint, user_id integer, part text, after bigint, most integer,
  out is_allowed boolean, out items text[], out last_id bigint
)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set timezone = 'UTC'
as $$
begin
  is_allowed := coalesce(app_private.may_export(token_user_id, export_page.session_id, export_page.user_id), false);
  if not is_allowed then
    return;
  end if;
  case part
  when 'user' then
    select array_agg(json_build_object(
        'id', u.id, 'email', u.email, 'name', u.name, 'address', u.address, 'isAdmin', u.is_admin, 'isTester', u.is_tester,
        'isTraining', u.is_training, 'createdAt', u.created_at,
        'emailVerified', u.email_verified, 'lastPositionOnly', u.last_position_only,
        'joinedBy', (select j.invitation_id from app_private.joined_users j where j.user_id = u.id),
        'hasPassword', exists (select from app_private.user_credentials c where c.user_id = export_page.user_id),
        'passwordLinkExpiresAt', (select max(l.expires_at) from app_private.password_links l where l.user_id = export_page.user_id),
        'emailLinkExpiresAt', (select l.expires_at from app_private.email_links l where l.user_id = export_page.user_id))::text)
      into items from app_public.users u where u.id = export_page.user_id;
  when 'lastPosition' then
    select array_agg(json_build_object(
        'createdAt', l.created_at, 'takenAt', l.taken_at, 'aliveAt', l.alive_at, 'latitude', l.latitude, 'longitude', l.longitude,
        'accuracy', l.accuracy, 'movingActivity', l.moving_activity)::text)
      into items from app_public.last_positions l where l.user_id = export_page.user_id;
  when 'quietHours' then
    select array_agg(json_build_object('from', q.starts, 'to', q.ends, 'timeZone', q.time_zone)::text)
      into items from app_public.quiet_hours q where q.user_id = export_page.user_id;
  when 'sessions' then
    select array_agg(json_build_object(
        'id', s.id, 'createdAt', s.created_at, 'usedAt', s.used_at, 'expiresAt', s.expires_at, 'isAdmin', s.is_admin,
        'client', s.client)::text order by s.id)
      into items from app_public.sessions s where s.user_id = export_page.user_id;
  when 'loginAddresses' then
    select array_agg(json_build_object('address', a.address, 'lastAt', a.last_at)::text order by a.last_at)
      into items from app_private.login_addresses a where a.user_id = export_page.user_id;
  when 'devices' then
    select array_agg(json_build_object(
        'id', d.id, 'provider', d.provider, 'createdAt', d.created_at, 'leftAt', d.left_at)::text order by d.created_at, d.id)
      into items
      from (
        select v.id, v.provider, v.created_at, null::timestamptz as left_at from app_private.devices v where v.user_id = export_page.user_id
        union all
        select l.id, l.provider, l.created_at, l.left_at from app_private.left_devices l where l.user_id = export_page.user_id
      ) d;
  when 'deviceKeys' then
    select array_agg(json_build_object(
        'id', k.id, 'name', k.name, 'createdAt', k.created_at, 'lastUsedAt', k.last_used_at)::text order by k.id)
      into items from app_private.device_keys k where k.user_id = export_page.user_id;
  when 'positions' then
    select array_agg(json_build_object(
        'id', p.id, 'createdAt', p.created_at, 'takenAt', p.taken_at, 'latitude', p.latitude, 'longitude', p.longitude,
        'accuracy', p.accuracy, 'movingActivity', p.moving_activity)::text order by p.id), max(p.id)
      into items, last_id
      from (
        select o.* from app_public.positions o where o.user_id = export_page.user_id and o.id > after order by o.id limit most
      ) p;
  when 'notifications' then
    with page as materialized (
      select n.* from app_public.notifications n where n.user_id = export_page.user_id and n.id > after order by n.id limit most
    )
    select array_agg(json_build_object(
        'id', p.id, 'alertId', p.alert_id, 'version', p.version, 'kind', p.kind, 'level', p.level, 'createdAt', p.created_at,
        'seenAt', p.seen_at, 'title', a.title, 'event', a.event, 'status', a.status,
        'text', case
          when p.kind = 'ALL_CLEAR' then coalesce(v.all_clear, a.all_clear)
          when p.level = 'ONE' then coalesce(v.text1, a.text1)
          when p.level = 'TWO' then coalesce(v.text2, a.text2)
          else coalesce(v.text3, a.text3) end,
        'placeKept', p.place_kept, 'latitude', case when p.place_kept then p.latitude end,
        'longitude', case when p.place_kept then p.longitude end, 'accuracy', p.accuracy, 'takenAt', p.taken_at,
        'movingActivity', case when p.place_kept then p.moving_activity end,
        'distanceClass', p.distance_class, 'rule', p.rule)::text order by p.id), max(p.id)
      into items, last_id
      from page p
      join app_public.alerts a on a.id = p.alert_id
      left join app_public.alert_versions v on v.alert_id = p.alert_id and v.version = p.version;
  when 'deliveries' then
    select array_agg(json_build_object(
        'id', d.id, 'notificationId', d.notification_id, 'deviceId', d.device_id, 'provider', d.provider, 'state', d.state,
        'createdAt', d.created_at, 'sentAt', d.sent_at, 'acceptedAt', d.accepted_at, 'settledAt', d.settled_at,
        'attempts', d.attempts, 'why', app_private.push_reason(d.why))::text order by d.id), max(d.id)
      into items, last_id
      from (
        select o.* from app_private.deliveries o where o.user_id = export_page.user_id and o.id > after order by o.id limit most
      ) d;
  when 'auditEntries' then
    select array_agg(json_build_object(
        'id', e.id, 'createdAt', e.created_at, 'action', e.action, 'isYours', coalesce(e.actor_id = export_page.user_id, false),
        -- Of what others do, only what concerns this person.
        'objectType', e.object_type, 'objectId', e.object_id, 'fields', e.facts -> 'fields')::text order by e.id), max(e.id)
      into items, last_id
      from (
        (select a.* from app_public.audit_entries a where a.actor_id = export_page.user_id and a.id > after order by a.id limit most)
        union
        (select a.* from app_public.audit_entries a
          where a.object_type = 'USER' and a.object_id = export_page.user_id and a.id > after order by a.id limit most)
        union
        (select a.* from app_public.audit_entries a
          where a.action in ('PEOPLE_READ', 'PEOPLE_FOLLOWED') and a.facts -> 'user_ids' @> to_jsonb(export_page.user_id)
            and a.id > after order by a.id limit most)
        order by id limit most
      ) e;
  when 'alertVersions' then
    select array_agg(json_build_object(
        'alertId', v.alert_id, 'version', v.version, 'createdAt', v.created_at)::text order by v.alert_id, v.version)
      into items from app_public.alert_versions v where v.user_id = export_page.user_id;
  when 'heldPublications' then
    select array_agg(json_build_object(
        'id', h.id, 'createdAt', h.created_at, 'dueAt', h.due_at, 'state', h.state, 'alertId', h.alert_id)::text order by h.id)
      into items from app_private.held_publications h where export_page.user_id in (h.user_id, h.settled_by);
  when 'sharedDrafts' then
    select array_agg(json_build_object(
        'id', d.id, 'name', d.name, 'createdAt', d.created_at, 'updatedAt', d.updated_at, 'content', d.content)::text order by d.id)
      into items from app_public.shared_drafts d where export_page.user_id in (d.user_id, d.editor_id);
  when 'alertTemplates' then
    select array_agg(json_build_object(
        'id', m.id, 'name', m.name, 'createdAt', m.created_at, 'updatedAt', m.updated_at)::text order by m.id)
      into items from app_public.alert_templates m where m.user_id = export_page.user_id;
  when 'savedAreas' then
    select array_agg(json_build_object(
        'id', s.id, 'name', s.name, 'createdAt', s.created_at, 'updatedAt', s.updated_at)::text order by s.id)
      into items from app_public.saved_areas s where s.user_id = export_page.user_id;
  when 'invitations' then
    select array_agg(json_build_object(
        'id', i.id, 'name', i.name, 'places', i.places, 'used', i.used, 'createdAt', i.created_at, 'expiresAt', i.expires_at,
        'revokedAt', i.revoked_at)::text order by i.id)
      into items from app_private.invitations i where i.made_by = export_page.user_id;
  end case;
  items := coalesce(items, '{}');
end
$$;
comment on function app_private.export_page(integer, bigint, integer, text, bigint, integer) is
  'Returns the next items of a part of what is held of a user, as JSON, and the id of the last one; with the first page, after is 0. Secrets are left out: passwords, device tokens and keys. is_allowed is false if the session of the request has ended meanwhile, or the user is erased.';
grant execute on function app_private.export_page(integer, bigint, integer, text, bigint, integer) to app_host;
--! EndIncluded export/app_private.export_page.sql
drop function if exists app_private.is_fresh(timestamptz, interval, timestamptz);
