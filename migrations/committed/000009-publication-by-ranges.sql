--! Previous: sha1:7546001f79cf3add938b7e150c9fdb0074c6588f
--! Hash: sha1:dd69bd30358971c31405039613cfd4a6245df36f
--! Message: publication-by-ranges

--! split: 1-current.sql
drop table if exists app_private.publication_waiting;
create table app_private.publication_waiting (
  alert_id integer not null references app_public.alerts on delete cascade,
  level app_public.level_alert not null,
  first_user_id integer not null,
  user_ids integer[] not null,
  primary key (alert_id, level, first_user_id)
);
comment on table app_private.publication_waiting is
  'While an alert is published to very many: the users seen in zone TWO or THREE, to be told after all of ONE.';
alter table app_private.publication_waiting enable row level security;
comment on table app_private.publications is
  'How far the matching of last positions has come for each alert: through all users by id for level ONE, then through those waiting.';

-- One in the middle of its passes begins anew; who was told is not told again.
update app_private.publications set level = 'ONE', last_user_id = 0 where completed_at is null;

--! Included functions/app_private.level_at.sql
create or replace function app_private.level_at(
  zone1 public.geometry, zone2 public.geometry, zone3 public.geometry, location public.geometry
) returns app_public.level_alert
language sql immutable parallel safe
as $$
  -- Each a constant of its type: cast at the end, it would be looked up for each row.
  select case
    when public.st_covers(zone1, location) then 'ONE'::app_public.level_alert
    when public.st_covers(zone2, location) then 'TWO'::app_public.level_alert
    when public.st_covers(zone3, location) then 'THREE'::app_public.level_alert
  end
$$;
comment on function app_private.level_at(public.geometry, public.geometry, public.geometry, public.geometry) is
  'The innermost zone that a point lies in, edges included; null outside of all.';
--! EndIncluded functions/app_private.level_at.sql
--! Included functions/app_private.report_lock.sql
create or replace function app_private.report_lock(user_id integer) returns integer
language sql immutable parallel safe
as $$
  select (user_id >> 11) & 255
$$;
comment on function app_private.report_lock(integer) is
  'The advisory lock (4155, this) that a user''s reports share, and that a publication takes alone while it tells them: what they last reported then stands still. Users of neighbouring ids share it; there are 256, so that one transaction can hold all.';
--! EndIncluded functions/app_private.report_lock.sql
--! Included functions/app_private.hold_reports.sql
create or replace function app_private.hold_reports(user_ids integer[]) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  -- In one order, so that two publications wait for each other and never both.
  perform pg_advisory_xact_lock(4155, h.lock)
    from (select distinct app_private.report_lock(u.user_id) as lock from unnest(user_ids) u (user_id) order by 1) h;
end
$$;
comment on function app_private.hold_reports(integer[]) is
  'Waits for the reports of these users that are in flight, and holds back their next until the end of the transaction. A statement begun after it sees where each of them is.';
--! EndIncluded functions/app_private.hold_reports.sql
--! Included functions/app_private.notify_users.sql
create or replace function app_private.notify_users(alert app_public.alerts, user_ids integer[]) returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  -- Unpacked once here, not for each user below.
  zone1 geometry := st_setsrid(alert.zone1, 4326);
  zone2 geometry := st_setsrid(alert.zone2, 4326);
  zone3 geometry := st_setsrid(alert.zone3, 4326);
  notified integer;
  newly_reached integer;
begin
  with candidate as materialized (
    select l.user_id, st_y(l.location) as latitude, st_x(l.location) as longitude, l.moving_activity,
        app_private.level_at(zone1, zone2, zone3, l.location) as level,
        -- A subquery, asked row by row: as a join it would be planned by what was known before this publication.
        (select n.level from app_public.notifications n
          where n.alert_id = alert.id and n.user_id = l.user_id order by n.level limit 1) as told
      from app_public.last_positions l
      where l.user_id = any (user_ids)
  ), chosen as materialized (
    select * from candidate c where c.level is not null and (c.told is null or c.told > c.level)
  ), inserted as (
    insert into app_public.notifications (alert_id, user_id, level, latitude, longitude, moving_activity)
      select alert.id, c.user_id, c.level, c.latitude, c.longitude, c.moving_activity
        from chosen c order by c.level, c.user_id
  )
  select count(*), count(*) filter (where c.told is null) into notified, newly_reached from chosen c;
  if newly_reached > 0 then
    insert into app_private.alert_reach (alert_id, users) values (alert.id, newly_reached);
  end if;
  return notified;
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
  notified integer;
begin
  with hit as (
    select a.id as alert_id, app_private.level_at(a.zone1, a.zone2, a.zone3, here.location) as level
      from app_public.alerts a
      where a.active and a.expires_at > now()
        and here.taken_at > now() - a.max_position_age
        and st_covers(a.zone3, here.location)
  ), inserted as (
    insert into app_public.notifications (alert_id, user_id, level, latitude, longitude, moving_activity)
      select h.alert_id, here.user_id, h.level, st_y(here.location), st_x(here.location), here.moving_activity
        from hit h
        where h.level is not null and not exists (
          select from app_public.notifications n
            where n.alert_id = h.alert_id and n.user_id = here.user_id and n.level <= h.level)
      returning alert_id
  ), reached as (
    insert into app_private.alert_reach (alert_id, users)
      select i.alert_id, 1 from inserted i
        where not exists (
          select from app_public.notifications n where n.alert_id = i.alert_id and n.user_id = here.user_id)
  )
  select count(*) into notified from inserted;
  return notified;
end
$$;
comment on function app_private.notify_of_active_alerts(app_public.last_positions) is
  'Notifies a user of the alerts whose zones their last position lies in, unless told already at this level or a more urgent one. The caller holds that row''s lock, and shares the publication lock and the user''s report lock. Returns how many.';
--! EndIncluded functions/app_private.notify_of_active_alerts.sql
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
  any_told := exists (
    select from app_public.notifications n where n.alert_id = alert.id and n.user_id between first_id and last_id);
  with seen as materialized (
    select l.user_id, l.location, l.moving_activity, app_private.level_at(zone1, zone2, zone3, l.location) as level
      from app_public.last_positions l
      where l.user_id between first_id and last_id and l.taken_at > oldest
        -- Who was told already has reported since, and their report has told them all there is.
        and (not any_told or not exists (
          select from app_public.notifications n where n.alert_id = alert.id and n.user_id = l.user_id))
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
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp
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
--! Included functions/app_public.new_position.sql
create or replace function app_public.new_position(input app_public.position_input) returns app_public.positions
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  reported app_public.positions;
begin
  if app_public.current_user_id() is null then
    raise exception using errcode = 'LA401', message = 'Log in first.';
  end if;
  -- First, so that what follows sees every alert whose publication has ended its first phase.
  perform pg_advisory_xact_lock_shared(app_private.publication_lock());
  perform pg_advisory_xact_lock_shared(4155, app_private.report_lock(app_public.current_user_id()));
  insert into app_public.positions (user_id, latitude, longitude, accuracy, moving_activity, taken_at)
    values (
      app_public.current_user_id(), input.latitude, input.longitude, input.accuracy, input.moving_activity,
      app_private.moment_taken(input.taken_at))
    returning * into reported;
  perform app_private.arrive(reported);
  return reported;
end
$$;
comment on function app_public.new_position(app_public.position_input) is
  'Reports where one is, and in the same transaction notifies of the alerts that last there. One taken before the last one known is kept as history only.';
grant execute on function app_public.new_position(app_public.position_input) to app_user;
--! EndIncluded functions/app_public.new_position.sql
--! Included functions/app_public.new_positions.sql
create or replace function app_public.new_positions(input app_public.position_input[]) returns setof app_public.positions
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp rows 100
as $$
declare
  bad text;
  reported app_public.positions[];
  latest app_public.positions;
begin
  if app_public.current_user_id() is null then
    raise exception using errcode = 'LA401', message = 'Log in first.';
  end if;
  if cardinality(input) > 1000 then
    raise exception using errcode = 'LA400', message = 'input: at most 1,000 positions can be reported at once.';
  end if;
  bad := app_private.first_bad_position(input);
  if bad is not null then
    raise exception using errcode = 'LA400', message = bad;
  end if;
  -- First, so that what follows sees every alert whose publication has ended its first phase.
  perform pg_advisory_xact_lock_shared(app_private.publication_lock());
  perform pg_advisory_xact_lock_shared(4155, app_private.report_lock(app_public.current_user_id()));
  with inserted as (
    insert into app_public.positions as p (user_id, latitude, longitude, accuracy, moving_activity, taken_at)
      select app_public.current_user_id(), i.latitude, i.longitude, i.accuracy, i.moving_activity,
          app_private.moment_taken(i.taken_at)
        from unnest(input) with ordinality as i (latitude, longitude, moving_activity, taken_at, accuracy, index)
        order by i.index
      returning p.*
  )
  select array_agg(i::app_public.positions order by i.id) into reported from inserted i;
  -- Where one was last is where one is; the way there is history.
  select r.* into latest from unnest(reported) r order by r.taken_at desc, r.id desc limit 1;
  if latest.id is not null then
    perform app_private.arrive(latest);
  end if;
  return query select r.* from unnest(reported) r order by r.id;
end
$$;
comment on function app_public.new_positions(app_public.position_input[]) is
  'Reports up to 1,000 positions in one go, for a phone that was offline. All are kept; the one taken last counts as in newPosition. One bad entry refuses all, and the error names its index.';
grant execute on function app_public.new_positions(app_public.position_input[]) to app_user;
--! EndIncluded functions/app_public.new_positions.sql
