--! Previous: sha1:28ff1240c25f3df50760ddca52594f696a3b8b94
--! Hash: sha1:754a04e4821d6a2336ea2cbd4eb38a5c7d03de02
--! Message: last-positions

--! split: 1-current.sql
-- Where everyone was last, for a map that need not read the history.
comment on table app_public.last_positions is E'@behavior -query:resource:connection\n@orderedBy user_id\n@listForAdmins\n@filterBy user_id\nWhere a user was last, by the moment it was taken; survives the purge of positions.';
comment on column app_public.last_positions.user_id is 'Whose it is.';
comment on column app_public.last_positions.position_id is E'@behavior -*\nThe report that said so.';
comment on column app_public.last_positions.created_at is 'Seconds since 1970-01-01 UTC.';
comment on column app_public.last_positions.taken_at is 'When the device took it, in seconds since 1970-01-01 UTC.';
comment on column app_public.last_positions.location is E'@behavior -*\nLongitude and latitude in degrees, WGS 84.';
comment on column app_public.last_positions.accuracy is 'Radius in metres, as the device told it.';
comment on column app_public.last_positions.moving_activity is 'How they were moving.';
comment on constraint last_positions_user_id_fkey on app_public.last_positions is E'@fieldName user\n@backwardBehavior -*';
--! Included functions/app_public.last_positions_latitude.sql
create or replace function app_public.last_positions_latitude(last app_public.last_positions) returns double precision
language sql immutable strict parallel safe
as $$
  select public.st_y(last.location)
$$;
comment on function app_public.last_positions_latitude(app_public.last_positions) is E'@notNull\nDegrees north, WGS 84.';
grant execute on function app_public.last_positions_latitude(app_public.last_positions) to app_admin;
--! EndIncluded functions/app_public.last_positions_latitude.sql
--! Included functions/app_public.last_positions_longitude.sql
create or replace function app_public.last_positions_longitude(last app_public.last_positions) returns double precision
language sql immutable strict parallel safe
as $$
  select public.st_x(last.location)
$$;
comment on function app_public.last_positions_longitude(app_public.last_positions) is E'@notNull\nDegrees east, WGS 84.';
grant execute on function app_public.last_positions_longitude(app_public.last_positions) to app_admin;
--! EndIncluded functions/app_public.last_positions_longitude.sql

--! Included functions/app_private.require_user.sql
create or replace function app_private.require_user() returns app_public.users
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
declare
  caller app_public.users := app_public.me();
begin
  if caller.id is null then
    raise exception using errcode = 'LA401', message = 'Log in first.';
  end if;
  return caller;
end
$$;
comment on function app_private.require_user() is
  'The user whose request this is. Error LA401 without a valid token.';
--! EndIncluded functions/app_private.require_user.sql
--! Included functions/app_public.register_device.sql
create or replace function app_public.register_device(input app_public.register_notification_token) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner app_public.users := app_private.require_user();
begin
  if input.token is null then
    raise exception using errcode = 'LA400', message = 'token must be given.';
  end if;
  delete from app_private.devices d where d.token = app_private.twin_token(input.token);
  insert into app_private.devices as d (user_id, token, provider)
    values (owner.id, app_private.device_token(input.token), app_private.push_provider(input.token))
    on conflict (token) do update set user_id = excluded.user_id, provider = excluded.provider, created_at = now();
  -- What an app leaves behind each time it is installed anew.
  delete from app_private.devices d where d.user_id = owner.id and d.id not in (
    select n.id from app_private.devices n where n.user_id = owner.id order by n.created_at desc, n.id desc limit 20);
  return owner;
end
$$;
comment on function app_public.register_device(app_public.register_notification_token) is 'Adds a device to push to; a user may have twenty, of which the newest count. The token is that of Expo, of FCM, or the JSON of a Web Push subscription. One that belonged to another user moves to this one. Returns oneself.';
grant execute on function app_public.register_device(app_public.register_notification_token) to app_user;
--! EndIncluded functions/app_public.register_device.sql
--! Included functions/app_public.device_unregister.sql
create or replace function app_public.device_unregister(token text) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner app_public.users := app_private.require_user();
begin
  delete from app_private.devices d
    where d.user_id = owner.id and d.token in (app_private.device_token(device_unregister.token), app_private.twin_token(device_unregister.token));
  if not found then
    raise exception using errcode = 'LA404', message = 'You have no device with this token.';
  end if;
  return owner;
end
$$;
comment on function app_public.device_unregister(text) is 'Pushes no more to a device of one''s own; still one is notified in the API. Returns oneself. Error NOT_FOUND for an unknown token and for someone else''s alike.';
grant execute on function app_public.device_unregister(text) to app_user;
--! EndIncluded functions/app_public.device_unregister.sql
--! Included functions/app_public.quiet_hours_edit.sql
create or replace function app_public.quiet_hours_edit(input app_public.quiet_hours_input) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner app_public.users := app_private.require_user();
  o_clock constant text := '^([01]\d|2[0-3]):[0-5]\d$';
begin
  if not coalesce(input."from" ~ o_clock and input."to" ~ o_clock, false) or input."from" = input."to" then
    raise exception using errcode = 'LA400', message = 'from and to must be two different times of day from 00:00 to 23:59, like 22:00.';
  end if;
  -- PostgreSQL takes many a thing for a zone of its own making.
  if not exists (select from pg_timezone_names z where z.name = input.time_zone) then
    raise exception using errcode = 'LA400', message = 'timeZone must be a name of the time zone database, like Europe/Rome.';
  end if;
  insert into app_public.quiet_hours as q (user_id, starts, ends, time_zone)
    values (owner.id, input."from"::time, input."to"::time, input.time_zone)
    on conflict (user_id) do update set starts = excluded.starts, ends = excluded.ends, time_zone = excluded.time_zone;
  perform app_private.end_quiet(owner.id);
  return owner;
end
$$;
comment on function app_public.quiet_hours_edit(app_public.quiet_hours_input) is 'Sets one''s quiet hours: pushes of levels TWO and THREE wait until they end, if the alert still lasts then; ONE always goes through. Returns oneself.';
grant execute on function app_public.quiet_hours_edit(app_public.quiet_hours_input) to app_user;
--! EndIncluded functions/app_public.quiet_hours_edit.sql
--! Included functions/app_public.quiet_hours_remove.sql
create or replace function app_public.quiet_hours_remove() returns app_public.users
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner app_public.users := app_private.require_user();
begin
  delete from app_public.quiet_hours q where q.user_id = owner.id;
  perform app_private.end_quiet(owner.id);
  return owner;
end
$$;
comment on function app_public.quiet_hours_remove() is 'Ends one''s quiet hours for good: what waited for their end is pushed now. Returns oneself.';
grant execute on function app_public.quiet_hours_remove() to app_user;
--! EndIncluded functions/app_public.quiet_hours_remove.sql

-- Why someone was told, and how soon, is as it was then, whatever an update changed since.
--! Included functions/app_private.why_notified.sql
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
  -- As of when the rules are looked at: when they were told, or now.
  at timestamptz;
  reason app_public.notification_reason;
begin
  select a.* into alert from app_public.alerts a where a.id = why_notified.alert_id;
  select u.* into person from app_public.users u where u.id = why_notified.user_id;
  if alert.id is null or person.id is null then
    raise exception using errcode = 'LA404', message = 'There is no alert, or no user, with this id.';
  end if;
  -- The innermost level at which they were told, the first time.
  select n.* into told from app_public.notifications n
    where n.alert_id = alert.id and n.user_id = person.id and n.kind <> 'ALL_CLEAR' order by n.level, n.version limit 1;
  select l.* into here from app_public.last_positions l where l.user_id = person.id;
  if told.id is not null then
    at := told.created_at;
    -- As it was then: an update may have moved the zones since.
    select v.* into told_by from app_public.alert_versions v where v.alert_id = alert.id and v.version = told.version;
    if (told_by.zone1, told_by.level2_distance, told_by.level3_distance)
      is distinct from (alert.zone1, alert.level2_distance, alert.level3_distance)
    then
      alert.zone1 := told_by.zone1;
      alert.zone2 := app_private.zone_around(told_by.zone1, told_by.level2_distance);
      alert.zone3 := app_private.zone_around(told_by.zone1, told_by.level3_distance);
    end if;
    location := st_setsrid(st_makepoint(told.longitude, told.latitude), 4326);
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
    -- One from before its position was kept: by when it was made.
    when told.id is not null and coalesce(told.taken_at, told.created_at) <= told_by.created_at then 'INSIDE_WHEN_PUBLISHED'
    when told.id is not null then 'CAME_IN_LATER'
    when here.user_id is null then 'NO_POSITION'
    when alert.status <> 'ACTUAL' and not person.is_tester then 'NOT_A_TESTER'
    when not st_covers(alert.zone3, location) then 'OUTSIDE'
    when here.created_at > least(alert.expires_at, alert.cancelled_at) then 'CAME_IN_AFTER_THE_END'
    when here.taken_at <= greatest(here.created_at, alert.created_at) - alert.max_position_age then 'TOO_OLD'
    when app_private.level_at(alert.zone1, alert.zone2, alert.zone3, location, here.accuracy > alert.max_accuracy) is null then 'TOO_COARSE'
    else 'NOT_YET'
  end::app_public.notification_rule;
  return reason;
end
$$;
comment on function app_private.why_notified(integer, integer) is
  'By which position, and which rule, a user was notified of an alert, or was not. Error LA404 for an unknown alert or user.';
grant execute on function app_private.why_notified(integer, integer) to app_admin;
--! EndIncluded functions/app_private.why_notified.sql
--! Included functions/app_private.delivery_of_alert.sql
create or replace function app_private.delivery_of_alert(alert app_public.alerts) returns setof app_public.level_delivery
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
begin
  return query
    with told as (
      select n.id, n.level, n.seen,
          -- Who came in later is told from then on.
          extract(epoch from n.seen_at - b.began)::float8 as seen_after,
          extract(epoch from d.accepted_at - b.began)::float8 as accepted_after,
          d.sent, d.accepted_at is not null as accepted, d.failed
        from app_public.notifications n
        left join app_public.alert_versions v on v.alert_id = n.alert_id and v.version = n.version
        left join app_private.publications p on p.alert_id = n.alert_id
        cross join lateral (select case
          when coalesce(n.taken_at <= v.created_at, true) and n.created_at <= coalesce(p.completed_at, 'infinity') then coalesce(v.created_at, alert.created_at)
          else n.created_at end as began) b
        left join (
          select e.notification_id, bool_or(e.sent_at is not null) as sent,
              min(e.settled_at) filter (where e.state = 'accepted') as accepted_at,
              bool_and(e.state in ('failed', 'dead')) as failed
            from app_private.deliveries e where e.alert_id = alert.id group by e.notification_id
        ) d on d.notification_id = n.id
        where n.alert_id = alert.id and n.kind <> 'ALL_CLEAR'
    )
    select l.level, count(t.id)::integer, count(*) filter (where t.sent)::integer,
        count(*) filter (where t.accepted)::integer, count(*) filter (where t.failed)::integer,
        count(*) filter (where t.seen)::integer,
        percentile_cont(0.5) within group (order by t.accepted_after), percentile_cont(0.95) within group (order by t.accepted_after),
        percentile_cont(0.5) within group (order by t.seen_after), percentile_cont(0.95) within group (order by t.seen_after)
      from unnest(enum_range(null::app_public.level_alert)) l (level)
      left join told t on t.level = l.level
      group by l.level order by l.level;
end
$$;
comment on function app_private.delivery_of_alert(app_public.alerts) is
  'What became of an alert''s notifications, a row for each level.';
grant execute on function app_private.delivery_of_alert(app_public.alerts) to app_admin;
--! EndIncluded functions/app_private.delivery_of_alert.sql

-- Of exercises and tests an analyst must be able to tell those that were meant.
--! Included views/analytics.alerts.sql
create or replace view analytics.alerts as
  select
    a.id as alert_id,
    a.created_at,
    a.expires_at,
    round((public.st_area(a.zone1::public.geography) / 1e6)::numeric, 3) as area_km2,
    (select coalesce(sum(r.users), 0)::integer from app_private.alert_reach r where r.alert_id = a.id) as reached_users,
    count(n.id) filter (where n.level = 'ONE') as notified_level_one,
    count(n.id) filter (where n.level = 'TWO') as notified_level_two,
    count(n.id) filter (where n.level = 'THREE') as notified_level_three,
    count(n.id) filter (where n.level = 'ONE' and n.seen) as seen_level_one,
    count(n.id) filter (where n.level = 'TWO' and n.seen) as seen_level_two,
    count(n.id) filter (where n.level = 'THREE' and n.seen) as seen_level_three,
    a.status,
    a.event,
    a.cancelled_at
  from app_public.alerts a
  left join app_public.notifications n on n.alert_id = a.id and n.kind <> 'ALL_CLEAR'
  group by a.id;
comment on view analytics.alerts is
  'Each alert with its area in square kilometres, how many users it reached (each once), and how many notifications were sent and seen at each level, without the all-clear; with its status, as exercises and tests are among them.';
grant select on analytics.alerts to app_analyst;
--! EndIncluded views/analytics.alerts.sql

-- That far too many are concerned was found out by looking at a hundred thousand.
--! Included functions/app_private.await_turns.sql
create or replace function app_private.await_turns(alert app_public.alerts, chunk_size integer) returns boolean
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  users constant bigint := (select max(l.user_id) from app_public.last_positions l);
  -- A passage through eight users costs about what one who waits does.
  most constant bigint := least(20 * chunk_size, users / 8);
  sample constant double precision := least(1, 2000 / users::double precision);
  -- Unpacked once here, not for each user below.
  zone1 geometry := st_setsrid(alert.zone1, 4326);
  zone2 geometry := st_setsrid(alert.zone2, 4326);
  zone3 geometry := st_setsrid(alert.zone3, 4326);
begin
  -- Where some two thousand users say that far more are concerned, the hundred thousand need not be found to know it.
  if (select count(*) from app_public.last_positions l tablesample system (100 * sample) where st_covers(zone3, l.location))
    > 2 * most * sample
  then
    return false;
  end if;
  with seen as materialized (
    select l.user_id, app_private.level_at(zone1, zone2, zone3, l.location, l.accuracy > alert.max_accuracy) as level
      from app_public.last_positions l
      where st_covers(alert.zone3, l.location) and l.taken_at > now() - alert.max_position_age
        and (alert.status = 'ACTUAL' or app_private.is_tester(l.user_id))
      limit most + 1
  ), numbered as (
    select s.*, (row_number() over (partition by s.level order by s.user_id) - 1) / chunk_size as chunk
      from seen s where s.level is not null and (select count(*) from seen) <= most
  )
  insert into app_private.publication_waiting (alert_id, level, first_user_id, user_ids)
    select alert.id, n.level, min(n.user_id), array_agg(n.user_id) from numbered n group by n.level, n.chunk;
  return found;
end
$$;
comment on function app_private.await_turns(app_public.alerts, integer) is
  'Has everyone in an alert''s zones wait to be told, in chunks by level, found by the index of places; false, and nothing, where they are more than twenty chunks, or an eighth of all users, or by a sample far more: then one passes through all of them.';
--! EndIncluded functions/app_private.await_turns.sql

-- One for all the pools of a process. A host from before says it of each, by the same call.
drop function app_private.heartbeat(text);
--! Included functions/app_private.free_jobs.sql
create or replace function app_private.free_jobs(worker_ids text[]) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  perform graphile_worker.force_unlock_workers(worker_ids);
  -- One that another took the place of while it ran has lost its key, and would never be run again.
  perform graphile_worker.complete_jobs(array_agg(j.id))
    from graphile_worker.jobs j
    where j.task_identifier in ('publish_alert', 'speak_alert') and j.key is null
      and j.locked_at is null and j.attempts >= j.max_attempts
    having count(*) > 0;
end
$$;
comment on function app_private.free_jobs(text[]) is
  'Sets free the jobs of pools of workers that live no more, and drops those of them that others have replaced.';
--! EndIncluded functions/app_private.free_jobs.sql
--! Included functions/app_private.heartbeat.sql
create or replace function app_private.heartbeat(variadic worker_ids text[]) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  patience constant interval := '10 seconds';
  living_since timestamptz;
  dead text[];
begin
  with beat as (
    insert into app_private.workers as w (id) select unnest(worker_ids)
      on conflict (id) do update
        set since = case when w.seen_at < now() - patience then now() else w.since end, seen_at = now()
      returning w.since
  )
  select min(b.since) into living_since from beat b;

  -- Who was not here all that time cannot tell: after PostgreSQL was away, everyone is late.
  if living_since < now() - patience then
    with gone as (
      delete from app_private.workers w where w.seen_at < now() - patience returning w.id
    )
    select array_agg(g.id) into dead from gone g;
    if dead is not null then
      perform app_private.free_jobs(dead);
    end if;
  end if;

  -- A job that fails again and again waits longer and longer. A publication does not.
  perform graphile_worker.reschedule_jobs(array_agg(j.id), run_at => now(), attempts => 0)
    from app_private.publications p
    join graphile_worker.jobs j on j.key = 'publish_alert:' || p.alert_id
    where p.completed_at is null and j.locked_at is null
      and (j.attempts >= j.max_attempts or j.attempts > 0 and j.run_at > now() + patience / 2)
    having count(*) > 0;
end
$$;
comment on function app_private.heartbeat(text[]) is
  'Says that the pools of workers of a process live, every two seconds; sets free the jobs of those that have not said so for ten, and lets no unfinished publication wait longer than that.';
--! EndIncluded functions/app_private.heartbeat.sql
