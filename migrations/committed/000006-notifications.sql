--! Previous: sha1:d8a1b15b34f32308641d8f7baa1ad12893a4a1a2
--! Hash: sha1:4f8409800d723cd5f167ca4c9a9f7fe9ccadc4b5
--! Message: Notifications

create type app_public.notification_kind as enum ('ALERT', 'UPDATE', 'ALL_CLEAR');
comment on type app_public.notification_kind is E'@value ALERT The alert, for the first time.\n@value UPDATE A later version of the alert.\n@value ALL_CLEAR The alert was cancelled.\nWhat a notification says.';

create type app_public.notification_update_input as (
  id bigint,
  seen boolean
);
comment on type app_public.notification_update_input is E'@inputTypeName NotificationUpdateInput\nA notification of yours, and whether you have seen it.';
comment on column app_public.notification_update_input.id is E'@asInt\n@notNull\nThe id of the notification.';
comment on column app_public.notification_update_input.seen is E'@notNull\nTrue if you have seen it.';

create type app_public.notification_rule as enum ('INSIDE_WHEN_PUBLISHED', 'CAME_IN_LATER', 'OUTSIDE', 'NO_POSITION', 'TOO_OLD', 'TOO_COARSE', 'NOT_A_TESTER', 'CAME_IN_AFTER_THE_END', 'NOT_YET');
comment on type app_public.notification_rule is E'@value INSIDE_WHEN_PUBLISHED Notified: the last position lay in a zone at publication.\n@value CAME_IN_LATER Notified: a later position report lay in a zone.\n@value OUTSIDE Not notified: the position lies outside all zones.\n@value NO_POSITION Not notified: the user has no position.\n@value TOO_OLD Not notified: the position was too old.\n@value TOO_COARSE Not notified: the position was too coarse to tell zone TWO from THREE.\n@value NOT_A_TESTER Not notified: the alert is an exercise or a test, and the user is not a tester.\n@value CAME_IN_AFTER_THE_END Not notified: the position was reported after the alert had ended.\n@value NOT_YET Not notified: the publication has not come to this user yet.\nWhy a user was notified of an alert or was not.';

create type app_public.notification_reason as (
  notification_id bigint,
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
comment on column app_public.notification_reason.notification_id is E'@asInt\nThe id of the notification. Null if the user was not notified.';
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
  id bigint generated always as identity,
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
  -- Reports find here, without a look at the rows, which alerts their user was told of.
  primary key (user_id, id) include (alert_id, level)
);
comment on table app_public.notifications is
  E'@newestFirst\n@filterBy seen id alert_id\n@foreignKey (alert_id) references app_public.alerts (id)|@fieldName alert|@foreignFieldName notifications|@notNull|@forwardDescription The alert.|@backwardDescription The notifications of the alert, newest first: your own; for an administrator, those of everyone.\n@foreignKey (user_id) references app_public.users (id)|@fieldName user|@forwardDescription The user who was notified.|@behavior -manyRelation:resource:list\nThe record that a user was notified of an alert: at which level, and by which position.';
comment on column app_public.notifications.id is E'@asInt\n@behavior -attribute:groupBy\nThe id of the notification.';
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
create index notifications_id on app_public.notifications (id);
alter table app_public.notifications enable row level security;
create policy read_all on app_public.notifications for select to app_admin
  using (true);
create policy read_own on app_public.notifications for select to app_user
  using (user_id = app_public.current_user_id());
create policy update_own on app_public.notifications for update to app_user
  using (user_id = app_public.current_user_id())
  -- app_public.notification_update() changes both. A statement of a user that changes seen alone is refused.
  with check (user_id = app_public.current_user_id() and seen = (seen_at is not null));
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

--! Included notifications/app_private.refuse_to_lose_history.sql
create or replace function app_private.refuse_to_lose_history() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (select from app_public.notifications n where n.alert_id = old.id) then
    raise exception using errcode = 'foreign_key_violation',
      message = format('alerts %s cannot be deleted: positions or notifications refer to it, and they prove who was told and why.', old.id);
  end if;
  return old;
end
$$;
comment on function app_private.refuse_to_lose_history() is
  'Stands in for a foreign key from notifications: an alert that they refer to cannot be deleted. app_private.delete_user() does so for users.';

drop trigger if exists refuse_to_lose_history on app_public.alerts;
create trigger refuse_to_lose_history before delete on app_public.alerts
  for each row execute function app_private.refuse_to_lose_history();
--! EndIncluded notifications/app_private.refuse_to_lose_history.sql
--! Included notifications/app_public.notification_update.sql
-- Security definer, to store when it was first seen. Users may write only the column seen.
create or replace function app_public.notification_update(input app_public.notification_update_input) returns app_public.notifications
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  updated app_public.notifications;
  caller_id constant integer := app_public.current_user_id();
  moment constant timestamptz := clock_timestamp();
begin
  if notification_update.input.seen is null then
    raise exception using errcode = 'LA400', message = 'seen is missing: send true or false.';
  end if;
  update app_public.notifications n
    set seen = notification_update.input.seen,
      seen_at = case when notification_update.input.seen then coalesce(n.seen_at, moment) end
    where n.user_id = caller_id and n.id = notification_update.input.id
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
--! Included publication/app_private.queue_publication.sql
create or replace function app_private.queue_publication(alert_id integer) returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  select graphile_worker.add_job(
    'publish_alert', json_build_object('alertId', alert_id),
    run_at => now() + interval '5 seconds', job_key => 'publish_alert:' || alert_id);
$$;
comment on function app_private.queue_publication(integer) is
  'Queues a job that continues an alert''s publication if the host dies between the two phases.';
--! EndIncluded publication/app_private.queue_publication.sql
--! Included publication/app_private.continue_publication.sql
create or replace function app_private.continue_publication(alert_id integer) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp
as $$
  select graphile_worker.add_job(
    'publish_alert', json_build_object('alertId', alert_id), job_key => 'publish_alert:' || alert_id);
$$;
comment on function app_private.continue_publication(integer) is
  'Queues a job that continues an unfinished publication at once. The job that app_private.new_alert() queues waits some seconds.';
grant execute on function app_private.continue_publication(integer) to app_host;
--! EndIncluded publication/app_private.continue_publication.sql
--! Included publication/app_private.published_at.sql
create or replace function app_private.published_at(alert app_public.alerts) returns timestamptz
language plpgsql stable
as $$
begin
  return coalesce(
    (select v.created_at from app_public.alert_versions v where v.alert_id = alert.id and v.version = alert.version),
    alert.created_at);
end
$$;
comment on function app_private.published_at(app_public.alerts) is
  'Returns when the present version of an alert was published. The age of last positions counts from then, however long the publication takes.';
--! EndIncluded publication/app_private.published_at.sql
--! Included publication/app_private.drain_reports.sql
create or replace function app_private.drain_reports(user_ids integer[] default null) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  -- One order of locking for all prevents deadlocks between publications.
  if user_ids is null then
    -- The keys are consecutive: user 0 has the first one, and -1 the last.
    perform pg_advisory_xact_lock(k) from generate_series(app_private.report_lock(0), app_private.report_lock(-1)) k;
  else
    perform pg_advisory_xact_lock(h.lock)
      from (select distinct app_private.report_lock(u.user_id) as lock from unnest(user_ids) u (user_id) order by 1) h;
  end if;
end
$$;
comment on function app_private.drain_reports(integer[]) is
  'Waits for the reports of these users that are in flight, of all users by default, and holds back the next ones until the transaction ends. A statement that begins after it sees the last position of each user. A report that waited sees what the transaction has committed.';
--! EndIncluded publication/app_private.drain_reports.sql
--! Included publication/app_private.announce_notifications.sql
create or replace function app_private.announce_notifications(alert_id integer, first_id bigint, last_id bigint) returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  select pg_notify(
    'notifications_added', json_build_object('alertId', alert_id, 'first', first_id, 'last', last_id)::text);
$$;
comment on function app_private.announce_notifications(integer, bigint, bigint) is
  'Announces to the hosts that this transaction made notifications of an alert, for their subscribers. It gives the lowest and the highest id; ids in between may belong to other transactions, which announce themselves.';
--! EndIncluded publication/app_private.announce_notifications.sql
--! Included publication/app_private.alerts_to_match.sql
create or replace function app_private.alerts_to_match(here app_public.last_positions) returns integer[]
language plpgsql stable
as $$
declare
  near record;
  told record;
  done_ids integer[];
begin
  select array_agg(a.id) as ids, min(a.id) as first_id, bool_or(a.told_version > 1) as is_renotified into near
    from app_public.alerts a
    where a.active and a.zone3_box && box(point(here.longitude, here.latitude));
  if near.ids is null or near.is_renotified then
    return near.ids;
  end if;

  -- Most users near alerts were told of them. The key of their notifications shows it without a look at any zone.
  select array_agg(n.alert_id) filter (where n.level = 'ONE') as one,
      array_agg(n.alert_id) filter (where n.level = 'TWO') as two,
      array_agg(n.alert_id) filter (where n.level = 'THREE') as three
    into told
    from app_public.notifications n
    where n.user_id = here.user_id and n.id >= coalesce(
      (select m.id from app_public.notifications m where m.alert_id = near.first_id order by m.id limit 1), 0);
  -- A user who was told further out is told again only further in.
  done_ids := told.one;
  if told.two is not null then
    done_ids := done_ids || array(select unnest(told.two) except
      select a.id from app_public.alerts a where a.active and a.zone1 operator(public.&&) here.location);
  end if;
  if told.three is not null then
    done_ids := done_ids || array(select unnest(told.three) except
      select a.id from app_public.alerts a where a.active and a.zone2 operator(public.&&) here.location);
  end if;
  if done_ids is null then
    return near.ids;
  end if;
  return (select array_agg(r.id) from (select unnest(near.ids) except select unnest(done_ids)) r (id));
end
$$;
comment on function app_private.alerts_to_match(app_public.last_positions) is
  'Returns the ids of the active alerts that may notify a user at their last position: those around it, without those of which the user was told already, as far as the boxes around the zones show. Null if there are none. It only saves time; the caller applies the rules.';
--! EndIncluded publication/app_private.alerts_to_match.sql
--! Included publication/app_private.notify_of_active_alerts.sql
create or replace function app_private.notify_of_active_alerts(here app_public.last_positions) returns integer
language plpgsql volatile
as $$
declare
  alert_ids constant integer[] := app_private.alerts_to_match(here);
  hit record;
  notified integer := 0;
begin
  -- Most reports end here, without the statement below.
  if alert_ids is null then
    return 0;
  end if;
  for hit in
    select a.id, a.version, m.level, not exists (
          select from app_public.notifications n where n.alert_id = a.id and n.user_id = here.user_id) as is_new
      from app_public.alerts a
      cross join lateral app_private.level_at(a.zone1, a.zone2, a.zone3, here.location, here.accuracy > a.max_accuracy) m (level)
      where a.id = any (alert_ids) and app_private.is_active(a.active, a.expires_at)
        and app_private.is_fresh(here.taken_at, a.max_position_age)
        and app_private.applies_to(a.status, (select u.is_tester from app_public.users u where u.id = here.user_id))
        and m.level is not null
        and not app_private.is_told(
          (select min(n.level) from app_public.notifications n
            where n.alert_id = a.id and n.user_id = here.user_id and n.version >= a.told_version), m.level)
      order by m.level, a.id
  loop
    perform app_private.insert_notifications(
      hit.id, hit.version, 'ALERT', hit.level, array[here.user_id], hit.is_new::integer);
    notified := notified + 1;
  end loop;
  return notified;
end
$$;
comment on function app_private.notify_of_active_alerts(app_public.last_positions) is
  'Notifies a user of the active alerts whose zones contain their last position, unless they were notified at this level or a more urgent one. The caller has begun the report by app_private.share_report_lock(). Returns the number of notifications.';
--! EndIncluded publication/app_private.notify_of_active_alerts.sql
--! Included publication/app_private.insert_notifications.sql
create or replace function app_private.insert_notifications(
  alert_id integer, version integer, kind app_public.notification_kind, level app_public.level_alert, user_ids integer[],
  newly_reached integer default 0
) returns void
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
-- Plans are made once, perhaps while the tables are empty, and must not scan them when they have grown.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_sort = off
set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
declare
  -- The ids are taken first, because pushes and announcements name them.
  ids constant bigint[] := array(select nextval('app_public.notifications_id_seq') from (select unnest(user_ids)) u);
begin
  if cardinality(ids) = 0 then
    return;
  end if;
  insert into app_public.notifications (
      id, alert_id, version, kind, level, user_id, latitude, longitude, moving_activity, taken_at, accuracy)
    overriding system value
    select r.id, insert_notifications.alert_id, insert_notifications.version,
        case when insert_notifications.kind = 'ALERT' and insert_notifications.version > 1 and (
          select min(n.level) from app_public.notifications n
            where n.alert_id = insert_notifications.alert_id and n.user_id = r.user_id) is not null
          then 'UPDATE' else insert_notifications.kind end,
        insert_notifications.level, r.user_id, r.latitude, r.longitude, r.moving_activity, r.taken_at, r.accuracy
      from (
        -- In the select list, unnest() makes no intermediate table.
        select u.id, l.user_id, l.latitude, l.longitude, l.moving_activity, l.taken_at, l.accuracy
          from (select unnest(ids) as id, unnest(user_ids) as user_id) u
          join app_public.last_positions l on l.user_id = u.user_id
        union all
        -- An all-clear also goes to a user whose last position was deleted.
        select u.id, u.user_id, n.latitude, n.longitude, n.moving_activity, null, null
          from (select unnest(ids) as id, unnest(user_ids) as user_id where insert_notifications.kind = 'ALL_CLEAR') u
          cross join lateral (
            select n.latitude, n.longitude, n.moving_activity from app_public.notifications n
              where n.alert_id = insert_notifications.alert_id and n.user_id = u.user_id
              order by n.level limit 1
          ) n
          where not exists (select from app_public.last_positions l where l.user_id = u.user_id)
      ) r;
  if newly_reached > 0 then
    insert into app_private.alert_reach (alert_id, users) values (insert_notifications.alert_id, newly_reached);
  end if;
  perform app_private.queue_pushes(
      case when insert_notifications.kind = 'ALL_CLEAR' then 'ONE' else insert_notifications.level end, ids, min(u), max(u))
    from unnest(user_ids) u;
  perform app_private.announce_notifications(insert_notifications.alert_id, ids[1], ids[cardinality(ids)]);
end
$$;
comment on function app_private.insert_notifications(integer, integer, app_public.notification_kind, app_public.level_alert, integer[], integer) is
  'Notifies users of a version of an alert at one level, at their last positions, or without one where they were notified before: it inserts the notifications, counts the newly reached users, queues pushes and announces them to the hosts. An ALERT becomes an UPDATE for a user who was notified of an earlier version. The caller holds the reports of these users.';
--! EndIncluded publication/app_private.insert_notifications.sql
--! Included publication/app_private.notify_users.sql
create or replace function app_private.notify_users(
  alert app_public.alerts, published_at timestamptz, user_ids integer[], is_range boolean default false
) returns void
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
-- Plans are made once, perhaps while the tables are empty, and must not scan them when they have grown.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_sort = off
set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
declare
  -- This unpacks each zone once, not once for each user.
  zone1 constant geometry := st_setsrid(alert.zone1, 4326);
  zone2 constant geometry := st_setsrid(alert.zone2, 4326);
  zone3 constant geometry := st_setsrid(alert.zone3, 4326);
  first_id constant integer := case when is_range then user_ids[1] else (select min(u) from unnest(user_ids) u) end;
  last_id constant integer := case when is_range then user_ids[2] else (select max(u) from unnest(user_ids) u) end;
  any_told boolean;
  matched record;
begin
  -- The order of the index decides the plan, as statistics are from before this publication.
  select n.alert_id = alert.id and n.user_id <= last_id into any_told
    from app_public.notifications n where (n.alert_id, n.user_id) >= (alert.id, first_id)
    order by n.alert_id, n.user_id, n.level limit 1;
  for matched in
    select c.level, array_agg(c.user_id) as user_ids, count(*) filter (where c.innermost is null)::integer as newly_reached
      from (
        select l.user_id, app_private.level_at(zone1, zone2, zone3, l.location, l.accuracy > alert.max_accuracy) as level,
            -- A scalar subquery forces one index lookup for each row, for the same reason. PostgreSQL may answer EXISTS
            -- by a table of all notifications of the alert.
            case when any_told and alert.told_version > 1 then (
              select min(n.level) from app_public.notifications n
                where n.alert_id = alert.id and n.user_id = l.user_id and n.version >= alert.told_version) end as told_since,
            case when any_told then (
              select min(n.level) from app_public.notifications n
                where n.alert_id = alert.id and n.user_id = l.user_id) end as innermost
          from (
            -- Only one of the two parts runs. A range reads the index in one go.
            select r.* from app_public.last_positions r where is_range and r.user_id between first_id and last_id
            union all
            select r.* from unnest(user_ids) u (id) join app_public.last_positions r on r.user_id = u.id where not is_range
          ) l
          where app_private.is_fresh(l.taken_at, alert.max_position_age, greatest(l.created_at, published_at))
            and app_private.applies_to(alert.status, (select u.is_tester from app_public.users u where u.id = l.user_id))
        -- The level is computed once for each row.
        offset 0
      ) c
      where c.level is not null
        and not app_private.is_told(case when alert.told_version > 1 then c.told_since else c.innermost end, c.level)
      group by c.level order by c.level
  loop
    if is_range and matched.level > 'ONE' then
      insert into app_private.publication_waiting (alert_id, level, first_user_id, user_ids)
        values (alert.id, matched.level, matched.user_ids[1], matched.user_ids);
    else
      perform app_private.insert_notifications(
        alert.id, alert.version, 'ALERT', matched.level, matched.user_ids, matched.newly_reached);
    end if;
  end loop;
end
$$;
comment on function app_private.notify_users(app_public.alerts, timestamptz, integer[], boolean) is
  'Notifies those of these users whose last position lies in an alert''s zones, unless they were notified at this level or a more urgent one. With is_range, user_ids are the first and the last id of a range: then users in the zones TWO and THREE wait in app_private.publication_waiting. The caller holds the reports of these users.';
--! EndIncluded publication/app_private.notify_users.sql
--! Included publication/app_private.queue_recipients.sql
create or replace function app_private.queue_recipients(
  alert app_public.alerts, published_at timestamptz, chunk_size integer
) returns boolean
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  users constant bigint := (select max(l.user_id) from app_public.last_positions l);
  -- Passing through eight users costs about as much as queueing one.
  most constant bigint := least(20 * chunk_size, users / 8);
  sample constant double precision := least(1, 2000 / users::double precision);
  -- This unpacks each zone once, not once for each user.
  zone1 constant geometry := st_setsrid(alert.zone1, 4326);
  zone2 constant geometry := st_setsrid(alert.zone2, 4326);
  zone3 constant geometry := st_setsrid(alert.zone3, 4326);
begin
  -- A sample of twenty times a hundred users can show that there are far too many, without a search for all of them.
  if (select count(*) from generate_series(0, 19) part cross join lateral (
      select l.location from app_public.last_positions l
        where l.user_id > part * users / 20 and l.user_id <= (part + 1) * users / 20
        order by l.user_id limit 100
    ) s where st_covers(zone3, s.location)) > 2 * most * sample
  then
    return false;
  end if;
  insert into app_private.publication_waiting (alert_id, level, first_user_id, user_ids)
    with seen as materialized (
      select l.user_id, app_private.level_at(zone1, zone2, zone3, l.location, l.accuracy > alert.max_accuracy) as level
        from app_public.last_positions l
        where st_covers(alert.zone3, l.location) and app_private.is_fresh(l.taken_at, alert.max_position_age, published_at)
          and app_private.applies_to(alert.status, (select u.is_tester from app_public.users u where u.id = l.user_id))
        limit most + 1
    ), numbered as (
      select s.*, (row_number() over (partition by s.level order by s.user_id) - 1) / chunk_size as chunk
        from seen s where s.level is not null and (select count(*) from seen) <= most
    )
    select alert.id, n.level, min(n.user_id), array_agg(n.user_id) from numbered n group by n.level, n.chunk;
  return found;
end
$$;
comment on function app_private.queue_recipients(app_public.alerts, timestamptz, integer) is
  'Finds everyone in an alert''s zones by the index of last positions and queues them in chunks by level. It returns false and queues nobody if they are more than twenty chunks, more than an eighth of all users, or by a sample far more. The publication then passes through all users.';
--! EndIncluded publication/app_private.queue_recipients.sql
--! Included publication/app_private.take_waiting.sql
create or replace function app_private.take_waiting(alert_id integer, chunk_size integer) returns integer[]
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  taken integer[];
begin
  with deleted as (
    delete from app_private.publication_waiting w using (
        select o.level, o.first_user_id, sum(cardinality(o.user_ids)) over (order by o.level, o.first_user_id) as users,
            cardinality(o.user_ids) as of_these
          from app_private.publication_waiting o where o.alert_id = take_waiting.alert_id
      ) n
      where w.alert_id = take_waiting.alert_id and w.level = n.level and w.first_user_id = n.first_user_id
        and (n.users <= chunk_size or n.users = n.of_these)
      returning w.user_ids
  )
  select array_agg(u.user_id) into taken from deleted d, unnest(d.user_ids) u (user_id);
  return taken;
end
$$;
comment on function app_private.take_waiting(integer, integer) is
  'Removes the next users of an alert from app_private.publication_waiting, more urgent levels first, and returns their ids: about chunk_size of them, or null if none are left.';
--! EndIncluded publication/app_private.take_waiting.sql
--! Included publication/app_private.send_all_clear.sql
create or replace function app_private.send_all_clear(alert app_public.alerts, after_user_id integer, chunk_size integer)
returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  told record;
begin
  select array_agg(t.user_id) filter (where t.level = 'ONE') as one,
      array_agg(t.user_id) filter (where t.level = 'TWO') as two,
      array_agg(t.user_id) filter (where t.level = 'THREE') as three,
      max(t.user_id) as last_user_id
    into told
    from (
      -- The innermost level of each user. The index on alert, user and level has this order.
      select distinct on (n.user_id) n.user_id, n.level
        from app_public.notifications n
        where n.alert_id = alert.id and n.user_id > after_user_id
        order by n.user_id, n.level
        limit chunk_size
    ) t;
  perform app_private.insert_notifications(alert.id, alert.version, 'ALL_CLEAR', 'ONE', told.one);
  perform app_private.insert_notifications(alert.id, alert.version, 'ALL_CLEAR', 'TWO', told.two);
  perform app_private.insert_notifications(alert.id, alert.version, 'ALL_CLEAR', 'THREE', told.three);
  return told.last_user_id;
end
$$;
comment on function app_private.send_all_clear(app_public.alerts, integer, integer) is
  'Sends the all-clear to the next users who were notified of an alert, wherever they are now: once each, at their innermost level. Returns the id of the last user, or null if all have it.';
--! EndIncluded publication/app_private.send_all_clear.sql
--! Included publication/app_private.publish_chunk.sql
create or replace function app_private.publish_chunk(alert_id integer, chunk_size integer default 5000) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp set jit = off
as $$
declare
  publication app_private.publications;
  alert app_public.alerts;
  published_at timestamptz;
  candidates integer[];
  is_complete boolean := false;
  is_range boolean;
begin
  -- A second process that publishes this alert waits here and continues where the first stopped.
  select p.* into publication from app_private.publications p where p.alert_id = publish_chunk.alert_id for update;
  if publication.alert_id is null or publication.completed_at is not null then
    return true;
  end if;
  select a.* into alert from app_public.alerts a where a.id = publication.alert_id;
  if alert.cancelled_at is not null then
    publication.last_user_id := app_private.send_all_clear(alert, publication.last_user_id, chunk_size);
    update app_private.publications p
      set last_user_id = coalesce(publication.last_user_id, p.last_user_id),
        completed_at = case when publication.last_user_id is null then clock_timestamp() end
      where p.alert_id = alert.id;
    return publication.last_user_id is null;
  end if;
  if not app_private.is_active(alert.active, alert.expires_at) then
    delete from app_private.publication_waiting w where w.alert_id = alert.id;
    update app_private.publications p set completed_at = clock_timestamp() where p.alert_id = alert.id;
    return true;
  end if;

  published_at := app_private.published_at(alert);
  if publication.level = 'ONE' and publication.last_user_id = 0 then
    -- Most alerts concern few users: the index of last positions finds all of them at once.
    select array_agg(c.user_id) into candidates from (
      select l.user_id from app_public.last_positions l
        where st_covers(alert.zone3, l.location) and app_private.is_fresh(l.taken_at, alert.max_position_age, published_at)
        limit chunk_size + 1
    ) c;
    is_complete := coalesce(cardinality(candidates), 0) <= chunk_size;
    if not is_complete and app_private.queue_recipients(alert, published_at, chunk_size) then
      publication.level := 'TWO';
      candidates := null;
    end if;
  elsif publication.level <> 'ONE' then
    candidates := app_private.take_waiting(alert.id, chunk_size);
    is_complete := candidates is null;
  end if;

  -- A large publication passes through all users by id.
  is_range := publication.level = 'ONE' and not is_complete;
  if is_range then
    candidates := array[publication.last_user_id + 1, publication.last_user_id + chunk_size];
  end if;
  if candidates is not null then
    -- A range of users has nearly all locks, and a few more cost less than a list of its ids.
    perform app_private.drain_reports(case when not is_range then candidates end);
    perform app_private.notify_users(alert, published_at, candidates, is_range);
  end if;
  if is_range then
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
--! EndIncluded publication/app_private.publish_chunk.sql
--! Included publication/app_private.compact_alert_reach.sql
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
--! EndIncluded publication/app_private.compact_alert_reach.sql
--! Included matching/app_public.active_alerts_at.sql
create or replace function app_public.active_alerts_at(latitude double precision, longitude double precision)
returns app_public.alert_here[]
language plpgsql stable strict security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  caller constant app_public.users := app_private.require_user();
  here geometry;
  hit record;
  alert_here app_public.alert_here;
  alerts_here app_public.alert_here[] := '{}';
begin
  if (latitude between -90 and 90 and longitude between -180 and 180) is not true then
    raise exception using errcode = 'LA400', message = 'The place is off the globe: send a latitude from -90 to 90 and a longitude from -180 to 180, in degrees.';
  end if;
  here := st_setsrid(st_makepoint(longitude, latitude), 4326);
  for hit in
    select a.id, m.level, app_private.metres_from(a.zone1, here) as distance,
        case m.level when 'ONE' then a.text1 when 'TWO' then a.text2 else a.text3 end as text
      from app_public.alerts a, app_private.level_at(a.zone1, a.zone2, a.zone3, here) m (level)
      where app_private.is_active(a.active, a.expires_at) and st_covers(a.zone3, here) and m.level is not null
        and app_private.applies_to(a.status, caller.is_tester)
      order by m.level, a.id desc limit 1000
  loop
    alert_here.alert_id := hit.id;
    alert_here.level := hit.level;
    alert_here.distance := hit.distance;
    alert_here.text := hit.text;
    alerts_here := alerts_here || alert_here;
  end loop;
  return alerts_here;
end
$$;
comment on function app_public.active_alerts_at(double precision, double precision) is
  E'@itemsNotNull\n@argument latitude Degrees north, -90 to 90.\n@argument longitude Degrees east, -180 to 180.\nThe active alerts at a place, the most urgent level first, then the newest. Exercises and tests are included only for testers.';
grant execute on function app_public.active_alerts_at(double precision, double precision) to app_user;
--! EndIncluded matching/app_public.active_alerts_at.sql
--! Included matching/app_private.why_notified.sql
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
    when not app_private.applies_to(alert.status, person.is_tester) then 'NOT_A_TESTER'
    when not st_covers(alert.zone3, location) then 'OUTSIDE'
    when here.created_at > least(alert.expires_at, alert.cancelled_at) then 'CAME_IN_AFTER_THE_END'
    when not app_private.is_fresh(
      here.taken_at, alert.max_position_age, greatest(here.created_at, app_private.published_at(alert))) then 'TOO_OLD'
    when app_private.level_at(alert.zone1, alert.zone2, alert.zone3, location, here.accuracy > alert.max_accuracy) is null then 'TOO_COARSE'
    else 'NOT_YET'
  end::app_public.notification_rule;
  return reason;
end
$$;
comment on function app_private.why_notified(integer, integer) is
  'Returns the position and the rule by which a user was notified of an alert or was not. Error LA404 for an unknown alert or user.';
grant execute on function app_private.why_notified(integer, integer) to app_admin;
--! EndIncluded matching/app_private.why_notified.sql
--! Included matching/app_public.why_notified.sql
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
--! EndIncluded matching/app_public.why_notified.sql
--! Included matching/app_private.reach_of_alert.sql
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
          app_private.is_fresh(l.taken_at, alert.max_position_age) as is_fresh,
          exists (select from app_private.devices d where d.user_id = l.user_id) as has_device
        from app_public.last_positions l
        where st_covers(alert.zone3, l.location)
          and app_private.applies_to(alert.status, (select u.is_tester from app_public.users u where u.id = l.user_id))
    ) s;
  reach.area := st_area(alert.zone1::geography);
  return reach;
end
$$;
comment on function app_private.reach_of_alert(app_public.alert_input) is
  'Returns how many users an alert would notify if it were published now, by the rules of publication. It writes nothing.';
grant execute on function app_private.reach_of_alert(app_public.alert_input) to app_admin;
--! EndIncluded matching/app_private.reach_of_alert.sql
--! Included matching/app_public.alert_reach.sql
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
--! EndIncluded matching/app_public.alert_reach.sql
--! Included matching/app_public.alerts_reached_users.sql
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
--! EndIncluded matching/app_public.alerts_reached_users.sql
