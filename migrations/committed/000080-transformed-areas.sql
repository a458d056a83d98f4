--! Previous: sha1:6cace65cc7ec504e9b0c73a5b200b4a8222cbf11
--! Hash: sha1:cb01ceee5575120071b4a8bbbf90111432df8e13
--! Message: transformed areas

--! split: 1-current.sql
-- The database transforms the areas of files: PROJ knows the datums that browsers do not.
--! Included areas/app_public.transformed_area.sql
create or replace function app_public.transformed_area(area app_public.geo_json, crs text) returns app_public.geo_json
language plpgsql stable strict set search_path = pg_catalog, public, pg_temp
as $$
declare
  given geometry;
  transformed geometry;
  unmoved geometry;
begin
  -- PROJ opens the files that a text of its own language, an extension or a parameter file names.
  if crs !~ '^EPSG:\d{1,6}$' and (octet_length(crs) > 10000
      or crs !~* '^\s*(GEOGCS|PROJCS|COMPD_CS|(GEOG|GEOD|GEODETIC|GEOGRAPHIC|PROJ|PROJECTED|COMPOUND)CRS)\s*[[(]'
      or crs ~* '\m(EXTENSION|PARAMETERFILE)\s*[[(]|proj=|PROJ-based') then
    raise exception using errcode = 'LA400', message = 'crs is no coordinate system: send its well-known text (WKT) of at most 10,000 bytes, without extensions and files, or its code, such as EPSG:3003.';
  end if;
  begin
    given := st_setsrid(st_force2d(st_geomfromgeojson((area::jsonb - 'crs')::text)), 0);
  exception when others then
    raise exception using errcode = 'LA400', message = 'area is not valid GeoJSON: send a geometry with the coordinates of the file.';
  end;
  begin
    transformed := st_transform(given, crs, 'EPSG:4326');
    unmoved := st_transform(given, crs, '+proj=longlat +ellps=bessel +no_defs');
  exception when others then
    raise exception using errcode = 'LA400', message = format('crs cannot be transformed: %s.', left(sqlerrm, 200));
  end;
  -- PROJ leaves a place as it is if it does not know how the datum lies. That is right only for datums with the size of WGS 84's
  -- ellipsoid, such as ETRS89: they lie within metres of it.
  if abs(st_xmin(transformed) - st_xmin(unmoved)) + abs(st_ymin(transformed) - st_ymin(unmoved)) < 1e-9
      and coalesce((select s.srtext from spatial_ref_sys s where 'EPSG:' || s.srid = crs), crs) !~ '\m6378137(\.0*)?\s*,' then
    raise exception using errcode = 'LA400', message = 'crs has a datum that is not known, or not there: send degrees of WGS 84 (EPSG:4326).';
  end if;
  if (st_xmin(transformed) >= -360 and st_xmax(transformed) <= 360 and st_ymin(transformed) >= -90 and st_ymax(transformed) <= 90) is not true then
    raise exception using errcode = 'LA400', message = 'crs does not fit the area: it would lie off the globe.';
  end if;
  return st_asgeojson(transformed, 9, 0)::json;
end
$$;
comment on function app_public.transformed_area(app_public.geo_json, text) is
  E'@notNull\n@argument area A geometry of GeoJSON, but in another coordinate system.\n@argument crs The coordinate system: the well-known text of a .prj file, or a code such as EPSG:3003.\nThe same geometry in degrees of WGS 84, corner by corner. For administrators. Error BAD_USER_INPUT if PROJ does not know the coordinate system or its datum.';
grant execute on function app_public.transformed_area(app_public.geo_json, text) to app_admin;
--! EndIncluded areas/app_public.transformed_area.sql
-- A Feature's coordinate system was ignored.
--! Included alerts/app_private.area_of_geojson.sql
create or replace function app_private.area_of_geojson(area json) returns public.geometry
language plpgsql immutable set search_path = pg_catalog, public, pg_temp
as $$
declare
  given json := case when area ->> 'type' = 'Feature' then area -> 'geometry' else area end;
  drawn geometry;
  named json;
begin
  if (given ->> 'type') in ('Polygon', 'MultiPolygon') is not true then
    raise exception using errcode = 'LA400', message = 'area is not a Polygon or a MultiPolygon of GeoJSON (RFC 7946): send one of these.';
  end if;
  select c.crs into named from (values (area -> 'crs'), (given -> 'crs')) as c (crs)
    where json_typeof(c.crs) <> 'null' and (c.crs #>> '{properties,name}' ~* '(^|[:/])(CRS84|4326)$') is not true limit 1;
  if found then
    raise exception using errcode = 'LA400', message = format(
      'area names the coordinate system %s: leave out crs and send degrees, WGS 84.', left(coalesce(named #>> '{properties,name}', named::text), 100));
  end if;
  -- PostGIS reads the text "a" as 0.
  if jsonb_path_exists(given::jsonb, '$.coordinates.** ? (@.type() != "array" && @.type() != "number")') then
    raise exception using errcode = 'LA400', message = 'area has a coordinate that is not a number: send GeoJSON (RFC 7946) with numbers, in degrees.';
  end if;
  begin
    drawn := st_force2d(st_geomfromgeojson((given::jsonb - 'crs')::text));
  exception when others then
    raise exception using errcode = 'LA400', message = 'area is not valid GeoJSON (RFC 7946): make each ring a list of at least four positions [longitude, latitude], and the last equal to the first.';
  end;
  if st_npoints(drawn) > 10000 then
    raise exception using errcode = 'LA400', message = 'area has more than 10,000 positions: simplify it.';
  end if;
  -- Maps that repeat the world send longitudes that run on past 180.
  if (st_xmin(drawn) >= -360 and st_xmax(drawn) <= 360 and st_ymin(drawn) >= -90 and st_ymax(drawn) <= 90) is not true then
    raise exception using errcode = 'LA400', message = 'area is empty or has a position off the globe: send [longitude, latitude] in degrees, longitude from -180 to 180 (or on past 180, to 360 at most) and latitude from -90 to 90.';
  end if;
  return app_private.checked_area(st_setsrid(drawn, 4326), 'area');
end
$$;
comment on function app_private.area_of_geojson(json) is
  'Returns the area that a Polygon, a MultiPolygon or a Feature of one describes in GeoJSON (RFC 7946), with its holes. An edge of more than 180 degrees of longitude takes the short way round. Error LA400 says what is wrong with it.';
--! EndIncluded alerts/app_private.area_of_geojson.sql
