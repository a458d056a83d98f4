--! Previous: sha1:13c1229c10d648adc090c14403a751a0774df2fb
--! Hash: sha1:1c16385b923c8110f276796494b8e4468b860f5a
--! Message: Late entries people left out and small areas

--! split: 1-current.sql
-- An update or a cancellation made everyone who had come in late look as if they had been told at publication, hours late: the publication is
-- complete again later, and an entry counts by its own version.
alter table app_public.alert_versions add column if not exists completed_at timestamptz;
comment on column app_public.alert_versions.completed_at is
  E'@behavior -*\nWhen its publication was complete, or when the next version came, if that was before. Null for the present version, as app_private.publications has its moment, and for versions that the next one followed before this was kept.';
--! Included alerts/app_private.keep_version.sql
create or replace function app_private.keep_version(alert app_public.alerts) returns void
language sql volatile set search_path = pg_catalog, public, pg_temp
as $$
  insert into app_public.alert_versions (
      alert_id, version, user_id, zone1, level2_distance, level3_distance, expires_at, title, text1, text2, text3, all_clear, is_renotified)
    values (
      alert.id, alert.version, app_public.current_user_id(), alert.zone1, alert.level2_distance, alert.level3_distance,
      alert.expires_at, alert.title, alert.text1, alert.text2, alert.text3, alert.all_clear, alert.told_version = alert.version);
  -- The version before told people until its publication was complete, or until now. No part of it runs meanwhile.
  update app_public.alert_versions v
    set completed_at = coalesce((select p.completed_at from app_private.publications p where p.alert_id = v.alert_id), now())
    where v.alert_id = alert.id and v.version = alert.version - 1;
  select app_private.audit_version(alert)
$$;
comment on function app_private.keep_version(app_public.alerts) is
  'Stores the present state of an alert as a version by the user of this request.';
--! EndIncluded alerts/app_private.keep_version.sql
--! Included analytics/app_private.count_alert_chunk.sql
create or replace function app_private.count_alert_chunk(
  counted app_private.alert_counts, counted_until timestamptz, first_id bigint, last_id bigint
) returns void
language plpgsql volatile set search_path = pg_catalog, public, pg_temp set jit = off set timezone = 'UTC'
as $$
declare
  alert app_public.alerts;
  present_completed_at timestamptz;
  keys jsonb[];
  numbers bigint[];
begin
  select a.* into alert from app_public.alerts a where a.id = counted.alert_id;
  select p.completed_at into present_completed_at from app_private.publications p where p.alert_id = counted.alert_id;
  with told as (
    select n.id, n.version, n.level, n.seen_at, n.created_at, n.place_kept,
        coalesce(n.rule = 'CAME_IN_LATER', n.taken_at > v.created_at) or n.created_at > coalesce(v.completed_at, present_completed_at, 'infinity') as is_late,
        coalesce(v.created_at, alert.created_at) as published_at,
        -- True if the square around the circle of accuracy reaches out of the zone. Of earlier versions only the area is kept.
        n.accuracy > 0 and case n.level
          when 'ONE' then not st_covers(coalesce(v.zone1, alert.zone1), q.square)
          when 'TWO' then n.version = alert.version and not st_covers(alert.zone2, q.square)
          else n.version = alert.version and not st_covers(alert.zone3, q.square) end as reaches_out
      from app_public.notifications n
      left join app_public.alert_versions v on v.alert_id = n.alert_id and v.version = n.version
      cross join lateral (
        select st_expand(st_setsrid(st_makepoint(n.longitude, n.latitude), 4326),
          e.metres / (111320 * e.narrowing), e.metres / 110574) as square
          -- As functions of numbers next to zero fail.
          from (select greatest(n.accuracy, 0.001) as metres, greatest(cosd(case when abs(n.latitude) < 1e-9 then 0 else n.latitude end), 0.01) as narrowing) e
      ) q
      where n.alert_id = counted.alert_id and n.id between first_id and last_id and n.kind <> 'ALL_CLEAR' and n.created_at < counted_until
  ), pushed as (
    -- The best of a person's devices stands for the person, so that each is counted once.
    select distinct on (d.notification_id) d.notification_id, d.provider,
        case when d.accepted_at < counted_until then 'ACCEPTED'
          when d.state in ('failed', 'dead') and d.settled_at < counted_until then 'FAILED' else 'WAITING' end as outcome,
        case when d.accepted_at < counted_until then d.accepted_at when d.settled_at < counted_until then d.settled_at end as at,
        case when d.accepted_at < counted_until then '' else coalesce(app_private.push_reason(d.why), '') end as reason
      from told t join app_private.deliveries d on d.notification_id = t.id
      where d.alert_id = counted.alert_id
      order by d.notification_id, (d.accepted_at < counted_until) desc nulls last, d.settled_at desc nulls last, d.device_id
  ), known as (
    select t.version, t.level, t.is_late, t.reaches_out, t.place_kept, p.provider, p.outcome, p.reason,
        t.seen_at < counted_until as is_seen,
        -- For a late entry, time counts from its notification.
        case when not t.is_late then app_private.rounded_seconds(extract(epoch from t.created_at - t.published_at)) end as told_after,
        case when t.seen_at < counted_until then app_private.rounded_seconds(extract(epoch from t.seen_at - b.began)) end as seen_after,
        case when p.outcome = 'ACCEPTED' then app_private.rounded_seconds(extract(epoch from p.at - b.began)) end as accepted_after,
        case when p.at >= coalesce(counted.counted_until, '-infinity') then date_trunc('hour', p.at) end as hour
      from told t
      left join pushed p on p.notification_id = t.id
      cross join lateral (select case when t.is_late then t.created_at else t.published_at end as began) b
  ), alike as (
    select k.version, k.level, k.told_after, k.accepted_after, k.seen_after, k.provider, k.outcome, k.reason, k.hour,
        grouping(k.told_after, k.accepted_after, k.seen_after, k.provider, k.reason, k.hour) as without,
        count(*) as people, count(*) filter (where k.is_late) as late, count(*) filter (where k.reaches_out) as reaching_out,
        count(*) filter (where not k.place_kept) as cleared,
        count(*) filter (where k.is_seen) as seen, count(*) filter (where k.outcome = 'ACCEPTED') as accepted,
        count(*) filter (where k.outcome = 'FAILED') as failed
      from known k
      group by grouping sets (
        (k.version, k.level), (k.version, k.level, k.told_after), (k.version, k.level, k.accepted_after),
        (k.version, k.level, k.seen_after), (k.version, k.level, k.provider, k.outcome, k.reason),
        (k.version, k.level, k.provider, k.outcome, k.hour))
  )
  select array_agg(jsonb_build_array(a.version, a.level) || m.key), array_agg(m.people) into keys, numbers
    from alike a
    -- The bits of what a group is not by: 32 told after, 16 accepted after, 8 seen after, 4 provider, 2 reason, 1 hour.
    cross join lateral (values
      (63, jsonb_build_array('told'), a.people),
      (63, jsonb_build_array('late'), a.late),
      (63, jsonb_build_array('reaches out'), a.reaching_out),
      (63, jsonb_build_array('cleared'), a.cleared),
      (63, jsonb_build_array('seen'), a.seen),
      (63, jsonb_build_array('accepted'), a.accepted),
      (63, jsonb_build_array('failed'), a.failed),
      (31, jsonb_build_array('told after', a.told_after), case when a.told_after is not null then a.people end),
      (47, jsonb_build_array('accepted after', a.accepted_after), case when a.accepted_after is not null then a.people end),
      (55, jsonb_build_array('seen after', a.seen_after), case when a.seen_after is not null then a.people end),
      (57, jsonb_build_array('push', a.provider, a.outcome, a.reason), case when a.provider is not null then a.people end),
      (58, jsonb_build_array('hour', a.hour, a.provider, a.outcome), case when a.hour is not null then a.people end)
    ) m (without, key, people)
    where m.without = a.without and m.people > 0;
  perform app_private.add_counts('alert ' || counted.alert_id, keys, numbers);
end
$$;
comment on function app_private.count_alert_chunk(app_private.alert_counts, timestamptz, bigint, bigint) is
  'Counts the notifications of an alert with these ids as they were at a moment: told, late, seen, pushed, and after how many seconds.';
--! EndIncluded analytics/app_private.count_alert_chunk.sql
--! Included deliveries/app_private.delivery_of_alert.sql
create or replace function app_private.delivery_of_alert(alert app_public.alerts) returns setof app_public.level_delivery
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  -- What pushes came to, if their deliveries are deleted. Users may still see a notification afterwards.
  kept constant jsonb := (select r.levels from app_private.delivery_results r where r.alert_id = alert.id);
begin
  return query
    with told as (
      select n.id, n.user_id, n.level, n.seen,
          -- For a late entry, time counts from its notification.
          extract(epoch from n.seen_at - b.began)::float8 as seen_after,
          extract(epoch from d.accepted_at - b.began)::float8 as accepted_after,
          d.sent, d.accepted_at is not null as accepted, d.failed, d.waits
        from app_public.notifications n
        left join app_public.alert_versions v on v.alert_id = n.alert_id and v.version = n.version
        left join app_private.publications p on p.alert_id = n.alert_id
        cross join lateral (select case
          when coalesce(n.rule = 'INSIDE_WHEN_PUBLISHED', n.taken_at <= v.created_at, true) and n.created_at <= coalesce(v.completed_at, p.completed_at, 'infinity') then coalesce(v.created_at, alert.created_at)
          else n.created_at end as began) b
        left join (
          select e.notification_id, bool_or(e.accepted_at is not null or e.state = 'accepted') as sent,
              min(e.settled_at) filter (where e.state = 'accepted') as accepted_at,
              bool_and(e.state in ('failed', 'dead')) as failed, bool_or(e.state in ('queued', 'sent')) as waits
            from app_private.deliveries e where e.alert_id = alert.id group by e.notification_id
        ) d on d.notification_id = n.id
        where n.alert_id = alert.id and n.kind <> 'ALL_CLEAR'
    ), people as (
      -- Each user once, at the innermost level, so that the levels add up to the users that the alert reached.
      select min(t.level) as level, coalesce(bool_or(t.sent), false) as is_pushed, coalesce(bool_or(t.waits), false) as waits,
          coalesce(bool_or(t.failed), false) and not bool_or(t.accepted) as is_failed, bool_or(t.seen) as has_seen
        from told t group by t.user_id
    ), people_by_level as (
      select p.level, count(*)::integer as users, count(*) filter (where p.is_pushed)::integer as pushed,
          count(*) filter (where p.waits and not p.is_pushed)::integer as waiting,
          count(*) filter (where p.is_failed and not p.waits)::integer as failed,
          count(*) filter (where p.has_seen)::integer as seen
        from people p group by p.level
    ), figures as (
      select l.level, count(t.id)::integer as targeted, count(*) filter (where t.sent)::integer as sent,
          count(*) filter (where t.accepted)::integer as accepted, count(*) filter (where t.failed)::integer as failed,
          count(*) filter (where t.seen)::integer as seen,
          percentile_cont(0.5) within group (order by t.accepted_after) as accepted_after_median,
          percentile_cont(0.95) within group (order by t.accepted_after) as accepted_after_p95,
          percentile_cont(0.5) within group (order by t.seen_after) as seen_after_median,
          percentile_cont(0.95) within group (order by t.seen_after) as seen_after_p95
        from unnest(enum_range(null::app_public.level_alert)) l (level)
        left join told t on t.level = l.level
        group by l.level
    )
    select f.level, f.targeted, coalesce(k.sent, f.sent), coalesce(k.accepted, f.accepted), coalesce(k.failed, f.failed), f.seen,
        case when kept is null then f.accepted_after_median else k.accepted_after_median end,
        case when kept is null then f.accepted_after_p95 else k.accepted_after_p95 end,
        f.seen_after_median, f.seen_after_p95, coalesce(b.users, 0), coalesce(k.users_pushed, b.pushed, 0),
        coalesce(k.users_waiting, b.waiting, 0), coalesce(k.users_failed, b.failed, 0), coalesce(b.seen, 0)
      from figures f
      left join people_by_level b on b.level = f.level
      left join jsonb_populate_recordset(null::app_public.level_delivery, kept) k on k.level = f.level
      order by f.level;
end
$$;
comment on function app_private.delivery_of_alert(app_public.alerts) is
  'Returns the results of an alert''s notifications, one row for each level.';
grant execute on function app_private.delivery_of_alert(app_public.alerts) to app_admin;
--! EndIncluded deliveries/app_private.delivery_of_alert.sql

-- An update left out everyone whose position was too old or too inaccurate by then, also whom an earlier version had told.
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
          select app_private.is_fresh(l.taken_at, alert.max_position_age, version.created_at) as is_fresh,
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
--! Included matching/app_private.reach_of.sql
create or replace function app_private.reach_of(alert app_public.alerts) returns app_public.alert_reach_preview
language plpgsql stable set search_path = pg_catalog, public, pg_temp set jit = off
as $$
declare
  reach app_public.alert_reach_preview;
begin
  with people as (
    select app_private.level_at(alert.zone1, alert.zone2, alert.zone3, l.location, l.accuracy > alert.max_accuracy) as level,
        app_private.is_fresh(l.taken_at, alert.max_position_age) as is_fresh,
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
comment on column app_public.alert_reach_preview.stale is
  E'@notNull\nUsers who are left out because their last position in the zones is too old. Users who were told by an earlier version at this level or a more urgent one do not count, unless this one notifies everyone again.';
comment on column app_public.alert_reach_preview.coarse is
  E'@notNull\nUsers who are left out because their position is too coarse to tell zone TWO from THREE. Users who were told by an earlier version do not count, unless this one notifies everyone again.';
comment on column app_private.version_figures.stale is
  'People inside who were left out, as their last position was too old, rounded down, and null below the smallest group.';
comment on column app_private.version_figures.inaccurate is
  'People inside who were left out, as their position was too inaccurate, rounded down, and null below the smallest group.';

-- Areas of less than 500 m² were 0.
--! Included analytics/analytics.alerts.sql
create or replace view analytics.alerts as
  select
    a.id as alert_id,
    a.created_at,
    a.expires_at,
    round(coalesce(v.area_km2, public.st_area(a.zone1::public.geography) / 1e6)::numeric, 6) as area_km2,
    c.reached as reached_users,
    f.notified_level_one,
    f.notified_level_two,
    f.notified_level_three,
    f.seen_level_one,
    f.seen_level_two,
    f.seen_level_three,
    a.status,
    a.event,
    a.cancelled_at,
    case when c.counted_until is not null then coalesce(c.reached::text, '<' || c.smallest_group) end as reached_users_reads,
    c.counted_until,
    c.smallest_group
  from app_public.alerts a
  left join app_private.alert_counts c on c.alert_id = a.id
  left join app_private.version_figures v on v.alert_id = a.id and v.version = a.version
  left join (
    select f.alert_id,
      sum(f.told) filter (where f.level = 'ONE') as notified_level_one,
      sum(f.told) filter (where f.level = 'TWO') as notified_level_two,
      sum(f.told) filter (where f.level = 'THREE') as notified_level_three,
      sum(f.seen) filter (where f.level = 'ONE') as seen_level_one,
      sum(f.seen) filter (where f.level = 'TWO') as seen_level_two,
      sum(f.seen) filter (where f.level = 'THREE') as seen_level_three
    from app_private.alert_figures f group by f.alert_id
  ) f on f.alert_id = a.id;
comment on view analytics.alerts is
  'Each alert with its area in square kilometres, the users it reached (each once), and the notifications made and seen at each level, without all-clears. Exercises and tests are included: see status. The key is alert_id.';
grant select on analytics.alerts to app_analyst;
comment on column analytics.alerts.alert_id is 'The id of the alert, the key of the row.';
comment on column analytics.alerts.created_at is 'When it was published.';
comment on column analytics.alerts.expires_at is 'When it ends by itself.';
comment on column analytics.alerts.area_km2 is 'The size of the area in square kilometres.';
comment on column analytics.alerts.reached_users is 'The users who were notified, each counted once. Rounded down to a multiple of smallest_group. Null if it is below.';
comment on column analytics.alerts.notified_level_one is 'Notifications of level ONE: the sum of what analytics.alert_levels shows. Null if it shows none.';
comment on column analytics.alerts.notified_level_two is 'Notifications of level TWO: the sum of what analytics.alert_levels shows. Null if it shows none.';
comment on column analytics.alerts.notified_level_three is 'Notifications of level THREE: the sum of what analytics.alert_levels shows. Null if it shows none.';
comment on column analytics.alerts.seen_level_one is 'Notifications of level ONE that were seen: the sum of what analytics.alert_levels shows. Null if it shows none.';
comment on column analytics.alerts.seen_level_two is 'Notifications of level TWO that were seen: the sum of what analytics.alert_levels shows. Null if it shows none.';
comment on column analytics.alerts.seen_level_three is 'Notifications of level THREE that were seen: the sum of what analytics.alert_levels shows. Null if it shows none.';
comment on column analytics.alerts.status is 'ACTUAL, EXERCISE or TEST.';
comment on column analytics.alerts.event is 'What happens, in a few words.';
comment on column analytics.alerts.cancelled_at is 'When it was cancelled. Null if it was not.';
comment on column analytics.alerts.reached_users_reads is 'reached_users in words: a number, or <10 below the smallest group. Null before the first count.';
comment on column analytics.alerts.counted_until is 'The figures are as of this moment, the end of an hour. Null before the first count.';
comment on column analytics.alerts.smallest_group is 'The smallest group of people that was shown when this was counted.';
--! EndIncluded analytics/analytics.alerts.sql
--! Included analytics/analytics.alert_versions.sql
create or replace view analytics.alert_versions as
  select
    f.alert_id || '-' || f.version as key,
    f.alert_id, f.version, v.created_at, v.is_renotified,
    case when v.all_clear is not null then 'ALL_CLEAR' when f.version = 1 then 'ALERT' else 'UPDATE' end as kind,
    round(f.area_km2::numeric, 6) as area_km2, round(f.added_km2::numeric, 6) as added_km2, round(f.removed_km2::numeric, 6) as removed_km2,
    v.text1 is distinct from b.text1 and b.version is not null as is_text1_changed,
    v.text2 is distinct from b.text2 and b.version is not null as is_text2_changed,
    v.text3 is distinct from b.text3 and b.version is not null as is_text3_changed,
    v.title is distinct from b.title and b.version is not null as is_title_changed,
    v.text1, v.text2, v.text3, v.title,
    v.expires_at - b.expires_at as longer,
    f.stale, case when f.is_counted then coalesce(f.stale::text, '<' || f.smallest_group) end as stale_reads,
    f.inaccurate, case when f.is_counted then coalesce(f.inaccurate::text, '<' || f.smallest_group) end as inaccurate_reads,
    f.counted_at, f.smallest_group
  from app_private.version_figures f
  join app_public.alert_versions v on v.alert_id = f.alert_id and v.version = f.version
  left join app_public.alert_versions b on b.alert_id = f.alert_id and b.version = f.version - 1;
comment on view analytics.alert_versions is
  'What each version of an alert changed, and how many people inside its zones it left out. The key is (alert_id, version).';
grant select on analytics.alert_versions to app_analyst;
comment on column analytics.alert_versions.key is 'The unique key of the row: alert and version.';
comment on column analytics.alert_versions.alert_id is 'The id of the alert.';
comment on column analytics.alert_versions.version is 'The version.';
comment on column analytics.alert_versions.created_at is 'When it was published.';
comment on column analytics.alert_versions.is_renotified is 'True if it notified everyone again.';
comment on column analytics.alert_versions.kind is 'ALERT, UPDATE or ALL_CLEAR.';
comment on column analytics.alert_versions.area_km2 is 'The size of the area in square kilometres.';
comment on column analytics.alert_versions.added_km2 is 'What it has more than the version before. Null for the first.';
comment on column analytics.alert_versions.removed_km2 is 'What it has less than the version before. Null for the first.';
comment on column analytics.alert_versions.is_text1_changed is 'True if the text of ONE differs from that of the version before.';
comment on column analytics.alert_versions.is_text2_changed is 'True if the text of TWO differs from that of the version before.';
comment on column analytics.alert_versions.is_text3_changed is 'True if the text of THREE differs from that of the version before.';
comment on column analytics.alert_versions.is_title_changed is 'True if the title differs from that of the version before.';
comment on column analytics.alert_versions.text1 is 'The text of ONE, which every user may read.';
comment on column analytics.alert_versions.text2 is 'The text of TWO.';
comment on column analytics.alert_versions.text3 is 'The text of THREE.';
comment on column analytics.alert_versions.title is 'The title. Null without one.';
comment on column analytics.alert_versions.longer is 'How much later it ends than the version before said. Null for the first.';
comment on column analytics.alert_versions.stale is 'People inside who were left out, as their last position was too old. Rounded down to a multiple of smallest_group. Null if it is below.';
comment on column analytics.alert_versions.stale_reads is 'The same in words: a number, or <10. Null if it was not counted within an hour of publication.';
comment on column analytics.alert_versions.inaccurate is 'People inside who were left out, as their position was too inaccurate to tell zone TWO from THREE. Rounded down to a multiple of smallest_group. Null if it is below.';
comment on column analytics.alert_versions.inaccurate_reads is 'The same in words: a number, or <10. Null if it was not counted within an hour of publication.';
comment on column analytics.alert_versions.counted_at is 'When it was counted.';
comment on column analytics.alert_versions.smallest_group is 'The smallest group of people that was shown when this was counted.';
--! EndIncluded analytics/analytics.alert_versions.sql

-- Users without a history were part of a whole in which they cannot be counted.
--! Included analytics/app_private.keep_period.sql
create or replace function app_private.keep_period(counting app_private.period_counts) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  k constant integer := (select s.smallest_group from app_private.settings s);
  -- Of others there is no history to count.
  users constant bigint := (
    select count(*) from app_public.users u, app_private.settings s where not u.last_position_only and not s.last_position_only);
  everyone constant bigint := (
    select coalesce(sum(c.people), 0) from app_private.counts c where c.task = counting.period and c.key ->> 0 = 'people');
  positions constant bigint := (
    select coalesce(sum(c.people), 0) from app_private.counts c where c.task = counting.period and c.key ->> 0 = 'positions');
begin
  insert into app_private.reporting (period, starts_at, activity, people, positions, users, smallest_group)
    select counting.period, counting.starts_at, 'ALL', app_private.shown_people(everyone, k),
      case when everyone >= k then positions / k * k end, app_private.shown_people(users, k), k;

  -- Activities of fewer people go into one row, with the smallest of the others if that row would still be too small.
  insert into app_private.reporting (period, starts_at, activity, people, smallest_group)
    with ranked as (
      select c.key ->> 1 as activity, c.people, sum(c.people) over (order by c.people desc, c.key) as larger_and_this
        from app_private.counts c where c.task = counting.period and c.key ->> 0 = 'people'
    ), named as (
      select case when r.people >= k and everyone - r.larger_and_this not between 1 and k - 1 then r.activity else 'OTHER' end as activity,
          r.people
        from ranked r
    )
    select counting.period, counting.starts_at, n.activity, app_private.shown_people(sum(n.people)::bigint, k), k
      from named n group by n.activity having sum(n.people) >= k;

  if counting.period = 'hour' then
    perform app_private.keep_presence(counting.starts_at, k);
  end if;
  insert into app_private.day_notifications (day, level, notifications, users, seen, smallest_group)
    with numbers as (
      select (c.key ->> 1)::app_public.level_alert as level,
          sum(c.people) filter (where c.key ->> 2 = 'notifications')::bigint as notifications,
          sum(c.people) filter (where c.key ->> 2 = 'users')::bigint as users,
          coalesce(sum(c.people) filter (where c.key ->> 2 = 'seen'), 0)::bigint as seen
        from app_private.counts c where c.task = counting.period and c.key ->> 0 = 'notified' group by 1
    ), explained as (
      -- What the shown parts of the alerts of that day explain at most.
      select f.level, sum(f.told + k - 1)::bigint as told, sum(f.seen + k - 1)::bigint as seen
        from app_private.alert_figures f join app_public.alerts a on a.id = f.alert_id
        where a.created_at < counting.starts_at + interval '1 day' and least(a.expires_at, a.cancelled_at) >= counting.starts_at
        group by f.level
    )
    select (counting.starts_at at time zone 'UTC')::date, n.level,
        case when n.users >= k then app_private.shown_people(n.notifications, k, coalesce(e.told, 0)) end,
        app_private.shown_people(n.users, k, coalesce(e.told, 0)), app_private.shown_people(n.seen, k, coalesce(e.seen, 0)), k
      from numbers n left join explained e on e.level = n.level;
  delete from app_private.counts c where c.task = counting.period;
  delete from app_private.period_counts c where c.period = counting.period;
end
$$;
comment on function app_private.keep_period(app_private.period_counts) is
  'Keeps what analysts may see of an hour or a day that was counted, for good, and forgets the counts.';
--! EndIncluded analytics/app_private.keep_period.sql
--! Included analytics/analytics.hours.sql
create or replace view analytics.hours as
  select
    f.starts_at as hour, f.people, coalesce(f.people::text, '<' || f.smallest_group) as people_reads,
    f.users, coalesce(f.users::text, '<' || f.smallest_group) as users_reads,
    round(100.0 * f.people / nullif(f.users, 0)) as percent,
    f.counted_at, f.smallest_group
  from app_private.reporting f where f.period = 'hour' and f.activity = 'ALL';
comment on view analytics.hours is
  'The people who reported in each UTC hour, once it has ended. A row never changes. The key is hour.';
grant select on analytics.hours to app_analyst;
comment on column analytics.hours.hour is 'The start of the hour.';
comment on column analytics.hours.people is 'People who took a position in the hour and reported it until five minutes after. Rounded down to a multiple of smallest_group. Null if it is below.';
comment on column analytics.hours.people_reads is 'The same in words: a number, or <10 below the smallest group.';
comment on column analytics.hours.users is 'Users when it was counted, without those of whom only the last position is kept. Rounded down to a multiple of smallest_group. Null if it is below.';
comment on column analytics.hours.users_reads is 'The same in words: a number, or <10 below the smallest group.';
comment on column analytics.hours.percent is 'people in 100 of users, of the rounded numbers. Null if one of them is.';
comment on column analytics.hours.counted_at is 'When it was counted.';
comment on column analytics.hours.smallest_group is 'The smallest group of people that was shown when this was counted.';
--! EndIncluded analytics/analytics.hours.sql
comment on column app_private.reporting.users is 'All users then whose history is kept, rounded down. Only with ALL.';

-- A worker whose clock was ahead began no job of each minute, so that alerts which had ended meanwhile were not resumed.
--! Included upkeep/app_private.bring_jobs_forward.sql
create or replace function app_private.bring_jobs_forward() returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  -- Each statement leaves out what others are changing now: whatever they write is dated by the new clock. What it has moved is not in the
  -- future any more, so a second call moves nothing.
  update graphile_worker._private_jobs j
    set run_at = clock_timestamp() + (j.run_at - j.updated_at), updated_at = clock_timestamp()
    where j.id in (
      select o.id from graphile_worker._private_jobs o where o.updated_at > clock_timestamp() for update skip locked);
  update app_private.held_publications h
    set due_at = clock_timestamp() + (h.due_at - h.created_at), created_at = clock_timestamp()
    where h.id in (
      select o.id from app_private.held_publications o
        where o.state = 'HELD' and o.created_at > clock_timestamp() for update skip locked);
  -- A worker whose own clock was ahead begins no job of each minute before its clock is there again, also after a restart.
  update graphile_worker._private_known_crontabs k
    set last_execution = date_trunc('minute', clock_timestamp()) where k.last_execution > clock_timestamp();
  perform graphile_worker.add_job('end_expired_alerts', job_key => 'end_expired_alerts');
end
$$;
comment on function app_private.bring_jobs_forward() is
  'After the clock was set back: jobs and held publications from before, which are dated in the future, wait from now on as long as they were to wait then. Alerts that ended while the clock was ahead are resumed.';
--! EndIncluded upkeep/app_private.bring_jobs_forward.sql
-- Two transactions could wait for each other's counter of mails.
--! Included erasure/app_private.forget_account.sql
create or replace function app_private.forget_account(user_id integer, email text) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  perform app_private.lock_user(forget_account.user_id);
  -- In the order in which logins, registrations and edits lock these rows.
  delete from app_private.user_credentials c where c.user_id = forget_account.user_id;
  delete from app_private.password_links l where l.user_id = forget_account.user_id;
  delete from app_private.email_links l where l.user_id = forget_account.user_id;
  delete from app_private.joined_users j where j.user_id = forget_account.user_id;
  delete from app_private.device_keys k where k.user_id = forget_account.user_id;
  perform app_private.remove_devices(forget_account.user_id, array(
    select d.id from app_private.devices d where d.user_id = forget_account.user_id));
  delete from app_private.left_devices l where l.user_id = forget_account.user_id;
  delete from app_public.quiet_hours q where q.user_id = forget_account.user_id;
  delete from app_public.users u where u.id = forget_account.user_id;
  delete from app_private.user_emails e where e.user_id = forget_account.user_id;
  delete from app_private.login_addresses a where a.user_id = forget_account.user_id;
  delete from app_private.login_failures f
    using app_private.login_counters(forget_account.email, null) k
    where f.counter = 'account' and k.counter = f.counter and f.key = k.key;
  -- In the order of app_private.count_own_mail().
  delete from app_private.login_failures f
    where f.counter = 'mail by user' and f.key = app_private.key_hash(forget_account.user_id::text);
  delete from app_private.login_failures f
    where f.counter = 'mail by email' and f.key = app_private.key_hash(lower(forget_account.email));
  -- A mail that is not sent yet has the email in its job.
  perform graphile_worker.remove_job('password:' || encode(app_private.key_hash(lower(forget_account.email)), 'hex'));
  perform graphile_worker.remove_job('verification:' || forget_account.user_id);
  delete from app_public.sessions s where s.user_id = forget_account.user_id;
end
$$;
comment on function app_private.forget_account(integer, text) is
  'Deletes a user with their credentials, sessions, email, login addresses, links, mails, devices, device keys and quiet hours. Error 23503 if one of these was added meanwhile: call it again.';
--! EndIncluded erasure/app_private.forget_account.sql
