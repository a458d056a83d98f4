--! Previous: sha1:e1399f14a5aa3be7c44f44197aacc0c28e991926
--! Hash: sha1:d048aff0c521f371bb80914bfe85ed8ff2e357b8
--! Message: publication-to-many

--! split: 1-current.sql
comment on column app_private.publications.level is
  'ONE while a publication passes through all users by id, or has not begun; TWO while it tells those who wait.';
comment on column app_private.publications.last_user_id is 'The user that the passage has reached.';
comment on table app_private.publications is
  'How far the matching of last positions has come for each alert. Few are told at once; more wait for their turn, chunk by chunk; for very many it passes through all users by id, tells level ONE, and has the others wait.';
comment on table app_private.publication_waiting is
  'Users seen in an alert''s zones whose turn to be told is to come, in chunks, the most urgent level first.';

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
    select l.user_id, app_private.level_at(zone1, zone2, zone3, l.location) as level
      from app_public.last_positions l
      where st_covers(alert.zone3, l.location) and l.taken_at > now() - alert.max_position_age
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
  'Notifies the next users whose last position lies in the alert''s zones, most urgent level first; true when none is left. To be called in a transaction of its own, begun after the alert was committed, until it says so.';
grant execute on function app_private.publish_chunk(integer, integer) to app_host;
--! EndIncluded functions/app_private.publish_chunk.sql
