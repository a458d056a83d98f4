-- The sample is one of ids, because each worker node has an index of its own.
create or replace function app_private.queue_recipients(
  alert app_public.alerts, published_at timestamptz, chunk_size integer
) returns boolean
language plpgsql volatile set search_path = pg_catalog, public, pg_temp set jit = off
as $$
declare
  users constant bigint := (select max(l.user_id) from app_public.last_positions l);
  most constant bigint := least(20 * chunk_size, users / 8);
  sample constant double precision := least(1, 2000 / users::double precision);
  sampled constant integer[] := array(select (n * users / 2000)::integer from generate_series(1, 2000) n where users > 2000);
  max_accuracy constant double precision := alert.max_accuracy;
  max_age constant interval := alert.max_position_age;
  is_actual constant boolean := app_private.applies_to(alert.status, false);
  zone1 constant geometry := st_setsrid(alert.zone1, 4326);
  zone2 constant geometry := st_setsrid(alert.zone2, 4326);
  zone3 constant geometry := st_setsrid(alert.zone3, 4326);
  seen record;
begin
  if (select count(*) from app_public.last_positions l where l.user_id = any (sampled) and st_covers(zone3, l.location))
    > 2 * most * sample
  then
    return false;
  end if;
  select array_agg(s.user_id) as user_ids, array_agg(s.level) as levels into seen
    from (
      select l.user_id, app_private.level_at(zone1, zone2, zone3, l.location, l.accuracy > max_accuracy) as level
        from app_public.last_positions l
        where st_covers(zone3, l.location) and app_private.is_fresh(l.taken_at, max_age, published_at)
          and (is_actual or exists (select from app_public.users u where u.id = l.user_id and u.is_tester))
        limit most + 1
    ) s;
  if cardinality(seen.user_ids) > most then
    return false;
  end if;
  insert into app_private.publication_waiting (alert_id, level, first_user_id, user_ids)
    select alert.id, n.level, min(n.user_id), array_agg(n.user_id)
      from (
        select s.user_id, s.level, (row_number() over (partition by s.level order by s.user_id) - 1) / chunk_size as chunk
          from unnest(seen.user_ids, seen.levels) s (user_id, level) where s.level is not null
      ) n
      group by n.level, n.chunk;
  return found;
end
$$;
