--! Previous: sha1:bd5423644ea2e4ba2f0f4d2c322adda8d7274320
--! Hash: sha1:c26d6d930f4016fc10a601777651ecf37cc0e1ca
--! Message: zones that err outwards

--! split: 1-current.sql
--! Included alerts/app_private.zone_around.sql
create or replace function app_private.zone_around(area public.geometry, distance double precision) returns public.geometry
-- Compilation (jit) would cost ten times as much as buffering a small area.
language plpgsql immutable set search_path = pg_catalog, public, pg_temp set jit = off
as $$
declare
  -- A hundredth of a millimetre. Without a grid, PostGIS retries a failed union with one, but in the embedded database
  -- the first failure ends the statement.
  grid constant double precision := 1e-10;
  projection constant text := '+proj=tmerc +lon_0=1.5 +datum=WGS84';
  -- Zones err outwards. Arcs round corners have 32 chords a quarter. GEOS rounds their number, so one may span half as
  -- much again. At the edge of a strip and 100 km further out the projection's metre is 0.06 percent short. Edges
  -- that are straight in longitude and latitude lie up to 8 cm off those between their points.
  outwards constant double precision := distance * 1.0006 / cos(1.5 * pi() / 128) + 0.08;
  zone geometry;
begin
  if greatest(abs(st_ymin(area)), abs(st_ymax(area))) + distance / 110500 > 89 then
    raise exception using errcode = 'LA400',
      message = 'The area or one of its outer zones comes too close to a pole (89 degrees north or south): draw a smaller area, or send smaller distances.';
  end if;
  -- The area is buffered in strips of three degrees. ST_Buffer on geography picks projections that are off by more than
  -- one percent for wide or northern areas. One projection serves all strips, which are turned to it: there no
  -- longitude comes near 180, where PROJ would wrap it. All pieces of a strip are projected at once, as each
  -- projection costs as much as a thousand points.
  select st_union(
      st_translate(
        st_transform(
          st_buffer(st_transform(st_segmentize(st_translate(piece.geom, -3 * strip, 0), 0.025), projection), outwards, 'quad_segs=32'),
          projection, 4326),
        3 * strip, 0), grid)
    into zone
    from generate_series(floor(st_xmin(area) / 3)::integer, floor(st_xmax(area) / 3)::integer) strip
    cross join lateral (
      select st_collectionextract(st_intersection(area, st_makeenvelope(3 * strip, -90, 3 * strip + 3, 90, 4326)), 3) as geom
    ) piece
    where not st_isempty(piece.geom);
  zone := st_union(area, zone, grid);
  if st_xmin(zone) < -180 or st_xmax(zone) > 180 then
    select st_union(piece.geom, grid) into zone from st_dump(app_private.cut_at_180(zone)) piece;
  end if;
  return zone;
end
$$;
comment on function app_private.zone_around(public.geometry, double precision) is
  'Returns the area and so many metres around it, cut at the 180th meridian. It errs outwards, by at most 1.5 m a kilometre and 10 cm. Error LA400 if that would come within a degree of a pole.';
--! EndIncluded alerts/app_private.zone_around.sql
--! Included alerts/app_private.draft_alert.sql
create or replace function app_private.draft_alert(input app_public.alert_input, previous app_public.alerts) returns app_public.alerts
language plpgsql stable set search_path = pg_catalog, public, pg_temp
as $$
declare
  setting app_private.settings;
  draft app_public.alerts := previous;
begin
  select s.* into setting from app_private.settings s;
  if cardinality(input.points) > 0 and input.area is not null then
    raise exception using errcode = 'LA400', message = 'points and area are both given: send one of them.';
  end if;
  if input.area is not null then
    draft.zone1 := app_private.area_of_geojson(input.area);
  -- An update without points keeps the area. An empty list is none.
  elsif input.points is not null or previous.id is null then
    draft.zone1 := app_private.area_of_points(coalesce(input.points, '{}'));
  end if;
  draft.level2_distance := coalesce(input.level2_distance, previous.level2_distance, setting.level2_distance);
  draft.level3_distance := coalesce(
    input.level3_distance, previous.level3_distance,
    -- The default of THREE grows with TWO, so that it stays further out.
    least(draft.level2_distance * setting.level3_distance / setting.level2_distance, 100000));
  if (draft.level2_distance > 0 and draft.level3_distance > draft.level2_distance and draft.level3_distance <= 100000) is not true then
    raise exception using errcode = 'LA400',
      message = 'level2Distance and level3Distance do not fit: send metres, level2Distance more than 0, level3Distance more than level2Distance and at most 100,000.';
  end if;
  if draft.zone1 is distinct from previous.zone1 or draft.level2_distance is distinct from previous.level2_distance
    or draft.level3_distance is distinct from previous.level3_distance
  then
    draft.zone2 := app_private.zone_around(draft.zone1, draft.level2_distance);
    draft.zone3 := app_private.zone_around(draft.zone1, draft.level3_distance);
  end if;

  draft.created_at := coalesce(previous.created_at, now());
  if input.expires_at is not null then
    if (input.expires_at > extract(epoch from now()) and input.expires_at < extract(epoch from now() + interval '1 year')) is not true then
      raise exception using errcode = 'LA400', message = 'expiresAt is not within the next year: send a future time in seconds since 1970-01-01 UTC.';
    end if;
    draft.expires_at := to_timestamp(input.expires_at);
  elsif previous.id is null then
    draft.expires_at := now() + setting.alert_duration;
  end if;
  if input.max_position_age not between 60 and 2592000 then
    raise exception using errcode = 'LA400', message = 'maxPositionAge is out of range: send 60 to 2,592,000 seconds (30 days).';
  end if;
  draft.max_position_age := coalesce(
    make_interval(secs => input.max_position_age), previous.max_position_age, setting.max_position_age);
  draft.max_accuracy := coalesce(previous.max_accuracy, setting.max_accuracy);

  draft.user_id := coalesce(previous.user_id, app_private.require_user_id());
  -- A blank title removes it.
  draft.title := nullif(btrim(coalesce(input.title, previous.title)), '');
  draft.text1 := coalesce(input.text1, previous.text1);
  draft.text2 := coalesce(input.text2, previous.text2);
  draft.text3 := coalesce(input.text3, previous.text3);
  draft.language := coalesce(input.language, previous.language, setting.default_language);
  draft.event := coalesce(input.event, previous.event);
  draft.template_id := coalesce(input.template_id, previous.template_id);
  draft.severity := coalesce(input.severity, previous.severity, 'UNKNOWN');
  draft.urgency := coalesce(input.urgency, previous.urgency, 'UNKNOWN');
  draft.certainty := coalesce(input.certainty, previous.certainty, 'UNKNOWN');
  draft.status := coalesce(
    previous.status,
    -- Whatever a training user asks for.
    case when (app_public.me()).is_training then 'EXERCISE'::app_public.alert_status end, input.status, 'ACTUAL');
  draft.active := true;
  draft.version := coalesce(previous.version, 0) + 1;
  draft.told_version := coalesce(previous.told_version, 1);
  return draft;
end
$$;
comment on function app_private.draft_alert(app_public.alert_input, app_public.alerts) is
  'Returns the alert that an input describes, as its publication would store it. Fields that the input leaves out come from the previous version, or from the settings for a new alert. A new alert of a training user is an exercise. Error LA400 says what is wrong with the input.';
--! EndIncluded alerts/app_private.draft_alert.sql
--! Included alerts/app_private.lock_active_alert.sql
create or replace function app_private.lock_active_alert(alert_id integer) returns app_public.alerts
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  alert app_public.alerts;
begin
  perform app_private.require_user_id();
  -- The same order of locks as in app_private.publish_chunk().
  perform from app_private.publications p where p.alert_id = lock_active_alert.alert_id for update;
  -- Not "for update": reports insert rows that refer to this one, and the caller waits for reports later.
  select a.* into alert from app_public.alerts a where a.id = lock_active_alert.alert_id for no key update;
  if alert.id is null then
    raise exception using errcode = 'LA404', message = 'There is no alert with this id.';
  end if;
  if (app_public.me()).is_training and app_private.applies_to(alert.status, is_tester => false) then
    raise exception using errcode = 'LA403', message = 'You are in training: you cannot change or end a real alert.';
  end if;
  if alert.cancelled_at is not null then
    raise exception using errcode = 'LA409', message = 'This alert is already cancelled: publish a new one.';
  end if;
  if not app_private.is_active(alert.active, alert.expires_at) then
    raise exception using errcode = 'LA409', message = 'This alert has expired: publish a new one.';
  end if;
  return alert;
end
$$;
comment on function app_private.lock_active_alert(integer) is
  'Returns an active alert and locks it for a change; no part of its publication runs meanwhile. Error LA401 without a user, LA404 for an unknown alert, LA403 if a training user asks for one that is no exercise or test, LA409 for one that has ended.';
--! EndIncluded alerts/app_private.lock_active_alert.sql
alter table app_private.settings drop constraint settings_alert_duration;
-- The table has one row.
-- squawk-ignore constraint-missing-not-valid
alter table app_private.settings add constraint settings_alert_duration check (alert_duration > '0' and alert_duration <= '1 year');
comment on constraint settings_alert_duration on app_private.settings is 'alert_duration is not within 0 and a year: no alert lasts longer.';
