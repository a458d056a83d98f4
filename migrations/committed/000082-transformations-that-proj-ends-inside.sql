--! Previous: sha1:4779eb8975b880c8761268ecf310b674818ccbb0
--! Hash: sha1:a50e924c87f49082cd16088d316b9f7c41de67c4
--! Message: transformations that PROJ ends inside

--! split: 1-current.sql
-- The embedded database goes on without a result where PROJ fails inside.
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
  -- The embedded database cannot catch what PROJ throws inside, and goes on without a result.
  if transformed is null or unmoved is null then
    raise exception using errcode = 'LA400', message = 'crs cannot be transformed: this database does not know it.';
  end if;
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
