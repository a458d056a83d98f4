--! Previous: sha1:8c652c69b191bd5503163939f2fc9fc8e9a2094c
--! Hash: sha1:9244d8b02a918c3a009a9c9c9f13474888868471
--! Message: Notifications

create type app_public.notification_kind as enum ('ALERT', 'UPDATE', 'ALL_CLEAR');
comment on type app_public.notification_kind is E'@value ALERT The alert, for the first time.\n@value UPDATE A later version of the alert.\n@value ALL_CLEAR The alert was cancelled.\nWhat a notification says.';

create type app_public.notification_update_input as (
  id integer,
  seen boolean
);
comment on type app_public.notification_update_input is E'@inputTypeName NotificationUpdateInput\nA notification of yours, and whether you have seen it.';
comment on column app_public.notification_update_input.id is E'@notNull\nThe id of the notification.';
comment on column app_public.notification_update_input.seen is E'@notNull\nTrue if you have seen it.';

create type app_public.notification_rule as enum ('INSIDE_WHEN_PUBLISHED', 'CAME_IN_LATER', 'OUTSIDE', 'NO_POSITION', 'TOO_OLD', 'TOO_COARSE', 'NOT_A_TESTER', 'CAME_IN_AFTER_THE_END', 'NOT_YET');
comment on type app_public.notification_rule is E'@value INSIDE_WHEN_PUBLISHED Notified: the last position lay in a zone at publication.\n@value CAME_IN_LATER Notified: a later position report lay in a zone.\n@value OUTSIDE Not notified: the position lies outside all zones.\n@value NO_POSITION Not notified: the user has no position.\n@value TOO_OLD Not notified: the position was too old.\n@value TOO_COARSE Not notified: the position was too coarse to tell zone TWO from THREE.\n@value NOT_A_TESTER Not notified: the alert is an exercise or a test, and the user is not a tester.\n@value CAME_IN_AFTER_THE_END Not notified: the position was reported after the alert had ended.\n@value NOT_YET Not notified: the publication has not come to this user yet.\nWhy a user was notified of an alert or was not.';

create type app_public.notification_reason as (
  notification_id integer,
  level app_public.level_alert,
  rule app_public.notification_rule,
  latitude double precision,
  longitude double precision,
  taken_at timestamptz,
  age double precision,
  accuracy double precision,
  distance1 double precision,
  distance2 double precision,
  distance3 double precision
);
comment on type app_public.notification_reason is 'The position and the rule by which a user was notified of an alert or was not.';
comment on column app_public.notification_reason.notification_id is 'The id of the notification. Null if the user was not notified.';
comment on column app_public.notification_reason.level is 'The level of the notification. Null if the user was not notified.';
comment on column app_public.notification_reason.rule is E'@notNull\nThe rule that decided.';
comment on column app_public.notification_reason.latitude is 'The latitude of the position that counted, in degrees north. Null if there is none.';
comment on column app_public.notification_reason.longitude is 'The longitude of the position that counted, in degrees east. Null if there is none.';
comment on column app_public.notification_reason.taken_at is 'When the device took that position, in seconds since 1970-01-01 UTC.';
comment on column app_public.notification_reason.age is 'The age of the position when it counted, in seconds. If the user was not notified: its age now, or when the alert ended.';
comment on column app_public.notification_reason.accuracy is 'The radius of its accuracy in metres. Null if the device did not report it.';
comment on column app_public.notification_reason.distance1 is 'The distance from the area in metres, 0 inside.';
comment on column app_public.notification_reason.distance2 is 'The distance from zone TWO in metres, 0 inside.';
comment on column app_public.notification_reason.distance3 is 'The distance from zone THREE in metres, 0 inside.';

create type app_public.alert_here as (
  alert_id integer,
  level app_public.level_alert,
  distance double precision,
  text text
);
comment on type app_public.alert_here is 'An active alert at a place.';
comment on column app_public.alert_here.alert_id is E'@notNull\nThe id of the alert.';
comment on column app_public.alert_here.level is E'@notNull\nThe innermost zone that contains the place.';
comment on column app_public.alert_here.distance is E'@notNull\nThe distance from the area in metres, 0 inside.';
comment on column app_public.alert_here.text is E'@notNull\nThe text of that level.';

create type app_public.alert_reach_preview as (
  one integer,
  two integer,
  three integer,
  with_device integer,
  stale integer,
  coarse integer,
  area double precision
);
comment on type app_public.alert_reach_preview is E'@name alert_reach\nHow many users an alert would notify.';
comment on column app_public.alert_reach_preview.one is E'@notNull\nUsers inside the area.';
comment on column app_public.alert_reach_preview.two is E'@notNull\nUsers in zone TWO.';
comment on column app_public.alert_reach_preview.three is E'@notNull\nUsers in zone THREE.';
comment on column app_public.alert_reach_preview.with_device is E'@notNull\nHow many of these have a device to push to.';
comment on column app_public.alert_reach_preview.stale is E'@notNull\nUsers who are left out because their last position in the zones is too old.';
comment on column app_public.alert_reach_preview.coarse is E'@notNull\nUsers who are left out because their position is too coarse to tell zone TWO from THREE.';
comment on column app_public.alert_reach_preview.area is E'@notNull\nThe size of the area in square metres, without the zones around it.';

create table app_public.notifications (
  id integer generated always as identity primary key,
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
  kind app_public.notification_kind not null default 'ALERT'
);
comment on table app_public.notifications is
  E'@newestFirst\n@filterBy seen id alert_id\n@foreignKey (alert_id) references app_public.alerts (id)|@fieldName alert|@foreignFieldName notifications|@notNull|@forwardDescription The alert.|@backwardDescription The notifications of the alert, newest first: your own; for an administrator, those of everyone.\n@foreignKey (user_id) references app_public.users (id)|@fieldName user|@forwardDescription The user who was notified.|@behavior -manyRelation:resource:list\nThe record that a user was notified of an alert: at which level, and by which position.';
comment on column app_public.notifications.id is 'The id of the notification.';
comment on column app_public.notifications.alert_id is 'The id of the alert.';
comment on column app_public.notifications.user_id is 'The id of the user.';
comment on column app_public.notifications.level is 'The level at which the user was notified, which tells the text.';
comment on column app_public.notifications.latitude is 'Where the user was, in degrees north.';
comment on column app_public.notifications.longitude is 'Where the user was, in degrees east.';
comment on column app_public.notifications.moving_activity is 'How the user was moving.';
comment on column app_public.notifications.seen is 'True if the user has seen it.';
comment on column app_public.notifications.created_at is 'When the user was notified, in seconds since 1970-01-01 UTC.';
comment on column app_public.notifications.seen_at is 'When the user first saw it, in seconds since 1970-01-01 UTC. Null if they have not.';
comment on column app_public.notifications.taken_at is 'When the device took the position that notified the user, in seconds since 1970-01-01 UTC.';
comment on column app_public.notifications.accuracy is 'The radius of accuracy of that position in metres. Null if the device did not report it.';
comment on column app_public.notifications.version is 'The version of the alert that notified the user.';
comment on column app_public.notifications.kind is 'What the notification says.';
create index notifications_alert_id_id on app_public.notifications (alert_id, id);
create unique index notifications_alert_id_user_id_level_version_key on app_public.notifications (alert_id, user_id, level, version);
create index notifications_user_id_id on app_public.notifications (user_id, id);
alter table app_public.notifications enable row level security;
create policy read_all on app_public.notifications for select to app_admin
  using (true);
create policy read_own on app_public.notifications for select to app_user
  using (user_id = app_public.current_user_id());
create policy update_own on app_public.notifications for update to app_user
  using (user_id = app_public.current_user_id());
grant select on app_public.notifications to app_user;
grant update (seen) on app_public.notifications to app_user;

create table app_private.publications (
  alert_id integer primary key references app_public.alerts on delete cascade,
  level app_public.level_alert not null default 'ONE',
  last_user_id integer not null default 0,
  completed_at timestamptz
);
comment on table app_private.publications is
  'The progress of each publication. A small one notifies all its users at once. A larger one queues its users and notifies them chunk by chunk. A very large one passes through all users by id, notifies those of level ONE, and queues the others.';
comment on column app_private.publications.alert_id is 'The alert.';
comment on column app_private.publications.level is 'ONE before a publication begins and while it passes through all users; TWO while it notifies the queued users.';
comment on column app_private.publications.last_user_id is 'The id up to which it has passed through the users.';
comment on column app_private.publications.completed_at is 'When it was completed. Null until then.';
create index publications_incomplete on app_private.publications (alert_id) where completed_at is null;
comment on index app_private.publications_incomplete is 'Serves app_private.heartbeat(), which looks for unfinished publications every two seconds.';
alter table app_private.publications enable row level security;

create table app_private.publication_waiting (
  alert_id integer not null references app_public.alerts on delete cascade,
  level app_public.level_alert not null,
  first_user_id integer not null,
  user_ids integer[] not null,
  primary key (alert_id, level, first_user_id)
);
comment on table app_private.publication_waiting is
  'Users in an alert''s zones who are still to be notified, in chunks, the most urgent level first.';
comment on column app_private.publication_waiting.alert_id is 'The alert.';
comment on column app_private.publication_waiting.level is 'The level of these users.';
comment on column app_private.publication_waiting.first_user_id is 'The lowest of their ids.';
comment on column app_private.publication_waiting.user_ids is 'Their ids.';
alter table app_private.publication_waiting enable row level security;

create table app_private.alert_reach (
  alert_id integer not null references app_public.alerts on delete cascade,
  id bigint generated always as identity,
  users integer not null,
  primary key (alert_id, id)
);
comment on table app_private.alert_reach is
  'The users newly reached by an alert, one row for each transaction, so that transactions do not wait for each other. The sum is the number reached.';
comment on column app_private.alert_reach.alert_id is 'The alert.';
comment on column app_private.alert_reach.id is 'The id of the row.';
comment on column app_private.alert_reach.users is 'How many users the transaction reached.';
alter table app_private.alert_reach enable row level security;

--! Included notifications/app_private.set_seen_at.sql
create or replace function app_private.set_seen_at() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  new.seen_at := case when new.seen then coalesce(old.seen_at, clock_timestamp()) end;
  return new;
end
$$;
comment on function app_private.set_seen_at() is
  'Stores when a notification was first seen. It is a trigger, as the user may update only the column seen.';

drop trigger if exists set_seen_at on app_public.notifications;
create trigger set_seen_at before update of seen on app_public.notifications
  for each row execute function app_private.set_seen_at();
--! EndIncluded notifications/app_private.set_seen_at.sql
--! Included notifications/app_private.refuse_to_lose_history.sql
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
      message = format('%s %s cannot be deleted: positions or notifications refer to it, and they prove who was told and why.', tg_table_name, old.id);
  end if;
  return old;
end
$$;
comment on function app_private.refuse_to_lose_history() is
  'Stands in for foreign keys from positions and notifications: an alert or user that they refer to cannot be deleted.';

drop trigger if exists refuse_to_lose_history on app_public.alerts;
create trigger refuse_to_lose_history before delete on app_public.alerts
  for each row execute function app_private.refuse_to_lose_history();
drop trigger if exists refuse_to_lose_history on app_public.users;
create trigger refuse_to_lose_history before delete on app_public.users
  for each row execute function app_private.refuse_to_lose_history();
--! EndIncluded notifications/app_private.refuse_to_lose_history.sql
--! Included notifications/app_private.announce_notifications.sql
create or replace function app_private.announce_notifications(alert_id integer, first_id integer, last_id integer) returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  select pg_notify(
    'notifications_added', json_build_object('alertId', alert_id, 'first', first_id, 'last', last_id)::text);
$$;
comment on function app_private.announce_notifications(integer, integer, integer) is
  'Announces to the hosts that this transaction made notifications of an alert, for their subscribers. It gives the lowest and the highest id; ids in between may belong to other transactions, which announce themselves. It runs once for each transaction and alert, as transactions that use NOTIFY commit one after another.';
--! EndIncluded notifications/app_private.announce_notifications.sql
--! Included notifications/app_private.queue_publication.sql
create or replace function app_private.queue_publication(alert_id integer) returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  select graphile_worker.add_job(
    'publish_alert', json_build_object('alertId', alert_id),
    run_at => now() + interval '5 seconds', job_key => 'publish_alert:' || alert_id);
$$;
comment on function app_private.queue_publication(integer) is
  'Queues a job that continues an alert''s publication if the host dies between the two phases.';
--! EndIncluded notifications/app_private.queue_publication.sql
--! Included notifications/app_private.continue_publication.sql
create or replace function app_private.continue_publication(alert_id integer) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp
as $$
  select graphile_worker.add_job(
    'publish_alert', json_build_object('alertId', alert_id), job_key => 'publish_alert:' || alert_id);
$$;
comment on function app_private.continue_publication(integer) is
  'Queues a job that continues an unfinished publication at once. The job that app_private.new_alert() queues waits some seconds.';
grant execute on function app_private.continue_publication(integer) to app_host;
--! EndIncluded notifications/app_private.continue_publication.sql
--! Included notifications/app_private.hold_reports.sql
create or replace function app_private.hold_reports(user_ids integer[]) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  -- One order of locking for all prevents deadlocks between publications.
  perform pg_advisory_xact_lock(4155, h.lock)
    from (select distinct app_private.report_lock(u.user_id) as lock from unnest(user_ids) u (user_id) order by 1) h;
end
$$;
comment on function app_private.hold_reports(integer[]) is
  'Waits for the position reports of these users that are in flight, and holds back their next ones until the transaction ends. A statement that begins after it sees the last position of each user.';
--! EndIncluded notifications/app_private.hold_reports.sql
--! Included notifications/app_private.notify_of_active_alerts.sql
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
  'Notifies a user of the active alerts whose zones contain their last position, unless they were notified at this level or a more urgent one. The caller holds the row''s lock, and in shared mode the publication lock and the user''s report lock. Returns the number of notifications.';
--! EndIncluded notifications/app_private.notify_of_active_alerts.sql
--! Included notifications/app_private.notify_users.sql
create or replace function app_private.notify_users(alert app_public.alerts, user_ids integer[]) returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  -- This unpacks each zone once, not once for each user.
  zone1 geometry := st_setsrid(alert.zone1, 4326);
  zone2 geometry := st_setsrid(alert.zone2, 4326);
  zone3 geometry := st_setsrid(alert.zone3, 4326);
  made record;
begin
  with candidate as materialized (
    select l.user_id, st_y(l.location) as latitude, st_x(l.location) as longitude, l.moving_activity,
        l.taken_at, l.accuracy,
        app_private.level_at(zone1, zone2, zone3, l.location, l.accuracy > alert.max_accuracy) as level,
        -- A subquery forces one index lookup for each row. A join would be planned with statistics from before this publication.
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
  'Notifies these users of an alert at the zone of their last position, unless they were notified at this level or a more urgent one. The caller holds their reports. Returns the number of notifications.';
--! EndIncluded notifications/app_private.notify_users.sql
--! Included notifications/app_private.publish_to_range.sql
create or replace function app_private.publish_to_range(alert app_public.alerts, first_id integer, last_id integer) returns void
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  oldest timestamptz := now() - alert.max_position_age;
  -- This unpacks each zone once, not once for each user.
  zone1 geometry := st_setsrid(alert.zone1, 4326);
  zone2 geometry := st_setsrid(alert.zone2, 4326);
  zone3 geometry := st_setsrid(alert.zone3, 4326);
  any_told boolean;
  made record;
begin
  perform app_private.hold_reports(array(select generate_series(first_id, last_id, 2048) union select last_id));
  -- The order of the index decides the plan, as statistics are from before this publication.
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
  'Notifies the users in a range of ids who are in zone ONE, and queues those in TWO and THREE for later.';
--! EndIncluded notifications/app_private.publish_to_range.sql
--! Included notifications/app_private.queue_recipients.sql
create or replace function app_private.queue_recipients(alert app_public.alerts, chunk_size integer) returns boolean
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  users constant bigint := (select max(l.user_id) from app_public.last_positions l);
  -- Passing through eight users costs about as much as queueing one.
  most constant bigint := least(20 * chunk_size, users / 8);
  sample constant double precision := least(1, 2000 / users::double precision);
  -- This unpacks each zone once, not once for each user.
  zone1 geometry := st_setsrid(alert.zone1, 4326);
  zone2 geometry := st_setsrid(alert.zone2, 4326);
  zone3 geometry := st_setsrid(alert.zone3, 4326);
begin
  -- A sample of some two thousand users can show that there are far too many, without a search for all of them.
  if (select count(*) from app_public.last_positions l tablesample system (100 * sample) where st_covers(zone3, l.location))
    > 2 * most * sample
  then
    return false;
  end if;
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
comment on function app_private.queue_recipients(app_public.alerts, integer) is
  'Finds everyone in an alert''s zones by the index of last positions and queues them in chunks by level. It returns false and queues nobody if they are more than twenty chunks, more than an eighth of all users, or by a sample far more. The publication then passes through all users.';
--! EndIncluded notifications/app_private.queue_recipients.sql
--! Included notifications/app_private.all_clear_to_range.sql
create or replace function app_private.all_clear_to_range(
  alert app_public.alerts, after_user_id integer, chunk_size integer
) returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  made record;
begin
  with next as materialized (
    -- The innermost level of each user. The index on alert, user and level has this order.
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
  'Sends the all-clear to the next users who were notified of an alert, wherever they are now: once each, at their innermost level. Returns the id of the last user, or null if all have it.';
--! EndIncluded notifications/app_private.all_clear_to_range.sql
--! Included notifications/app_private.publish_chunk.sql
create or replace function app_private.publish_chunk(alert_id integer, chunk_size integer default 5000) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp set jit = off
as $$
declare
  publication app_private.publications;
  alert app_public.alerts;
  candidates integer[];
  is_complete boolean := false;
begin
  -- A second process that publishes this alert waits here and continues where the first stopped.
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
    -- Most alerts concern few users: the index of last positions finds all of them at once.
    select array_agg(c.user_id) into candidates from (
      select l.user_id from app_public.last_positions l
        where st_covers(alert.zone3, l.location) and l.taken_at > now() - alert.max_position_age
        limit chunk_size + 1
    ) c;
    is_complete := coalesce(cardinality(candidates), 0) <= chunk_size;
    if not is_complete and app_private.queue_recipients(alert, chunk_size) then
      publication.level := 'TWO';
      candidates := null;
    end if;
  elsif publication.level <> 'ONE' then
    -- The next queued users, more urgent levels first.
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
    -- A large publication passes through all users by id.
    perform app_private.publish_to_range(alert, publication.last_user_id + 1, publication.last_user_id + chunk_size);
    publication.last_user_id := publication.last_user_id + chunk_size;
    -- max() uses the index. "not exists" was planned as a scan of the whole table for each chunk.
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
  'Notifies the next users whose last position lies in the alert''s zones, the most urgent level first. For a cancelled alert it sends the all-clear to the next users who were notified. True when all are done. Call it until then, each time in a transaction that begins after the alert has committed.';
grant execute on function app_private.publish_chunk(integer, integer) to app_host;
--! EndIncluded notifications/app_private.publish_chunk.sql
--! Included notifications/app_public.active_alerts_at.sql
create or replace function app_public.active_alerts_at(latitude double precision, longitude double precision)
returns app_public.alert_here[]
language plpgsql stable strict security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  here geometry;
begin
  if app_public.current_user_id() is null then
    raise exception using errcode = 'LA401', message = 'Log in first: this needs a valid token.';
  end if;
  if (latitude between -90 and 90 and longitude between -180 and 180) is not true then
    raise exception using errcode = 'LA400', message = 'The place is off the globe: send a latitude from -90 to 90 and a longitude from -180 to 180, in degrees.';
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
  E'@itemsNotNull\n@argument latitude Degrees north, -90 to 90.\n@argument longitude Degrees east, -180 to 180.\nThe active alerts at a place, the most urgent level first, then the newest. Exercises and tests are included only for testers.';
grant execute on function app_public.active_alerts_at(double precision, double precision) to app_user;
--! EndIncluded notifications/app_public.active_alerts_at.sql
--! Included notifications/app_private.why_notified.sql
create or replace function app_private.why_notified(alert_id integer, user_id integer) returns app_public.notification_reason
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  alert app_public.alerts;
  person app_public.users;
  told app_public.notifications;
  told_by app_public.alert_versions;
  here app_public.last_positions;
  location geometry;
  -- The time at which the rules apply: when the user was notified, or now.
  at timestamptz;
  reason app_public.notification_reason;
begin
  select a.* into alert from app_public.alerts a where a.id = why_notified.alert_id;
  select u.* into person from app_public.users u where u.id = why_notified.user_id;
  if alert.id is null or person.id is null then
    raise exception using errcode = 'LA404', message = 'There is no alert or no user with this id.';
  end if;
  -- The first notification at the user's innermost level.
  select n.* into told from app_public.notifications n
    where n.alert_id = alert.id and n.user_id = person.id and n.kind <> 'ALL_CLEAR' order by n.level, n.version limit 1;
  select l.* into here from app_public.last_positions l where l.user_id = person.id;
  if told.id is not null then
    at := told.created_at;
    -- The version of that time, as an update may have moved the zones since.
    select v.* into told_by from app_public.alert_versions v where v.alert_id = alert.id and v.version = told.version;
    if (told_by.zone1, told_by.level2_distance, told_by.level3_distance)
      is distinct from (alert.zone1, alert.level2_distance, alert.level3_distance)
    then
      alert.zone1 := told_by.zone1;
      alert.zone2 := app_private.zone_around(told_by.zone1, told_by.level2_distance);
      alert.zone3 := app_private.zone_around(told_by.zone1, told_by.level3_distance);
    end if;
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
    -- An old notification does not store when its position was taken. Its own time stands in.
    when told.id is not null and coalesce(told.taken_at, told.created_at) <= told_by.created_at then 'INSIDE_WHEN_PUBLISHED'
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
  'Returns the position and the rule by which a user was notified of an alert or was not. Error LA404 for an unknown alert or user.';
grant execute on function app_private.why_notified(integer, integer) to app_admin;
--! EndIncluded notifications/app_private.why_notified.sql
--! Included notifications/app_public.why_notified.sql
create or replace function app_public.why_notified(alert_id integer, user_id integer) returns app_public.notification_reason
language plpgsql stable strict
as $$
begin
  perform app_public.require_admin();
  return app_private.why_notified(alert_id, user_id);
end
$$;
comment on function app_public.why_notified(integer, integer) is
  E'@argument alertId The alert''s id.\n@argument userId The user''s id.\nThe position and the rule by which a user was notified of an alert or was not. For administrators: error FORBIDDEN for others, NOT_FOUND for an unknown alert or user.';
grant execute on function app_public.why_notified(integer, integer) to app_user;
--! EndIncluded notifications/app_public.why_notified.sql
--! Included notifications/app_private.reach_of_alert.sql
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
  'Returns how many users an alert would notify if it were published now, by the rules of publication. It writes nothing.';
grant execute on function app_private.reach_of_alert(app_public.alert_input) to app_admin;
--! EndIncluded notifications/app_private.reach_of_alert.sql
--! Included notifications/app_public.alert_reach.sql
create or replace function app_public.alert_reach(input app_public.alert_input) returns app_public.alert_reach_preview
language plpgsql stable strict
as $$
begin
  perform app_public.require_admin();
  return app_private.reach_of_alert(input);
end
$$;
comment on function app_public.alert_reach(app_public.alert_input) is
  E'@argument input The alert as newAlert would take it.\nHow many users an alert would notify if it were published now. It writes nothing. For administrators: error FORBIDDEN for others.';
grant execute on function app_public.alert_reach(app_public.alert_input) to app_user;
--! EndIncluded notifications/app_public.alert_reach.sql
--! Included notifications/app_public.alerts_reached_users.sql
create or replace function app_public.alerts_reached_users(alert app_public.alerts) returns integer
language plpgsql stable parallel safe security definer set search_path = pg_catalog, pg_temp
as $$
begin
  return (select coalesce(sum(r.users), 0) from app_private.alert_reach r where r.alert_id = alert.id);
end
$$;
comment on function app_public.alerts_reached_users(app_public.alerts) is
  E'@notNull\nThe number of users who were notified of this alert, each counted once.';
grant execute on function app_public.alerts_reached_users(app_public.alerts) to app_user;
--! EndIncluded notifications/app_public.alerts_reached_users.sql
--! Included notifications/app_private.compact_alert_reach.sql
create or replace function app_private.compact_alert_reach() returns integer
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  compacted integer;
begin
  with deleted as (
    delete from app_private.alert_reach r
      where r.alert_id in (select m.alert_id from app_private.alert_reach m group by m.alert_id having count(*) > 1)
      returning r.alert_id, r.users
  )
  insert into app_private.alert_reach (alert_id, users) select d.alert_id, sum(d.users) from deleted d group by d.alert_id;
  get diagnostics compacted = row_count;
  return compacted;
end
$$;
comment on function app_private.compact_alert_reach() is
  'Replaces the rows of each alert by one with their sum. Returns the number of alerts that it compacted.';
--! EndIncluded notifications/app_private.compact_alert_reach.sql
--! Included notifications/app_public.notification_update.sql
create or replace function app_public.notification_update(input app_public.notification_update_input) returns app_public.notifications
language plpgsql volatile strict
as $$
declare
  updated app_public.notifications;
begin
  if notification_update.input.seen is null then
    raise exception using errcode = 'LA400', message = 'seen is missing: send true or false.';
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
comment on function app_public.notification_update(app_public.notification_update_input) is
  E'@argument input The notification and the new value.\nMarks one of your notifications as seen or not seen. Returns it with the new value. Error NOT_FOUND for an unknown id and for a notification of someone else.';
grant execute on function app_public.notification_update(app_public.notification_update_input) to app_user;
--! EndIncluded notifications/app_public.notification_update.sql
