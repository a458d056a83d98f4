--! Previous: sha1:47dad79b38f90cd3dac475071d65dd0a0f929a01
--! Hash: sha1:b68f0683966bc75c5f1ee98cc156f15f7638daf8
--! Message: Matching

set local check_function_bodies = off; -- Functions call later ones.

create type app_public.distance_class as enum ('INSIDE', 'WITHIN_100_M', 'WITHIN_500_M', 'WITHIN_1_KM', 'WITHIN_2_KM', 'WITHIN_5_KM', 'WITHIN_10_KM', 'BEYOND_10_KM');
comment on type app_public.distance_class is
  E'@value INSIDE In the area.\n@value WITHIN_100_M At most 100 metres from it.\n@value WITHIN_500_M More than 100 and at most 500 metres from it.\n@value WITHIN_1_KM More than 500 metres and at most 1 kilometre from it.\n@value WITHIN_2_KM More than 1 and at most 2 kilometres from it.\n@value WITHIN_5_KM More than 2 and at most 5 kilometres from it.\n@value WITHIN_10_KM More than 5 and at most 10 kilometres from it.\n@value BEYOND_10_KM More than 10 kilometres from it.\nHow far from an alert''s area someone was, without saying where.';

create type app_public.alert_here as (
  alert_id integer,
  level app_public.level_alert,
  distance double precision,
  text text
);
comment on type app_public.alert_here is 'An active alert at a place.';
comment on column app_public.alert_here.alert_id is E'@notNull\nThe id of the alert.';
comment on column app_public.alert_here.level is E'@notNull\nThe innermost zone that contains the place.';
comment on column app_public.alert_here.distance is E'@notNull\nThe distance from the area in metres, 0 inside.';
comment on column app_public.alert_here.text is E'@notNull\nThe text of that level.';

create type app_public.alert_overlap as (
  alert_id integer,
  text1 text,
  status app_public.alert_status,
  expires_at timestamptz,
  title text
);
comment on type app_public.alert_overlap is 'An active alert whose zones overlap those of another.';
comment on column app_public.alert_overlap.alert_id is E'@notNull\nThe id of the alert.';
comment on column app_public.alert_overlap.text1 is E'@notNull\nIts text for people inside its area.';
comment on column app_public.alert_overlap.status is E'@notNull\nWhether it is a real warning, an exercise or a test.';
comment on column app_public.alert_overlap.expires_at is
  E'@notNull\nWhen it ends by itself.';
comment on column app_public.alert_overlap.title is 'Its title. Null if it has none.';

create type app_public.provider_reach as (
  provider text,
  users integer
);
comment on type app_public.provider_reach is 'How many users have a device of a provider.';
comment on column app_public.provider_reach.provider is E'@notNull\nThe provider: expo, fcm or web_push.';
comment on column app_public.provider_reach.users is
  E'@notNull\nThe users. One with devices of several providers counts at each.';

create type app_public.alert_reach_preview as (
  one integer,
  two integer,
  three integer,
  with_device integer,
  stale integer,
  coarse integer,
  area double precision,
  again_one integer,
  again_two integer,
  again_three integer,
  already_told integer,
  by_provider app_public.provider_reach[],
  overlapping app_public.alert_overlap[]
);
comment on type app_public.alert_reach_preview is E'@name alert_reach\nHow many users an alert would notify.';
comment on column app_public.alert_reach_preview.one is E'@notNull\nUsers inside the area who would be notified.';
comment on column app_public.alert_reach_preview.two is E'@notNull\nUsers in zone TWO who would be notified.';
comment on column app_public.alert_reach_preview.three is E'@notNull\nUsers in zone THREE who would be notified.';
comment on column app_public.alert_reach_preview.with_device is E'@notNull\nHow many of these have a device to push to.';
comment on column app_public.alert_reach_preview.stale is
  E'@notNull\nUsers who are left out because their last position in the zones is too old. Users who were notified by an earlier version at this level or a more urgent one do not count, unless this one notifies everyone again.';
comment on column app_public.alert_reach_preview.coarse is
  E'@notNull\nUsers who are left out because their position is too coarse to tell zone TWO from THREE. Users who were notified by an earlier version do not count, unless this one notifies everyone again.';
comment on column app_public.alert_reach_preview.area is
  E'@notNull\nThe size of the area in square metres, without the zones around it.';
comment on column app_public.alert_reach_preview.again_one is
  E'@notNull\nHow many of "one" were notified by an earlier version. 0 for a new alert.';
comment on column app_public.alert_reach_preview.again_two is
  E'@notNull\nHow many of "two" were notified by an earlier version. 0 for a new alert.';
comment on column app_public.alert_reach_preview.again_three is
  E'@notNull\nHow many of "three" were notified by an earlier version. 0 for a new alert.';
comment on column app_public.alert_reach_preview.already_told is
  E'@notNull\nUsers in the zones who would not be notified, because an earlier version did. With renotify they are.';
comment on column app_public.alert_reach_preview.by_provider is
  E'@itemsNotNull\nThe users who would be notified and have a device, by its provider. Providers without a user are left out.';
comment on column app_public.alert_reach_preview.overlapping is
  E'@itemsNotNull\nThe active alerts whose zones overlap these zones, the newest first, at most 20.';

create type app_public.notification_rule as enum ('INSIDE_WHEN_PUBLISHED', 'CAME_IN_LATER', 'OUTSIDE', 'NO_POSITION', 'TOO_OLD', 'TOO_COARSE', 'NOT_A_TESTER', 'CAME_IN_AFTER_THE_END', 'ENDED_BEFORE', 'NOT_YET');
comment on type app_public.notification_rule is
  E'@value INSIDE_WHEN_PUBLISHED Notified: the last position lay in a zone at publication.\n@value CAME_IN_LATER Notified: a later position report lay in a zone.\n@value OUTSIDE Not notified: the position lies outside all zones.\n@value NO_POSITION Not notified: the user has no position.\n@value TOO_OLD Not notified: the position was too old.\n@value TOO_COARSE Not notified: the position was too coarse to tell zone TWO from THREE.\n@value NOT_A_TESTER Not notified: the alert is an exercise or a test, and the user is not a tester.\n@value CAME_IN_AFTER_THE_END Not notified: the position was reported after the alert had ended.\n@value ENDED_BEFORE Not notified: the alert ended before its publication came to this user.\n@value NOT_YET Not notified: the publication has not come to this user yet.\nWhy a user was notified of an alert or was not.';

create type app_public.notification_reason as (
  notification_id bigint,
  level app_public.level_alert,
  rule app_public.notification_rule,
  latitude double precision,
  longitude double precision,
  taken_at timestamptz,
  age double precision,
  accuracy double precision,
  distance1 double precision,
  distance2 double precision,
  distance3 double precision
);
comment on type app_public.notification_reason is
  'The position and the rule by which a user was notified of an alert or was not.';
comment on column app_public.notification_reason.notification_id is
  E'@asInt\nThe id of the notification. Null if the user was not notified.';
comment on column app_public.notification_reason.level is
  'The level of the notification. Null if the user was not notified.';
comment on column app_public.notification_reason.rule is E'@notNull\nThe rule that decided.';
comment on column app_public.notification_reason.latitude is
  'The latitude of the position that counted, in degrees north. Null if there is none.';
comment on column app_public.notification_reason.longitude is
  'The longitude of the position that counted, in degrees east. Null if there is none.';
comment on column app_public.notification_reason.taken_at is
  'When the device took that position.';
comment on column app_public.notification_reason.age is
  'The age of the position when it counted, in seconds. If the user was not notified: its age now, or when the alert ended.';
comment on column app_public.notification_reason.accuracy is
  'The radius of its accuracy in metres. Null if the device did not report it.';
comment on column app_public.notification_reason.distance1 is 'The distance from the area in metres, 0 inside.';
comment on column app_public.notification_reason.distance2 is 'The distance from zone TWO in metres, 0 inside.';
comment on column app_public.notification_reason.distance3 is 'The distance from zone THREE in metres, 0 inside.';

--! Included matching/app_private.applies_to.sql
create or replace function app_private.applies_to(status app_public.alert_status, is_tester boolean) returns boolean
language sql immutable parallel safe
as $$
  select status = 'ACTUAL'::app_public.alert_status or is_tester
$$;
comment on function app_private.applies_to(app_public.alert_status, boolean) is
  'True if an alert of this status is meant for a user: actual alerts for everyone, exercises and tests for testers.';
--! EndIncluded matching/app_private.applies_to.sql
--! Included matching/app_private.distance_class.sql
create or replace function app_private.distance_class(metres double precision) returns app_public.distance_class
language sql immutable parallel safe
as $$
  select case
    when metres = 0 then 'INSIDE'
    when metres <= 100 then 'WITHIN_100_M'
    when metres <= 500 then 'WITHIN_500_M'
    when metres <= 1000 then 'WITHIN_1_KM'
    when metres <= 2000 then 'WITHIN_2_KM'
    when metres <= 5000 then 'WITHIN_5_KM'
    when metres <= 10000 then 'WITHIN_10_KM'
    else 'BEYOND_10_KM'
  end::app_public.distance_class
$$;
comment on function app_private.distance_class(double precision) is
  'Returns the class of a distance in metres from an alert''s area. A notification keeps the class when its place is cleared.';
--! EndIncluded matching/app_private.distance_class.sql
--! Included matching/app_private.is_active.sql
create or replace function app_private.is_active(active boolean, expires_at timestamptz) returns boolean
language sql stable parallel safe
as $$
  select active and expires_at > pg_catalog.now()
$$;
comment on function app_private.is_active(boolean, timestamptz) is
  'True while an alert is active: it was not cancelled and has not expired.';
grant execute on function app_private.is_active(boolean, timestamptz) to app_user;
--! EndIncluded matching/app_private.is_active.sql
--! Included matching/app_private.is_fresh.sql
create or replace function app_private.is_fresh(
  taken_at timestamptz, alive_at timestamptz, max_position_age interval, at timestamptz default now()
) returns boolean
language sql stable parallel safe
as $$
  select greatest(taken_at, alive_at) > app_private.oldest_fresh(max_position_age, at)
$$;
comment on function app_private.is_fresh(timestamptz, timestamptz, interval, timestamptz) is
  'True if a last position was taken, or confirmed by an app, less than max_position_age before a time, which is now by default.';
--! EndIncluded matching/app_private.is_fresh.sql
--! Included matching/app_private.is_notified.sql
create or replace function app_private.is_notified(notified_level app_public.level_alert, level app_public.level_alert) returns boolean
language sql immutable parallel safe
as $$
  select coalesce(notified_level <= level, false)
$$;
comment on function app_private.is_notified(app_public.level_alert, app_public.level_alert) is
  'True if a user who was notified at a level needs no notification at this one, because it is no more urgent. False if the user was not notified (null).';
--! EndIncluded matching/app_private.is_notified.sql
--! Included matching/app_private.level_at.sql
create or replace function app_private.level_at(
  zone1 public.geometry, zone2 public.geometry, zone3 public.geometry, location public.geometry, is_coarse boolean default false
) returns app_public.level_alert
language sql immutable parallel safe
as $$
  -- Each value has its own cast, which the planner folds to a constant. One cast at the end would run for each row.
  select case
    when public.st_covers(zone1, location) then 'ONE'::app_public.level_alert
    -- Longitudes 180 and -180 are one place. The outer zones extend to both sides of it, but an area may end there.
    when pg_catalog.abs(public.st_x(location)) = 180 and app_private.covers_from_other_side(zone1, location)
      then 'ONE'::app_public.level_alert
    when is_coarse then null
    when public.st_covers(zone2, location) then 'TWO'::app_public.level_alert
    when public.st_covers(zone3, location) then 'THREE'::app_public.level_alert
  end
$$;
comment on function app_private.level_at(public.geometry, public.geometry, public.geometry, public.geometry, boolean) is
  'Returns the level of the innermost zone that contains a point, edges included. Null outside all zones. A coarse position gets ONE or null, as its accuracy does not distinguish the outer zones.';
--! EndIncluded matching/app_private.level_at.sql
--! Included matching/app_private.metres_from.sql
create or replace function app_private.metres_from(zone public.geometry, place public.geometry) returns double precision
language sql immutable parallel safe set search_path = pg_catalog, public, pg_temp
as $$
  -- On geography, PostGIS misclassifies points near the edges of wide zones, so this tests containment in degrees and measures
  -- the distance to the border. On geography an edge is a geodesic: a corner each twentieth of a degree keeps it straight in
  -- longitude and latitude.
  select case
    when st_covers(zone, place) then 0
    else st_distance(st_boundary(st_segmentize(zone, 0.05))::geography, place::geography)
  end
$$;
comment on function app_private.metres_from(public.geometry, public.geometry) is
  'Returns the distance of a place from a zone in metres, 0 inside.';
--! EndIncluded matching/app_private.metres_from.sql
--! Included matching/app_private.oldest_fresh.sql
create or replace function app_private.oldest_fresh(max_position_age interval, at timestamptz default now())
returns timestamptz
language sql stable parallel safe
as $$
  select at - max_position_age
$$;
comment on function app_private.oldest_fresh(interval, timestamptz) is
  'Returns the time after which a position must be taken to be fresh for an alert at a time, which is now by default.';
--! EndIncluded matching/app_private.oldest_fresh.sql
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
        -- The innermost level of all versions, and of those since the last renotification. A new alert has no id: no lookup.
        case when alert.id is not null then (
          select array[min(n.level), min(n.level) filter (where n.version >= alert.renotified_version)]
            from app_public.notifications n where n.alert_id = alert.id and n.user_id = l.user_id) end as notified_levels
      from app_public.last_positions l
      where st_covers(alert.zone3, l.location)
        and app_private.applies_to(alert.status, (select u.is_tester from app_public.users u where u.id = l.user_id))
      -- An optimization fence: the functions run once for each row.
      offset 0
  ), audience as (
    select p.level, p.is_fresh, p.providers, p.notified_levels[1] is not null as is_again,
        -- A position that is too coarse for a level counts as THREE.
        app_private.is_notified(p.notified_levels[2], coalesce(p.level, 'THREE')) as is_notified,
        p.is_fresh and p.level is not null and not app_private.is_notified(p.notified_levels[2], p.level) as is_due,
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
        coalesce(sum(a.users) filter (where not a.is_fresh and not a.is_notified), 0) as stale,
        coalesce(sum(a.users) filter (where a.is_fresh and a.level is null and not a.is_notified), 0) as coarse
      from audience a
  )
  select c.one, c.two, c.three, c.again_one, c.again_two, c.again_three, c.already_told, c.with_device, c.stale, c.coarse,
      array(
        select row(p.provider, sum(a.users))::app_public.provider_reach
          from audience a, unnest(a.providers) p (provider) where a.is_due group by p.provider order by p.provider)
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
--! Included matching/app_private.rule_when_notified.sql
create or replace function app_private.rule_when_notified(
  stored_rule app_public.notification_rule, taken_at timestamptz, created_at timestamptz, published_at timestamptz,
  completed_at timestamptz, present_completed_at timestamptz
) returns app_public.notification_rule
language sql immutable parallel safe
as $$
  -- Each value has its own cast: a cast of the whole expression, from text, would keep PostgreSQL from inlining the function.
  select case
    -- The report came after the publication, with a position that was taken before it.
    when created_at > coalesce(completed_at, present_completed_at) then 'CAME_IN_LATER'::app_public.notification_rule
    when stored_rule is not null then stored_rule
    when taken_at > published_at then 'CAME_IN_LATER'::app_public.notification_rule
    else 'INSIDE_WHEN_PUBLISHED'::app_public.notification_rule
  end
$$;
comment on function app_private.rule_when_notified(
  app_public.notification_rule, timestamptz, timestamptz, timestamptz, timestamptz, timestamptz) is
  'Returns the rule by which a user was notified. stored_rule is the rule of a notification whose place is cleared. The other arguments are the times of the position, of the notification, and of the begin and the end of its version''s publication; the current version''s end is in app_private.publications (null while it runs). CAME_IN_LATER is a late entry, for which time counts from its own notification.';
--! EndIncluded matching/app_private.rule_when_notified.sql
--! Included matching/app_public.active_alerts_at.sql
-- Security definer, as the rules are not granted. It shows active alerts, which each user may read.
create or replace function app_public.active_alerts_at(latitude double precision, longitude double precision)
returns app_public.alert_here[]
language plpgsql stable strict security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  caller constant app_public.users := app_private.require_user();
  place geometry;
  match record;
  alert_here app_public.alert_here;
  alerts_here app_public.alert_here[] := '{}';
begin
  if (latitude between -90 and 90 and longitude between -180 and 180) is not true then
    raise exception using errcode = 'LA400', message = 'The place is off the globe: send a latitude from -90 to 90 and a longitude from -180 to 180, in degrees.';
  end if;
  place := st_setsrid(st_makepoint(longitude, latitude), 4326);
  for match in
    select a.id, m.level, app_private.metres_from(a.zone1, place) as distance,
        app_private.text_of(m.level, a.text1, a.text2, a.text3) as text
      from app_public.alerts a, app_private.level_at(a.zone1, a.zone2, a.zone3, place) m (level)
      where app_private.is_active(a.active, a.expires_at) and st_covers(a.zone3, place) and m.level is not null
        and app_private.applies_to(a.status, caller.is_tester)
      order by m.level, a.id desc limit 1000
  loop
    alert_here.alert_id := match.id;
    alert_here.level := match.level;
    alert_here.distance := match.distance;
    alert_here.text := match.text;
    alerts_here := alerts_here || alert_here;
  end loop;
  return alerts_here;
end
$$;
comment on function app_public.active_alerts_at(double precision, double precision) is
  E'@itemsNotNull\n@argument latitude Degrees north, -90 to 90.\n@argument longitude Degrees east, -180 to 180.\nThe active alerts at a place, the most urgent level first, then the newest. Exercises and tests are included only for testers.';
grant execute on function app_public.active_alerts_at(double precision, double precision) to app_user;
--! EndIncluded matching/app_public.active_alerts_at.sql
--! Included matching/app_public.alert_reach.sql
create or replace function app_public.alert_reach(input app_public.alert_input) returns app_public.alert_reach_preview
language plpgsql stable strict security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
  return app_private.reach_of(app_private.draft_alert(input, null));
end
$$;
comment on function app_public.alert_reach(app_public.alert_input) is
  E'@argument input The alert as newAlert would take it.\nHow many users an alert would notify if it were published now. It writes nothing. For administrators: error FORBIDDEN for others.';
grant execute on function app_public.alert_reach(app_public.alert_input) to app_admin;
--! EndIncluded matching/app_public.alert_reach.sql
--! Included matching/app_public.alert_update_reach.sql
create or replace function app_public.alert_update_reach(id integer, input app_public.alert_update_input)
returns app_public.alert_reach_preview
language plpgsql stable strict security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  previous app_public.alerts;
begin
  select a.* into previous from app_public.alerts a where a.id = alert_update_reach.id;
  if previous.id is null then
    raise exception using errcode = 'LA404', message = 'There is no alert with this id.';
  end if;
  return app_private.reach_of(app_private.draft_update(input, previous));
end
$$;
comment on function app_public.alert_update_reach(integer, app_public.alert_update_input) is
  E'@argument id The id of the alert.\n@argument input The changes as alertUpdate would take them.\nHow many users the next version of an alert would notify if it were published now: for the first time, and again. It writes nothing. For administrators: error FORBIDDEN for others, NOT_FOUND for an unknown alert.';
grant execute on function app_public.alert_update_reach(integer, app_public.alert_update_input) to app_admin;
--! EndIncluded matching/app_public.alert_update_reach.sql
--! Included matching/app_public.alerts_reached_users.sql
-- Security definer, as alert_reach is private. It shows only a sum.
create or replace function app_public.alerts_reached_users(alert app_public.alerts) returns integer
language plpgsql stable parallel safe security definer set search_path = pg_catalog, pg_temp
as $$
begin
  return (select coalesce(sum(r.users), 0) from app_private.alert_reach r where r.alert_id = alert.id);
end
$$;
comment on function app_public.alerts_reached_users(app_public.alerts) is
  E'@notNull\nThe number of users who were notified of this alert, each counted once.';
grant execute on function app_public.alerts_reached_users(app_public.alerts) to app_user;
--! EndIncluded matching/app_public.alerts_reached_users.sql
--! Included matching/app_public.why_notified.sql
create or replace function app_public.why_notified(alert_id integer, user_id integer) returns app_public.notification_reason
language plpgsql stable strict security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  alert app_public.alerts;
  person app_public.users;
  notification app_public.notifications;
  notified_version app_public.alert_versions;
  last_position app_public.last_positions;
  location geometry;
  -- The time at which the rules apply: when the user was notified, or now.
  at timestamptz;
  reason app_public.notification_reason;
begin
  select a.* into alert from app_public.alerts a where a.id = why_notified.alert_id;
  select u.* into person from app_public.users u where u.id = why_notified.user_id;
  -- The first notification at the user's innermost level.
  select n.* into notification from app_public.notifications n
    where n.alert_id = alert.id and n.user_id = why_notified.user_id and n.kind <> 'ALL_CLEAR' order by n.level, n.version limit 1;
  -- The notifications of an erased user remain.
  if alert.id is null or person.id is null and notification.id is null then
    raise exception using errcode = 'LA404', message = 'There is no alert or no user with this id.';
  end if;
  select l.* into last_position from app_public.last_positions l where l.user_id = person.id;
  if notification.id is not null then
    at := notification.created_at;
    -- The zones of the version that notified the user, as an update may have changed them.
    select v.* into notified_version from app_public.alert_versions v where v.alert_id = alert.id and v.version = notification.version;
    if (notified_version.zone1, notified_version.level2_distance, notified_version.level3_distance)
      is distinct from (alert.zone1, alert.level2_distance, alert.level3_distance)
    then
      alert.zone1 := notified_version.zone1;
      alert.zone2 := app_private.zone_around(notified_version.zone1, notified_version.level2_distance);
      alert.zone3 := app_private.zone_around(notified_version.zone1, notified_version.level3_distance);
    end if;
    if notification.place_kept then
      location := st_setsrid(st_makepoint(notification.longitude, notification.latitude), 4326);
    end if;
    reason.taken_at := notification.taken_at;
    reason.accuracy := notification.accuracy;
    reason.level := notification.level;
  else
    at := least(now(), alert.expires_at, alert.cancelled_at);
    location := last_position.location;
    reason.taken_at := last_position.taken_at;
    reason.accuracy := last_position.accuracy;
  end if;
  reason.notification_id := notification.id;
  reason.latitude := st_y(location);
  reason.longitude := st_x(location);
  reason.age := extract(epoch from at - reason.taken_at);
  reason.distance1 := app_private.metres_from(alert.zone1, location);
  reason.distance2 := app_private.metres_from(alert.zone2, location);
  reason.distance3 := app_private.metres_from(alert.zone3, location);
  reason.rule := case
    when notification.id is not null then
      app_private.rule_when_notified(
        notification.rule, notification.taken_at, notification.created_at, notified_version.created_at,
        notified_version.completed_at, (select p.completed_at from app_private.publications p where p.alert_id = alert.id))
    when last_position.user_id is null then 'NO_POSITION'
    when not app_private.applies_to(alert.status, person.is_tester) then 'NOT_A_TESTER'
    when not st_covers(alert.zone3, location) then 'OUTSIDE'
    when last_position.created_at > least(alert.expires_at, alert.cancelled_at) then 'CAME_IN_AFTER_THE_END'
    when not app_private.is_fresh(
      last_position.taken_at, last_position.alive_at, alert.max_position_age, greatest(last_position.created_at, app_private.published_at(alert))) then 'TOO_OLD'
    when app_private.level_at(alert.zone1, alert.zone2, alert.zone3, location, last_position.accuracy > alert.max_accuracy) is null then 'TOO_COARSE'
    when not app_private.is_active(alert.active, alert.expires_at) then 'ENDED_BEFORE'
    else 'NOT_YET'
  end::app_public.notification_rule;
  return reason;
end
$$;
comment on function app_public.why_notified(integer, integer) is
  E'@argument alertId The alert''s id.\n@argument userId The user''s id.\nThe position and the rule by which a user was notified of an alert or was not. For administrators: error FORBIDDEN for others, NOT_FOUND for an unknown alert or user.';
grant execute on function app_public.why_notified(integer, integer) to app_admin;
--! EndIncluded matching/app_public.why_notified.sql
