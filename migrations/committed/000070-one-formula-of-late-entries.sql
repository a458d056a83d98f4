--! Previous: sha1:6ae825422255cfc6acf930fc55a265adfb722978
--! Hash: sha1:df943017b1df95da3804708ee2f0eec649d87836
--! Message: one formula of late entries

--! split: 1-current.sql
drop function app_private.rule_when_notified(timestamptz, timestamptz, timestamptz);
--! Included matching/app_private.rule_when_notified.sql
create or replace function app_private.rule_when_notified(
  kept_rule app_public.notification_rule, taken_at timestamptz, created_at timestamptz, published_at timestamptz, completed_at timestamptz
) returns app_public.notification_rule
language sql immutable parallel safe
as $$
  select case
    -- A report that came after the publication, of a place from before it.
    when created_at > completed_at then 'CAME_IN_LATER'
    else coalesce(kept_rule, case when taken_at > published_at then 'CAME_IN_LATER' else 'INSIDE_WHEN_PUBLISHED' end::app_public.notification_rule)
  end::app_public.notification_rule
$$;
comment on function app_private.rule_when_notified(app_public.notification_rule, timestamptz, timestamptz, timestamptz, timestamptz) is
  'Returns the rule by which a user was notified: from the rule that was kept when the place was cleared, when the position was taken, when the notification was made, and when the publication of its version began and was complete (null: not yet). CAME_IN_LATER is a late entry, for which time counts from its own notification.';
--! EndIncluded matching/app_private.rule_when_notified.sql
alter type app_public.notification_rule add value if not exists 'ENDED_BEFORE' before 'NOT_YET';
do $$
begin
  execute format('comment on type app_public.notification_rule is %L', replace(
    obj_description('app_public.notification_rule'::regtype), '@value NOT_YET',
    E'@value ENDED_BEFORE Not notified: the alert ended before its publication came to this user.\n@value NOT_YET'));
end
$$;
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
      app_private.rule_when_notified(
        told.rule, told.taken_at, told.created_at, told_by.created_at,
        coalesce(told_by.completed_at, (select p.completed_at from app_private.publications p where p.alert_id = alert.id)))
    when here.user_id is null then 'NO_POSITION'
    when not app_private.applies_to(alert.status, person.is_tester) then 'NOT_A_TESTER'
    when not st_covers(alert.zone3, location) then 'OUTSIDE'
    when here.created_at > least(alert.expires_at, alert.cancelled_at) then 'CAME_IN_AFTER_THE_END'
    when not app_private.is_fresh(
      here.taken_at, here.alive_at, alert.max_position_age, greatest(here.created_at, app_private.published_at(alert))) then 'TOO_OLD'
    when app_private.level_at(alert.zone1, alert.zone2, alert.zone3, location, here.accuracy > alert.max_accuracy) is null then 'TOO_COARSE'
    when not app_private.is_active(alert.active, alert.expires_at) then 'ENDED_BEFORE'
    else 'NOT_YET'
  end::app_public.notification_rule;
  return reason;
end
$$;
comment on function app_private.why_notified(integer, integer) is
  'Returns the position and the rule by which a user was notified of an alert or was not. Error LA404 for an unknown alert or user.';
grant execute on function app_private.why_notified(integer, integer) to app_admin;
--! EndIncluded matching/app_private.why_notified.sql
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
          when app_private.rule_when_notified(n.rule, n.taken_at, n.created_at, v.created_at, coalesce(v.completed_at, p.completed_at)) = 'CAME_IN_LATER' then n.created_at
          else coalesce(v.created_at, alert.created_at) end as began) b
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
--! Included alerts/app_private.alert_months.sql
create or replace function app_private.alert_months(since timestamptz) returns setof app_public.alert_month
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off
as $$
begin
  return query
    with published as (
      select a.id, a.status, a.created_at, date_trunc('month', a.created_at, 'UTC') as began_at,
          coalesce(v.completed_at, c.completed_at) as completed_at
        from app_public.alerts a
        left join app_public.alert_versions v on v.alert_id = a.id and v.version = 1
        left join app_private.publications c on c.alert_id = a.id
        where a.created_at >= alert_months.since
    ), people as (
      select p.began_at, p.status, bool_or(n.seen) as has_seen,
          -- For a late entry, time would count from its own notification.
          extract(epoch from min(n.created_at) filter (
            where n.version = 1
              and app_private.rule_when_notified(n.rule, n.taken_at, n.created_at, p.created_at, p.completed_at) = 'INSIDE_WHEN_PUBLISHED') - p.created_at)::float8 as told_after
        from published p
        join app_public.notifications n on n.alert_id = p.id and n.kind <> 'ALL_CLEAR'
        group by p.began_at, p.status, p.id, p.created_at, p.completed_at, n.user_id
    ), results as (
      select p.began_at, p.status, count(*)::integer as told, count(*) filter (where p.has_seen)::integer as seen,
          percentile_cont(0.5) within group (order by p.told_after) as told_after_median
        from people p group by 1, 2
    )
    select p.began_at, p.status, count(*)::integer, coalesce(r.told, 0), coalesce(r.seen, 0), r.told_after_median
      from published p
      left join results r on r.began_at = p.began_at and r.status = p.status
      group by p.began_at, p.status, r.told, r.seen, r.told_after_median
      order by p.began_at desc, p.status;
end
$$;
comment on function app_private.alert_months(timestamptz) is
  'Returns the alerts published since a time and their results, by month (in UTC) and status.';
grant execute on function app_private.alert_months(timestamptz) to app_admin;
--! EndIncluded alerts/app_private.alert_months.sql
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
        app_private.rule_when_notified(n.rule, n.taken_at, n.created_at, v.created_at, coalesce(v.completed_at, present_completed_at)) = 'CAME_IN_LATER' as is_late,
        coalesce(v.created_at, alert.created_at) as published_at,
        -- True if the square around the circle of accuracy reaches out of the zone. Of earlier versions only the area is kept.
        n.accuracy > 0 and case n.level
          when 'ONE' then not st_covers(coalesce(v.zone1, alert.zone1), q.square)
          when 'TWO' then n.version = alert.version and not st_covers(alert.zone2, q.square)
          else n.version = alert.version and not st_covers(alert.zone3, q.square) end as reaches_out
      from app_public.notifications n
      left join app_public.alert_versions v on v.alert_id = n.alert_id and v.version = n.version
      cross join lateral (
        -- Zones are cut at the 180th meridian too. Few squares reach over it, and a call for each would take long.
        select case when st_xmin(s.square) < -180 or st_xmax(s.square) > 180 then app_private.cut_at_180(s.square) else s.square end as square
          from (
            -- A wider square would overlap itself there, and no zone is that wide.
            select st_expand(st_setsrid(st_makepoint(n.longitude, n.latitude), 4326),
                least(e.metres / (111320 * e.narrowing), 179), e.metres / 110574) as square
              -- As functions of numbers next to zero fail.
              from (select greatest(n.accuracy, 0.001) as metres, greatest(cosd(case when abs(n.latitude) < 1e-9 then 0 else n.latitude end), 0.01) as narrowing) e
          ) s
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
--! Included notifications/app_private.clear_places.sql
create or replace function app_private.clear_places(user_ids integer[], ids bigint[]) returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  cleared integer;
begin
  -- Notifications and versions of alerts do not live together, so each is read apart.
  with kept as materialized (
    select n.user_id, n.id, n.alert_id, n.version, n.kind, n.taken_at, n.created_at,
        st_setsrid(st_makepoint(n.longitude, n.latitude), 4326) as place
      from app_public.notifications n
      where n.user_id = any (clear_places.user_ids) and n.id = any (clear_places.ids) and n.place_kept
  ), areas as materialized (
    -- An alert stands in for a version that is not there.
    select z.*, st_pointonsurface(z.zone1) as inner_place
      from (
        select k.alert_id, k.version, coalesce(v.created_at, a.created_at) as created_at, coalesce(v.zone1, a.zone1) as zone1,
            coalesce(v.completed_at, p.completed_at) as completed_at
          from (select distinct k.alert_id, k.version from kept k) k
          join app_public.alerts a on a.id = k.alert_id
          left join app_public.alert_versions v on v.alert_id = k.alert_id and v.version = k.version
          left join app_private.publications p on p.alert_id = k.alert_id
      ) z
  ), coarse as materialized (
    select k.user_id, k.id, st_y(a.inner_place) as latitude, st_x(a.inner_place) as longitude,
        app_private.distance_class(app_private.metres_from(a.zone1, k.place)) as distance_class,
        case when k.kind <> 'ALL_CLEAR' then app_private.rule_when_notified(null, k.taken_at, k.created_at, a.created_at, a.completed_at) end as rule
      from kept k
      join areas a on a.alert_id = k.alert_id and a.version = k.version
  )
  update app_public.notifications n
    set latitude = c.latitude, longitude = c.longitude, moving_activity = 'UNKNOWN', taken_at = null, accuracy = null,
      place_kept = false, distance_class = c.distance_class, rule = c.rule
    from coarse c
    where n.user_id = c.user_id and n.id = c.id and n.place_kept;
  get diagnostics cleared = row_count;
  return cleared;
end
$$;
comment on function app_private.clear_places(integer[], bigint[]) is
  'Clears where the users of these notifications were, how they moved, and when and how exactly that was known. A point of the alert''s area stands in for the place. Level, version, moment and kind stay, with the class of the distance and the rule. Returns how many it cleared: those that were cleared before are left as they are.';
--! EndIncluded notifications/app_private.clear_places.sql
