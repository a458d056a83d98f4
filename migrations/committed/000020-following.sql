--! Previous: sha1:01bed53092d52f09d5b94c9060318112e5f67712
--! Hash: sha1:d744cc4ad1cd1fb54e4e92e7c7a53ad50568432a
--! Message: Following

set local check_function_bodies = off; -- Functions call later ones.

create type app_private.border_cell as (
  x1 double precision,
  y1 double precision,
  x2 double precision,
  y2 double precision,
  distance double precision
);
comment on type app_private.border_cell is
  'The bounding box of a piece of a border and its distance, in metres relative to the place.';
comment on column app_private.border_cell.x1 is 'The least distance to the east of the place, in metres.';
comment on column app_private.border_cell.y1 is 'The least distance to the north of the place, in metres.';
comment on column app_private.border_cell.x2 is 'The greatest distance to the east of the place, in metres.';
comment on column app_private.border_cell.y2 is 'The greatest distance to the north of the place, in metres.';
comment on column app_private.border_cell.distance is 'The distance of the border from the place, in metres.';

create type app_public.watch_circle as (
  latitude double precision,
  longitude double precision,
  radius double precision,
  holds_you boolean,
  distance double precision
);
comment on type app_public.watch_circle is 'A circle for a phone to watch: on entering it, report where you are.';
comment on column app_public.watch_circle.latitude is E'@notNull\nThe latitude of its centre, in degrees north.';
comment on column app_public.watch_circle.longitude is E'@notNull\nThe longitude of its centre, in degrees east.';
comment on column app_public.watch_circle.radius is E'@notNull\nIts radius in metres, 100 at least.';
comment on column app_public.watch_circle.holds_you is
  E'@notNull\nTrue if the place lies in it: report all the time until you have left it.';
comment on column app_public.watch_circle.distance is
  E'@notNull\nThe distance from the place to the nearest border that it covers, in metres.';

create type app_public.zone_near as (
  alert_id integer,
  version integer,
  level app_public.level_alert,
  holds_you boolean,
  distance double precision,
  expires_at timestamptz,
  text text,
  geo_json app_public.geo_json
);
comment on type app_public.zone_near is 'A zone of an active alert near a place.';
comment on column app_public.zone_near.alert_id is E'@notNull\nThe id of the alert.';
comment on column app_public.zone_near.version is E'@notNull\nThe version of the alert that this zone is of.';
comment on column app_public.zone_near.level is
  E'@notNull\nThe level of the zone. Zone TWO includes ONE, and THREE both.';
comment on column app_public.zone_near.holds_you is E'@notNull\nTrue if the place lies in the zone.';
comment on column app_public.zone_near.distance is
  'The distance from the place to the border of the zone, in metres. Null if no border lies within the radius.';
comment on column app_public.zone_near.expires_at is
  E'@notNull\nWhen the alert ends by itself.';
comment on column app_public.zone_near.text is E'@notNull\nThe text of that level.';
comment on column app_public.zone_near.geo_json is
  E'@notNull\nThe exact zone, with all its holes and pieces: a Polygon or a MultiPolygon of GeoJSON (RFC 7946).';

create type app_public.alerts_near as (
  cursor text,
  refresh_radius double precision,
  zones app_public.zone_near[],
  omitted_zones integer,
  circles app_public.watch_circle[]
);
comment on type app_public.alerts_near is 'The zones near a place, and circles for a phone to watch.';
comment on column app_public.alerts_near.cursor is
  E'@notNull\nThe cursor of the last change of any alert. Send it as since to ask if the answer still holds.';
comment on column app_public.alerts_near.refresh_radius is
  E'@notNull\nThe radius around the place in which the circles hold, in metres: half the radius asked for, or more. Who leaves it asks again.';
comment on column app_public.alerts_near.zones is
  E'@notNull\n@itemsNotNull\nThe zones that hold the place or have a border within the radius: those that hold it first, then the most urgent and nearest. At most 300.';
comment on column app_public.alerts_near.omitted_zones is
  E'@notNull\nHow many further zones there are. The circles cover their borders too.';
comment on column app_public.alerts_near.circles is
  E'@notNull\n@itemsNotNull\nCircles that cover the borders of all these zones within refreshRadius, the nearest border first. At most 19.';

--! Included following/app_private.alert_progress.sql
create or replace function app_private.alert_progress(alert_id integer) returns text
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set jit = off
as $$
begin
  return (
    select concat_ws(' ',
        a.version, a.active,
        (select sum(r.users) from app_private.alert_reach r where r.alert_id = a.id),
        (select concat_ws(' ', count(*), count(*) filter (where n.seen)) from app_public.notifications n where n.alert_id = a.id),
        (select concat_ws(' ', count(*), count(*) filter (where d.attempts > 0), count(*) filter (where d.state = 'accepted'),
            count(*) filter (where d.state in ('failed', 'dead')), count(d.why))
          from app_private.deliveries d where d.alert_id = a.id))
      from app_public.alerts a where a.id = alert_progress.alert_id);
end
$$;
comment on function app_private.alert_progress(integer) is
  'Returns a fingerprint of an alert''s figures, which changes with them: users reached, notifications made and seen, and the results of pushes. Null for an unknown alert.';
grant execute on function app_private.alert_progress(integer) to app_host;
--! EndIncluded following/app_private.alert_progress.sql
--! Included following/app_private.alerts_since.sql
create or replace function app_private.alerts_since(since text) returns integer[]
language plpgsql stable
as $$
declare
  parts constant bigint[] := app_private.read_cursor(since, 'alert');
begin
  -- A restored database assigns the same numbers to other changes. The id and the time of the change detect this.
  if parts is not null and not exists (
    select from app_public.alert_changes c
      where c.number = parts[1] and c.alert_id = parts[3] and extract(epoch from c.made_at) * 1000000 = parts[4])
  then
    perform app_private.refuse_unknown_cursor();
  end if;
  return array(select distinct c.alert_id from app_public.alert_changes c where c.number > coalesce(parts[1], 0));
end
$$;
comment on function app_private.alerts_since(text) is
  'Returns the ids of the alerts that are new or have changed since a cursor, of all alerts for an empty text. Error LA400 for an invalid cursor, LA409 if the database does not have the change.';
grant execute on function app_private.alerts_since(text) to app_user;
--! EndIncluded following/app_private.alerts_since.sql
--! Included following/app_private.announce_gone_positions.sql
create or replace function app_private.announce_gone_positions(user_ids integer[]) returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  -- The payload of NOTIFY has at most 8,000 bytes: 600 ids of eleven digits, with commas.
  select pg_notify('last_positions_gone', json_agg(g.user_id order by g.user_id)::text)
    from unnest(user_ids) with ordinality g (user_id, place)
    group by (g.place - 1) / 600
$$;
comment on function app_private.announce_gone_positions(integer[]) is
  'Announces to the hosts by NOTIFY that this transaction deleted the last positions of these users, for subscribers to the map.';
--! EndIncluded following/app_private.announce_gone_positions.sql
--! Included following/app_private.border_near.sql
create or replace function app_private.border_near(zone public.geometry, box public.geometry, tolerance double precision)
returns public.geometry
language plpgsql immutable parallel safe set search_path = pg_catalog, public, pg_temp
as $$
declare
  outline constant geometry := st_boundary(zone);
  border geometry := st_collectionextract(st_intersection(outline, box), 2);
  meridian constant geometry := st_geomfromtext('LINESTRING(180 -90, 180 90)', 4326);
  seam geometry;
begin
  if st_xmin(zone) = -180 and st_xmax(zone) = 180 and (st_xmin(box) = -180 or st_xmax(box) = 180) then
    -- The cut at the 180th meridian is not a border. With a grid size, GEOS does not accept points among lines.
    seam := st_collectionextract(st_intersection(
      st_collectionextract(st_intersection(outline, meridian), 2),
      st_translate(st_collectionextract(st_intersection(outline, st_translate(meridian, -360, 0)), 2), 360, 0), 1e-10), 2);
    border := st_collectionextract(
      st_difference(border, st_collectionextract(st_collect(seam, st_translate(seam, -360, 0)), 2), 1e-10), 2);
  end if;
  -- A corner each twentieth of a degree keeps edges straight in longitude and latitude.
  return case when not st_isempty(border) then st_segmentize(st_simplify(border, tolerance / 111320, true), 0.05) end;
end
$$;
comment on function app_private.border_near(public.geometry, public.geometry, double precision) is
  'Returns the part of a zone''s border in a box, simplified within a tolerance in metres. Null if the box contains no border.';
--! EndIncluded following/app_private.border_near.sql
--! Included following/app_private.box_around.sql
create or replace function app_private.box_around(latitude double precision, longitude double precision, metres double precision)
returns public.geometry
language plpgsql immutable parallel safe set search_path = pg_catalog, public, pg_temp
as $$
declare
  -- A degree of latitude has at least 110,500 m, one of longitude on the equator 111,300 m.
  latitude_margin constant double precision := metres / 110500;
  max_latitude constant double precision := abs(latitude) + latitude_margin;
  longitude_margin constant double precision := case when max_latitude < 89 then metres / (111300 * cosd(max_latitude)) else 180 end;
begin
  if longitude_margin >= 180 then
    return st_makeenvelope(-180, greatest(-90, latitude - latitude_margin), 180, least(90, latitude + latitude_margin), 4326);
  end if;
  return app_private.cut_at_180(st_makeenvelope(
    longitude - longitude_margin, latitude - latitude_margin, longitude + longitude_margin, latitude + latitude_margin, 4326));
end
$$;
comment on function app_private.box_around(double precision, double precision, double precision) is
  'Returns a box in degrees that contains all points within a distance in metres of a place, cut at the 180th meridian.';
--! EndIncluded following/app_private.box_around.sql
--! Included following/app_private.cover_borders.sql
create or replace function app_private.cover_borders(
  cells app_private.border_cell[], projection text, tolerance double precision
)
returns app_public.watch_circle[]
language plpgsql immutable parallel safe set search_path = pg_catalog, public, pg_temp
as $$
begin
  return array(
    with placed as (
      select c.*, (c.x1 + c.x2) / 2 as x, (c.y1 + c.y2) / 2 as y, greatest(1, sqrt((c.x1 + c.x2) ^ 2 + (c.y1 + c.y2) ^ 2) / 2) as far
        from unnest(cells) c
    ), clustered as (
      select st_makebox2d(st_makepoint(p.x1, p.y1), st_makepoint(p.x2, p.y2))::geometry as corners, p.distance,
          -- The transformation compresses great distances, so that circles near the user are smaller.
          st_clusterkmeans(st_makepoint(p.x / p.far ^ 0.75, p.y / p.far ^ 0.75), least(19, cardinality(cells))) over () as cluster
        from placed p
    ), bounded as (
      select st_minimumboundingradius(st_collect(c.corners)) as circle, min(c.distance) as distance from clustered c group by c.cluster
    ), numbered as (
      select (b.circle).center as centre, b.distance, row_number() over (order by b.distance) as number,
          -- The projection is exact to a ten-thousandth.
          greatest(100, (b.circle).radius * 1.001 + tolerance + 5) as radius
        from bounded b
    ), located as (
      -- One call for all centres, as each call builds the projection again.
      select p.path[1] as number, p.geom as centre
        from (select st_transform(st_collect(n.centre order by n.number), projection, 4326) as centres from numbered n) c, st_dumppoints(c.centres) p
    )
    select row(st_y(l.centre), st_x(l.centre), n.radius, st_distance(n.centre, st_makepoint(0, 0)) < n.radius, n.distance)::app_public.watch_circle
      from numbered n join located l using (number) order by number);
end
$$;
comment on function app_private.cover_borders(app_private.border_cell[], text, double precision) is
  'Returns at most 19 circles that cover these cells of borders, the nearest first. The tolerance in metres is that of the borders.';
--! EndIncluded following/app_private.cover_borders.sql
--! Included following/app_private.last_positions_after.sql
create or replace function app_private.last_positions_after(position_id bigint)
returns table (id bigint, user_id integer, created_at timestamptz)
language plpgsql stable security definer rows 1000
-- The settings force the index on id, as statistics do not include the newest rows.
set search_path = pg_catalog, pg_temp set enable_seqscan = off set enable_sort = off set jit = off
as $$
begin
  return query
    select p.id, p.user_id, p.created_at
      from (
        select q.id, q.user_id, q.created_at from app_public.positions q
          where q.id > last_positions_after.position_id and q.created_at > now() - interval '1 minute'
          order by q.id offset 0
      ) p
      -- A scalar subquery forces an index lookup for each row, for the same reason.
      where p.id = (select l.position_id from app_public.last_positions l where l.user_id = p.user_id);
end
$$;
comment on function app_private.last_positions_after(bigint) is
  'Returns the last positions with a higher position id, so at most one for each user. Hosts poll it while administrators subscribe. A position that commits late may have a lower id than one that was already returned.';
grant execute on function app_private.last_positions_after(bigint) to app_host;
--! EndIncluded following/app_private.last_positions_after.sql
--! Included following/app_private.lone_positions_after.sql
create or replace function app_private.lone_positions_after(position_id bigint)
returns table (id bigint, user_id integer)
language plpgsql stable security definer rows 1000
-- The settings force the index, as statistics do not cover the newest rows.
set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off
as $$
begin
  return query
    select l.position_id, l.user_id from app_private.lone_positions l
      where l.position_id > lone_positions_after.position_id
      order by l.position_id;
end
$$;
comment on function app_private.lone_positions_after(bigint) is
  'Returns the last positions with a higher position id of users of whom only the last position is kept. Hosts poll it beside app_private.last_positions_after(), which does not return these.';
grant execute on function app_private.lone_positions_after(bigint) to app_host;
--! EndIncluded following/app_private.lone_positions_after.sql
--! Included following/app_private.newest_position_id.sql
create or replace function app_private.newest_position_id() returns bigint
language plpgsql stable security definer
-- The settings force the indexes on ids, as statistics do not cover the newest rows.
set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off
as $$
begin
  return greatest((select max(p.id) from app_public.positions p), (select max(l.position_id) from app_private.lone_positions l), 0);
end
$$;
comment on function app_private.newest_position_id() is
  'Returns the id of the newest position report, with which app_private.last_positions_after() and app_private.lone_positions_after() begin.';
grant execute on function app_private.newest_position_id() to app_host;
--! EndIncluded following/app_private.newest_position_id.sql
--! Included following/app_private.note_alert_changes.sql
create or replace function app_private.note_alert_changes(alert_ids integer[]) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  if cardinality(alert_ids) > 0 then
    -- The lock is held until the commit, so that numbers are in the order of commits. Callers take no other lock after it.
    perform pg_advisory_xact_lock(4156::int8 << 32);
    insert into app_public.alert_changes (alert_id) select unnest(alert_ids);
  end if;
end
$$;
comment on function app_private.note_alert_changes(integer[]) is
  'Logs a change of each of these alerts in app_public.alert_changes, for cursors. It is the last step of a transaction.';
--! EndIncluded following/app_private.note_alert_changes.sql
--! Included following/app_private.notifications_between.sql
create or replace function app_private.notifications_between(
  alert_ids integer[], first_ids bigint[], last_ids bigint[], user_ids integer[]
) returns table (id bigint, user_id integer)
language plpgsql stable security definer rows 1000
-- The settings force the index on id, as statistics do not cover the newest rows.
set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off
as $$
begin
  return query
    select n.id::bigint, n.user_id
      from unnest(alert_ids, first_ids, last_ids) r (alert_id, first_id, last_id)
      cross join lateral (
        select m.id, m.user_id from app_public.notifications m
          where m.alert_id = r.alert_id and m.id between r.first_id and r.last_id offset 0
      ) n
      where user_ids is null or n.user_id in (select u.user_id from unnest(user_ids) u (user_id));
end
$$;
comment on function app_private.notifications_between(integer[], bigint[], bigint[], integer[]) is
  'Returns the notifications in announced ranges of ids and their users. Each range is an alert with its lowest and highest id; user_ids limits them to these users unless it is null. Hosts call it for their subscribers, who then read their own notifications under their own role.';
grant execute on function app_private.notifications_between(integer[], bigint[], bigint[], integer[]) to app_host;
--! EndIncluded following/app_private.notifications_between.sql
--! Included following/app_private.notifications_since.sql
create or replace function app_private.notifications_since(since text) returns bigint
language plpgsql stable
as $$
declare
  parts constant bigint[] := app_private.read_cursor(since, 'notification');
begin
  if parts is null then
    return 0;
  end if;
  if parts[2] <> app_public.current_user_id() then
    raise exception using errcode = 'LA400', message = 'since is a cursor of another user: begin again with an empty text.';
  end if;
  -- A restored database assigns the same numbers to other changes. The id and the time of the change detect this.
  if not exists (
    select from app_public.notifications n
      where n.user_id = app_public.current_user_id() and n.id = parts[3] and extract(epoch from n.created_at) * 1000000 = parts[4]
        and coalesce(n.seen_change, n.id) >= parts[1])
  then
    perform app_private.refuse_unknown_cursor();
  end if;
  return parts[1];
end
$$;
comment on function app_private.notifications_since(text) is
  'Returns the number of the change in a cursor of the caller''s notifications, and 0 for an empty text. Error LA400 for an invalid cursor, LA409 if the database does not have the change.';
grant execute on function app_private.notifications_since(text) to app_user;
--! EndIncluded following/app_private.notifications_since.sql
--! Included following/app_private.order_notifications.sql
create or replace function app_private.order_notifications(user_id integer) returns void
language sql volatile
as $$
  select pg_catalog.pg_advisory_xact_lock((4157::pg_catalog.int8 << 32) | user_id)
$$;
comment on function app_private.order_notifications(integer) is
  'Serializes the changes of a user''s notifications by an advisory lock until the transaction ends, so that their numbers are in the order of commits. Publications lock the user''s reports instead, so the caller takes that lock first: see app_private.share_report_lock().';
grant execute on function app_private.order_notifications(integer) to app_user;
--! EndIncluded following/app_private.order_notifications.sql
--! Included following/app_private.read_cursor.sql
create or replace function app_private.read_cursor(since text, kind text) returns bigint[]
language plpgsql immutable parallel safe set search_path = pg_catalog, pg_temp
as $$
declare
  parts text[];
begin
  if since = '' then
    return null;
  end if;
  if length(since) % 2 = 0 and since ~ '^[0-9a-f]{2,200}$' then
    -- The format "escape" takes any bytes. They may be no valid UTF-8.
    parts := regexp_match(encode(decode(since, 'hex'), 'escape'), '^(alert|notification)((?: \d{1,18}){4})$');
  end if;
  if parts is null then
    raise exception using errcode = 'LA400',
      message = 'since is not a cursor: send the cursor of the last row that you got, or an empty text to begin at the start.';
  end if;
  if parts[1] <> kind then
    raise exception using errcode = 'LA400', message = format('since is a cursor of %ss, not of %ss: keep one for each.', parts[1], kind);
  end if;
  return string_to_array(btrim(parts[2]), ' ')::bigint[];
end
$$;
comment on function app_private.read_cursor(text, text) is
  'Returns the four numbers in a cursor of this kind, alert or notification. Null for an empty text. Error LA400 for an invalid cursor, or one of the other kind.';
grant execute on function app_private.read_cursor(text, text) to app_user;
--! EndIncluded following/app_private.read_cursor.sql
--! Included following/app_private.refuse_unknown_cursor.sql
create or replace function app_private.refuse_unknown_cursor() returns void
language plpgsql stable
as $$
begin
  raise exception using errcode = 'LA409',
    message = 'since names a change that is not here, as after a restore of the database: begin again with an empty text. Ids tell which rows you have.';
end
$$;
comment on function app_private.refuse_unknown_cursor() is
  'Raises error LA409 for a cursor whose change the database does not have.';
grant execute on function app_private.refuse_unknown_cursor() to app_user;
--! EndIncluded following/app_private.refuse_unknown_cursor.sql
--! Included following/app_private.write_cursor.sql
create or replace function app_private.write_cursor(kind text, number bigint, owner_id integer, id bigint, at timestamptz) returns text
language sql immutable parallel safe
as $$
  select pg_catalog.encode(pg_catalog.convert_to(pg_catalog.concat_ws(' ', kind, number, owner_id, id,
    (extract(epoch from at) * 1000000)::pg_catalog.int8), 'UTF8'), 'hex')
$$;
comment on function app_private.write_cursor(text, bigint, integer, bigint, timestamptz) is
  'Encodes a cursor: its kind, the number of a change, the user''s id (0 for alerts), and the id and the time of the changed row, by which a restored database detects a change that it has lost.';
grant execute on function app_private.write_cursor(text, bigint, integer, bigint, timestamptz) to app_user;
--! EndIncluded following/app_private.write_cursor.sql
--! Included following/app_public.active_alerts_near.sql
-- Security definer, as its helpers are not granted. It shows zones of active alerts, which each user may read.
create or replace function app_public.active_alerts_near(
  latitude double precision, longitude double precision, radius double precision, since text default null
) returns app_public.alerts_near
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp set jit = off
as $$
declare
  caller constant app_public.users := app_private.require_user();
  location geometry;
  projection text;
  zones app_public.zone_near[];
  cells app_private.border_cell[];
  near_cells app_private.border_cell[];
  answer app_public.alerts_near;
  box geometry;
  tolerance double precision;
  crowding double precision;
begin
  if (latitude between -90 and 90 and longitude between -180 and 180) is not true then
    raise exception using errcode = 'LA400', message = 'The place is off the globe: send a latitude from -90 to 90 and a longitude from -180 to 180, in degrees.';
  end if;
  if (radius between 100 and 100000) is not true then
    raise exception using errcode = 'LA400', message = 'radius is not from 100 to 100,000: send it in metres.';
  end if;
  if since is not null and app_private.alerts_since(since) = '{}' then
    return null;
  end if;
  answer.cursor := app_public.newest_alert_cursor();
  location := st_setsrid(st_makepoint(longitude, latitude), 4326);
  -- Within 100 km of its centre the scale error of this projection is at most a ten-thousandth.
  projection := format('+proj=stere +lat_0=%s +lon_0=%s +datum=WGS84', latitude, longitude);
  box := app_private.box_around(latitude, longitude, radius);
  -- The tolerance grows with the number of alerts, which bounds the cost of their borders.
  crowding := greatest(1, sqrt((select count(*) from app_public.alerts a where a.active and a.zone3 && box) / 20.0));
  tolerance := greatest(2, radius / 2500) * crowding;

  with near as materialized (
    select a.id, a.version, a.expires_at, z.level, z.text, z.zone,
        st_covers(z.zone, location) or abs(longitude) = 180 and app_private.covers_from_other_side(z.zone, location) as holds_you,
        app_private.border_near(z.zone, box, tolerance) as border, row_number() over () as number
      from app_public.alerts a,
        lateral (values ('ONE'::app_public.level_alert, a.text1, a.zone1), ('TWO', a.text2, a.zone2), ('THREE', a.text3, a.zone3))
          z (level, text, zone)
      where app_private.is_active(a.active, a.expires_at) and a.zone3 && box and st_intersects(z.zone, box)
        and app_private.applies_to(a.status, caller.is_tester)
  ), drawn as (
    -- One call projects all borders, as each call builds the projection again.
    select numbers[part.path[1]] as number, st_segmentize(st_collect(part.geom), greatest(50, radius / 40) * crowding) as border
      from (select st_transform(st_collect(n.border order by n.number), projection) as borders, array_agg(n.number order by n.number) as numbers
          from near n where n.border is not null) c,
        st_dump(c.borders) part
      group by 1
  ), measured as materialized (
    select n.id, n.version, n.expires_at, n.level, n.text, n.zone, n.holds_you, d.border, st_distance(d.border, st_makepoint(0, 0)) as distance
      from near n left join drawn d on d.number = n.number
  ), relevant as materialized (
    select m.*, case when m.distance <= radius then m.distance end as within, row_number() over (
        order by m.holds_you desc, m.level, m.distance, m.id desc) as place
      from measured m where m.holds_you or m.distance <= radius
  ), edges as (
    select st_xmin(s.geom) as x1, st_ymin(s.geom) as y1, st_xmax(s.geom) as x2, st_ymax(s.geom) as y2,
        st_distance(s.geom, st_makepoint(0, 0)) as distance
      from relevant r, st_dumpsegments(r.border) s where r.within is not null
  ), sized as (
    -- Small cells near the user, larger ones farther away.
    select e.*, 2 ^ floor(ln(greatest(e.distance, 100) / 8) / ln(2::double precision)) as size from edges e where e.distance <= radius
  ), gathered as (
    select row(min(s.x1), min(s.y1), max(s.x2), max(s.y2), min(s.distance))::app_private.border_cell as cell
      from sized s group by s.size, floor((s.x1 + s.x2) / 2 / s.size), floor((s.y1 + s.y2) / 2 / s.size)
  )
  select
      array(
        select row(r.id, r.version, r.level, r.holds_you, r.within, r.expires_at, r.text,
            st_asgeojson(r.zone, 9, 0)::app_public.geo_json)::app_public.zone_near
          from relevant r where r.place <= 300 order by r.place),
      (select greatest(count(*) - 300, 0) from relevant r),
      array(select g.cell from gathered g)
    into zones, answer.omitted_zones, cells;

  answer.zones := zones;
  answer.circles := '{}';
  answer.refresh_radius := radius;
  -- A smaller radius may avoid a large circle around the user, in which the phone would have to report all the time.
  foreach answer.refresh_radius in array array[radius, radius * 0.7, radius * 0.5] loop
    near_cells := array(select c from unnest(cells) c where (c).distance <= answer.refresh_radius);
    answer.circles := case when cardinality(near_cells) > 0 then app_private.cover_borders(near_cells, projection, tolerance) else '{}' end;
    exit when not exists (select from unnest(answer.circles) c where (c).holds_you and (c).distance > 100);
  end loop;
  return answer;
end
$$;
comment on function app_public.active_alerts_near(double precision, double precision, double precision, text) is
  E'@argument latitude Degrees north, -90 to 90.\n@argument longitude Degrees east, -180 to 180.\n@argument radius How far to look, in metres: 100 to 100,000.\n@argument since The cursor of an earlier answer for the same place and radius. If no alert is new or has changed since, the answer is null: the earlier one still holds.\nThe zones of active alerts near a place, and circles for a phone to watch by itself. Whoever is outside all circles enters one of them before they cross a border, within refreshRadius of the place. Exercises and tests are included only for testers.';
grant execute on function app_public.active_alerts_near(double precision, double precision, double precision, text) to app_user;
--! EndIncluded following/app_public.active_alerts_near.sql
--! Included following/app_public.alerts_cursor.sql
create or replace function app_public.alerts_cursor(alert app_public.alerts) returns text
language sql stable
as $$
  select coalesce((
    select app_private.write_cursor('alert', c.number, 0, c.alert_id, c.made_at)
      from app_public.alert_changes c where c.alert_id = alert.id order by c.number desc limit 1), '')
$$;
comment on function app_public.alerts_cursor(app_public.alerts) is
  E'@notNull\nThe cursor of its last change, for alerts(since:).';
grant execute on function app_public.alerts_cursor(app_public.alerts) to app_user;
--! EndIncluded following/app_public.alerts_cursor.sql
--! Included following/app_public.newest_alert_cursor.sql
-- Security definer, as the writing of cursors is not granted. It shows only a cursor.
create or replace function app_public.newest_alert_cursor() returns text
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform app_private.require_user();
  return coalesce((
    select app_private.write_cursor('alert', c.number, 0, c.alert_id, c.made_at)
      from app_public.alert_changes c order by c.number desc limit 1), '');
end
$$;
comment on function app_public.newest_alert_cursor() is
  E'@notNull\nThe cursor of the last change of any alert, from which to follow later changes. Empty if there is none.';
grant execute on function app_public.newest_alert_cursor() to app_user;
--! EndIncluded following/app_public.newest_alert_cursor.sql
--! Included following/app_public.newest_notification_cursor.sql
create or replace function app_public.newest_notification_cursor() returns text
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform app_private.require_user();
  return coalesce((
    select app_private.write_cursor('notification', coalesce(n.seen_change, n.id), n.user_id, n.id, n.created_at)
      from app_public.notifications n where n.user_id = app_public.current_user_id()
      order by coalesce(n.seen_change, n.id) desc limit 1), '');
end
$$;
comment on function app_public.newest_notification_cursor() is
  E'@notNull\nThe cursor of the last change of your notifications, from which to follow later changes. Empty if there is none.';
grant execute on function app_public.newest_notification_cursor() to app_user;
--! EndIncluded following/app_public.newest_notification_cursor.sql
