--! Previous: sha1:b68f0683966bc75c5f1ee98cc156f15f7638daf8
--! Hash: sha1:be4a4fa92eb0e6c2bea15e5872994aebe29b6b38
--! Message: Notifications

set local check_function_bodies = off; -- Functions call later ones.

create type app_public.notification_kind as enum ('ALERT', 'UPDATE', 'ALL_CLEAR');
comment on type app_public.notification_kind is
  E'@value ALERT The alert, for the first time.\n@value UPDATE A later version of the alert.\n@value ALL_CLEAR The alert was cancelled.\nWhat a notification says.';

create type app_public.notification_update_input as (
  id bigint,
  seen boolean
);
comment on type app_public.notification_update_input is
  E'@inputTypeName NotificationUpdateInput\nA notification of yours, and whether you have seen it.';
comment on column app_public.notification_update_input.id is E'@asInt\n@notNull\nThe id of the notification.';
comment on column app_public.notification_update_input.seen is E'@notNull\nTrue if you have seen it.';

create table app_public.notifications (
  id bigint not null generated always as identity,
  alert_id integer not null,
  user_id integer not null,
  level app_public.level_alert not null,
  latitude double precision not null,
  longitude double precision not null,
  moving_activity app_public.moving_activity not null,
  seen boolean not null default false,
  created_at timestamptz not null default now(),
  seen_at timestamptz,
  taken_at timestamptz,
  accuracy double precision,
  version integer not null default 1,
  kind app_public.notification_kind not null default 'ALERT',
  place_kept boolean not null default true,
  distance_class app_public.distance_class,
  rule app_public.notification_rule,
  seen_change bigint,
  constraint notifications_pkey primary key (user_id, id) include (alert_id, level)
);
create index notifications_alert_id_id on app_public.notifications (alert_id, id);
create unique index notifications_alert_id_user_id_level_version_key on app_public.notifications (alert_id, user_id, level, version);
create index notifications_id on app_public.notifications (id);
alter table app_public.notifications enable row level security;

create policy read_all on app_public.notifications for select to app_admin using (true);
create policy read_own on app_public.notifications for select to app_user using ((user_id = app_public.current_user_id()));
create policy mark_own on app_public.notifications for update to app_user using ((user_id = app_public.current_user_id()));
grant select, update (seen) on app_public.notifications to app_user;

comment on table app_public.notifications is
  E'@newestFirst\n@filterBy seen id alert_id\n@foreignKey (alert_id) references app_public.alerts (id)|@fieldName alert|@foreignFieldName notifications|@notNull|@forwardDescription The alert.|@backwardDescription The notifications of the alert, newest first: your own; for an administrator, those of everyone.\n@foreignKey (user_id) references app_public.users (id)|@fieldName user|@forwardDescription The user who was notified.|@behavior -manyRelation:resource:list\nThe record that a user was notified of an alert: at which level, and by which position.';
comment on column app_public.notifications.id is E'@asInt\n@behavior -attribute:groupBy\nThe id of the notification.';
comment on column app_public.notifications.alert_id is 'The id of the alert.';
comment on column app_public.notifications.user_id is 'The id of the user.';
comment on column app_public.notifications.level is 'The level at which the user was notified, which tells the text.';
comment on column app_public.notifications.latitude is
  'Where the user was, in degrees north. A point of the alert''s area if placeKept is false.';
comment on column app_public.notifications.longitude is
  'Where the user was, in degrees east. A point of the alert''s area if placeKept is false.';
comment on column app_public.notifications.moving_activity is 'How the user was moving. UNKNOWN if placeKept is false.';
comment on column app_public.notifications.seen is 'True if the user has seen it.';
comment on column app_public.notifications.created_at is 'When the user was notified.';
comment on column app_public.notifications.seen_at is
  'When the user first saw it. Null if they have not.';
comment on column app_public.notifications.taken_at is
  'When the device took the position that notified the user. Null if placeKept is false.';
comment on column app_public.notifications.accuracy is
  'The radius of accuracy of that position in metres. Null if the device did not report it, or placeKept is false.';
comment on column app_public.notifications.version is 'The version of the alert that notified the user.';
comment on column app_public.notifications.kind is 'What the notification says.';
comment on column app_public.notifications.place_kept is
  'False if it was cleared where the user was: latitude and longitude are then a point of the alert''s area.';
comment on column app_public.notifications.distance_class is
  'How far from the alert''s area the user was. Null while the place is kept.';
comment on column app_public.notifications.rule is
  'The rule by which the user was notified. Null while the place is kept, as whyNotified finds it then, and for an all-clear.';
comment on column app_public.notifications.seen_change is
  E'@behavior -*\nThe number of the last change of seen, from the sequence of the ids. Null if it never changed: the id is the number of the notification then.';

--! Included notifications/app_private.clear_places.sql
create or replace function app_private.clear_places(user_ids integer[], ids bigint[]) returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  cleared_count integer;
begin
  with located as materialized (
    select n.user_id, n.id, n.alert_id, n.version, n.kind, n.taken_at, n.created_at,
        st_setsrid(st_makepoint(n.longitude, n.latitude), 4326) as place
      from app_public.notifications n
      where n.user_id = any (clear_places.user_ids) and n.id = any (clear_places.ids) and n.place_kept
  ), areas as materialized (
    -- Falls back to the alert if the version has no row.
    select z.*, st_pointonsurface(z.zone1) as inner_place
      from (
        select k.alert_id, k.version, coalesce(v.created_at, a.created_at) as created_at, coalesce(v.zone1, a.zone1) as zone1,
            v.completed_at, p.completed_at as present_completed_at
          from (select distinct k.alert_id, k.version from located k) k
          join app_public.alerts a on a.id = k.alert_id
          left join app_public.alert_versions v on v.alert_id = k.alert_id and v.version = k.version
          left join app_private.publications p on p.alert_id = k.alert_id
      ) z
  ), coarse as materialized (
    select k.user_id, k.id, st_y(a.inner_place) as latitude, st_x(a.inner_place) as longitude,
        app_private.distance_class(app_private.metres_from(a.zone1, k.place)) as distance_class,
        case when k.kind <> 'ALL_CLEAR' then app_private.rule_when_notified(
          null, k.taken_at, k.created_at, a.created_at, a.completed_at, a.present_completed_at) end as rule
      from located k
      join areas a on a.alert_id = k.alert_id and a.version = k.version
  )
  update app_public.notifications n
    set latitude = c.latitude, longitude = c.longitude, moving_activity = 'UNKNOWN', taken_at = null, accuracy = null,
      place_kept = false, distance_class = c.distance_class, rule = c.rule
    from coarse c
    where n.user_id = c.user_id and n.id = c.id and n.place_kept;
  get diagnostics cleared_count = row_count;
  return cleared_count;
end
$$;
comment on function app_private.clear_places(integer[], bigint[]) is
  'Clears the personal data of these notifications: latitude and longitude become a point of the alert''s area, moving_activity, taken_at and accuracy are reset. Level, version, time and kind stay; the class of the distance and the rule are stored in place of the position. Returns the number of cleared notifications, without those that were cleared before.';
--! EndIncluded notifications/app_private.clear_places.sql
--! Included notifications/app_private.refuse_to_lose_history.sql
create or replace function app_private.refuse_to_lose_history() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (select 1 from app_public.notifications n where n.alert_id = old.id) then
    raise exception using errcode = 'foreign_key_violation',
      message = format('alerts %s cannot be deleted: positions or notifications refer to it, and they prove who was told and why.', old.id);
  end if;
  return old;
end
$$;
comment on function app_private.refuse_to_lose_history() is
  'Replaces a foreign key from notifications to alerts: refuses to delete an alert that has notifications. app_private.delete_user() does the same for users. Only its trigger calls it, as the owner, for whoever may change the row.';

drop trigger if exists refuse_to_lose_history on app_public.alerts;
create trigger refuse_to_lose_history before delete on app_public.alerts
  for each row execute function app_private.refuse_to_lose_history();
--! EndIncluded notifications/app_private.refuse_to_lose_history.sql
--! Included notifications/app_private.order_seen.sql
create or replace function app_private.order_seen() returns trigger
language plpgsql
as $$
declare
  caller_id constant integer := app_public.current_user_id();
begin
  if caller_id is not null then
    perform app_private.share_report_lock(caller_id), app_private.order_notifications(caller_id);
  end if;
  return null;
end
$$;
comment on function app_private.order_seen() is
  'Makes changes of a user''s notifications take turns, before the statement locks a row: an erasure takes these locks before rows too.';

-- Without a WHEN, which PostgreSQL would plan at each statement.
create or replace trigger order_seen before update of seen on app_public.notifications
  for each statement execute function app_private.order_seen();
--! EndIncluded notifications/app_private.order_seen.sql
--! Included notifications/app_private.note_seen.sql
create or replace function app_private.note_seen() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if new.seen <> old.seen then
    new.seen_change := nextval('app_public.notifications_id_seq');
    new.seen_at := case when new.seen then coalesce(new.seen_at, clock_timestamp()) end;
  end if;
  return new;
end
$$;
comment on function app_private.note_seen() is
  'Stores when a notification was first seen, and numbers the change, in the order of commits. It runs as the owner, whose sequence has the numbers; the grants and policies of notifications guard which rows a user marks.';

create or replace trigger note_seen before update of seen on app_public.notifications
  for each row execute function app_private.note_seen();
--! EndIncluded notifications/app_private.note_seen.sql
--! Included notifications/app_public.notification_update.sql
create or replace function app_public.notification_update(input app_public.notification_update_input) returns app_public.notifications
language plpgsql volatile strict
as $$
declare
  updated app_public.notifications;
begin
  if input.seen is null then
    raise exception using errcode = 'LA400', message = 'seen is missing: send true or false.';
  end if;
  -- The policy of updates makes it one of the caller's.
  update app_public.notifications n set seen = input.seen where n.id = input.id returning n.* into updated;
  if not found then
    raise exception using errcode = 'LA404', message = 'You have no notification with this id.';
  end if;
  return updated;
end
$$;
comment on function app_public.notification_update(app_public.notification_update_input) is
  E'@argument input The notification and the new value.\nMarks one of your notifications as seen or not seen. Returns it with the new value. Error NOT_FOUND for an unknown id and for a notification of someone else.';
grant execute on function app_public.notification_update(app_public.notification_update_input) to app_user;
--! EndIncluded notifications/app_public.notification_update.sql
