--! Previous: sha1:45c00dc1c0d6b0dafecf27356386d7eb772b4901
--! Hash: sha1:ed98ea59d8076b91210489c553eb42a03430070f
--! Message: validity of saved areas

--! Included drafts-templates-areas/app_private.check_saved_area.sql
create or replace function app_private.check_saved_area() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
  new.area := st_multi(app_private.area_of_geojson(st_asgeojson(new.area, 15, 0)::json));
  return new;
end
$$;
comment on function app_private.check_saved_area() is
  'Refuses a saved area that no alert could have, and cuts it at the 180th meridian. Error LA400 names the fault.';
--! EndIncluded drafts-templates-areas/app_private.check_saved_area.sql
drop trigger if exists check_area on app_public.saved_areas;
create trigger check_area before insert or update of area on app_public.saved_areas
  for each row when (row_security_active('app_public.saved_areas')) execute function app_private.check_saved_area();
comment on trigger check_area on app_public.saved_areas is
  'Applies to roles under row-level security. The owner restores areas as they are.';
