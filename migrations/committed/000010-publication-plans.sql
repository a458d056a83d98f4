--! Previous: sha1:dd69bd30358971c31405039613cfd4a6245df36f
--! Hash: sha1:3d7c31d2d102435bb4e4e23945536e2c301dcdab
--! Message: publication-plans

--! split: 1-current.sql
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
begin
  perform app_private.hold_reports(array(select generate_series(first_id, last_id, 2048) union select last_id));
  -- In the order of one index, so that no table statistics, which are of before this publication, suggest another way.
  select n.alert_id = alert.id and n.user_id <= last_id into any_told
    from app_public.notifications n where (n.alert_id, n.user_id) >= (alert.id, first_id)
    order by n.alert_id, n.user_id, n.level limit 1;
  with seen as materialized (
    select l.user_id, l.location, l.moving_activity, app_private.level_at(zone1, zone2, zone3, l.location) as level
      from app_public.last_positions l
      where l.user_id between first_id and last_id and l.taken_at > oldest
        -- Who was told already has reported since, and their report has told them all there is.
        and (any_told is not true or (
          select n.level from app_public.notifications n
            where n.alert_id = alert.id and n.user_id = l.user_id order by n.level limit 1) is null)
  ), told as (
    insert into app_public.notifications (alert_id, user_id, level, latitude, longitude, moving_activity)
      select alert.id, s.user_id, s.level, st_y(s.location), st_x(s.location), s.moving_activity
        from seen s where s.level = 'ONE'
  ), waiting as (
    insert into app_private.publication_waiting (alert_id, level, first_user_id, user_ids)
      select alert.id, s.level, min(s.user_id), array_agg(s.user_id)
        from seen s where s.level in ('TWO', 'THREE') group by s.level
  )
  insert into app_private.alert_reach (alert_id, users)
    select alert.id, count(*) from seen s where s.level = 'ONE' having count(*) > 0;
end
$$;
comment on function app_private.publish_to_range(app_public.alerts, integer, integer) is
  'Notifies those users from an id to an id who are in zone ONE, and notes who is in TWO or THREE, for whom it is not yet the turn.';
--! EndIncluded functions/app_private.publish_to_range.sql
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

  if publication.last_user_id = 0 then
    -- Most alerts concern few: all of them at once, by the index of places.
    select array_agg(c.user_id) into candidates from (
      select l.user_id from app_public.last_positions l
        where st_covers(alert.zone3, l.location) and l.taken_at > now() - alert.max_position_age
        limit chunk_size + 1
    ) c;
    is_complete := coalesce(cardinality(candidates), 0) <= chunk_size;
  elsif publication.level <> 'ONE' then
    -- Those seen further out, the more urgent first.
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
--! Included functions/app_private.continue_publication.sql
create or replace function app_private.continue_publication(alert_id integer) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp
as $$
  select graphile_worker.add_job(
    'publish_alert', json_build_object('alertId', alert_id), job_key => 'publish_alert:' || alert_id);
$$;
comment on function app_private.continue_publication(integer) is
  'Has a job go on at once with a publication that newAlert leaves unfinished; the one that app_private.new_alert() queued would wait for some seconds.';
grant execute on function app_private.continue_publication(integer) to app_host;
--! EndIncluded functions/app_private.continue_publication.sql
