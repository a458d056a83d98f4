--! Previous: sha1:77fecac65b9c29e7bbcd19e7a97308269066c6d3
--! Hash: sha1:ff62ba31439813fdb709313050a143d9ae9f0f61
--! Message: Enclosing ring

--! split: 1-current.sql
-- Existing clients parse one ring and break on holes and pieces.
--! Included functions/app_private.enclosing_ring.sql
create or replace function app_private.enclosing_ring(zone public.geometry) returns public.geometry
language plpgsql immutable strict parallel safe
as $$
declare
  joined public.geometry;
begin
  if public.st_nrings(zone) = 1 then
    return public.st_geometryn(zone, 1);
  elsif public.st_numgeometries(zone) = 1 then
    return public.st_makepolygon(public.st_exteriorring(public.st_geometryn(zone, 1)));
  end if;
  -- Pieces west of Greenwich move east by 360 degrees if this makes the whole narrower: they meet at the 180th meridian.
  select public.st_collect(case when public.st_xmax(p.geom) <= 0 then public.st_translate(p.geom, 360, 0) else p.geom end)
    into joined
    from public.st_dump(zone) p;
  if public.st_xmax(joined) - public.st_xmin(joined) >= public.st_xmax(zone) - public.st_xmin(zone) then
    joined := zone;
  end if;
  return public.st_convexhull(joined);
end
$$;
comment on function app_private.enclosing_ring(public.geometry) is
  'Returns a polygon of one ring that encloses a zone, as existing clients read nothing else. It drops holes and draws the convex hull of several pieces. Across the 180th meridian longitudes run on past 180. A zone of one ring stays as it is.';
grant execute on function app_private.enclosing_ring(public.geometry) to app_user;
--! EndIncluded functions/app_private.enclosing_ring.sql
--! Included functions/app_public.alerts_area.sql
create or replace function app_public.alerts_area(alert app_public.alerts) returns text
language sql immutable parallel safe
as $$
  select public.st_astext(app_private.enclosing_ring(alert.zone1))
$$;
comment on function app_public.alerts_area(app_public.alerts) is
  E'@notNull\nOne ring around the area (the zone of level ONE), as well-known text: POLYGON((longitude latitude,…)), in degrees. Holes are dropped, several pieces become their convex hull, and across the 180th meridian longitudes run on past 180. areaGeoJson is exact.';
grant execute on function app_public.alerts_area(app_public.alerts) to app_user;
--! EndIncluded functions/app_public.alerts_area.sql
--! Included functions/app_public.alerts_area_level2.sql
create or replace function app_public.alerts_area_level2(alert app_public.alerts) returns text
language sql immutable parallel safe
as $$
  select public.st_astext(app_private.enclosing_ring(alert.zone2))
$$;
comment on function app_public.alerts_area_level2(app_public.alerts) is
  E'@notNull\nOne ring around the zone of level TWO, which includes the area, as well-known text: POLYGON((longitude latitude,…)), in degrees. Holes are dropped, several pieces become their convex hull, and across the 180th meridian longitudes run on past 180. areaLevel2GeoJson is exact.';
grant execute on function app_public.alerts_area_level2(app_public.alerts) to app_user;
--! EndIncluded functions/app_public.alerts_area_level2.sql
--! Included functions/app_public.alerts_area_level3.sql
create or replace function app_public.alerts_area_level3(alert app_public.alerts) returns text
language sql immutable parallel safe
as $$
  select public.st_astext(app_private.enclosing_ring(alert.zone3))
$$;
comment on function app_public.alerts_area_level3(app_public.alerts) is
  E'@notNull\nOne ring around the zone of level THREE, which includes the two others, as well-known text: POLYGON((longitude latitude,…)), in degrees. Holes are dropped, several pieces become their convex hull, and across the 180th meridian longitudes run on past 180. areaLevel3GeoJson is exact.';
grant execute on function app_public.alerts_area_level3(app_public.alerts) to app_user;
--! EndIncluded functions/app_public.alerts_area_level3.sql
--! Included functions/app_public.alerts_area_geo_json.sql
create or replace function app_public.alerts_area_geo_json(alert app_public.alerts) returns app_public.geo_json
language sql immutable parallel safe
as $$
  select public.st_asgeojson(alert.zone1, 9, 0)::pg_catalog.json
$$;
comment on function app_public.alerts_area_geo_json(app_public.alerts) is
  E'@notNull\nThe exact area (the zone of level ONE), with all its holes and pieces: a Polygon or a MultiPolygon of GeoJSON (RFC 7946).';
grant execute on function app_public.alerts_area_geo_json(app_public.alerts) to app_user;
--! EndIncluded functions/app_public.alerts_area_geo_json.sql
--! Included functions/app_public.alerts_area_level2_geo_json.sql
create or replace function app_public.alerts_area_level2_geo_json(alert app_public.alerts) returns app_public.geo_json
language sql immutable parallel safe
as $$
  select public.st_asgeojson(alert.zone2, 9, 0)::pg_catalog.json
$$;
comment on function app_public.alerts_area_level2_geo_json(app_public.alerts) is
  E'@notNull\nThe exact zone of level TWO, which includes the area, with all its holes and pieces: a Polygon or a MultiPolygon of GeoJSON (RFC 7946).';
grant execute on function app_public.alerts_area_level2_geo_json(app_public.alerts) to app_user;
--! EndIncluded functions/app_public.alerts_area_level2_geo_json.sql
--! Included functions/app_public.alerts_area_level3_geo_json.sql
create or replace function app_public.alerts_area_level3_geo_json(alert app_public.alerts) returns app_public.geo_json
language sql immutable parallel safe
as $$
  select public.st_asgeojson(alert.zone3, 9, 0)::pg_catalog.json
$$;
comment on function app_public.alerts_area_level3_geo_json(app_public.alerts) is
  E'@notNull\nThe exact zone of level THREE, which includes the two others, with all its holes and pieces: a Polygon or a MultiPolygon of GeoJSON (RFC 7946).';
grant execute on function app_public.alerts_area_level3_geo_json(app_public.alerts) to app_user;
--! EndIncluded functions/app_public.alerts_area_level3_geo_json.sql
--! Included functions/app_public.alert_versions_area_geo_json.sql
create or replace function app_public.alert_versions_area_geo_json(version app_public.alert_versions) returns app_public.geo_json
language sql immutable parallel safe
as $$
  select public.st_asgeojson(version.zone1, 9, 0)::pg_catalog.json
$$;
comment on function app_public.alert_versions_area_geo_json(app_public.alert_versions) is
  E'@notNull\nThe exact area of this version, with all its holes and pieces: a Polygon or a MultiPolygon of GeoJSON (RFC 7946).';
grant execute on function app_public.alert_versions_area_geo_json(app_public.alert_versions) to app_user;
--! EndIncluded functions/app_public.alert_versions_area_geo_json.sql
