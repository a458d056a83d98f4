--! Previous: sha1:a50e924c87f49082cd16088d316b9f7c41de67c4
--! Hash: sha1:30fb4f5b6b11afd41acb81a4d8ab33ee329d4cf3
--! Message: positions read by name

--! split: 1-current.sql
--! Included positions/app_private.keep_positions.sql
create or replace function app_private.keep_positions(
  user_id integer, input app_public.position_input[], out kept app_public.positions[], out ids bigint[]
)
language plpgsql volatile
as $$
declare
  hashes constant uuid[] := array(
    select app_private.position_hash(i.client_id, i.taken_at, i.latitude, i.longitude)
      from unnest(input) with ordinality as i order by i.ordinality);
  first_ids bigint[] := '{}';
  first_id bigint;
  is_history boolean;
  latest app_public.positions;
begin
  perform app_private.share_report_lock(keep_positions.user_id);
  is_history := app_private.apply_report_settings(keep_positions.user_id);
  ids := array(select nextval('app_public.positions_id_seq') from generate_series(1, cardinality(input)));
  -- In the order of the hashes, so that two requests with the same positions take turns. The key of the table decides.
  for first_id in
    insert into app_private.position_hashes (user_id, hash, position_id)
      select keep_positions.user_id, h.hash, min(h.id) from unnest(hashes, ids) h (hash, id)
        where h.hash is not null group by h.hash order by h.hash
      on conflict do nothing
      returning position_id
  loop
    first_ids := first_ids || first_id;
  end loop;
  kept := array(
    select row(ids[i.ordinality], keep_positions.user_id, now(), app_private.moment_taken(i.taken_at),
          i.latitude, i.longitude, i.accuracy, i.moving_activity)::app_public.positions
      from unnest(input) with ordinality as i
      where hashes[i.ordinality] is null or ids[i.ordinality] = any (first_ids)
      order by i.ordinality);
  if is_history then
    insert into app_public.positions (id, user_id, created_at, taken_at, latitude, longitude, accuracy, moving_activity)
      overriding system value
      select k.id, k.user_id, k.created_at, k.taken_at, k.latitude, k.longitude, k.accuracy, k.moving_activity from unnest(kept) k;
  end if;
  -- Only the latest position can notify. The others are history. A fast clock's are all taken now, in
  -- their order, and before those without a moment, which are of the report itself.
  select k.* into latest
    from unnest(input) with ordinality as i
    join unnest(kept) k on k.id = ids[i.ordinality]
    order by k.taken_at desc, i.taken_at desc nulls first, i.ordinality desc limit 1;
  if latest.id is not null then
    perform app_private.apply_position_report(latest, is_history);
  end if;
  if cardinality(kept) is distinct from cardinality(input) then
    -- What was reported before has the id that it got then.
    ids := array(
      select coalesce(h.position_id, i.id)
        from unnest(hashes, ids) with ordinality i (hash, id, index)
        left join app_private.position_hashes h on h.user_id = keep_positions.user_id and h.hash = i.hash
        order by i.index);
  end if;
end
$$;
comment on function app_private.keep_positions(integer, app_public.position_input[]) is
  'Stores the positions of a user that were not reported before, and notifies the user at the latest of them. Returns these positions, and for each entry the id of its position. The caller has checked the entries.';
--! EndIncluded positions/app_private.keep_positions.sql
--! Included positions/app_private.positions_reported.sql
create or replace function app_private.positions_reported(
  user_id integer, input app_public.position_input[], ids bigint[]
) returns app_public.positions[]
language plpgsql stable
as $$
begin
  return array(
    select case when p.id is not null then p else row(
          ids[i.ordinality], positions_reported.user_id, coalesce(h.created_at, now()),
          case when i.taken_at is null then coalesce(h.created_at, now()) else app_private.moment_taken(i.taken_at) end,
          i.latitude, i.longitude, i.accuracy, i.moving_activity)::app_public.positions end
      from unnest(input) with ordinality as i
      left join app_public.positions p on p.user_id = positions_reported.user_id and p.id = ids[i.ordinality]
      left join app_private.position_hashes h on p.id is null and h.user_id = positions_reported.user_id
        and h.hash = app_private.position_hash(i.client_id, i.taken_at, i.latitude, i.longitude)
      order by i.ordinality);
end
$$;
comment on function app_private.positions_reported(integer, app_public.position_input[], bigint[]) is
  'Returns the positions with these ids that a user has reported, in their order. One that is not kept as history has the place of its entry.';
--! EndIncluded positions/app_private.positions_reported.sql
--! Included positions/app_private.first_bad_position.sql
create or replace function app_private.first_bad_position(input app_public.position_input[]) returns text
language sql stable
as $$
  select format('input[%s].%s', p.ordinality - 1, f.fault)
    from unnest(input) with ordinality as p
    cross join lateral (
      select coalesce(
        app_private.position_fault(p.latitude, p.longitude, p.accuracy, app_private.moment_taken(p.taken_at), now()),
        case when p.moving_activity is null then 'movingActivity is missing: send one of its values.' end,
        app_private.client_id_fault(p.client_id))
    ) f (fault)
    where f.fault is not null
    order by p.ordinality
    limit 1
$$;
comment on function app_private.first_bad_position(app_public.position_input[]) is
  'Returns what is wrong with the first entry that the table would refuse, as a constraint cannot name the entry. Null if all are good.';
--! EndIncluded positions/app_private.first_bad_position.sql
--! Included positions/app_private.report_with_key.sql
create or replace function app_private.report_with_key(
  user_id integer, key_hash bytea, input json, alive_at bigint default null,
  out is_known boolean, out kept integer, out faults text[]
)
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp
-- Plans are made once, perhaps while the tables are empty, and must not scan them when they have grown.
set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  key_id bigint;
  is_used_lately boolean;
  entries constant app_public.position_input[] := array(
    select e from json_populate_recordset(null::app_public.position_input, input) e);
  good app_public.position_input[];
  alive timestamptz;
begin
  select k.id, k.last_used_at > now() - interval '1 minute' into key_id, is_used_lately
    from app_private.device_keys k
    where k.user_id = report_with_key.user_id and k.key_hash = report_with_key.key_hash;
  is_known := found;
  if not is_known then
    return;
  end if;
  select array_agg(entries[i.place] order by i.place) filter (where i.fault is null),
      array_agg(distinct i.fault) filter (where i.fault is not null)
    into good, faults
    from (
      select e.ordinality as place,
          app_private.position_fault(e.latitude, e.longitude, e.accuracy, app_private.moment_taken(e.taken_at), now()) as fault
        from unnest(entries) with ordinality as e
    ) i;
  -- Before the first row is locked, as whoever erases the user holds this lock when they delete the key.
  perform app_private.share_report_lock(report_with_key.user_id);
  perform app_private.apply_report_settings(report_with_key.user_id);
  if is_used_lately is not true then
    update app_private.device_keys k set last_used_at = now()
      where k.user_id = report_with_key.user_id and k.id = key_id;
  end if;
  kept := 0;
  if good is not null then
    kept := coalesce(cardinality((app_private.keep_positions(report_with_key.user_id, good)).kept), 0);
  end if;
  -- An impossible moment gives infinity, and says nothing.
  alive := nullif(app_private.moment_taken(report_with_key.alive_at), 'infinity');
  if report_with_key.alive_at is not null and alive is not null then
    perform app_private.note_alive(report_with_key.user_id, alive);
  end if;
end
$$;
comment on function app_private.report_with_key(integer, bytea, json, bigint) is
  'Reports the positions of an app that has a device key, as newPositions does, except that an entry that cannot be stored does not refuse the others. alive_at is when the app ran and had no newer position, in seconds since 1970. Returns if the key is known, how many positions were new, and what is wrong with the entries that were left out.';
grant execute on function app_private.report_with_key(integer, bytea, json, bigint) to app_host;
--! EndIncluded positions/app_private.report_with_key.sql
--! Included alerts/app_private.area_of_points.sql
create or replace function app_private.area_of_points(points app_public.point_input[]) returns public.geometry
language plpgsql immutable set search_path = pg_catalog, public, pg_temp
as $$
declare
  bad record;
  ring geometry;
begin
  if cardinality(points) > 10000 then
    raise exception using errcode = 'LA400', message = 'points has more than 10,000 points: leave some out.';
  end if;
  select p.ordinality - 1 as index, p.latitude, p.longitude into bad
    from unnest(points) with ordinality as p
    where (p.latitude between -90 and 90 and p.longitude between -180 and 180) is not true
    order by p.ordinality limit 1;
  if found then
    raise exception using errcode = 'LA400', message = format(
      'points[%s] is off the globe: send a latitude from -90 to 90 and a longitude from -180 to 180, in degrees.', bad.index);
  end if;
  if (select count(distinct (p.latitude, p.longitude)) from unnest(points) p) < 3 then
    raise exception using errcode = 'LA400', message = 'points has fewer than three different points: an area needs at least three.';
  end if;

  select st_makeline(st_makepoint(p.longitude, p.latitude) order by p.ordinality) into ring
    from unnest(points) with ordinality as p;
  if not st_isclosed(ring) then
    ring := st_addpoint(ring, st_startpoint(ring));
  end if;
  return app_private.checked_area(st_setsrid(st_makepolygon(ring), 4326), 'points');
end
$$;
comment on function app_private.area_of_points(app_public.point_input[]) is
  'Returns the polygon with these corners, which may run either way round; it closes an open ring. An edge of more than 180 degrees of longitude takes the short way round. Error LA400 says what is wrong with them.';
--! EndIncluded alerts/app_private.area_of_points.sql
