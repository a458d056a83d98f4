--! Previous: sha1:52162d2ccdbdb1c097987d47a77bc972354f09df
--! Hash: sha1:0c93c248b4274bde3460d803df037fa32319bfd6
--! Message: life-of-alerts

--! split: 1-current.sql
create type app_public.severity as enum ('EXTREME', 'SEVERE', 'MODERATE', 'MINOR', 'UNKNOWN');
comment on type app_public.severity is 'How bad it is, in the words of CAP 1.2: EXTREME is an extraordinary threat to life or property.';
create type app_public.urgency as enum ('IMMEDIATE', 'EXPECTED', 'FUTURE', 'PAST', 'UNKNOWN');
comment on type app_public.urgency is 'How soon to act, in the words of CAP 1.2: IMMEDIATE is now, EXPECTED within an hour.';
create type app_public.certainty as enum ('OBSERVED', 'LIKELY', 'POSSIBLE', 'UNLIKELY', 'UNKNOWN');
comment on type app_public.certainty is 'How sure it is, in the words of CAP 1.2: LIKELY is more than half.';
create type app_public.alert_status as enum ('ACTUAL', 'EXERCISE', 'TEST');
comment on type app_public.alert_status is 'What an alert is for, in the words of CAP 1.2: an EXERCISE and a TEST reach only users who are testers.';
create type app_public.alert_state as enum ('ACTIVE', 'EXPIRED', 'CANCELLED');
comment on type app_public.alert_state is 'Whether an alert lasts, or how it ended.';
create type app_public.notification_kind as enum ('ALERT', 'UPDATE', 'ALL_CLEAR');
comment on type app_public.notification_kind is 'What one was told: of an alert for the first time, of a later version of it, or that it is over.';
create domain app_public.geo_json as json;
comment on domain app_public.geo_json is E'@name GeoJSON\nA geometry as GeoJSON (RFC 7946): positions are [longitude, latitude] in degrees, WGS 84.';

alter table app_private.settings add column max_accuracy double precision not null default 1000
  constraint settings_max_accuracy check (max_accuracy > 0);
comment on column app_private.settings.max_accuracy is 'In metres: a position that is less exact does not tell whether one is in zone TWO or THREE, and notifies of ONE only.';
comment on constraint settings_max_accuracy on app_private.settings is 'max_accuracy must be more than 0 metres.';

alter table app_public.users add column is_tester boolean not null default false;
comment on column app_public.users.is_tester is 'Whether exercises and tests reach this user.';

comment on table app_public.users is E'@listForAdmins\n@searchBy email name\nA person who reports positions and is notified, or who administers.';
create index users_email_search on app_public.users (lower(email) text_pattern_ops);
create index users_name_search on app_public.users (lower(name) text_pattern_ops);

-- An area may be of several pieces.
drop view analytics.alerts;
alter table app_public.alerts
  alter column zone1 type public.geometry(Geometry, 4326),
  alter column zone2 type public.geometry(Geometry, 4326),
  alter column zone3 type public.geometry(Geometry, 4326),
  add column max_accuracy double precision not null default 1000,
  add column event text
    constraint alerts_event check (char_length(event) <= 200 and event ~ '[^[:space:]]'),
  add column severity app_public.severity not null default 'UNKNOWN',
  add column urgency app_public.urgency not null default 'UNKNOWN',
  add column certainty app_public.certainty not null default 'UNKNOWN',
  add column status app_public.alert_status not null default 'ACTUAL',
  add column version integer not null default 1,
  add column told_version integer not null default 1,
  add column cancelled_at timestamptz,
  add column all_clear text
    constraint alerts_all_clear check (char_length(all_clear) <= 10000 and all_clear ~ '[^[:space:]]'),
  add column idempotency_key text
    constraint alerts_idempotency_key check (char_length(idempotency_key) between 1 and 200),
  add column request bytea,
  add constraint alerts_zones check (
    public.geometrytype(zone1) in ('POLYGON', 'MULTIPOLYGON') and public.geometrytype(zone2) in ('POLYGON', 'MULTIPOLYGON')
      and public.geometrytype(zone3) in ('POLYGON', 'MULTIPOLYGON')),
  add constraint alerts_cancelled check ((cancelled_at is null) = (all_clear is null)),
  add constraint alerts_idempotency_key_key unique (user_id, idempotency_key);
comment on column app_public.alerts.max_accuracy is E'@behavior -*\nIn metres: a position that is less exact notifies of level ONE only.';
comment on column app_public.alerts.event is 'What happens, in a few words: Flood, Gas leak.';
comment on column app_public.alerts.severity is 'How bad it is.';
comment on column app_public.alerts.urgency is 'How soon to act.';
comment on column app_public.alerts.certainty is 'How sure it is.';
comment on column app_public.alerts.status is 'Whether it is meant, or an exercise or a test.';
comment on column app_public.alerts.version is 'Its version: 1, and one more with each update and with its cancellation.';
comment on column app_public.alerts.told_version is E'@behavior -*\nWho was told since this version is not told again.';
comment on column app_public.alerts.cancelled_at is 'When it was cancelled, in seconds since 1970-01-01 UTC; null unless it was.';
comment on column app_public.alerts.all_clear is 'The text of its all-clear; null unless it was cancelled.';
comment on column app_public.alerts.idempotency_key is E'@behavior -*\nNames the request that made it.';
comment on column app_public.alerts.request is E'@behavior -*\nSHA-256 of what that request said.';
comment on constraint alerts_event on app_public.alerts is 'event must have 1 to 200 characters, and not only blanks.';
comment on constraint alerts_all_clear on app_public.alerts is 'text must have 1 to 10,000 characters, and not only blanks.';
comment on constraint alerts_idempotency_key on app_public.alerts is 'idempotencyKey must have 1 to 200 characters.';
comment on constraint alerts_zones on app_public.alerts is 'Zones are polygons.';
comment on constraint alerts_cancelled on app_public.alerts is 'A cancelled alert has an all-clear, and no other has.';
comment on constraint alerts_idempotency_key_key on app_public.alerts is 'idempotencyKey: belongs to another alert of yours.';

create table app_public.alert_versions (
  alert_id integer not null references app_public.alerts on delete cascade,
  version integer not null,
  user_id integer not null references app_public.users on delete restrict,
  created_at timestamptz not null default now(),
  zone1 public.geometry(Geometry, 4326) not null,
  level2_distance double precision not null,
  level3_distance double precision not null,
  expires_at timestamptz not null,
  text1 text not null,
  text2 text not null,
  text3 text not null,
  all_clear text,
  is_renotified boolean not null,
  primary key (alert_id, version)
);
create index alert_versions_user_id on app_public.alert_versions (user_id);
alter table app_public.alert_versions enable row level security;
comment on table app_public.alert_versions is E'@behavior -query:resource:list -query:resource:connection\n@newestFirst\n@orderedBy version\nAn alert as it was from a moment on, and who made it so.';
comment on constraint alert_versions_alert_id_fkey on app_public.alert_versions is E'@fieldName alert\n@foreignFieldName history';
comment on constraint alert_versions_user_id_fkey on app_public.alert_versions is E'@fieldName user\n@behavior -manyRelation:resource:list';
comment on column app_public.alert_versions.version is '1, and one more with each change.';
comment on column app_public.alert_versions.user_id is 'The administrator who made it so.';
comment on column app_public.alert_versions.created_at is 'Seconds since 1970-01-01 UTC.';
comment on column app_public.alert_versions.zone1 is E'@behavior -*\nThe area.';
comment on column app_public.alert_versions.level2_distance is 'Metres around the area.';
comment on column app_public.alert_versions.level3_distance is 'Metres around the area.';
comment on column app_public.alert_versions.expires_at is 'Seconds since 1970-01-01 UTC.';
comment on column app_public.alert_versions.text1 is 'For those inside the area.';
comment on column app_public.alert_versions.text2 is 'For those in zone TWO.';
comment on column app_public.alert_versions.text3 is 'For those in zone THREE.';
comment on column app_public.alert_versions.all_clear is 'The all-clear, if this is its cancellation.';
comment on column app_public.alert_versions.is_renotified is 'Whether those told already were told again.';
--! Included policies/app_public.alert_versions.sql
drop policy if exists read_all on app_public.alert_versions;
create policy read_all on app_public.alert_versions for select to app_user
  using (true);

grant select on app_public.alert_versions to app_user;
--! EndIncluded policies/app_public.alert_versions.sql
insert into app_public.alert_versions (
    alert_id, version, user_id, created_at, zone1, level2_distance, level3_distance, expires_at, text1, text2, text3, is_renotified)
  select a.id, 1, a.user_id, a.created_at, a.zone1, a.level2_distance, a.level3_distance, a.expires_at, a.text1, a.text2, a.text3, true
    from app_public.alerts a;

alter table app_public.notifications
  add column taken_at timestamptz,
  add column accuracy double precision,
  add column version integer not null default 1,
  add column kind app_public.notification_kind not null default 'ALERT';
comment on column app_public.notifications.taken_at is 'When the position was taken by which one was notified, in seconds since 1970-01-01 UTC.';
comment on column app_public.notifications.accuracy is 'How exact that position was, in metres; null where the device did not say.';
comment on column app_public.notifications.version is 'Which version of the alert one was told.';
comment on column app_public.notifications.kind is 'What one was told.';
create unique index notifications_alert_id_user_id_level_version_key
  on app_public.notifications (alert_id, user_id, level, version);
drop index app_public.notifications_alert_id_user_id_level_key;

alter type app_public.alert_input add attribute area app_public.geo_json;
alter type app_public.alert_input add attribute level2_distance double precision;
alter type app_public.alert_input add attribute level3_distance double precision;
alter type app_public.alert_input add attribute expires_at bigint;
alter type app_public.alert_input add attribute max_position_age integer;
alter type app_public.alert_input add attribute severity app_public.severity;
alter type app_public.alert_input add attribute urgency app_public.urgency;
alter type app_public.alert_input add attribute certainty app_public.certainty;
alter type app_public.alert_input add attribute event text;
alter type app_public.alert_input add attribute status app_public.alert_status;
alter type app_public.alert_input add attribute idempotency_key text;
comment on column app_public.alert_input.area is 'The area as a Polygon or MultiPolygon, with holes if need be, in place of the points.';
comment on column app_public.alert_input.level2_distance is 'Metres around the area that zone TWO reaches; 1,000 unless set otherwise.';
comment on column app_public.alert_input.level3_distance is 'Metres around the area that zone THREE reaches, more than TWO; 2,000 unless set otherwise.';
comment on column app_public.alert_input.expires_at is 'When it ends, in seconds since 1970-01-01 UTC; after 24 hours unless set otherwise.';
comment on column app_public.alert_input.max_position_age is 'In seconds: whose last position is older is not notified by it; 24 hours unless set otherwise.';
comment on column app_public.alert_input.severity is 'How bad it is; UNKNOWN by default.';
comment on column app_public.alert_input.urgency is 'How soon to act; UNKNOWN by default.';
comment on column app_public.alert_input.certainty is 'How sure it is; UNKNOWN by default.';
comment on column app_public.alert_input.event is 'What happens, in a few words: Flood, Gas leak.';
comment on column app_public.alert_input.status is 'ACTUAL by default; an EXERCISE or a TEST reaches testers only.';
comment on column app_public.alert_input.idempotency_key is 'A name of your own for this alert, like a UUID: the same request sent again with it makes no second alert.';

comment on column app_public.alert_input.points is E'@notNull\n@itemsNotNull\n@emptyByDefault\nThe corners of the area in order, at least three; the last need not repeat the first. Left out where the area is given.';

create type app_public.alert_update_input as (
  points app_public.point_input[], area app_public.geo_json, level2_distance double precision, level3_distance double precision,
  expires_at bigint, text1 text, text2 text, text3 text, renotify boolean
);
comment on type app_public.alert_update_input is E'@inputTypeName AlertUpdateInput\nWhat changes of an alert; what is left out stays.';
comment on column app_public.alert_update_input.points is E'@itemsNotNull\nThe corners of the new area.';
comment on column app_public.alert_update_input.area is 'The new area as a Polygon or MultiPolygon, in place of the points.';
comment on column app_public.alert_update_input.level2_distance is 'Metres around the area.';
comment on column app_public.alert_update_input.level3_distance is 'Metres around the area.';
comment on column app_public.alert_update_input.expires_at is 'Seconds since 1970-01-01 UTC.';
comment on column app_public.alert_update_input.text1 is 'For those inside the area.';
comment on column app_public.alert_update_input.text2 is 'For those in zone TWO.';
comment on column app_public.alert_update_input.text3 is 'For those in zone THREE.';
comment on column app_public.alert_update_input.renotify is 'Whether those told already are told again, by the new text.';

create type app_public.alert_reach_preview as (
  one integer, two integer, three integer, with_device integer, stale integer, coarse integer, area double precision
);
comment on type app_public.alert_reach_preview is E'@name alert_reach\nWhom an alert would reach.';
comment on column app_public.alert_reach_preview.one is E'@notNull\nUsers inside the area.';
comment on column app_public.alert_reach_preview.two is E'@notNull\nUsers in zone TWO.';
comment on column app_public.alert_reach_preview.three is E'@notNull\nUsers in zone THREE.';
comment on column app_public.alert_reach_preview.with_device is E'@notNull\nOf these, how many have a device to push to.';
comment on column app_public.alert_reach_preview.stale is E'@notNull\nUsers passed over, as their last position in the zones is too old.';
comment on column app_public.alert_reach_preview.coarse is E'@notNull\nUsers passed over, as their position is too coarse to tell whether they are in zone TWO or THREE.';
comment on column app_public.alert_reach_preview.area is E'@notNull\nThe area, without the zones around it, in square metres.';

create type app_public.alert_here as (
  alert_id integer, level app_public.level_alert, distance double precision, text text
);
comment on type app_public.alert_here is 'An alert that applies at a place.';
comment on column app_public.alert_here.alert_id is E'@notNull\nThe alert''s id.';
comment on column app_public.alert_here.level is E'@notNull\nThe innermost zone that the place lies in.';
comment on column app_public.alert_here.distance is E'@notNull\nMetres from the area; 0 inside.';
comment on column app_public.alert_here.text is E'@notNull\nThe text for that level.';

create type app_public.notification_rule as enum (
  'INSIDE_WHEN_PUBLISHED', 'CAME_IN_LATER', 'OUTSIDE', 'NO_POSITION', 'TOO_OLD', 'TOO_COARSE', 'NOT_A_TESTER',
  'CAME_IN_AFTER_THE_END', 'NOT_YET'
);
comment on type app_public.notification_rule is 'Why someone was notified of an alert (INSIDE_WHEN_PUBLISHED, CAME_IN_LATER), or was not: the position lies OUTSIDE of its zones, is TOO_OLD or TOO_COARSE; there is none (NO_POSITION); it was an exercise or test (NOT_A_TESTER); it had ended (CAME_IN_AFTER_THE_END); or the publication has not come to them (NOT_YET).';
create type app_public.notification_reason as (
  notification_id integer, level app_public.level_alert, rule app_public.notification_rule,
  latitude double precision, longitude double precision, taken_at timestamptz, age double precision, accuracy double precision,
  distance1 double precision, distance2 double precision, distance3 double precision
);
comment on type app_public.notification_reason is 'By which position, and which rule, someone was notified of an alert, or was not.';
comment on column app_public.notification_reason.notification_id is 'The notification; null for one who was not told.';
comment on column app_public.notification_reason.level is 'At which level; null for one who was not told.';
comment on column app_public.notification_reason.rule is E'@notNull\nThe rule that decided.';
comment on column app_public.notification_reason.latitude is 'Of the position that counted; null where there is none.';
comment on column app_public.notification_reason.longitude is 'Of the position that counted; null where there is none.';
comment on column app_public.notification_reason.taken_at is 'When it was taken, in seconds since 1970-01-01 UTC.';
comment on column app_public.notification_reason.age is 'How old it was when it counted, in seconds; of one who was not told, now, or when the alert ended.';
comment on column app_public.notification_reason.accuracy is 'How exact it was, in metres; null where the device did not say.';
comment on column app_public.notification_reason.distance1 is 'Metres from the area; 0 inside.';
comment on column app_public.notification_reason.distance2 is 'Metres from zone TWO; 0 inside.';
comment on column app_public.notification_reason.distance3 is 'Metres from zone THREE; 0 inside.';

create type app_public.user_rights_input as (is_admin boolean, is_tester boolean);
comment on type app_public.user_rights_input is E'@inputTypeName UserRightsInput\nWhat a user may do; what is left out stays.';
comment on column app_public.user_rights_input.is_admin is 'Whether they administer.';
comment on column app_public.user_rights_input.is_tester is 'Whether exercises and tests reach them.';

alter type app_private.claimed_delivery add attribute kind app_public.notification_kind;

--! Included functions/app_private.checked_area.sql
create or replace function app_private.checked_area(area public.geometry, field text) returns public.geometry
language plpgsql immutable set search_path = pg_catalog, public, pg_temp
as $$
begin
  -- Two neighbours half a world apart: the line between them may go either way round.
  if exists (
    select from (
      select st_x(d.geom) - lag(st_x(d.geom)) over (partition by d.path[1:cardinality(d.path) - 1] order by d.path) as step
        from st_dumppoints(area) d
    ) steps where abs(step) >= 180
  ) then
    raise exception using errcode = 'LA400', message = format(
      '%s: the area crosses the 180th meridian, or has an edge that spans half the globe. Publish one alert on each side, or add points along the edge.', field);
  end if;
  if not st_isvalid(area) then
    raise exception using errcode = 'LA400', message = format('%s: the area is not valid: %s.', field, st_isvalidreason(area));
  end if;
  if st_area(area) = 0 then
    raise exception using errcode = 'LA400', message = format('%s: the area is flat: its points lie on a line.', field);
  end if;
  return area;
end
$$;
comment on function app_private.checked_area(public.geometry, text) is
  'The area, if one can be warned by it; else the error LA400, which names the field that it was given in and says why.';
--! EndIncluded functions/app_private.checked_area.sql
--! Included functions/app_private.area_of_points.sql
create or replace function app_private.area_of_points(points app_public.point_input[]) returns public.geometry
language plpgsql immutable set search_path = pg_catalog, public, pg_temp
as $$
declare
  bad record;
  ring geometry;
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
  return app_private.checked_area(st_setsrid(st_makepolygon(ring), 4326), 'points');
end
$$;
comment on function app_private.area_of_points(app_public.point_input[]) is
  'The polygon with these corners, closed, as drawn (either winding). Error LA400 says what is wrong with them.';
--! EndIncluded functions/app_private.area_of_points.sql
--! Included functions/app_private.area_of_geojson.sql
create or replace function app_private.area_of_geojson(area json) returns public.geometry
language plpgsql immutable set search_path = pg_catalog, public, pg_temp
as $$
declare
  given json := case when area ->> 'type' = 'Feature' then area -> 'geometry' else area end;
  drawn geometry;
begin
  if (given ->> 'type') in ('Polygon', 'MultiPolygon') is not true then
    raise exception using errcode = 'LA400', message = 'area: must be a Polygon or a MultiPolygon of GeoJSON (RFC 7946).';
  end if;
  -- PostGIS takes "a" for 0.
  if jsonb_path_exists(given::jsonb, '$.coordinates.** ? (@.type() != "array" && @.type() != "number")') then
    raise exception using errcode = 'LA400', message = 'area: is not GeoJSON (RFC 7946): coordinates are numbers.';
  end if;
  begin
    drawn := st_force2d(st_geomfromgeojson(given::text));
  exception when others then
    raise exception using errcode = 'LA400', message = 'area: is not GeoJSON (RFC 7946): each ring is a list of at least four positions [longitude, latitude], the last like the first.';
  end;
  if st_srid(drawn) not in (0, 4326) then
    raise exception using errcode = 'LA400', message = 'area: GeoJSON is in degrees, WGS 84: leave out crs.';
  end if;
  if st_npoints(drawn) > 10000 then
    raise exception using errcode = 'LA400', message = 'area: at most 10,000 positions can be given.';
  end if;
  if (st_xmin(drawn) >= -180 and st_xmax(drawn) <= 180 and st_ymin(drawn) >= -90 and st_ymax(drawn) <= 90) is not true then
    raise exception using errcode = 'LA400', message = 'area: a position is [longitude, latitude], from -180 to 180 and from -90 to 90, in degrees.';
  end if;
  return app_private.checked_area(st_setsrid(drawn, 4326), 'area');
end
$$;
comment on function app_private.area_of_geojson(json) is
  'The area that a Polygon or MultiPolygon of GeoJSON is (RFC 7946), or a Feature of one, holes and all. Error LA400 says what is wrong with it.';
--! EndIncluded functions/app_private.area_of_geojson.sql
drop function app_private.level_at(public.geometry, public.geometry, public.geometry, public.geometry);
--! Included functions/app_private.level_at.sql
create or replace function app_private.level_at(
  zone1 public.geometry, zone2 public.geometry, zone3 public.geometry, location public.geometry, is_coarse boolean default false
) returns app_public.level_alert
language sql immutable parallel safe
as $$
  -- Each a constant of its type: cast at the end, it would be looked up for each row.
  select case
    when public.st_covers(zone1, location) then 'ONE'::app_public.level_alert
    when is_coarse then null
    when public.st_covers(zone2, location) then 'TWO'::app_public.level_alert
    when public.st_covers(zone3, location) then 'THREE'::app_public.level_alert
  end
$$;
comment on function app_private.level_at(public.geometry, public.geometry, public.geometry, public.geometry, boolean) is
  'The innermost zone that a point lies in, edges included; null outside of all. Of a position too coarse to tell the outer zones, ONE or null.';
--! EndIncluded functions/app_private.level_at.sql
--! Included functions/app_private.is_tester.sql
create or replace function app_private.is_tester(user_id integer) returns boolean
language sql stable parallel safe set search_path = pg_catalog, pg_temp
as $$
  select u.is_tester from app_public.users u where u.id = is_tester.user_id
$$;
comment on function app_private.is_tester(integer) is 'Whether exercises and tests reach a user.';
--! EndIncluded functions/app_private.is_tester.sql
--! Included functions/app_private.draft_alert.sql
create or replace function app_private.draft_alert(input app_public.alert_input, previous app_public.alerts) returns app_public.alerts
language plpgsql stable set search_path = pg_catalog, public, pg_temp
as $$
declare
  setting app_private.settings;
  draft app_public.alerts := previous;
begin
  select s.* into setting from app_private.settings s;
  if cardinality(input.points) > 0 and input.area is not null then
    raise exception using errcode = 'LA400', message = 'area: give the points or the area, not both.';
  end if;
  if input.area is not null then
    draft.zone1 := app_private.area_of_geojson(input.area);
  elsif cardinality(input.points) > 0 or previous.id is null then
    draft.zone1 := app_private.area_of_points(coalesce(input.points, '{}'));
  end if;
  draft.level2_distance := coalesce(input.level2_distance, previous.level2_distance, setting.level2_distance);
  draft.level3_distance := coalesce(
    input.level3_distance, previous.level3_distance,
    -- Further out than TWO, whatever that was set to.
    draft.level2_distance * setting.level3_distance / setting.level2_distance);
  if (draft.level2_distance > 0 and draft.level3_distance > draft.level2_distance and draft.level3_distance <= 100000) is not true then
    raise exception using errcode = 'LA400',
      message = 'level2Distance and level3Distance are in metres: more than 0, the second more than the first, and at most 100,000.';
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
      raise exception using errcode = 'LA400', message = 'expiresAt: must be a moment to come, within a year, in seconds since 1970-01-01 UTC.';
    end if;
    draft.expires_at := to_timestamp(input.expires_at);
  elsif previous.id is null then
    draft.expires_at := now() + setting.alert_duration;
  end if;
  if input.max_position_age not between 60 and 2592000 then
    raise exception using errcode = 'LA400', message = 'maxPositionAge: must be from 60 to 2,592,000 seconds (30 days).';
  end if;
  draft.max_position_age := coalesce(
    make_interval(secs => input.max_position_age), previous.max_position_age, setting.max_position_age);
  draft.max_accuracy := coalesce(previous.max_accuracy, setting.max_accuracy);

  draft.user_id := coalesce(previous.user_id, app_public.current_user_id());
  draft.text1 := coalesce(input.text1, previous.text1);
  draft.text2 := coalesce(input.text2, previous.text2);
  draft.text3 := coalesce(input.text3, previous.text3);
  draft.language := coalesce(input.language, previous.language, setting.default_language);
  draft.event := coalesce(input.event, previous.event);
  draft.severity := coalesce(input.severity, previous.severity, 'UNKNOWN');
  draft.urgency := coalesce(input.urgency, previous.urgency, 'UNKNOWN');
  draft.certainty := coalesce(input.certainty, previous.certainty, 'UNKNOWN');
  draft.status := coalesce(input.status, previous.status, 'ACTUAL');
  draft.active := true;
  draft.version := coalesce(previous.version, 0) + 1;
  draft.told_version := coalesce(previous.told_version, 1);
  return draft;
end
$$;
comment on function app_private.draft_alert(app_public.alert_input, app_public.alerts) is
  'The alert that an input asks for, as it would be published: what it leaves out is as it was in the previous version, or by the settings where there is none. Error LA400 says what is wrong with it.';
--! EndIncluded functions/app_private.draft_alert.sql
--! Included functions/app_private.keep_version.sql
create or replace function app_private.keep_version(alert app_public.alerts) returns void
language sql volatile set search_path = pg_catalog, public, pg_temp
as $$
  insert into app_public.alert_versions (
      alert_id, version, user_id, zone1, level2_distance, level3_distance, expires_at, text1, text2, text3, all_clear, is_renotified)
    values (
      alert.id, alert.version, app_public.current_user_id(), alert.zone1, alert.level2_distance, alert.level3_distance,
      alert.expires_at, alert.text1, alert.text2, alert.text3, alert.all_clear, alert.told_version = alert.version)
$$;
comment on function app_private.keep_version(app_public.alerts) is 'Keeps an alert as it is now, and that the user of this request made it so.';
--! EndIncluded functions/app_private.keep_version.sql
--! Included functions/app_private.queue_publication.sql
create or replace function app_private.queue_publication(alert_id integer) returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  select graphile_worker.add_job(
    'publish_alert', json_build_object('alertId', alert_id),
    run_at => now() + interval '5 seconds', job_key => 'publish_alert:' || alert_id);
$$;
comment on function app_private.queue_publication(integer) is
  'Has a job go on with an alert''s publication, should the host die between the transaction of its first phase and the second.';
--! EndIncluded functions/app_private.queue_publication.sql
--! Included functions/app_private.lasting_alert.sql
create or replace function app_private.lasting_alert(alert_id integer) returns app_public.alerts
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  alert app_public.alerts;
begin
  -- In this order, as publishers of it do; see app_private.publish_chunk().
  perform from app_private.publications p where p.alert_id = lasting_alert.alert_id for update;
  select a.* into alert from app_public.alerts a where a.id = lasting_alert.alert_id for update;
  if alert.id is null then
    raise exception using errcode = 'LA404', message = 'There is no alert with this id.';
  end if;
  if alert.cancelled_at is not null then
    raise exception using errcode = 'LA409', message = 'The alert was cancelled already.';
  end if;
  if not alert.active or alert.expires_at <= now() then
    raise exception using errcode = 'LA409', message = 'The alert has expired already. Publish a new one.';
  end if;
  return alert;
end
$$;
comment on function app_private.lasting_alert(integer) is
  'An alert that still lasts, locked for a change; no part of its publication runs meanwhile. Error LA404 for an unknown one, LA409 for one that has ended.';
--! EndIncluded functions/app_private.lasting_alert.sql
--! Included functions/app_private.new_alert.sql
create or replace function app_private.new_alert(input app_public.alert_input) returns integer
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  -- What the request said, to tell a repeated one from another with the same key.
  said bytea := case when input.idempotency_key is not null then sha256(convert_to(input::text, 'UTF8')) end;
  earlier app_public.alerts;
  alert app_public.alerts;
begin
  alert := app_private.draft_alert(input, null);
  insert into app_public.alerts (
      user_id, created_at, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age, max_accuracy,
      text1, text2, text3, language, event, severity, urgency, certainty, status, idempotency_key, request)
    values (
      alert.user_id, alert.created_at, alert.expires_at, alert.zone1, alert.zone2, alert.zone3, alert.level2_distance,
      alert.level3_distance, alert.max_position_age, alert.max_accuracy, alert.text1, alert.text2, alert.text3,
      alert.language, alert.event, alert.severity, alert.urgency, alert.certainty, alert.status,
      input.idempotency_key, said)
    on conflict (user_id, idempotency_key) do nothing
    returning * into alert;
  if alert.id is null then
    -- It waited for the first one to be committed, so that this sees it.
    select a.* into earlier from app_public.alerts a
      where a.user_id = app_public.current_user_id() and a.idempotency_key = input.idempotency_key;
    if earlier.request is distinct from said then
      raise exception using errcode = 'LA409',
        message = 'idempotencyKey: belongs to another alert of yours. Take a new key for each alert, and the same only to send the same again.';
    end if;
    return earlier.id;
  end if;
  perform app_private.keep_version(alert);
  insert into app_private.publications (alert_id) values (alert.id);
  perform app_private.queue_publication(alert.id);
  perform app_private.queue_speech(alert.id);
  -- Last, as reports wait from here to the commit; see app_private.publication_lock().
  perform pg_advisory_xact_lock(app_private.publication_lock());
  return alert.id;
end
$$;
comment on function app_private.new_alert(app_public.alert_input) is
  'The first phase of a publication: makes the alert visible, having waited for the reports in flight. The second is app_private.publish_chunk(), for which a job is queued here. Returns the alert''s id: that of the first one where the same idempotencyKey comes again. Error LA409 where it comes with another alert.';
grant execute on function app_private.new_alert(app_public.alert_input) to app_admin;
--! EndIncluded functions/app_private.new_alert.sql
--! Included functions/app_private.update_alert.sql
create or replace function app_private.update_alert(alert_id integer, input app_public.alert_update_input) returns integer
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  previous app_public.alerts := app_private.lasting_alert(alert_id);
  alert app_public.alerts;
begin
  alert := app_private.draft_alert(
    row(
      input.points, input.text1, input.text2, input.text3, null, input.area, input.level2_distance, input.level3_distance,
      input.expires_at, null, null, null, null, null, null, null)::app_public.alert_input,
    previous);
  if input.renotify then
    alert.told_version := alert.version;
  end if;
  update app_public.alerts a
    set zone1 = alert.zone1, zone2 = alert.zone2, zone3 = alert.zone3, level2_distance = alert.level2_distance,
      level3_distance = alert.level3_distance, expires_at = alert.expires_at, text1 = alert.text1, text2 = alert.text2,
      text3 = alert.text3, version = alert.version, told_version = alert.told_version
    where a.id = alert.id;
  perform app_private.keep_version(alert);
  delete from app_private.alert_speeches s
    where s.alert_id = alert.id and (s.level, true) in (
      values ('ONE'::app_public.level_alert, alert.text1 <> previous.text1), ('TWO', alert.text2 <> previous.text2),
        ('THREE', alert.text3 <> previous.text3));
  delete from app_private.publication_waiting w where w.alert_id = alert.id;
  update app_private.publications p
    set level = 'ONE', last_user_id = 0, completed_at = null where p.alert_id = alert.id;
  perform app_private.queue_publication(alert.id);
  perform app_private.queue_speech(alert.id);
  perform pg_advisory_xact_lock(app_private.publication_lock());
  return alert.id;
end
$$;
comment on function app_private.update_alert(integer, app_public.alert_update_input) is
  'The first phase of publishing an alert''s next version; the second is as of app_private.new_alert(). Those newly inside, and further in, are told; those told already only if renotify says so. Returns its id. Error LA404 for an unknown one, LA409 where it has ended.';
grant execute on function app_private.update_alert(integer, app_public.alert_update_input) to app_admin;
--! EndIncluded functions/app_private.update_alert.sql
--! Included functions/app_private.cancel_alert.sql
create or replace function app_private.cancel_alert(alert_id integer, text text) returns integer
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  alert app_public.alerts := app_private.lasting_alert(alert_id);
begin
  update app_public.alerts a
    set active = false, cancelled_at = now(), all_clear = cancel_alert.text, version = a.version + 1
    where a.id = alert.id
    returning a.* into alert;
  perform app_private.keep_version(alert);
  delete from app_private.publication_waiting w where w.alert_id = alert.id;
  update app_private.publications p set last_user_id = 0, completed_at = null where p.alert_id = alert.id;
  perform app_private.queue_publication(alert.id);
  -- Whose report is in flight may still be told, and then hears the all-clear too.
  perform pg_advisory_xact_lock(app_private.publication_lock());
  return alert.id;
end
$$;
comment on function app_private.cancel_alert(integer, text) is
  'Ends an alert; the first phase of its all-clear. The second is app_private.publish_chunk(). Returns its id. Error LA404 for an unknown one, LA409 where it has ended.';
grant execute on function app_private.cancel_alert(integer, text) to app_admin;
--! EndIncluded functions/app_private.cancel_alert.sql
--! Included functions/app_private.await_turns.sql
create or replace function app_private.await_turns(alert app_public.alerts, chunk_size integer) returns boolean
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  -- A passage through eight users costs about what one who waits does.
  most constant bigint := least(20 * chunk_size, (select max(l.user_id) from app_public.last_positions l) / 8);
  -- Unpacked once here, not for each user below.
  zone1 geometry := st_setsrid(alert.zone1, 4326);
  zone2 geometry := st_setsrid(alert.zone2, 4326);
  zone3 geometry := st_setsrid(alert.zone3, 4326);
begin
  with seen as materialized (
    select l.user_id, app_private.level_at(zone1, zone2, zone3, l.location, l.accuracy > alert.max_accuracy) as level
      from app_public.last_positions l
      where st_covers(alert.zone3, l.location) and l.taken_at > now() - alert.max_position_age
        and (alert.status = 'ACTUAL' or app_private.is_tester(l.user_id))
      limit most + 1
  ), numbered as (
    select s.*, (row_number() over (partition by s.level order by s.user_id) - 1) / chunk_size as chunk
      from seen s where s.level is not null and (select count(*) from seen) <= most
  )
  insert into app_private.publication_waiting (alert_id, level, first_user_id, user_ids)
    select alert.id, n.level, min(n.user_id), array_agg(n.user_id) from numbered n group by n.level, n.chunk;
  return found;
end
$$;
comment on function app_private.await_turns(app_public.alerts, integer) is
  'Has everyone in an alert''s zones wait to be told, in chunks by level, found by the index of places; false, and nothing, where they are more than twenty chunks, or an eighth of all users: then one passes through all of them.';
--! EndIncluded functions/app_private.await_turns.sql
--! Included functions/app_private.publish_to_range.sql
create or replace function app_private.publish_to_range(alert app_public.alerts, first_id integer, last_id integer) returns void
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  oldest timestamptz := now() - alert.max_position_age;
  -- Unpacked once here, not for each user below.
  zone1 geometry := st_setsrid(alert.zone1, 4326);
  zone2 geometry := st_setsrid(alert.zone2, 4326);
  zone3 geometry := st_setsrid(alert.zone3, 4326);
  any_told boolean;
  made record;
begin
  perform app_private.hold_reports(array(select generate_series(first_id, last_id, 2048) union select last_id));
  -- In the order of one index, so that no table statistics, which are of before this publication, suggest another way.
  select n.alert_id = alert.id and n.user_id <= last_id into any_told
    from app_public.notifications n where (n.alert_id, n.user_id) >= (alert.id, first_id)
    order by n.alert_id, n.user_id, n.level limit 1;
  with seen as materialized (
    select l.user_id, l.location, l.moving_activity, l.taken_at, l.accuracy,
        app_private.level_at(zone1, zone2, zone3, l.location, l.accuracy > alert.max_accuracy) as level,
        case when any_told then (
          select n.level from app_public.notifications n
            where n.alert_id = alert.id and n.user_id = l.user_id and n.version >= alert.told_version
            order by n.level limit 1) end as told,
        alert.version > 1 and exists (
          select from app_public.notifications n where n.alert_id = alert.id and n.user_id = l.user_id) as told_ever
      from app_public.last_positions l
      where l.user_id between first_id and last_id and l.taken_at > oldest
        and (alert.status = 'ACTUAL' or app_private.is_tester(l.user_id))
  ), chosen as materialized (
    select * from seen s where s.level is not null and (s.told is null or s.told > s.level)
  ), told as (
    insert into app_public.notifications (
        alert_id, user_id, level, latitude, longitude, moving_activity, taken_at, accuracy, version, kind)
      select alert.id, s.user_id, s.level, st_y(s.location), st_x(s.location), s.moving_activity, s.taken_at, s.accuracy,
          alert.version, case when s.told_ever then 'UPDATE' else 'ALERT' end::app_public.notification_kind
        from chosen s where s.level = 'ONE'
      returning id
  ), waiting as (
    insert into app_private.publication_waiting (alert_id, level, first_user_id, user_ids)
      select alert.id, s.level, min(s.user_id), array_agg(s.user_id)
        from chosen s where s.level in ('TWO', 'THREE') group by s.level
  ), reached as (
    insert into app_private.alert_reach (alert_id, users)
      select alert.id, count(*) from chosen s where s.level = 'ONE' and s.told is null and not s.told_ever having count(*) > 0
  )
  select array_agg(t.id) as ids, min(t.id) as first_id, max(t.id) as last_id into made from told t;
  if made.ids is not null then
    perform app_private.queue_pushes('ONE', made.ids);
    perform app_private.announce_notifications(alert.id, made.first_id, made.last_id);
  end if;
end
$$;
comment on function app_private.publish_to_range(app_public.alerts, integer, integer) is
  'Notifies those users from an id to an id who are in zone ONE, and notes who is in TWO or THREE, for whom it is not yet the turn.';
--! EndIncluded functions/app_private.publish_to_range.sql
--! Included functions/app_private.notify_users.sql
create or replace function app_private.notify_users(alert app_public.alerts, user_ids integer[]) returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  -- Unpacked once here, not for each user below.
  zone1 geometry := st_setsrid(alert.zone1, 4326);
  zone2 geometry := st_setsrid(alert.zone2, 4326);
  zone3 geometry := st_setsrid(alert.zone3, 4326);
  made record;
begin
  with candidate as materialized (
    select l.user_id, st_y(l.location) as latitude, st_x(l.location) as longitude, l.moving_activity,
        l.taken_at, l.accuracy,
        app_private.level_at(zone1, zone2, zone3, l.location, l.accuracy > alert.max_accuracy) as level,
        -- A subquery, asked row by row: as a join it would be planned by what was known before this publication.
        (select n.level from app_public.notifications n
          where n.alert_id = alert.id and n.user_id = l.user_id and n.version >= alert.told_version
          order by n.level limit 1) as told,
        alert.version > 1 and exists (
          select from app_public.notifications n where n.alert_id = alert.id and n.user_id = l.user_id) as told_ever
      from app_public.last_positions l
      where l.user_id = any (user_ids) and (alert.status = 'ACTUAL' or app_private.is_tester(l.user_id))
  ), chosen as materialized (
    select * from candidate c where c.level is not null and (c.told is null or c.told > c.level)
  ), inserted as (
    insert into app_public.notifications (
        alert_id, user_id, level, latitude, longitude, moving_activity, taken_at, accuracy, version, kind)
      select alert.id, c.user_id, c.level, c.latitude, c.longitude, c.moving_activity, c.taken_at, c.accuracy,
          alert.version, case when c.told_ever then 'UPDATE' else 'ALERT' end::app_public.notification_kind
        from chosen c order by c.level, c.user_id
      returning id, level
  )
  select count(*)::integer as notified,
      array_agg(i.id) filter (where i.level = 'ONE') as one,
      array_agg(i.id) filter (where i.level = 'TWO') as two,
      array_agg(i.id) filter (where i.level = 'THREE') as three,
      (select count(*) from chosen c where c.told is null and not c.told_ever)::integer as newly_reached,
      min(i.id) as first_id, max(i.id) as last_id
    into made from inserted i;
  if made.newly_reached > 0 then
    insert into app_private.alert_reach (alert_id, users) values (alert.id, made.newly_reached);
  end if;
  if made.notified > 0 then
    perform app_private.queue_pushes('ONE', made.one);
    perform app_private.queue_pushes('TWO', made.two);
    perform app_private.queue_pushes('THREE', made.three);
    perform app_private.announce_notifications(alert.id, made.first_id, made.last_id);
  end if;
  return made.notified;
end
$$;
comment on function app_private.notify_users(app_public.alerts, integer[]) is
  'Notifies these users of an alert at the zone their last position lies in, unless told already at this level or a more urgent one. The caller holds their reports. Returns how many.';
--! EndIncluded functions/app_private.notify_users.sql
--! Included functions/app_private.notify_of_active_alerts.sql
create or replace function app_private.notify_of_active_alerts(here app_public.last_positions) returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  made record;
begin
  with hit as (
    select a.id as alert_id, a.version, a.told_version,
        app_private.level_at(a.zone1, a.zone2, a.zone3, here.location, here.accuracy > a.max_accuracy) as level
      from app_public.alerts a
      where a.active and a.expires_at > now()
        and here.taken_at > now() - a.max_position_age
        and st_covers(a.zone3, here.location)
        and (a.status = 'ACTUAL' or app_private.is_tester(here.user_id))
  ), inserted as (
    insert into app_public.notifications (
        alert_id, user_id, level, latitude, longitude, moving_activity, taken_at, accuracy, version, kind)
      select h.alert_id, here.user_id, h.level, st_y(here.location), st_x(here.location), here.moving_activity,
          here.taken_at, here.accuracy, h.version,
          case when h.version > 1 and exists (
            select from app_public.notifications n where n.alert_id = h.alert_id and n.user_id = here.user_id)
            then 'UPDATE' else 'ALERT' end::app_public.notification_kind
        from hit h
        where h.level is not null and not exists (
          select from app_public.notifications n
            where n.alert_id = h.alert_id and n.user_id = here.user_id and n.level <= h.level
              and n.version >= h.told_version)
      returning id, alert_id, level
  ), reached as (
    insert into app_private.alert_reach (alert_id, users)
      select i.alert_id, 1 from inserted i
        where not exists (
          select from app_public.notifications n where n.alert_id = i.alert_id and n.user_id = here.user_id)
  )
  select count(*)::integer as notified, array_agg(i.id) as ids, array_agg(i.alert_id) as alert_ids,
      array_agg(i.id) filter (where i.level = 'ONE') as one,
      array_agg(i.id) filter (where i.level = 'TWO') as two,
      array_agg(i.id) filter (where i.level = 'THREE') as three
    into made from inserted i;
  if made.notified > 0 then
    perform app_private.queue_pushes('ONE', made.one, here.user_id, here.user_id);
    perform app_private.queue_pushes('TWO', made.two, here.user_id, here.user_id);
    perform app_private.queue_pushes('THREE', made.three, here.user_id, here.user_id);
    perform app_private.announce_notifications(m.alert_id, m.id, m.id) from unnest(made.alert_ids, made.ids) m (alert_id, id);
  end if;
  return made.notified;
end
$$;
comment on function app_private.notify_of_active_alerts(app_public.last_positions) is
  'Notifies a user of the alerts whose zones their last position lies in, unless told already at this level or a more urgent one. The caller holds that row''s lock, and shares the publication lock and the user''s report lock. Returns how many.';
--! EndIncluded functions/app_private.notify_of_active_alerts.sql
--! Included functions/app_private.all_clear_to_range.sql
create or replace function app_private.all_clear_to_range(
  alert app_public.alerts, after_user_id integer, chunk_size integer
) returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  made record;
begin
  with next as materialized (
    -- The innermost level of each, by the index of alert, user and level.
    select distinct on (n.user_id) n.user_id, n.level, n.latitude, n.longitude, n.moving_activity
      from app_public.notifications n
      where n.alert_id = alert.id and n.user_id > after_user_id
      order by n.user_id, n.level
      limit chunk_size
  ), told as (
    insert into app_public.notifications (
        alert_id, user_id, level, latitude, longitude, moving_activity, taken_at, accuracy, version, kind)
      select alert.id, x.user_id, x.level, coalesce(st_y(l.location), x.latitude), coalesce(st_x(l.location), x.longitude),
          coalesce(l.moving_activity, x.moving_activity), l.taken_at, l.accuracy, alert.version, 'ALL_CLEAR'
        from next x left join app_public.last_positions l on l.user_id = x.user_id
      on conflict do nothing
      returning id
  )
  select (select max(x.user_id) from next x) as last_user_id, array_agg(t.id) as ids, min(t.id) as first_id, max(t.id) as last_id
    into made from told t;
  if made.ids is not null then
    perform app_private.queue_pushes('ONE', made.ids);
    perform app_private.announce_notifications(alert.id, made.first_id, made.last_id);
  end if;
  return made.last_user_id;
end
$$;
comment on function app_private.all_clear_to_range(app_public.alerts, integer, integer) is
  'Tells the next users who were told of an alert, wherever they are now, that it is over: once each, at their innermost level. Returns the last one''s id; null when none is left.';
--! EndIncluded functions/app_private.all_clear_to_range.sql
--! Included functions/app_private.publish_chunk.sql
create or replace function app_private.publish_chunk(alert_id integer, chunk_size integer default 5000) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp set jit = off
as $$
declare
  publication app_private.publications;
  alert app_public.alerts;
  candidates integer[];
  is_complete boolean := false;
begin
  -- A second publisher of the same alert waits here, and goes on where this one stopped.
  select p.* into publication from app_private.publications p where p.alert_id = publish_chunk.alert_id for update;
  if publication.alert_id is null or publication.completed_at is not null then
    return true;
  end if;
  select a.* into alert from app_public.alerts a where a.id = publication.alert_id;
  if alert.cancelled_at is not null then
    publication.last_user_id := app_private.all_clear_to_range(alert, publication.last_user_id, chunk_size);
    update app_private.publications p
      set last_user_id = coalesce(publication.last_user_id, p.last_user_id),
        completed_at = case when publication.last_user_id is null then clock_timestamp() end
      where p.alert_id = alert.id;
    return publication.last_user_id is null;
  end if;
  if not alert.active or alert.expires_at <= now() then
    delete from app_private.publication_waiting w where w.alert_id = alert.id;
    update app_private.publications p set completed_at = clock_timestamp() where p.alert_id = alert.id;
    return true;
  end if;

  if publication.level = 'ONE' and publication.last_user_id = 0 then
    -- Most alerts concern few: all of them at once, by the index of places.
    select array_agg(c.user_id) into candidates from (
      select l.user_id from app_public.last_positions l
        where st_covers(alert.zone3, l.location) and l.taken_at > now() - alert.max_position_age
        limit chunk_size + 1
    ) c;
    is_complete := coalesce(cardinality(candidates), 0) <= chunk_size;
    if not is_complete and app_private.await_turns(alert, chunk_size) then
      publication.level := 'TWO';
      candidates := null;
    end if;
  elsif publication.level <> 'ONE' then
    -- Those who wait for their turn, the more urgent first.
    with taken as (
      delete from app_private.publication_waiting w using (
          select o.level, o.first_user_id, sum(cardinality(o.user_ids)) over (order by o.level, o.first_user_id) as users,
              cardinality(o.user_ids) as of_these
            from app_private.publication_waiting o where o.alert_id = alert.id
        ) n
        where w.alert_id = alert.id and w.level = n.level and w.first_user_id = n.first_user_id
          and (n.users <= chunk_size or n.users = n.of_these)
        returning w.user_ids
    )
    select array_agg(u.user_id) into candidates from taken t, unnest(t.user_ids) u (user_id);
    is_complete := candidates is null;
  end if;

  if is_complete or publication.level <> 'ONE' then
    perform app_private.hold_reports(candidates);
    perform app_private.notify_users(alert, candidates);
  else
    -- A large one: through all users by id.
    perform app_private.publish_to_range(alert, publication.last_user_id + 1, publication.last_user_id + chunk_size);
    publication.last_user_id := publication.last_user_id + chunk_size;
    -- Not "if none is beyond": that was planned as a scan of the table, once a chunk.
    if publication.last_user_id >= (select max(l.user_id) from app_public.last_positions l) then
      publication.level := 'TWO';
    end if;
  end if;
  update app_private.publications p
    set level = publication.level, last_user_id = publication.last_user_id,
      completed_at = case when is_complete then clock_timestamp() end
    where p.alert_id = alert.id;
  return is_complete;
end
$$;
comment on function app_private.publish_chunk(integer, integer) is
  'Notifies the next users whose last position lies in the alert''s zones, most urgent level first; of a cancelled alert those who were told, with the all-clear. True when none is left. To be called in a transaction of its own, begun after the alert was committed, until it says so.';
grant execute on function app_private.publish_chunk(integer, integer) to app_host;
--! EndIncluded functions/app_private.publish_chunk.sql
--! Included functions/app_private.may_push.sql
create or replace function app_private.may_push(kind app_public.notification_kind, alert app_public.alerts) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp
as $$
  select case
    when kind = 'ALL_CLEAR' then alert.cancelled_at > now() - interval '1 day'
    else alert.active and alert.expires_at > now()
  end
$$;
comment on function app_private.may_push(app_public.notification_kind, app_public.alerts) is
  'Whether it is still time to push: while the alert lasts, and the all-clear for a day.';
--! EndIncluded functions/app_private.may_push.sql
--! Included functions/app_private.claim_deliveries.sql
create or replace function app_private.claim_deliveries(
  provider app_private.push_provider, job_id bigint, notification_ids integer[]
) returns setof app_private.claimed_delivery
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  fresh integer;
begin
  -- Most are sent at their first claim, and so begin as sent: one version of a row less.
  return query
    with made as (
      insert into app_private.deliveries as d (
          notification_id, device_id, alert_id, user_id, level, provider, job_id, state, attempts, sent_at, due_at, settled_at, why)
        select n.id, v.id, n.alert_id, n.user_id, n.level, v.provider, claim_deliveries.job_id,
            c.state, (c.state = 'sent')::integer, case c.state when 'sent' then clock_timestamp() end,
            coalesce(q.until, now()), case c.state when 'failed' then clock_timestamp() end,
            case c.state when 'failed' then 'The alert ended before it could be sent.' end
          from app_public.notifications n
          join app_private.devices v on v.provider = claim_deliveries.provider and v.user_id = n.user_id
          join app_public.alerts a on a.id = n.alert_id
          left join lateral (
            select app_private.quiet_until(h.starts, h.ends, h.time_zone, now()) as until
              from app_public.quiet_hours h where h.user_id = n.user_id and n.level <> 'ONE'
          ) q on true
          cross join lateral (
            select case when not app_private.may_push(n.kind, a) then 'failed'
              when q.until is not null then 'queued' else 'sent' end::app_private.delivery_state as state
          ) c
          where n.id = any (notification_ids)
            and not exists (select from app_private.deliveries o where o.notification_id = n.id and o.device_id = v.id)
          order by n.id, v.id
        on conflict do nothing
        returning d.*
    )
    select m.notification_id, m.device_id, v.token, m.alert_id, m.level, n.kind
      from made m
      join app_private.devices v on v.id = m.device_id
      join app_public.notifications n on n.id = m.notification_id
      where m.state = 'sent'
      order by m.notification_id, m.device_id;
  get diagnostics fresh = row_count;
  if fresh > 0 then
    return;
  end if;

  -- What waited for its time, and what this job had sent when its host died: whether that arrived, nobody knows.
  update app_private.deliveries d
    set state = 'failed', settled_at = clock_timestamp(), why = 'The alert ended before it could be sent.'
    from app_public.notifications n join app_public.alerts a on a.id = n.alert_id
    where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider
      and d.state in ('queued', 'sent') and n.id = d.notification_id and not app_private.may_push(n.kind, a);

  update app_private.deliveries d
    set state = 'dead', settled_at = clock_timestamp(), why = 'The device was unregistered.'
    where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider and d.state in ('queued', 'sent')
      and not exists (select from app_private.devices v where v.id = d.device_id and v.user_id = d.user_id);

  update app_private.deliveries d
    set due_at = app_private.quiet_until(q.starts, q.ends, q.time_zone, now())
    from app_public.quiet_hours q
    where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider and d.state = 'queued'
      and d.level <> 'ONE' and d.due_at <= now() and q.user_id = d.user_id
      and app_private.quiet_until(q.starts, q.ends, q.time_zone, now()) is not null;

  return query
    with chosen as (
      select d.notification_id, d.device_id
        from app_private.deliveries d
        where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider
          and (d.state = 'queued' and d.due_at <= now() or d.state = 'sent' and d.job_id = claim_deliveries.job_id)
        order by d.notification_id, d.device_id
        for update skip locked
    ), sent as (
      update app_private.deliveries d
        set state = 'sent', attempts = d.attempts + 1, sent_at = clock_timestamp(), job_id = claim_deliveries.job_id
        from chosen c where d.notification_id = c.notification_id and d.device_id = c.device_id
        returning d.*
    )
    select s.notification_id, s.device_id, v.token, s.alert_id, s.level, n.kind
      from sent s
      join app_private.devices v on v.id = s.device_id
      join app_public.notifications n on n.id = s.notification_id
      order by s.notification_id, s.device_id;
end
$$;
comment on function app_private.claim_deliveries(app_private.push_provider, bigint, integer[]) is
  'Takes the deliveries of these notifications that a job is to send now: not those whose alert has ended, whose device is gone, whose user has quiet hours, or which wait to be tried again. First those that are new; to be called until it returns none.';
--! EndIncluded functions/app_private.claim_deliveries.sql
--! Included functions/app_private.end_quiet.sql
create or replace function app_private.end_quiet(user_id integer) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  waiting record;
begin
  for waiting in
    with due as (
      update app_private.deliveries d set due_at = now()
        from app_public.notifications n join app_public.alerts a on a.id = n.alert_id
        where n.user_id = end_quiet.user_id and app_private.may_push(n.kind, a)
          -- Those that were tried wait for another reason.
          and d.notification_id = n.id and d.state = 'queued' and d.attempts = 0 and d.due_at > now()
        returning d.provider, d.level, d.notification_id
    )
    select d.provider, d.level, array_agg(distinct d.notification_id) as ids from due d group by 1, 2
  loop
    perform app_private.follow_up_deliveries(waiting.provider, waiting.ids, waiting.level, now());
  end loop;
end
$$;
comment on function app_private.end_quiet(integer) is
  'Has the deliveries of a user that wait for the end of quiet hours looked at again now.';
--! EndIncluded functions/app_private.end_quiet.sql
--! Included functions/app_private.delivery_of_alert.sql
create or replace function app_private.delivery_of_alert(alert app_public.alerts) returns setof app_public.level_delivery
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
begin
  return query
    with told as (
      select n.id, n.level, n.seen,
          -- Who came in later is told from then on.
          extract(epoch from n.seen_at - b.began)::float8 as seen_after,
          extract(epoch from d.accepted_at - b.began)::float8 as accepted_after,
          d.sent, d.accepted_at is not null as accepted, d.failed
        from app_public.notifications n
        left join app_private.publications p on p.alert_id = n.alert_id
        cross join lateral (select case
          when n.version = 1 and n.created_at <= coalesce(p.completed_at, 'infinity') then alert.created_at else n.created_at end as began) b
        left join (
          select e.notification_id, bool_or(e.attempts > 0) as sent,
              min(e.settled_at) filter (where e.state = 'accepted') as accepted_at,
              bool_and(e.state in ('failed', 'dead')) as failed
            from app_private.deliveries e where e.alert_id = alert.id group by e.notification_id
        ) d on d.notification_id = n.id
        where n.alert_id = alert.id and n.kind <> 'ALL_CLEAR'
    )
    select l.level, count(t.id)::integer, count(*) filter (where t.sent)::integer,
        count(*) filter (where t.accepted)::integer, count(*) filter (where t.failed)::integer,
        count(*) filter (where t.seen)::integer,
        percentile_cont(0.5) within group (order by t.accepted_after), percentile_cont(0.95) within group (order by t.accepted_after),
        percentile_cont(0.5) within group (order by t.seen_after), percentile_cont(0.95) within group (order by t.seen_after)
      from unnest(enum_range(null::app_public.level_alert)) l (level)
      left join told t on t.level = l.level
      group by l.level order by l.level;
end
$$;
comment on function app_private.delivery_of_alert(app_public.alerts) is
  'What became of an alert''s notifications, a row for each level.';
grant execute on function app_private.delivery_of_alert(app_public.alerts) to app_admin;
--! EndIncluded functions/app_private.delivery_of_alert.sql
--! Included functions/app_private.reach_of_alert.sql
create or replace function app_private.reach_of_alert(input app_public.alert_input) returns app_public.alert_reach_preview
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp set jit = off
as $$
declare
  alert app_public.alerts := app_private.draft_alert(input, null);
  reach app_public.alert_reach_preview;
begin
  select count(*) filter (where s.is_fresh and s.level = 'ONE'), count(*) filter (where s.is_fresh and s.level = 'TWO'),
      count(*) filter (where s.is_fresh and s.level = 'THREE'),
      count(*) filter (where s.is_fresh and s.level is not null and s.has_device),
      count(*) filter (where not s.is_fresh), count(*) filter (where s.is_fresh and s.level is null)
    into reach.one, reach.two, reach.three, reach.with_device, reach.stale, reach.coarse
    from (
      select app_private.level_at(alert.zone1, alert.zone2, alert.zone3, l.location, l.accuracy > alert.max_accuracy) as level,
          l.taken_at > now() - alert.max_position_age as is_fresh,
          exists (select from app_private.devices d where d.user_id = l.user_id) as has_device
        from app_public.last_positions l
        where st_covers(alert.zone3, l.location)
          and (alert.status = 'ACTUAL' or app_private.is_tester(l.user_id))
    ) s;
  reach.area := st_area(alert.zone1::geography);
  return reach;
end
$$;
comment on function app_private.reach_of_alert(app_public.alert_input) is
  'Whom an alert would reach if it were published now, by the rules of its publication; nothing is written.';
grant execute on function app_private.reach_of_alert(app_public.alert_input) to app_admin;
--! EndIncluded functions/app_private.reach_of_alert.sql
--! Included functions/app_private.metres_from.sql
create or replace function app_private.metres_from(zone public.geometry, place public.geometry) returns double precision
language sql immutable parallel safe set search_path = pg_catalog, public, pg_temp
as $$
  -- On geography, PostGIS takes some points inside for ones outside.
  select case when st_covers(zone, place) then 0 else st_distance(zone::geography, place::geography) end
$$;
comment on function app_private.metres_from(public.geometry, public.geometry) is 'How far a place is from a zone, in metres; 0 inside.';
--! EndIncluded functions/app_private.metres_from.sql
--! Included functions/app_private.why_notified.sql
create or replace function app_private.why_notified(alert_id integer, user_id integer) returns app_public.notification_reason
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  alert app_public.alerts;
  person app_public.users;
  told app_public.notifications;
  here app_public.last_positions;
  location geometry;
  -- As of when the rules are looked at: when they were told, or now.
  at timestamptz;
  reason app_public.notification_reason;
begin
  select a.* into alert from app_public.alerts a where a.id = why_notified.alert_id;
  select u.* into person from app_public.users u where u.id = why_notified.user_id;
  if alert.id is null or person.id is null then
    raise exception using errcode = 'LA404', message = 'There is no alert, or no user, with this id.';
  end if;
  -- The innermost level at which they were told, the first time.
  select n.* into told from app_public.notifications n
    where n.alert_id = alert.id and n.user_id = person.id and n.kind <> 'ALL_CLEAR' order by n.level, n.version limit 1;
  select l.* into here from app_public.last_positions l where l.user_id = person.id;
  if told.id is not null then
    at := told.created_at;
    location := st_setsrid(st_makepoint(told.longitude, told.latitude), 4326);
    reason.taken_at := told.taken_at;
    reason.accuracy := told.accuracy;
    reason.level := told.level;
  else
    at := least(now(), alert.expires_at, alert.cancelled_at);
    location := here.location;
    reason.taken_at := here.taken_at;
    reason.accuracy := here.accuracy;
  end if;
  reason.notification_id := told.id;
  reason.latitude := st_y(location);
  reason.longitude := st_x(location);
  reason.age := extract(epoch from at - reason.taken_at);
  reason.distance1 := app_private.metres_from(alert.zone1, location);
  reason.distance2 := app_private.metres_from(alert.zone2, location);
  reason.distance3 := app_private.metres_from(alert.zone3, location);
  reason.rule := case
    when told.id is not null and told.version = 1 and told.created_at <= coalesce(
      (select p.completed_at from app_private.publications p where p.alert_id = alert.id), 'infinity') then 'INSIDE_WHEN_PUBLISHED'
    when told.id is not null then 'CAME_IN_LATER'
    when here.user_id is null then 'NO_POSITION'
    when alert.status <> 'ACTUAL' and not person.is_tester then 'NOT_A_TESTER'
    when not st_covers(alert.zone3, location) then 'OUTSIDE'
    when here.created_at > least(alert.expires_at, alert.cancelled_at) then 'CAME_IN_AFTER_THE_END'
    when here.taken_at <= greatest(here.created_at, alert.created_at) - alert.max_position_age then 'TOO_OLD'
    when app_private.level_at(alert.zone1, alert.zone2, alert.zone3, location, here.accuracy > alert.max_accuracy) is null then 'TOO_COARSE'
    else 'NOT_YET'
  end::app_public.notification_rule;
  return reason;
end
$$;
comment on function app_private.why_notified(integer, integer) is
  'By which position, and which rule, a user was notified of an alert, or was not. Error LA404 for an unknown alert or user.';
grant execute on function app_private.why_notified(integer, integer) to app_admin;
--! EndIncluded functions/app_private.why_notified.sql
--! Included functions/app_public.alert_reach.sql
create or replace function app_public.alert_reach(input app_public.alert_input) returns app_public.alert_reach_preview
language plpgsql stable strict
as $$
begin
  perform app_public.require_admin();
  return app_private.reach_of_alert(input);
end
$$;
comment on function app_public.alert_reach(app_public.alert_input) is
  'Whom an alert would reach if it were published now; nothing is written. For administrators: error FORBIDDEN for others.';
grant execute on function app_public.alert_reach(app_public.alert_input) to app_user;
--! EndIncluded functions/app_public.alert_reach.sql
--! Included functions/app_public.why_notified.sql
create or replace function app_public.why_notified(alert_id integer, user_id integer) returns app_public.notification_reason
language plpgsql stable strict
as $$
begin
  perform app_public.require_admin();
  return app_private.why_notified(alert_id, user_id);
end
$$;
comment on function app_public.why_notified(integer, integer) is
  'By which position, and which rule, a user was notified of an alert, or was not. For administrators: error FORBIDDEN for others, NOT_FOUND for an unknown alert or user.';
grant execute on function app_public.why_notified(integer, integer) to app_user;
--! EndIncluded functions/app_public.why_notified.sql
--! Included functions/app_public.active_alerts_at.sql
create or replace function app_public.active_alerts_at(latitude double precision, longitude double precision)
returns app_public.alert_here[]
language plpgsql stable strict security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  here geometry;
begin
  if app_public.current_user_id() is null then
    raise exception using errcode = 'LA401', message = 'Log in first.';
  end if;
  if (latitude between -90 and 90 and longitude between -180 and 180) is not true then
    raise exception using errcode = 'LA400', message = 'latitude must be from -90 to 90 and longitude from -180 to 180, in degrees.';
  end if;
  here := st_setsrid(st_makepoint(longitude, latitude), 4326);
  return array(
    select row(
        a.id, l.level, app_private.metres_from(a.zone1, here),
        case l.level when 'ONE' then a.text1 when 'TWO' then a.text2 else a.text3 end)::app_public.alert_here
      from app_public.alerts a, app_private.level_at(a.zone1, a.zone2, a.zone3, here) l (level)
      where a.active and a.expires_at > now() and st_covers(a.zone3, here) and l.level is not null
        and (a.status = 'ACTUAL' or app_private.is_tester(app_public.current_user_id()))
      order by l.level, a.id desc limit 1000);
end
$$;
comment on function app_public.active_alerts_at(double precision, double precision) is
  E'@itemsNotNull\nThe alerts that apply at a place now, the most urgent level first, the newest of it first; exercises and tests for testers only.';
grant execute on function app_public.active_alerts_at(double precision, double precision) to app_user;
--! EndIncluded functions/app_public.active_alerts_at.sql
--! Included functions/app_public.alerts_state.sql
create or replace function app_public.alerts_state(alert app_public.alerts) returns app_public.alert_state
language sql stable parallel safe
as $$
  select case
    when alert.cancelled_at is not null then 'CANCELLED'
    when not alert.active or alert.expires_at <= pg_catalog.now() then 'EXPIRED'
    else 'ACTIVE'
  end::app_public.alert_state
$$;
comment on function app_public.alerts_state(app_public.alerts) is E'@notNull\nWhether it lasts, or how it ended.';
grant execute on function app_public.alerts_state(app_public.alerts) to app_user;
--! EndIncluded functions/app_public.alerts_state.sql
--! Included functions/app_public.alerts_area_geo_json.sql
create or replace function app_public.alerts_area_geo_json(alert app_public.alerts) returns app_public.geo_json
language sql immutable parallel safe
as $$
  select public.st_asgeojson(alert.zone1, 9, 0)::pg_catalog.json
$$;
comment on function app_public.alerts_area_geo_json(app_public.alerts) is E'@notNull\nThe area, as a Polygon or MultiPolygon of GeoJSON (RFC 7946).';
grant execute on function app_public.alerts_area_geo_json(app_public.alerts) to app_user;
--! EndIncluded functions/app_public.alerts_area_geo_json.sql
--! Included functions/app_public.alerts_area_level2_geo_json.sql
create or replace function app_public.alerts_area_level2_geo_json(alert app_public.alerts) returns app_public.geo_json
language sql immutable parallel safe
as $$
  select public.st_asgeojson(alert.zone2, 9, 0)::pg_catalog.json
$$;
comment on function app_public.alerts_area_level2_geo_json(app_public.alerts) is E'@notNull\nThe area and the zone TWO around it, as a Polygon or MultiPolygon of GeoJSON (RFC 7946).';
grant execute on function app_public.alerts_area_level2_geo_json(app_public.alerts) to app_user;
--! EndIncluded functions/app_public.alerts_area_level2_geo_json.sql
--! Included functions/app_public.alerts_area_level3_geo_json.sql
create or replace function app_public.alerts_area_level3_geo_json(alert app_public.alerts) returns app_public.geo_json
language sql immutable parallel safe
as $$
  select public.st_asgeojson(alert.zone3, 9, 0)::pg_catalog.json
$$;
comment on function app_public.alerts_area_level3_geo_json(app_public.alerts) is E'@notNull\nThe area and the zones TWO and THREE around it, as a Polygon or MultiPolygon of GeoJSON (RFC 7946).';
grant execute on function app_public.alerts_area_level3_geo_json(app_public.alerts) to app_user;
--! EndIncluded functions/app_public.alerts_area_level3_geo_json.sql
--! Included functions/app_public.alert_versions_area_geo_json.sql
create or replace function app_public.alert_versions_area_geo_json(version app_public.alert_versions) returns app_public.geo_json
language sql immutable parallel safe
as $$
  select public.st_asgeojson(version.zone1, 9, 0)::pg_catalog.json
$$;
comment on function app_public.alert_versions_area_geo_json(app_public.alert_versions) is E'@notNull\nThe area, as a Polygon or MultiPolygon of GeoJSON (RFC 7946).';
grant execute on function app_public.alert_versions_area_geo_json(app_public.alert_versions) to app_user;
--! EndIncluded functions/app_public.alert_versions_area_geo_json.sql
--! Included functions/app_public.user_rights.sql
create or replace function app_public.user_rights(id integer, input app_public.user_rights_input) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  changed app_public.users;
begin
  -- Two administrators who demote each other take turns, so that one is left.
  perform from app_public.users u where u.is_admin order by u.id for update;
  update app_public.users u
    set is_admin = coalesce(input.is_admin, u.is_admin), is_tester = coalesce(input.is_tester, u.is_tester)
    where u.id = user_rights.id
    returning u.* into changed;
  if changed.id is null then
    raise exception using errcode = 'LA404', message = 'There is no user with this id.';
  end if;
  if not exists (select from app_public.users u where u.is_admin) then
    raise exception using errcode = 'LA409', message = 'This is the last administrator: make another one first.';
  end if;
  return changed;
end
$$;
comment on function app_public.user_rights(integer, app_public.user_rights_input) is 'Makes a user an administrator or a tester, or no longer; for administrators. What is left out stays. Error CONFLICT for the last administrator.';
grant execute on function app_public.user_rights(integer, app_public.user_rights_input) to app_admin;
--! EndIncluded functions/app_public.user_rights.sql
--! Included functions/app_public.user_password_reset.sql
create or replace function app_public.user_password_reset(id integer, password_hash text) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  changed app_public.users;
begin
  update app_private.user_credentials c
    set password_hash = user_password_reset.password_hash, token_version = c.token_version + 1
    where c.user_id = user_password_reset.id;
  if not found then
    raise exception using errcode = 'LA404', message = 'There is no user with this id.';
  end if;
  select u.* into changed from app_public.users u where u.id = user_password_reset.id;
  return changed;
end
$$;
comment on function app_public.user_password_reset(integer, text) is E'@behavior -mutationField\nReplaces a user''s password by one hashed by the host, and makes all their tokens issued before worthless; for administrators. Returns the user.';
grant execute on function app_public.user_password_reset(integer, text) to app_admin;
--! EndIncluded functions/app_public.user_password_reset.sql
--! Included views/analytics.alerts.sql
create or replace view analytics.alerts as
  select
    a.id as alert_id,
    a.created_at,
    a.expires_at,
    round((public.st_area(a.zone1::public.geography) / 1e6)::numeric, 3) as area_km2,
    (select coalesce(sum(r.users), 0)::integer from app_private.alert_reach r where r.alert_id = a.id) as reached_users,
    count(n.id) filter (where n.level = 'ONE') as notified_level_one,
    count(n.id) filter (where n.level = 'TWO') as notified_level_two,
    count(n.id) filter (where n.level = 'THREE') as notified_level_three,
    count(n.id) filter (where n.level = 'ONE' and n.seen) as seen_level_one,
    count(n.id) filter (where n.level = 'TWO' and n.seen) as seen_level_two,
    count(n.id) filter (where n.level = 'THREE' and n.seen) as seen_level_three
  from app_public.alerts a
  left join app_public.notifications n on n.alert_id = a.id and n.kind <> 'ALL_CLEAR'
  group by a.id;
comment on view analytics.alerts is
  'Each alert with its area in square kilometres, how many users it reached (each once), and how many notifications were sent and seen at each level, without the all-clear.';
grant select on analytics.alerts to app_analyst;
--! EndIncluded views/analytics.alerts.sql
--! Included views/analytics.notifications_per_day.sql
create or replace view analytics.notifications_per_day as
  select
    (n.created_at at time zone 'UTC')::date as day,
    n.level,
    count(*) as notifications,
    count(distinct n.user_id) as users,
    count(*) filter (where n.seen) as seen
  from app_public.notifications n
  where n.kind <> 'ALL_CLEAR'
  group by 1, 2;
comment on view analytics.notifications_per_day is
  'Notifications of each UTC day and level: how many, to how many users, how many were seen; without all-clears.';
grant select on analytics.notifications_per_day to app_analyst;
--! EndIncluded views/analytics.notifications_per_day.sql
