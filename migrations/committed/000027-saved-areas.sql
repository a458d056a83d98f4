--! Previous: sha1:109741ccb044b448d251c9598b30853fffac9876
--! Hash: sha1:68ced7a68148d79ad8dc54a781c3d68197731a95
--! Message: Saved areas

-- Administrators warn the same places again and again: a valley, an industrial area, a town.
create type app_public.saved_area_input as (
  name text,
  area app_public.geo_json
);
comment on type app_public.saved_area_input is E'@inputTypeName SavedAreaInput\nAn area to save.';
comment on column app_public.saved_area_input.name is E'@notNull\nIts name. No other saved area has it, whatever its case.';
comment on column app_public.saved_area_input.area is E'@notNull\nThe area as a Polygon or a MultiPolygon, as in AlertInput.';

create type app_public.saved_area_edit as (
  name text,
  area app_public.geo_json,
  expected_version integer
);
comment on type app_public.saved_area_edit is E'@inputTypeName SavedAreaEdit\nThe changes of a saved area. A field that is left out stays as it is.';
comment on column app_public.saved_area_edit.name is 'The new name.';
comment on column app_public.saved_area_edit.area is 'The new area as a Polygon or a MultiPolygon, as in AlertInput.';
comment on column app_public.saved_area_edit.expected_version is E'@notNull\nThe version that the changes were made for.';

create table app_public.saved_areas (
  id integer generated always as identity primary key,
  name text not null
    constraint saved_areas_name check (char_length(name) <= 200 and name ~ '[^[:space:]]'),
  area public.geometry(MultiPolygon, 4326) not null,
  user_id integer not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
comment on table app_public.saved_areas is
  E'@behavior -query:resource:connection\n@listForAdmins\n@orderedBy name\n@filterBy id\n@foreignKey (user_id) references app_public.users (id)|@fieldName user|@forwardDescription The administrator who saved it last.|@behavior -manyRelation:resource:list -manyRelation:resource:connection\nAn area that administrators have saved by name, to make alerts from. For administrators.';
comment on column app_public.saved_areas.id is 'The id of the saved area.';
comment on column app_public.saved_areas.name is 'Its name.';
comment on column app_public.saved_areas.area is E'@behavior -*\nThe area: longitude and latitude in degrees. Edges are straight in these.';
comment on column app_public.saved_areas.user_id is 'The id of the administrator who saved it last.';
comment on column app_public.saved_areas.created_at is 'When it was first saved, in seconds since 1970-01-01 UTC.';
comment on column app_public.saved_areas.updated_at is 'When it was last saved, in seconds since 1970-01-01 UTC.';
comment on column app_public.saved_areas.version is 'The version: 1 at first, and one more with each change.';
comment on constraint saved_areas_name on app_public.saved_areas is 'name is empty or has more than 200 characters: write a short name.';
create unique index saved_areas_name_key on app_public.saved_areas (lower(name));
comment on index app_public.saved_areas_name_key is 'Another saved area has this name: choose another one.';
alter table app_public.saved_areas enable row level security;
create policy read_all on app_public.saved_areas for select to app_admin
  using (true);
grant select on app_public.saved_areas to app_admin;

--! Included areas/app_private.require_version.sql
create or replace function app_private.require_version(version integer, expected_version integer) returns void
language plpgsql immutable set search_path = pg_catalog, pg_temp
as $$
begin
  if version is null then
    raise exception using errcode = 'LA404', message = 'There is nothing with this id.';
  elsif version is distinct from expected_version then
    raise exception using errcode = 'LA409', message = format(
      'Someone else has saved version %s, and you changed version %s: look at what is new, and change that.', version, expected_version);
  end if;
end
$$;
comment on function app_private.require_version(integer, integer) is
  'Error LA404 if a row that a caller wants to change is not there, and has no version; LA409 if it has another version than the caller has seen.';
--! EndIncluded areas/app_private.require_version.sql
--! Included areas/app_public.saved_areas_area_geo_json.sql
create or replace function app_public.saved_areas_area_geo_json(saved app_public.saved_areas) returns app_public.geo_json
language sql immutable parallel safe
as $$
  select public.st_asgeojson(saved.area, 9, 0)::pg_catalog.json
$$;
comment on function app_public.saved_areas_area_geo_json(app_public.saved_areas) is
  E'@notNull\nThe area, with all its holes and pieces: a MultiPolygon of GeoJSON (RFC 7946).';
grant execute on function app_public.saved_areas_area_geo_json(app_public.saved_areas) to app_admin;
--! EndIncluded areas/app_public.saved_areas_area_geo_json.sql
--! Included areas/app_public.new_saved_area.sql
create or replace function app_public.new_saved_area(input app_public.saved_area_input) returns app_public.saved_areas
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  saved app_public.saved_areas;
begin
  perform app_private.refuse_training_users();
  insert into app_public.saved_areas (name, area, user_id)
    values (btrim(input.name), public.st_multi(app_private.area_of_geojson(input.area)), app_public.current_user_id())
    returning * into saved;
  return saved;
end
$$;
comment on function app_public.new_saved_area(app_public.saved_area_input) is
  E'@argument input The area to save.\nSaves an area by name. For administrators who are no training users. Error CONFLICT if another saved area has the name.';
grant execute on function app_public.new_saved_area(app_public.saved_area_input) to app_admin;
--! EndIncluded areas/app_public.new_saved_area.sql
--! Included areas/app_public.saved_area_edit.sql
create or replace function app_public.saved_area_edit(id integer, input app_public.saved_area_edit) returns app_public.saved_areas
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  saved app_public.saved_areas;
begin
  perform app_private.refuse_training_users();
  select a.* into saved from app_public.saved_areas a where a.id = saved_area_edit.id for update;
  perform app_private.require_version(saved.version, input.expected_version);
  update app_public.saved_areas a
    set name = coalesce(btrim(input.name), a.name),
      area = coalesce(public.st_multi(case when input.area is not null then app_private.area_of_geojson(input.area) end), a.area),
      user_id = app_public.current_user_id(), updated_at = now(), version = a.version + 1
    where a.id = saved.id
    returning a.* into saved;
  return saved;
end
$$;
comment on function app_public.saved_area_edit(integer, app_public.saved_area_edit) is
  E'@argument id The id of the saved area.\n@argument input The changes.\nChanges a saved area. Alerts that were made from it keep theirs. For administrators who are no training users. Error CONFLICT if it has another version than expectedVersion says, or another saved area has the name.';
grant execute on function app_public.saved_area_edit(integer, app_public.saved_area_edit) to app_admin;
--! EndIncluded areas/app_public.saved_area_edit.sql
--! Included areas/app_public.saved_area_remove.sql
create or replace function app_public.saved_area_remove(id integer) returns app_public.saved_areas
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  removed app_public.saved_areas;
begin
  perform app_private.refuse_training_users();
  delete from app_public.saved_areas a where a.id = saved_area_remove.id returning a.* into removed;
  perform app_private.require_version(removed.version, removed.version);
  return removed;
end
$$;
comment on function app_public.saved_area_remove(integer) is
  E'@argument id The id of the saved area.\nRemoves a saved area, and returns it. Alerts that were made from it keep theirs. For administrators who are no training users.';
grant execute on function app_public.saved_area_remove(integer) to app_admin;
--! EndIncluded areas/app_public.saved_area_remove.sql
