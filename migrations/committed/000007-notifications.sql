--! Previous: sha1:12f4541b1b9162a38cb7aca71850fe5aa2ebb225
--! Hash: sha1:6c5f08b62de74d45166f80bbe783debda2a5596a
--! Message: notifications

--! split: 1-notifications.sql
-- No foreign keys: they doubled the time to publish to a million users. The functions that write
-- here take alert and user from their tables, and those tables refuse to lose a row named here.
create table app_public.notifications (
  id integer generated always as identity primary key,
  alert_id integer not null,
  user_id integer not null,
  level app_public.level_alert not null,
  latitude double precision not null,
  longitude double precision not null,
  moving_activity app_public.moving_activity not null,
  seen boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index notifications_alert_id_user_id_level_key on app_public.notifications (alert_id, user_id, level);
create index notifications_user_id_id on app_public.notifications (user_id, id);
create index notifications_alert_id_id on app_public.notifications (alert_id, id);

comment on table app_public.notifications is E'@newestFirst\n@filterBy seen id alert_id\n@foreignKey (alert_id) references app_public.alerts (id)|@fieldName alert|@foreignFieldName notifications|@notNull\n@foreignKey (user_id) references app_public.users (id)|@fieldName user|@behavior -manyRelation:resource:list\nThat a user was told of an alert: where they were, and at which level.';
comment on column app_public.notifications.latitude is 'Where the user was, degrees north.';
comment on column app_public.notifications.longitude is 'Where the user was, degrees east.';
comment on column app_public.notifications.level is 'Which text was sent.';
comment on column app_public.notifications.seen is 'Whether the user has seen it.';
comment on column app_public.notifications.created_at is 'Seconds since 1970-01-01 UTC.';

alter table app_public.notifications enable row level security;

--! Included policies/app_public.notifications.sql
drop policy if exists read_own on app_public.notifications;
create policy read_own on app_public.notifications for select to app_user
  using (user_id = app_public.current_user_id());

drop policy if exists read_all on app_public.notifications;
create policy read_all on app_public.notifications for select to app_admin
  using (true);

-- An administrator's too: only the person told can say that it was seen.
drop policy if exists update_own on app_public.notifications;
create policy update_own on app_public.notifications for update to app_user
  using (user_id = app_public.current_user_id());

grant select on app_public.notifications to app_user;
grant update (seen) on app_public.notifications to app_user;
--! EndIncluded policies/app_public.notifications.sql
--! Included functions/app_private.refuse_to_lose_history.sql
create or replace function app_private.refuse_to_lose_history() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_table_name = 'alerts' and exists (select from app_public.notifications n where n.alert_id = old.id)
    or tg_table_name = 'users' and (
      exists (select from app_public.notifications n where n.user_id = old.id)
      or exists (select from app_public.last_positions l where l.user_id = old.id))
  then
    raise exception using errcode = 'foreign_key_violation',
      message = format('%s %s is named by positions or notifications, which prove who was told and why.', tg_table_name, old.id);
  end if;
  return old;
end
$$;
comment on function app_private.refuse_to_lose_history() is
  'Stands where foreign keys from positions and notifications would: an alert or user they name cannot be deleted.';

drop trigger if exists refuse_to_lose_history on app_public.alerts;
create trigger refuse_to_lose_history before delete on app_public.alerts
  for each row execute function app_private.refuse_to_lose_history();
drop trigger if exists refuse_to_lose_history on app_public.users;
create trigger refuse_to_lose_history before delete on app_public.users
  for each row execute function app_private.refuse_to_lose_history();
--! EndIncluded functions/app_private.refuse_to_lose_history.sql

create type app_public.notification_update_input as (id integer, seen boolean);
comment on type app_public.notification_update_input is E'@inputTypeName NotificationUpdateInput\nWhether one of one''s own notifications was seen.';
comment on column app_public.notification_update_input.id is E'@notNull\nThe notification''s id.';
comment on column app_public.notification_update_input.seen is E'@notNull\nWhether it was seen.';

create type app_public.position_input as (
  latitude double precision,
  longitude double precision,
  moving_activity app_public.moving_activity,
  taken_at bigint,
  accuracy double precision
);
comment on type app_public.position_input is E'@inputTypeName PositionInput\nWhere one is.';
comment on column app_public.position_input.latitude is E'@notNull\nDegrees north, -90 to 90.';
comment on column app_public.position_input.longitude is E'@notNull\nDegrees east, -180 to 180.';
comment on column app_public.position_input.moving_activity is E'@notNull\nHow one is moving.';
comment on column app_public.position_input.taken_at is 'When it was taken, in seconds since 1970-01-01 UTC; now, if left out. A clock that is up to a day fast is taken for now.';
comment on column app_public.position_input.accuracy is 'Radius in metres.';

--! Included functions/app_public.notification_update.sql
create or replace function app_public.notification_update(input app_public.notification_update_input) returns app_public.notifications
language plpgsql volatile strict
as $$
declare
  updated app_public.notifications;
begin
  if notification_update.input.seen is null then
    raise exception using errcode = 'LA400', message = 'seen must be given.';
  end if;
  update app_public.notifications n set seen = notification_update.input.seen
    where n.id = notification_update.input.id
    returning n.* into updated;
  if updated.id is null then
    raise exception using errcode = 'LA404', message = 'You have no notification with this id.';
  end if;
  return updated;
end
$$;
comment on function app_public.notification_update(app_public.notification_update_input) is 'Says whether one has seen a notification of one''s own. Returns it with the new value. Error NOT_FOUND for an unknown id and for someone else''s alike.';
grant execute on function app_public.notification_update(app_public.notification_update_input) to app_user;
--! EndIncluded functions/app_public.notification_update.sql
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
  'Notifies a user of the alerts whose zones their last position lies in, unless told already at this level or a more urgent one. The caller holds that row''s lock and the shared publication lock. Returns how many.';
--! EndIncluded functions/app_private.notify_of_active_alerts.sql
--! Included functions/app_private.moment_taken.sql
create or replace function app_private.moment_taken(seconds bigint) returns timestamptz
language sql stable parallel safe
as $$
  select case
    when seconds is null then pg_catalog.now()
    -- A fast clock's position is a position of now; to_timestamp() knows no year past 294276.
    when seconds between 0 and extract(epoch from pg_catalog.now()) + 86400
      then least(pg_catalog.to_timestamp(seconds), pg_catalog.now())
    else 'infinity'::timestamptz
  end
$$;
comment on function app_private.moment_taken(bigint) is
  'When a position was taken, by the device''s word in seconds since 1970-01-01 UTC: now without it, and for up to a day ahead; infinity, which positions refuse, for anything else.';
--! EndIncluded functions/app_private.moment_taken.sql
--! Included functions/app_private.arrive.sql
create or replace function app_private.arrive(reported app_public.positions) returns void
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  here app_public.last_positions;
begin
  insert into app_public.last_positions as l (user_id, position_id, created_at, taken_at, location, accuracy, moving_activity)
    values (
      reported.user_id, reported.id, reported.created_at, reported.taken_at,
      st_setsrid(st_makepoint(reported.longitude, reported.latitude), 4326), reported.accuracy, reported.moving_activity)
    on conflict (user_id) do update set
      position_id = excluded.position_id, created_at = excluded.created_at, taken_at = excluded.taken_at,
      location = excluded.location, accuracy = excluded.accuracy, moving_activity = excluded.moving_activity
      where excluded.taken_at >= l.taken_at
    returning l.* into here;
  -- A position older than the last one known is history only.
  if here.user_id is not null then
    perform app_private.notify_of_active_alerts(here);
  end if;
end
$$;
comment on function app_private.arrive(app_public.positions) is
  'Makes a position its user''s last one, and notifies of the alerts that last there; does nothing where a later one is known. The caller holds the shared publication lock.';
--! EndIncluded functions/app_private.arrive.sql
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
--! Included functions/app_private.first_bad_position.sql
create or replace function app_private.first_bad_position(input app_public.position_input[]) returns text
language sql stable
as $$
  select format('input[%s]: %s', p.index - 1, case
      when p.latitude between -90 and 90 is not true then 'latitude must be a number of degrees from -90 to 90.'
      when p.longitude between -180 and 180 is not true then 'longitude must be a number of degrees from -180 to 180.'
      when p.accuracy not between 0 and 20000000 then 'accuracy must be a number of metres from 0 to 20,000,000.'
      when p.moving_activity is null then 'movingActivity must be given.'
      else 'takenAt must be in seconds since 1970-01-01 UTC, and not in the future.'
    end)
    from unnest(input) with ordinality as p (latitude, longitude, moving_activity, taken_at, accuracy, index)
    where (p.latitude between -90 and 90 and p.longitude between -180 and 180) is not true
      or p.accuracy not between 0 and 20000000
      or p.moving_activity is null
      or app_private.moment_taken(p.taken_at) = 'infinity'
    order by p.index
    limit 1
$$;
comment on function app_private.first_bad_position(app_public.position_input[]) is
  'What is wrong with the first entry that the constraints of positions would refuse, which cannot name it; null where none is.';
--! EndIncluded functions/app_private.first_bad_position.sql
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
