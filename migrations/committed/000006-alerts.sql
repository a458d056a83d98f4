--! Previous: sha1:fb1b68d42faf81bcbd35f7affca8e1ac53a475eb
--! Hash: sha1:12f4541b1b9162a38cb7aca71850fe5aa2ebb225
--! Message: alerts

--! split: 1-alerts.sql
create type app_public.level_alert as enum ('ONE', 'TWO', 'THREE');
comment on type app_public.level_alert is 'The zone of an alert: ONE is the area itself, TWO and THREE the wider zones around it.';

create table app_public.alerts (
  id integer generated always as identity primary key,
  user_id integer not null constraint alerts_user_id_fkey references app_public.users on delete restrict,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  zone1 geometry(Polygon, 4326) not null,
  zone2 geometry(Polygon, 4326) not null,
  zone3 geometry(Polygon, 4326) not null,
  level2_distance double precision not null,
  level3_distance double precision not null
    constraint alerts_level3_distance check (level3_distance > level2_distance and level2_distance > 0),
  max_position_age interval not null,
  text1 text not null
    constraint alerts_text1_length check (char_length(text1) <= 10000 and text1 ~ '[^[:space:]]'),
  text2 text not null
    constraint alerts_text2_length check (char_length(text2) <= 10000 and text2 ~ '[^[:space:]]'),
  text3 text not null
    constraint alerts_text3_length check (char_length(text3) <= 10000 and text3 ~ '[^[:space:]]'),
  active boolean not null default true,
  constraint alerts_expires_at check (expires_at > created_at)
);
create index alerts_user_id on app_public.alerts (user_id);
-- A report asks this index; alerts that have ended leave it.
create index alerts_active_zone3 on app_public.alerts using gist (zone3) where active;
create index alerts_active_expires_at on app_public.alerts (expires_at) where active;

comment on table app_public.alerts is E'@newestFirst\n@filterBy id\nA warning: an area, and a text for each of its three zones.';
comment on column app_public.alerts.created_at is 'Seconds since 1970-01-01 UTC.';
comment on column app_public.alerts.expires_at is 'When it ends by itself, in seconds since 1970-01-01 UTC.';
comment on column app_public.alerts.zone1 is E'@behavior -*\nThe area as drawn: longitude and latitude in degrees, edges straight in them.';
comment on column app_public.alerts.zone2 is E'@behavior -*\nThe area and level2_distance metres around it.';
comment on column app_public.alerts.zone3 is E'@behavior -*\nThe area and level3_distance metres around it.';
comment on column app_public.alerts.level2_distance is 'Metres around the area that zone TWO reaches.';
comment on column app_public.alerts.level3_distance is 'Metres around the area that zone THREE reaches.';
comment on column app_public.alerts.max_position_age is E'@behavior -*\nHow old a position may be to be matched.';
comment on column app_public.alerts.text1 is 'For those inside the area.';
comment on column app_public.alerts.text2 is 'For those in zone TWO.';
comment on column app_public.alerts.text3 is 'For those in zone THREE.';
comment on column app_public.alerts.active is E'@behavior -*\nTrue until a job finds it expired: keeps what has ended out of the index, and decides nothing by itself.';
comment on constraint alerts_user_id_fkey on app_public.alerts is E'@fieldName user\n@behavior -manyRelation:resource:list';
comment on constraint alerts_text1_length on app_public.alerts is 'text1 must have 1 to 10,000 characters, and not only blanks.';
comment on constraint alerts_text2_length on app_public.alerts is 'text2 must have 1 to 10,000 characters, and not only blanks.';
comment on constraint alerts_text3_length on app_public.alerts is 'text3 must have 1 to 10,000 characters, and not only blanks.';

create table app_private.publications (
  alert_id integer primary key references app_public.alerts on delete cascade,
  level app_public.level_alert not null default 'ONE',
  last_user_id integer not null default 0,
  completed_at timestamptz
);
comment on table app_private.publications is 'How far the matching of last positions has come for each alert: the level at work, and the user it reached.';

create table app_private.alert_reach (
  alert_id integer not null references app_public.alerts on delete cascade,
  id bigint generated always as identity,
  users integer not null,
  primary key (alert_id, id)
);
comment on table app_private.alert_reach is
  'Users newly reached by an alert, one row a transaction, so that none waits for another; their sum is the number reached.';

alter table app_public.alerts enable row level security;
alter table app_private.publications enable row level security;
alter table app_private.alert_reach enable row level security;

--! Included policies/app_public.alerts.sql
drop policy if exists read_all on app_public.alerts;
create policy read_all on app_public.alerts for select to app_user
  using (true);

grant select on app_public.alerts to app_user;
--! EndIncluded policies/app_public.alerts.sql

create type app_public.point_input as (latitude double precision, longitude double precision);
comment on type app_public.point_input is E'@inputTypeName PointInput\nA corner of an area, in degrees, WGS 84.';
comment on column app_public.point_input.latitude is E'@notNull\nDegrees north, -90 to 90.';
comment on column app_public.point_input.longitude is E'@notNull\nDegrees east, -180 to 180.';

create type app_public.alert_input as (points app_public.point_input[], text1 text, text2 text, text3 text);
comment on type app_public.alert_input is E'@inputTypeName AlertInput\nA warning to publish.';
comment on column app_public.alert_input.points is E'@notNull\n@itemsNotNull\nThe corners of the area in order, at least three; the last need not repeat the first.';
comment on column app_public.alert_input.text1 is E'@notNull\nFor those inside the area.';
comment on column app_public.alert_input.text2 is E'@notNull\nFor those in zone TWO.';
comment on column app_public.alert_input.text3 is E'@notNull\nFor those in zone THREE.';

--! Included functions/app_private.publication_lock.sql
create or replace function app_private.publication_lock() returns bigint
language sql immutable parallel safe
as $$
  select 4154::pg_catalog.int8
$$;
comment on function app_private.publication_lock() is
  'The advisory lock that each position report shares, and that a publication takes alone at the end of its transaction: a report in flight has then either committed before, or sees the alert.';
--! EndIncluded functions/app_private.publication_lock.sql
--! Included functions/app_private.area_of_points.sql
create or replace function app_private.area_of_points(points app_public.point_input[]) returns public.geometry
language plpgsql immutable set search_path = pg_catalog, public, pg_temp
as $$
declare
  bad record;
  ring geometry;
  area geometry;
begin
  if cardinality(points) > 10000 then
    raise exception using errcode = 'LA400', message = 'points: at most 10,000 can be given.';
  end if;
  select p.index - 1 as index, p.latitude, p.longitude into bad
    from unnest(points) with ordinality as p (latitude, longitude, index)
    where (p.latitude between -90 and 90 and p.longitude between -180 and 180) is not true
    order by p.index limit 1;
  if found then
    raise exception using errcode = 'LA400', message = format(
      'points[%s]: latitude must be from -90 to 90 and longitude from -180 to 180, in degrees.', bad.index);
  end if;
  if (select count(distinct (p.latitude, p.longitude)) from unnest(points) p) < 3 then
    raise exception using errcode = 'LA400', message = 'points: an area needs at least three different points.';
  end if;

  select st_makeline(st_makepoint(p.longitude, p.latitude) order by p.index) into ring
    from unnest(points) with ordinality as p (latitude, longitude, index);
  if not st_isclosed(ring) then
    ring := st_addpoint(ring, st_startpoint(ring));
  end if;
  -- Two neighbours half a world apart: the line between them may go either way round.
  if exists (
    select from (
      select st_x(d.geom) - lag(st_x(d.geom)) over (order by d.path) as step from st_dumppoints(ring) d
    ) steps where abs(step) >= 180
  ) then
    raise exception using errcode = 'LA400',
      message = 'points: the area crosses the 180th meridian, or has an edge that spans half the globe. Publish one alert on each side, or add points along the edge.';
  end if;
  area := st_setsrid(st_makepolygon(ring), 4326);
  if not st_isvalid(area) then
    raise exception using errcode = 'LA400', message = format('points: the area is not valid: %s.', st_isvalidreason(area));
  end if;
  if st_area(area) = 0 then
    raise exception using errcode = 'LA400', message = 'points: the area is flat: its points lie on a line.';
  end if;
  return area;
end
$$;
comment on function app_private.area_of_points(app_public.point_input[]) is
  'The polygon with these corners, closed, as drawn (either winding). Error LA400 says what is wrong with them.';
--! EndIncluded functions/app_private.area_of_points.sql
--! Included functions/app_private.zone_around.sql
create or replace function app_private.zone_around(area public.geometry, distance double precision) returns public.geometry
-- Compiling costs ten times what buffering a small area does.
language plpgsql immutable set search_path = pg_catalog, public, pg_temp set jit = off
as $$
declare
  farthest_latitude double precision := greatest(abs(st_ymin(area)), abs(st_ymax(area))) + distance / 110500;
  -- Degrees of longitude that the distance spans there, and a margin.
  margin double precision := distance / (110500 * cosd(least(farthest_latitude, 89.9)));
  zone geometry;
begin
  if farthest_latitude > 89 or st_xmin(area) - margin <= -180 or st_xmax(area) + margin >= 180 then
    raise exception using errcode = 'LA400',
      message = 'points: the area and its outer zones must keep clear of the 180th meridian and of the poles (89 degrees north and south).';
  end if;
  -- Piece by piece, each in its own UTM zone, six degrees wide: ST_Buffer on geography takes projections that are
  -- off by more than a hundredth for what is wide or far north. Edges are straight in longitude and latitude, and
  -- stay so (to half a metre) with a corner each twentieth of a degree.
  select st_union(
      st_transform(
        st_buffer(st_transform(st_segmentize(piece.geom, 0.05), utm.projection), distance, 'quad_segs=16'),
        utm.projection, 4326))
    into zone
    from st_squaregrid(6, area) cell,
      format('+proj=utm +zone=%s +datum=WGS84', 31 + cell.i) utm (projection),
      st_dump(st_intersection(area, cell.geom)) piece
    where st_dimension(piece.geom) = 2;
  return st_union(area, zone);
end
$$;
comment on function app_private.zone_around(public.geometry, double precision) is
  'The area and so many metres around it. Error LA400 where that would touch the 180th meridian or a pole.';
--! EndIncluded functions/app_private.zone_around.sql
--! Included functions/app_private.level_at.sql
create or replace function app_private.level_at(
  zone1 public.geometry, zone2 public.geometry, zone3 public.geometry, location public.geometry
) returns app_public.level_alert
language sql immutable parallel safe
as $$
  select case
    when public.st_covers(zone1, location) then 'ONE'
    when public.st_covers(zone2, location) then 'TWO'
    when public.st_covers(zone3, location) then 'THREE'
  end::app_public.level_alert
$$;
comment on function app_private.level_at(public.geometry, public.geometry, public.geometry, public.geometry) is
  'The innermost zone that a point lies in, edges included; null outside of all.';
--! EndIncluded functions/app_private.level_at.sql
--! Included functions/app_private.notify_users.sql
create or replace function app_private.notify_users(alert app_public.alerts, user_ids integer[]) returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  -- Unpacked once here, not for each user below.
  zone1 geometry := st_setsrid(alert.zone1, 4326);
  zone2 geometry := st_setsrid(alert.zone2, 4326);
  zone3 geometry := st_setsrid(alert.zone3, 4326);
  notified integer;
  newly_reached integer;
begin
  with candidate as materialized (
    select l.user_id, st_y(l.location) as latitude, st_x(l.location) as longitude, l.moving_activity,
        app_private.level_at(zone1, zone2, zone3, l.location) as level,
        -- A subquery, asked row by row: as a join it would be planned by what was known before this publication.
        (select n.level from app_public.notifications n
          where n.alert_id = alert.id and n.user_id = l.user_id order by n.level limit 1) as told
      from app_public.last_positions l
      where l.user_id = any (user_ids)
  ), chosen as materialized (
    select * from candidate c where c.level is not null and (c.told is null or c.told > c.level)
  ), inserted as (
    insert into app_public.notifications (alert_id, user_id, level, latitude, longitude, moving_activity)
      select alert.id, c.user_id, c.level, c.latitude, c.longitude, c.moving_activity
        from chosen c order by c.level, c.user_id
  )
  select count(*), count(*) filter (where c.told is null) into notified, newly_reached from chosen c;
  if newly_reached > 0 then
    insert into app_private.alert_reach (alert_id, users) values (alert.id, newly_reached);
  end if;
  return notified;
end
$$;
comment on function app_private.notify_users(app_public.alerts, integer[]) is
  'Notifies these users of an alert at the zone their last position lies in, unless told already at this level or a more urgent one. The caller holds the locks of their last positions. Returns how many.';
--! EndIncluded functions/app_private.notify_users.sql
--! Included functions/app_private.publish_chunk.sql
create or replace function app_private.publish_chunk(alert_id integer, chunk_size integer default 10000) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  publication app_private.publications;
  alert app_public.alerts;
  oldest timestamptz;
  inner_zone geometry;
  zone geometry;
  candidates integer[];
begin
  -- A second publisher of the same alert waits here, and goes on where this one stopped.
  select p.* into publication from app_private.publications p where p.alert_id = publish_chunk.alert_id for update;
  if publication.alert_id is null or publication.completed_at is not null then
    return true;
  end if;
  select a.* into alert from app_public.alerts a where a.id = publication.alert_id;
  if not alert.active or alert.expires_at <= now() then
    update app_private.publications p set completed_at = clock_timestamp() where p.alert_id = alert.id;
    return true;
  end if;
  oldest := now() - alert.max_position_age;

  -- The rows are locked, and then looked at anew: a report of the same user comes before or after, never between.
  if publication.last_user_id = 0 and publication.level = 'ONE' then
    -- Most alerts concern few: all of them at once, by the index of places.
    select array_agg(c.user_id) into candidates from (
      select l.user_id from app_public.last_positions l
        where st_covers(alert.zone3, l.location) and l.taken_at > oldest
        limit chunk_size + 1 for share
    ) c;
    if coalesce(cardinality(candidates), 0) <= chunk_size then
      perform app_private.notify_users(alert, candidates);
      update app_private.publications p set completed_at = clock_timestamp() where p.alert_id = alert.id;
      return true;
    end if;
  end if;

  -- A large one: level by level, through all users by id. "is true" keeps the index of places out of it.
  -- ST_SetSRID unpacks a zone once here, not for each user below.
  zone := st_setsrid(
    case publication.level when 'ONE' then alert.zone1 when 'TWO' then alert.zone2 else alert.zone3 end, 4326);
  inner_zone := st_setsrid(case publication.level when 'TWO' then alert.zone1 when 'THREE' then alert.zone2 end, 4326);
  select array_agg(c.user_id) into candidates from (
    select l.user_id from app_public.last_positions l
      where l.user_id > publication.last_user_id and l.user_id <= publication.last_user_id + chunk_size
        and l.taken_at > oldest
        and st_covers(zone, l.location) is true
        and (inner_zone is null or st_covers(inner_zone, l.location) is not true)
      for share
  ) c;
  perform app_private.notify_users(alert, candidates);
  publication.last_user_id := publication.last_user_id + chunk_size;

  if not exists (select from app_public.last_positions l where l.user_id > publication.last_user_id) then
    if publication.level = 'THREE' then
      update app_private.publications p set completed_at = clock_timestamp() where p.alert_id = alert.id;
      return true;
    end if;
    publication.level := case publication.level when 'ONE' then 'TWO' else 'THREE' end;
    publication.last_user_id := 0;
  end if;
  update app_private.publications p
    set level = publication.level, last_user_id = publication.last_user_id where p.alert_id = alert.id;
  return false;
end
$$;
comment on function app_private.publish_chunk(integer, integer) is
  'Notifies the next users whose last position lies in the alert''s zones, most urgent level first; true when none is left. To be called in a transaction of its own, begun after the alert was committed, until it says so.';
grant execute on function app_private.publish_chunk(integer, integer) to app_host;
--! EndIncluded functions/app_private.publish_chunk.sql
--! Included functions/app_private.end_expired_alerts.sql
create or replace function app_private.end_expired_alerts() returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  ended integer;
begin
  update app_public.alerts set active = false where active and expires_at <= now();
  get diagnostics ended = row_count;
  return ended;
end
$$;
comment on function app_private.end_expired_alerts() is 'Takes expired alerts out of the index that position reports ask; returns how many.';
--! EndIncluded functions/app_private.end_expired_alerts.sql
--! Included functions/app_private.compact_alert_reach.sql
create or replace function app_private.compact_alert_reach() returns integer
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  compacted integer;
begin
  with deleted as (
    delete from app_private.alert_reach r
      where r.alert_id in (select m.alert_id from app_private.alert_reach m group by m.alert_id having count(*) > 1)
      returning r.alert_id, r.users
  )
  insert into app_private.alert_reach (alert_id, users) select d.alert_id, sum(d.users) from deleted d group by d.alert_id;
  get diagnostics compacted = row_count;
  return compacted;
end
$$;
comment on function app_private.compact_alert_reach() is 'Adds up the rows of each alert into one; the sum stays as it was. Returns how many alerts.';
--! EndIncluded functions/app_private.compact_alert_reach.sql
--! Included functions/app_private.new_alert.sql
create or replace function app_private.new_alert(input app_public.alert_input) returns integer
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  setting app_private.settings;
  area geometry := app_private.area_of_points(input.points);
  zone2 geometry;
  zone3 geometry;
  new_id integer;
begin
  select s.* into setting from app_private.settings s;
  zone2 := app_private.zone_around(area, setting.level2_distance);
  zone3 := app_private.zone_around(area, setting.level3_distance);
  insert into app_public.alerts (
      user_id, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age, text1, text2, text3)
    values (
      app_public.current_user_id(), now() + setting.alert_duration, area, zone2, zone3,
      setting.level2_distance, setting.level3_distance, setting.max_position_age, input.text1, input.text2, input.text3)
    returning id into new_id;
  insert into app_private.publications (alert_id) values (new_id);
  -- Should the host die between this transaction and the matching, a job goes on with it.
  perform graphile_worker.add_job(
    'publish_alert', json_build_object('alertId', new_id),
    run_at => now() + interval '5 seconds', job_key => 'publish_alert:' || new_id);
  -- Last, as reports wait from here to the commit; see app_private.publication_lock().
  perform pg_advisory_xact_lock(app_private.publication_lock());
  return new_id;
end
$$;
comment on function app_private.new_alert(app_public.alert_input) is
  'The first phase of a publication: makes the alert visible, having waited for the reports in flight. The second is app_private.publish_chunk(), for which a job is queued here. Returns the alert''s id.';
grant execute on function app_private.new_alert(app_public.alert_input) to app_admin;
--! EndIncluded functions/app_private.new_alert.sql
--! Included functions/app_public.alerts_area.sql
create or replace function app_public.alerts_area(alert app_public.alerts) returns text
language sql immutable parallel safe
as $$
  select public.st_astext(alert.zone1)
$$;
comment on function app_public.alerts_area(app_public.alerts) is E'@notNull\nWell-known text, longitude before latitude: POLYGON((lon lat,lon lat,…)).';
grant execute on function app_public.alerts_area(app_public.alerts) to app_user;
--! EndIncluded functions/app_public.alerts_area.sql
--! Included functions/app_public.alerts_area_level2.sql
create or replace function app_public.alerts_area_level2(alert app_public.alerts) returns text
language sql immutable parallel safe
as $$
  select public.st_astext(alert.zone2)
$$;
comment on function app_public.alerts_area_level2(app_public.alerts) is E'@notNull\nThe area and the zone TWO around it, as well-known text.';
grant execute on function app_public.alerts_area_level2(app_public.alerts) to app_user;
--! EndIncluded functions/app_public.alerts_area_level2.sql
--! Included functions/app_public.alerts_area_level3.sql
create or replace function app_public.alerts_area_level3(alert app_public.alerts) returns text
language sql immutable parallel safe
as $$
  select public.st_astext(alert.zone3)
$$;
comment on function app_public.alerts_area_level3(app_public.alerts) is E'@notNull\nThe area and the zones TWO and THREE around it, as well-known text.';
grant execute on function app_public.alerts_area_level3(app_public.alerts) to app_user;
--! EndIncluded functions/app_public.alerts_area_level3.sql
--! Included functions/app_public.alerts_audio1.sql
create or replace function app_public.alerts_audio1(alert app_public.alerts) returns integer[]
language sql immutable parallel safe
as $$
  select '{}'::pg_catalog.int4[]
$$;
comment on function app_public.alerts_audio1(app_public.alerts) is E'@notNull\n@itemsNotNull\nThe text as speech: the bytes of an MP3 file; empty while there is none.';
grant execute on function app_public.alerts_audio1(app_public.alerts) to app_user;
--! EndIncluded functions/app_public.alerts_audio1.sql
--! Included functions/app_public.alerts_audio2.sql
create or replace function app_public.alerts_audio2(alert app_public.alerts) returns integer[]
language sql immutable parallel safe
as $$
  select '{}'::pg_catalog.int4[]
$$;
comment on function app_public.alerts_audio2(app_public.alerts) is E'@notNull\n@itemsNotNull\nAs audio1, for text2.';
grant execute on function app_public.alerts_audio2(app_public.alerts) to app_user;
--! EndIncluded functions/app_public.alerts_audio2.sql
--! Included functions/app_public.alerts_audio3.sql
create or replace function app_public.alerts_audio3(alert app_public.alerts) returns integer[]
language sql immutable parallel safe
as $$
  select '{}'::pg_catalog.int4[]
$$;
comment on function app_public.alerts_audio3(app_public.alerts) is E'@notNull\n@itemsNotNull\nAs audio1, for text3.';
grant execute on function app_public.alerts_audio3(app_public.alerts) to app_user;
--! EndIncluded functions/app_public.alerts_audio3.sql
--! Included functions/app_public.alerts_reached_users.sql
create or replace function app_public.alerts_reached_users(alert app_public.alerts) returns integer
language plpgsql stable parallel safe security definer set search_path = pg_catalog, pg_temp
as $$
begin
  return (select coalesce(sum(r.users), 0) from app_private.alert_reach r where r.alert_id = alert.id);
end
$$;
comment on function app_public.alerts_reached_users(app_public.alerts) is E'@notNull\nHow many users were notified of it, each counted once.';
grant execute on function app_public.alerts_reached_users(app_public.alerts) to app_user;
--! EndIncluded functions/app_public.alerts_reached_users.sql
