--! Previous: sha1:24f2a6ea1687aa5baf55d138d0bfa18dd6139630
--! Hash: sha1:af165ac67980a2ce0dbfafba307655f92d52feb4
--! Message: Positions from apps

-- Apps send a position again until they get an answer, and so do clients of newPosition whose answer was lost.
alter type app_public.position_input add attribute client_id text;
comment on column app_public.position_input.client_id is 'Your own id of this position, such as a UUID, of 1 to 100 characters. A position that you report again with the same id is stored once.';

create table app_private.position_hashes (
  -- No foreign keys, as for positions.
  user_id integer not null,
  hash uuid not null,
  position_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (user_id, hash)
);
comment on table app_private.position_hashes is
  'Which positions a user has reported with a clientId, in a batch with takenAt, or by an app. Its key makes a position that is sent twice one row. It is apart from positions, whose partitions by time of arrival cannot have such a key. Rows are purged with the positions.';
comment on column app_private.position_hashes.user_id is 'The user.';
comment on column app_private.position_hashes.hash is 'What app_private.position_hash() makes of the position.';
comment on column app_private.position_hashes.position_id is 'The position that was stored.';
comment on column app_private.position_hashes.created_at is 'When it was stored.';
alter table app_private.position_hashes enable row level security;

--! Included positions/app_private.position_hash.sql
create or replace function app_private.position_hash(
  client_id text, taken_at bigint, latitude double precision, longitude double precision
) returns uuid
language sql stable parallel safe
as $$
  select pg_catalog.md5(coalesce(
    'client ' || client_id,
    'place ' || taken_at || ' ' || latitude || ' ' || longitude))::pg_catalog.uuid
$$;
comment on function app_private.position_hash(text, bigint, double precision, double precision) is
  'Returns what two reports of one position of a user have in common: the client''s id of it, else the moment and the place. Null without an id and a moment, as then each report is a position of its own.';
--! EndIncluded positions/app_private.position_hash.sql
--! Included positions/app_private.client_id_fault.sql
create or replace function app_private.client_id_fault(client_id text) returns text
language sql immutable parallel safe
as $$
  select case when char_length(client_id_fault.client_id) not between 1 and 100
    then 'clientId is empty or has more than 100 characters: send a UUID.' end
$$;
comment on function app_private.client_id_fault(text) is 'Returns what is wrong with a clientId, or null.';
--! EndIncluded positions/app_private.client_id_fault.sql
--! Included positions/app_private.first_bad_position.sql
create or replace function app_private.first_bad_position(input app_public.position_input[]) returns text
language sql stable
as $$
  select format('input[%s].%s', p.index - 1, f.fault)
    from unnest(input) with ordinality as p (latitude, longitude, moving_activity, taken_at, accuracy, client_id, index)
    cross join lateral (
      select coalesce(
        app_private.position_fault(p.latitude, p.longitude, p.accuracy, app_private.moment_taken(p.taken_at), now()),
        case when p.moving_activity is null then 'movingActivity is missing: send one of its values.' end,
        app_private.client_id_fault(p.client_id))
    ) f (fault)
    where f.fault is not null
    order by p.index
    limit 1
$$;
comment on function app_private.first_bad_position(app_public.position_input[]) is
  'Returns what is wrong with the first entry that the table would refuse, as a constraint cannot name the entry. Null if all are good.';
--! EndIncluded positions/app_private.first_bad_position.sql
--! Included positions/app_private.keep_positions.sql
create or replace function app_private.keep_positions(
  user_id integer, input app_public.position_input[], out kept app_public.positions[], out ids bigint[]
)
language plpgsql volatile
as $$
declare
  hashes constant uuid[] := array(
    select app_private.position_hash(i.client_id, i.taken_at, i.latitude, i.longitude)
      from unnest(input) with ordinality
        as i (latitude, longitude, moving_activity, taken_at, accuracy, client_id, index)
      order by i.index);
  first_ids bigint[] := '{}';
  first_id bigint;
  reported app_public.positions;
  latest app_public.positions;
begin
  perform app_private.set_report_commit();
  perform app_private.share_report_lock(keep_positions.user_id);
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
  for reported in
    insert into app_public.positions as p (id, user_id, latitude, longitude, accuracy, moving_activity, taken_at)
      overriding system value
      select i.id, keep_positions.user_id, i.latitude, i.longitude, i.accuracy, i.moving_activity,
          app_private.moment_taken(i.taken_at)
        from rows from (unnest(input), unnest(hashes), unnest(ids)) with ordinality
          as i (latitude, longitude, moving_activity, taken_at, accuracy, client_id, hash, id, index)
        where i.hash is null or i.id = any (first_ids)
        order by i.index
      returning p.*
  loop
    -- Only the latest position can notify. The others are history.
    if latest.id is null or reported.taken_at >= latest.taken_at then
      latest := reported;
    end if;
    kept := kept || reported;
  end loop;
  if latest.id is not null then
    perform app_private.apply_position_report(latest);
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
  'Stores the positions of a user that were not reported before, and notifies the user at the latest of them. Returns what it stored, and for each entry the id of its position. The caller has checked the entries.';
--! EndIncluded positions/app_private.keep_positions.sql
--! Included positions/app_public.new_position.sql
create or replace function app_public.new_position(input app_public.position_input) returns app_public.positions
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp
-- Plans are made once, perhaps while the tables are empty, and must not scan them when they have grown.
set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  caller_id constant integer := app_private.require_user_id();
  taken_at constant timestamptz := app_private.moment_taken(input.taken_at);
  fault constant text := app_private.position_fault(input.latitude, input.longitude, input.accuracy, taken_at, now());
  once record;
  reported app_public.positions;
begin
  if fault is not null then
    raise exception using errcode = 'LA400', message = fault;
  end if;
  if input.client_id is not null then
    if app_private.client_id_fault(input.client_id) is not null then
      raise exception using errcode = 'LA400', message = app_private.client_id_fault(input.client_id);
    end if;
    once := app_private.keep_positions(caller_id, array[input]);
    return coalesce(
      once.kept[1], (select p from app_public.positions p where p.user_id = caller_id and p.id = once.ids[1]));
  end if;
  perform app_private.set_report_commit();
  perform app_private.share_report_lock(caller_id);
  insert into app_public.positions (user_id, latitude, longitude, accuracy, moving_activity, taken_at)
    values (caller_id, input.latitude, input.longitude, input.accuracy, input.moving_activity, taken_at)
    returning * into reported;
  perform app_private.apply_position_report(reported);
  return reported;
end
$$;
comment on function app_public.new_position(app_public.position_input) is
  E'@argument input The position.\nReports where you are, and notifies you of active alerts there in the same transaction. A position that was taken before your last one is stored as history only. A position with a clientId that was reported before is not stored again, and the answer is the one that was.';
grant execute on function app_public.new_position(app_public.position_input) to app_user;
--! EndIncluded positions/app_public.new_position.sql
--! Included positions/app_public.new_positions.sql
create or replace function app_public.new_positions(input app_public.position_input[]) returns setof app_public.positions
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp rows 100
-- Plans are made once, perhaps while the tables are empty, and must not scan them when they have grown.
set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  caller_id constant integer := app_private.require_user_id();
  bad text;
  result record;
begin
  if cardinality(input) > 1000 then
    raise exception using errcode = 'LA400', message = 'input has more than 1,000 positions: send them in several requests.';
  end if;
  bad := app_private.first_bad_position(input);
  if bad is not null then
    raise exception using errcode = 'LA400', message = bad;
  end if;
  result := app_private.keep_positions(caller_id, input);
  if cardinality(result.kept) = cardinality(input) then
    return query select k.* from unnest(result.kept) k;
  else
    return query
      select p.* from unnest(result.ids) with ordinality i (id, index)
        join app_public.positions p on p.user_id = caller_id and p.id = i.id
        order by i.index;
  end if;
end
$$;
comment on function app_public.new_positions(app_public.position_input[]) is
  E'@argument input The positions, in any order.\nReports up to 1,000 positions at once, for a phone that was offline. All are stored; the one taken last counts as in newPosition. A position with a clientId or a takenAt that was reported before is not stored again, and the answer has the one that was. One bad entry refuses them all, and the error names its index.';
grant execute on function app_public.new_positions(app_public.position_input[]) to app_user;
--! EndIncluded positions/app_public.new_positions.sql
--! Included positions/app_private.report_with_key.sql
create or replace function app_private.report_with_key(
  user_id integer, key_hash bytea, input json, out is_known boolean, out kept integer, out faults text[]
)
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp
-- Plans are made once, perhaps while the tables are empty, and must not scan them when they have grown.
set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  key_id bigint;
  is_used_lately boolean;
  good app_public.position_input[];
begin
  select k.id, k.last_used_at > now() - interval '1 minute' into key_id, is_used_lately
    from app_private.device_keys k
    where k.user_id = report_with_key.user_id and k.key_hash = report_with_key.key_hash;
  is_known := found;
  if not is_known then
    return;
  end if;
  select array_agg(row(i.latitude, i.longitude, i.moving_activity, i.taken_at, i.accuracy, i.client_id)::app_public.position_input
        order by i.index) filter (where i.fault is null),
      array_agg(distinct i.fault) filter (where i.fault is not null)
    into good, faults
    from (
      select e.*, app_private.position_fault(e.latitude, e.longitude, e.accuracy, app_private.moment_taken(e.taken_at), now()) as fault
        from rows from (json_populate_recordset(null::app_public.position_input, input)) with ordinality
          as e (latitude, longitude, moving_activity, taken_at, accuracy, client_id, index)
    ) i;
  perform app_private.set_report_commit();
  if is_used_lately is not true then
    update app_private.device_keys k set last_used_at = now()
      where k.user_id = report_with_key.user_id and k.id = key_id;
  end if;
  kept := 0;
  if good is not null then
    kept := coalesce(cardinality((app_private.keep_positions(report_with_key.user_id, good)).kept), 0);
  end if;
end
$$;
comment on function app_private.report_with_key(integer, bytea, json) is
  'Reports the positions of an app that has a device key, as newPositions does, except that an entry that cannot be stored does not refuse the others. Returns if the key is known, how many positions were new, and what is wrong with the entries that were left out.';
grant execute on function app_private.report_with_key(integer, bytea, json) to app_host;
--! EndIncluded positions/app_private.report_with_key.sql
--! Included positions/app_private.purge_positions.sql
create or replace function app_private.purge_positions() returns bigint
language plpgsql volatile set search_path = pg_catalog, public, pg_temp set timezone = 'UTC'
as $$
declare
  oldest_kept timestamptz;
  purged bigint;
  purged_by_default bigint;
begin
  select now() - s.position_retention into oldest_kept from app_private.settings s;
  -- Earlier weeks have partitions that are dropped as a whole, or are in the default partition.
  delete from app_public.positions where created_at < oldest_kept and created_at >= date_trunc('week', oldest_kept);
  get diagnostics purged = row_count;
  delete from app_public.positions_default where created_at < oldest_kept;
  get diagnostics purged_by_default = row_count;
  delete from app_private.position_hashes where created_at < oldest_kept;
  return purged + purged_by_default;
end
$$;
comment on function app_private.purge_positions() is
  'Deletes positions past the retention, except in weekly partitions that app_private.drop_position_partitions() drops. Returns their number. What tells repeated reports goes with them.';
--! EndIncluded positions/app_private.purge_positions.sql
