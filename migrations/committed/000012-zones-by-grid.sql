--! Previous: sha1:8ccbf691e8d7f3939547b2becf1cef9fb798757e
--! Hash: sha1:e1399f14a5aa3be7c44f44197aacc0c28e991926
--! Message: zones-by-grid

--! split: 1-current.sql
--! Included functions/app_private.zone_around.sql
create or replace function app_private.zone_around(area public.geometry, distance double precision) returns public.geometry
-- Compiling costs ten times what buffering a small area does.
language plpgsql immutable set search_path = pg_catalog, public, pg_temp set jit = off
as $$
declare
  farthest_latitude double precision := greatest(abs(st_ymin(area)), abs(st_ymax(area))) + distance / 110500;
  -- Degrees of longitude that the distance spans there, and a margin.
  margin double precision := distance / (110500 * cosd(least(farthest_latitude, 89.9)));
  -- A hundredth of a millimetre. Without a grid a union that fails is tried again with one, inside of PostGIS; and in
  -- the embedded database the first failure is the end of the statement.
  grid constant double precision := 1e-10;
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
        utm.projection, 4326), grid)
    into zone
    from st_squaregrid(6, area) cell,
      format('+proj=utm +zone=%s +datum=WGS84', 31 + cell.i) utm (projection),
      st_dump(st_intersection(area, cell.geom)) piece
    where st_dimension(piece.geom) = 2;
  return st_union(area, zone, grid);
end
$$;
comment on function app_private.zone_around(public.geometry, double precision) is
  'The area and so many metres around it. Error LA400 where that would touch the 180th meridian or a pole.';
--! EndIncluded functions/app_private.zone_around.sql
