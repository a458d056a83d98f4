--! Previous: sha1:dabc30e55884ecf37e6cfb719f315b1332c7cfb1
--! Hash: sha1:898275cf8727741650c2052d2622a424f6df2d7d
--! Message: For apps

-- Clients that poll ask for what has changed since their last answer. Ids do not tell: an alert takes its id before its publication
-- waits for reports, and another one may commit first.
--
-- A user's notifications take their ids while their transaction alone may notify the user, and so in the order of commits. Only
-- marking one as seen needs another number.
alter table app_public.notifications add column seen_change bigint;
comment on column app_public.notifications.seen_change is
  E'@behavior -*\nThe number of the last change of seen, from the sequence of the ids. Null if it never changed: the id is the number of the notification then.';

create table app_public.alert_changes (
  number bigint generated always as identity primary key,
  alert_id integer not null references app_public.alerts on delete cascade,
  made_at timestamptz not null default clock_timestamp()
);
comment on table app_public.alert_changes is
  E'@behavior -*\nEach change of an alert: its publication, its updates, its end. For those who follow alerts by cursors.';
comment on column app_public.alert_changes.number is 'The number of the change, in the order of commits.';
comment on column app_public.alert_changes.alert_id is 'The alert.';
comment on column app_public.alert_changes.made_at is 'When it was made.';
comment on constraint alert_changes_alert_id_fkey on app_public.alert_changes is E'@behavior -*\nThe alert.';
create index alert_changes_alert_id_number on app_public.alert_changes (alert_id, number);
comment on index app_public.alert_changes_alert_id_number is 'Serves app_public.alerts_cursor(), the last change of an alert.';
alter table app_public.alert_changes enable row level security;
create policy read_all on app_public.alert_changes for select to app_user using (true);
grant select on app_public.alert_changes to app_user;

--! Included since/app_private.read_cursor.sql
create or replace function app_private.read_cursor(since text, kind text) returns bigint[]
language plpgsql immutable parallel safe set search_path = pg_catalog, pg_temp
as $$
declare
  said text[];
begin
  if since = '' then
    return null;
  end if;
  if length(since) % 2 = 0 and since ~ '^[0-9a-f]{2,200}$' then
    -- The form escape, as the bytes may be no text.
    said := regexp_match(encode(decode(since, 'hex'), 'escape'), '^(alert|notification)((?: \d{1,18}){4})$');
  end if;
  if said is null then
    raise exception using errcode = 'LA400',
      message = 'since is not a cursor: send the cursor of the last row that you got, or an empty text to begin at the start.';
  end if;
  if said[1] <> kind then
    raise exception using errcode = 'LA400', message = format('since is a cursor of %ss, not of %ss: keep one for each.', said[1], kind);
  end if;
  return string_to_array(btrim(said[2]), ' ')::bigint[];
end
$$;
comment on function app_private.read_cursor(text, text) is
  'Returns the four numbers in a cursor of this kind, alert or notification. Null for an empty text. Error LA400 for all else.';
grant execute on function app_private.read_cursor(text, text) to app_user;
--! EndIncluded since/app_private.read_cursor.sql
--! Included since/app_private.write_cursor.sql
create or replace function app_private.write_cursor(kind text, number bigint, owner_id integer, id bigint, at timestamptz) returns text
language sql immutable parallel safe
as $$
  select pg_catalog.encode(pg_catalog.convert_to(pg_catalog.concat_ws(' ', kind, number, owner_id, id,
    (extract(epoch from at) * 1000000)::pg_catalog.int8), 'UTF8'), 'hex')
$$;
comment on function app_private.write_cursor(text, bigint, integer, bigint, timestamptz) is
  'Writes a cursor: its kind, the number of a change, whose it is (0 for everyone), and the id and the time of what changed, by which a database that has lost it can tell.';
grant execute on function app_private.write_cursor(text, bigint, integer, bigint, timestamptz) to app_user;
--! EndIncluded since/app_private.write_cursor.sql
--! Included since/app_private.refuse_unknown_cursor.sql
create or replace function app_private.refuse_unknown_cursor() returns void
language plpgsql stable
as $$
begin
  raise exception using errcode = 'LA409',
    message = 'since names a change that is not here, as after a restore of the database: begin again with an empty text. Ids tell which rows you have.';
end
$$;
comment on function app_private.refuse_unknown_cursor() is
  'Refuses a cursor whose change this database does not have. Error LA409.';
grant execute on function app_private.refuse_unknown_cursor() to app_user;
--! EndIncluded since/app_private.refuse_unknown_cursor.sql
--! Included since/app_private.notifications_since.sql
create or replace function app_private.notifications_since(since text) returns bigint
language plpgsql stable
as $$
declare
  said constant bigint[] := app_private.read_cursor(since, 'notification');
begin
  if said is null then
    return 0;
  end if;
  if said[2] <> app_public.current_user_id() then
    raise exception using errcode = 'LA400', message = 'since is a cursor of another user: begin again with an empty text.';
  end if;
  -- A database that was restored to an earlier state gives the same numbers again, to other changes. It shows by this row.
  if not exists (
    select from app_public.notifications n
      where n.user_id = app_public.current_user_id() and n.id = said[3] and extract(epoch from n.created_at) * 1000000 = said[4]
        and coalesce(n.seen_change, n.id) >= said[1])
  then
    perform app_private.refuse_unknown_cursor();
  end if;
  return said[1];
end
$$;
comment on function app_private.notifications_since(text) is
  'Returns the number of the change that a cursor of the caller''s notifications names, and 0 for an empty text. Error LA400 for what is no such cursor, LA409 if the change is not here.';
grant execute on function app_private.notifications_since(text) to app_user;
--! EndIncluded since/app_private.notifications_since.sql
--! Included since/app_private.alerts_since.sql
create or replace function app_private.alerts_since(since text) returns integer[]
language plpgsql stable
as $$
declare
  said constant bigint[] := app_private.read_cursor(since, 'alert');
begin
  -- A database that was restored to an earlier state gives the same numbers again, to other changes. It shows by this row.
  if said is not null and not exists (
    select from app_public.alert_changes c
      where c.number = said[1] and c.alert_id = said[3] and extract(epoch from c.made_at) * 1000000 = said[4])
  then
    perform app_private.refuse_unknown_cursor();
  end if;
  return array(select distinct c.alert_id from app_public.alert_changes c where c.number > coalesce(said[1], 0));
end
$$;
comment on function app_private.alerts_since(text) is
  'Returns the ids of the alerts that are new or have changed since a cursor, of all alerts for an empty text. Error LA400 for what is no such cursor, LA409 if the change is not here.';
grant execute on function app_private.alerts_since(text) to app_user;
--! EndIncluded since/app_private.alerts_since.sql
--! Included since/app_private.note_alert_changes.sql
create or replace function app_private.note_alert_changes(alert_ids integer[]) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  if cardinality(alert_ids) > 0 then
    -- Held until the commit, so that numbers are in the order of commits. Callers do nothing after it that waits.
    perform pg_advisory_xact_lock(4156::int8 << 32);
    insert into app_public.alert_changes (alert_id) select unnest(alert_ids);
  end if;
end
$$;
comment on function app_private.note_alert_changes(integer[]) is
  'Gives the changes of these alerts their numbers, for those who follow alerts by cursors. It is the last step of a transaction.';
--! EndIncluded since/app_private.note_alert_changes.sql
--! Included since/app_private.order_notifications.sql
create or replace function app_private.order_notifications(user_id integer) returns void
language plpgsql volatile
as $$
begin
  perform pg_catalog.pg_advisory_xact_lock((4157::pg_catalog.int8 << 32) | user_id);
end
$$;
comment on function app_private.order_notifications(integer) is
  'Waits for other changes of a user''s notifications, and holds the next ones until the transaction ends, so that their numbers are in the order of commits. Publications hold the user''s reports instead, so the caller shares that lock first: see app_private.share_report_lock().';
--! EndIncluded since/app_private.order_notifications.sql
--! Included since/app_public.alerts_cursor.sql
create or replace function app_public.alerts_cursor(alert app_public.alerts) returns text
language sql stable
as $$
  select coalesce((
    select app_private.write_cursor('alert', c.number, 0, c.alert_id, c.made_at)
      from app_public.alert_changes c where c.alert_id = alert.id order by c.number desc limit 1), '')
$$;
comment on function app_public.alerts_cursor(app_public.alerts) is
  E'@notNull\nThe place of its last change among those of all alerts: what alerts(since:) takes.';
grant execute on function app_public.alerts_cursor(app_public.alerts) to app_user;
--! EndIncluded since/app_public.alerts_cursor.sql
--! Included since/app_public.newest_alert_cursor.sql
create or replace function app_public.newest_alert_cursor() returns text
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform app_private.require_user();
  return coalesce((
    select app_private.write_cursor('alert', c.number, 0, c.alert_id, c.made_at)
      from app_public.alert_changes c order by c.number desc limit 1), '');
end
$$;
comment on function app_public.newest_alert_cursor() is
  E'@notNull\nThe cursor of the last change of any alert, for who follows alerts from now on. Empty if there is none.';
grant execute on function app_public.newest_alert_cursor() to app_user;
--! EndIncluded since/app_public.newest_alert_cursor.sql
--! Included since/app_public.newest_notification_cursor.sql
create or replace function app_public.newest_notification_cursor() returns text
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform app_private.require_user();
  return coalesce((
    select app_private.write_cursor('notification', coalesce(n.seen_change, n.id), n.user_id, n.id, n.created_at)
      from app_public.notifications n where n.user_id = app_public.current_user_id()
      order by coalesce(n.seen_change, n.id) desc limit 1), '');
end
$$;
comment on function app_public.newest_notification_cursor() is
  E'@notNull\nThe cursor of the last change of your notifications, for who follows them from now on. Empty if there is none.';
grant execute on function app_public.newest_notification_cursor() to app_user;
--! EndIncluded since/app_public.newest_notification_cursor.sql
--! Included alerts/app_private.new_alert.sql
create or replace function app_private.new_alert(input app_public.alert_input) returns integer
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  -- A digest of the request tells a repeated one from another one with the same key. Fields that are null at the end are
  -- left out, so that a request keeps its digest when a later version of the API adds a field.
  said bytea := case when input.idempotency_key is not null
    then sha256(convert_to(regexp_replace(input::text, ',+\)$', ')'), 'UTF8')) end;
  earlier app_public.alerts;
  alert app_public.alerts;
begin
  perform app_private.commit_synchronously();
  alert := app_private.draft_alert(input, null);
  insert into app_public.alerts (
      user_id, created_at, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age, max_accuracy,
      title, text1, text2, text3, language, event, severity, urgency, certainty, status, template_id,
      idempotency_key, request)
    values (
      alert.user_id, alert.created_at, alert.expires_at, alert.zone1, alert.zone2, alert.zone3, alert.level2_distance,
      alert.level3_distance, alert.max_position_age, alert.max_accuracy, alert.title, alert.text1, alert.text2, alert.text3,
      alert.language, alert.event, alert.severity, alert.urgency, alert.certainty, alert.status,
      alert.template_id, input.idempotency_key, said)
    on conflict (user_id, idempotency_key) do nothing
    returning * into alert;
  if alert.id is null then
    -- The insert waited until the first request committed, so this finds its alert.
    select a.* into earlier from app_public.alerts a
      where a.user_id = app_public.current_user_id() and a.idempotency_key = input.idempotency_key;
    if earlier.request is distinct from said then
      raise exception using errcode = 'LA409',
        message = 'idempotencyKey belongs to another alert of yours: send a new key with each alert, and the same key only to repeat a request.';
    end if;
    return earlier.id;
  end if;
  if input.draft_id is not null then
    perform app_private.take_shared_draft(input.draft_id);
  end if;
  perform app_private.keep_version(alert);
  insert into app_private.publications (alert_id) values (alert.id);
  perform app_private.queue_publication(alert.id);
  perform app_private.queue_speech(alert.id);
  -- The lock comes last, as reports wait from here until the commit; see app_private.drain_reports().
  perform app_private.drain_reports();
  perform app_private.note_alert_changes(array[alert.id]);
  return alert.id;
end
$$;
comment on function app_private.new_alert(app_public.alert_input) is
  'Runs the first phase of a publication: it makes the alert visible after the reports in flight have committed. It queues a job for the second phase, app_private.publish_chunk(). Returns the alert''s id; a repeated idempotencyKey returns the id of the first alert. Error LA409 if the key belongs to another alert, or the shared draft is gone.';
grant execute on function app_private.new_alert(app_public.alert_input) to app_admin;
--! EndIncluded alerts/app_private.new_alert.sql
--! Included alerts/app_private.update_alert.sql
create or replace function app_private.update_alert(alert_id integer, input app_public.alert_update_input) returns integer
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  previous app_public.alerts := app_private.lock_active_alert(alert_id);
  alert app_public.alerts;
begin
  perform app_private.commit_synchronously();
  if input.expected_version <> previous.version then
    raise exception using errcode = 'LA409', message = format(
      'This alert is at version %s, not %s: look at what has changed, and update it again.',
      previous.version, input.expected_version);
  end if;
  alert := app_private.draft_update(input, previous);
  update app_public.alerts a
    set zone1 = alert.zone1, zone2 = alert.zone2, zone3 = alert.zone3, level2_distance = alert.level2_distance,
      level3_distance = alert.level3_distance, expires_at = alert.expires_at, title = alert.title, text1 = alert.text1, text2 = alert.text2,
      text3 = alert.text3, version = alert.version, told_version = alert.told_version
    where a.id = alert.id;
  perform app_private.keep_version(alert);
  delete from app_private.alert_speeches s
    where s.alert_id = alert.id and (s.level, true) in (
      values ('ONE'::app_public.level_alert, alert.text1 <> previous.text1), ('TWO', alert.text2 <> previous.text2),
        ('THREE', alert.text3 <> previous.text3));
  delete from app_private.publication_waiting w where w.alert_id = alert.id;
  update app_private.publications p
    set level = 'ONE', last_user_id = 0, completed_at = null where p.alert_id = alert.id;
  perform app_private.queue_publication(alert.id);
  perform app_private.queue_speech(alert.id);
  perform app_private.drain_reports();
  perform app_private.note_alert_changes(array[alert.id]);
  return alert.id;
end
$$;
comment on function app_private.update_alert(integer, app_public.alert_update_input) is
  'Runs the first phase of publishing an alert''s next version; app_private.publish_chunk() runs the second. It notifies users who are newly inside or further in, and the others again only with renotify. Returns the alert''s id. Error LA404 for an unknown alert, LA409 for one that has ended, or that has another version than expected.';
grant execute on function app_private.update_alert(integer, app_public.alert_update_input) to app_admin;
--! EndIncluded alerts/app_private.update_alert.sql
--! Included alerts/app_private.cancel_alert.sql
create or replace function app_private.cancel_alert(alert_id integer, text text) returns integer
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  alert app_public.alerts := app_private.lock_active_alert(alert_id);
begin
  perform app_private.commit_synchronously();
  update app_public.alerts a
    set active = false, cancelled_at = now(), all_clear = cancel_alert.text, version = a.version + 1
    where a.id = alert.id
    returning a.* into alert;
  perform app_private.keep_version(alert);
  delete from app_private.publication_waiting w where w.alert_id = alert.id;
  update app_private.publications p set last_user_id = 0, completed_at = null where p.alert_id = alert.id;
  perform app_private.queue_publication(alert.id);
  -- A report in flight may still notify its user, who then gets the all-clear too.
  perform app_private.drain_reports();
  perform app_private.note_alert_changes(array[alert.id]);
  return alert.id;
end
$$;
comment on function app_private.cancel_alert(integer, text) is
  'Cancels an alert: the first phase of its all-clear. app_private.publish_chunk() runs the second phase. Returns the alert''s id. Error LA404 for an unknown alert, LA409 for one that has ended.';
grant execute on function app_private.cancel_alert(integer, text) to app_admin;
--! EndIncluded alerts/app_private.cancel_alert.sql
--! Included alerts/app_private.end_expired_alerts.sql
create or replace function app_private.end_expired_alerts() returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  ended_ids integer[];
begin
  with ended as (
    update app_public.alerts a set active = false where a.active and a.expires_at <= now() returning a.id
  )
  select array_agg(e.id) into ended_ids from ended e;
  perform app_private.note_alert_changes(ended_ids);
  return coalesce(cardinality(ended_ids), 0);
end
$$;
comment on function app_private.end_expired_alerts() is
  'Marks expired alerts as no longer active, which removes them from the index that position reports search. Returns their number.';
--! EndIncluded alerts/app_private.end_expired_alerts.sql
-- A publication reads each last position once: what a notification keeps of it goes from the match to the insertion.
create type app_private.told_user as (
  user_id integer,
  latitude double precision,
  longitude double precision,
  moving_activity app_public.moving_activity,
  taken_at timestamptz,
  accuracy double precision,
  place_kept boolean,
  distance_class app_public.distance_class
);
comment on type app_private.told_user is 'A user who is to be notified, and what the notification keeps of the place.';
comment on column app_private.told_user.user_id is 'The user.';
comment on column app_private.told_user.latitude is 'Where the user is, in degrees north.';
comment on column app_private.told_user.longitude is 'Where the user is, in degrees east.';
comment on column app_private.told_user.moving_activity is 'How the user is moving.';
comment on column app_private.told_user.taken_at is 'When the device took the position, in seconds since 1970-01-01 UTC. Null if the position is not known any more.';
comment on column app_private.told_user.accuracy is 'The radius of accuracy of the position in metres. Null if it is not known.';
comment on column app_private.told_user.place_kept is 'False if a point of the alert''s area stands in for the place.';
comment on column app_private.told_user.distance_class is 'How far from the alert''s area the user was. Null if the place is kept.';
drop function app_private.insert_notifications(integer, integer, app_public.notification_kind, app_public.level_alert, integer[], integer);
--! Included publication/app_private.insert_notifications.sql
create or replace function app_private.insert_notifications(
  alert_id integer, version integer, kind app_public.notification_kind, level app_public.level_alert,
  told app_private.told_user[], newly_reached integer default 0
) returns void
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
-- Plans are made once, perhaps while the tables are empty, and must not scan them when they have grown.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off
as $$
declare
  -- The ids are taken first, because pushes and announcements name them.
  ids constant bigint[] := array(select nextval('app_public.notifications_id_seq') from generate_series(1, cardinality(told)));
begin
  if cardinality(ids) = 0 then
    return;
  end if;
  insert into app_public.notifications (
      id, alert_id, version, kind, level, user_id, latitude, longitude, moving_activity, taken_at, accuracy,
      place_kept, distance_class)
    overriding system value
    select t.id, insert_notifications.alert_id, insert_notifications.version,
        case when insert_notifications.kind = 'ALERT' and insert_notifications.version > 1 and (
          select min(n.level) from app_public.notifications n
            where n.alert_id = insert_notifications.alert_id and n.user_id = (t.told).user_id) is not null
          then 'UPDATE' else insert_notifications.kind end,
        insert_notifications.level, (t.told).user_id, (t.told).latitude, (t.told).longitude, (t.told).moving_activity,
        (t.told).taken_at, (t.told).accuracy, (t.told).place_kept, (t.told).distance_class
      -- In the select list, unnest() makes no intermediate table.
      from (select unnest(ids) as id, unnest(insert_notifications.told) as told) t;
  if newly_reached > 0 then
    insert into app_private.alert_reach (alert_id, users) values (insert_notifications.alert_id, newly_reached);
  end if;
  perform app_private.queue_pushes(
      case when insert_notifications.kind = 'ALL_CLEAR' then 'ONE' else insert_notifications.level end,
      ids, min(u.user_id), max(u.user_id))
    from unnest(told) u;
  perform app_private.announce_notifications(insert_notifications.alert_id, ids[1], ids[cardinality(ids)]);
end
$$;
comment on function app_private.insert_notifications(integer, integer, app_public.notification_kind, app_public.level_alert, app_private.told_user[], integer) is
  'Notifies users of a version of an alert at one level: it inserts the notifications, counts the newly reached users, queues pushes and announces them to the hosts. An ALERT becomes an UPDATE for a user who was notified of an earlier version. The caller holds the reports of these users.';
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
    select c.level, count(*) filter (where c.innermost is null)::integer as newly_reached,
        array_agg(row(
          c.user_id, c.latitude, c.longitude, c.moving_activity, c.taken_at, c.accuracy, true, null
        )::app_private.told_user) as told
      from (
        select l.*, app_private.level_at(zone1, zone2, zone3, l.location, l.accuracy > alert.max_accuracy) as level,
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
        select alert.id, matched.level, min(t.user_id), array_agg(t.user_id) from unnest(matched.told) t;
    else
      perform app_private.insert_notifications(
        alert.id, alert.version, 'ALERT', matched.level, matched.told, matched.newly_reached);
    end if;
  end loop;
end
$$;
comment on function app_private.notify_users(app_public.alerts, timestamptz, integer[], boolean) is
  'Notifies those of these users whose last position lies in an alert''s zones, unless they were notified at this level or a more urgent one. With is_range, user_ids are the first and the last id of a range: then users in the zones TWO and THREE wait in app_private.publication_waiting. The caller holds the reports of these users.';
--! EndIncluded publication/app_private.notify_users.sql
--! Included publication/app_private.send_all_clear.sql
create or replace function app_private.send_all_clear(alert app_public.alerts, after_user_id integer, chunk_size integer)
returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
-- Plans are made once, perhaps while the tables are empty, and must not scan them when they have grown.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_sort = off
set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
declare
  user_ids integer[];
  levels app_public.level_alert[];
  last_user_id integer;
  cleared record;
begin
  select array_agg(t.user_id), array_agg(t.level), max(t.user_id) into user_ids, levels, last_user_id
    from (
      -- The innermost level of each user. The index on alert, user and level has this order.
      select distinct on (n.user_id) n.user_id, n.level
        from app_public.notifications n
        where n.alert_id = alert.id and n.user_id > after_user_id
        order by n.user_id, n.level
        limit chunk_size
    ) t;
  if last_user_id is null then
    return null;
  end if;
  -- Changes of a user's notifications come one after the other, in the order of their ids. An erasure is one of them.
  perform app_private.drain_reports(user_ids);
  for cleared in
    select t.level, array_agg(t.told) as told
      from (
        select u.level, row(
              l.user_id, l.latitude, l.longitude, l.moving_activity, l.taken_at, l.accuracy, true, null
            )::app_private.told_user as told
          from (select unnest(user_ids) as user_id, unnest(levels) as level) u
          join app_public.last_positions l on l.user_id = u.user_id
        union all
        -- A user whose last position was deleted gets it too, unless the user is erased.
        select u.level, row(
              u.user_id, n.latitude, n.longitude, n.moving_activity, null, null, n.place_kept, n.distance_class
            )::app_private.told_user
          from (select unnest(user_ids) as user_id, unnest(levels) as level) u
          cross join lateral (
            select n.latitude, n.longitude, n.moving_activity, n.place_kept, n.distance_class from app_public.notifications n
              where n.alert_id = alert.id and n.user_id = u.user_id
              order by n.level limit 1
          ) n
          where not exists (select from app_public.last_positions l where l.user_id = u.user_id)
            and exists (select from app_public.users p where p.id = u.user_id)
      ) t
      group by t.level order by t.level
  loop
    perform app_private.insert_notifications(alert.id, alert.version, 'ALL_CLEAR', cleared.level, cleared.told);
  end loop;
  return last_user_id;
end
$$;
comment on function app_private.send_all_clear(app_public.alerts, integer, integer) is
  'Sends the all-clear to the next users who were notified of an alert, wherever they are now: once each, at their innermost level, without a place of their own if their last position was deleted. Returns the id of the last user, or null if all have it.';
--! EndIncluded publication/app_private.send_all_clear.sql
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
    -- Pushes follow a notification at once. If it were lost later, its user would be told twice.
    perform app_private.commit_synchronously();
    perform app_private.order_notifications(here.user_id);
    perform app_private.insert_notifications(
      hit.id, hit.version, 'ALERT', hit.level, array[row(
        here.user_id, here.latitude, here.longitude, here.moving_activity, here.taken_at, here.accuracy, true, null
      )::app_private.told_user], hit.is_new::integer);
    notified := notified + 1;
  end loop;
  return notified;
end
$$;
comment on function app_private.notify_of_active_alerts(app_public.last_positions) is
  'Notifies a user of the active alerts whose zones contain their last position, unless they were notified at this level or a more urgent one. The caller has begun the report by app_private.share_report_lock(). Returns the number of notifications.';
--! EndIncluded publication/app_private.notify_of_active_alerts.sql
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
  perform app_private.share_report_lock(caller_id);
  perform app_private.order_notifications(caller_id);
  update app_public.notifications n
    set seen = notification_update.input.seen,
      seen_change = case when n.seen = notification_update.input.seen then n.seen_change
        else nextval('app_public.notifications_id_seq') end,
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

-- Waits for publications that are not committed, so that none is left out.
lock table app_public.alerts in share row exclusive mode;
-- One change each stands for the past of the alerts that are there.
insert into app_public.alert_changes (alert_id, made_at)
  select distinct on (a.id) a.id, coalesce(v.created_at, a.created_at) from app_public.alerts a
    left join app_public.alert_versions v on v.alert_id = a.id order by a.id, v.version desc;

create type app_public.watch_circle as (
  latitude double precision,
  longitude double precision,
  radius double precision,
  holds_you boolean,
  distance double precision
);
comment on type app_public.watch_circle is 'A circle for a phone to watch: on entering it, report where you are.';
comment on column app_public.watch_circle.latitude is E'@notNull\nThe latitude of its centre, in degrees north.';
comment on column app_public.watch_circle.longitude is E'@notNull\nThe longitude of its centre, in degrees east.';
comment on column app_public.watch_circle.radius is E'@notNull\nIts radius in metres, 100 at least.';
comment on column app_public.watch_circle.holds_you is E'@notNull\nTrue if the place lies in it: report all the time until you have left it.';
comment on column app_public.watch_circle.distance is E'@notNull\nThe distance from the place to the nearest border that it covers, in metres.';

create type app_public.zone_near as (
  alert_id integer,
  version integer,
  level app_public.level_alert,
  holds_you boolean,
  distance double precision,
  expires_at timestamptz,
  text text,
  geo_json app_public.geo_json
);
comment on type app_public.zone_near is 'A zone of an active alert near a place.';
comment on column app_public.zone_near.alert_id is E'@notNull\nThe id of the alert.';
comment on column app_public.zone_near.version is E'@notNull\nThe version of the alert that this zone is of.';
comment on column app_public.zone_near.level is E'@notNull\nThe level of the zone. Zone TWO includes ONE, and THREE both.';
comment on column app_public.zone_near.holds_you is E'@notNull\nTrue if the place lies in the zone.';
comment on column app_public.zone_near.distance is 'The distance from the place to the border of the zone, in metres. Null if no border lies within the radius.';
comment on column app_public.zone_near.expires_at is E'@notNull\nWhen the alert ends by itself, in seconds since 1970-01-01 UTC.';
comment on column app_public.zone_near.text is E'@notNull\nThe text of that level.';
comment on column app_public.zone_near.geo_json is E'@notNull\nThe exact zone, with all its holes and pieces: a Polygon or a MultiPolygon of GeoJSON (RFC 7946).';

create type app_public.alerts_near as (
  cursor text,
  refresh_radius double precision,
  zones app_public.zone_near[],
  omitted_zones integer,
  circles app_public.watch_circle[]
);
comment on type app_public.alerts_near is 'The zones near a place, and circles for a phone to watch.';
comment on column app_public.alerts_near.cursor is E'@notNull\nThe cursor of the last change of any alert. Send it as since to ask if the answer still holds.';
comment on column app_public.alerts_near.refresh_radius is E'@notNull\nThe radius around the place in which the circles hold, in metres: half the radius asked for, or more. Who leaves it asks again.';
comment on column app_public.alerts_near.zones is E'@notNull\n@itemsNotNull\nThe zones that hold the place or have a border within the radius: those that hold it first, then the most urgent and nearest. At most 300.';
comment on column app_public.alerts_near.omitted_zones is E'@notNull\nHow many further zones there are. The circles cover their borders too.';
comment on column app_public.alerts_near.circles is E'@notNull\n@itemsNotNull\nCircles that cover the borders of all these zones within refreshRadius, the nearest border first. At most 19.';

create type app_private.border_cell as (
  x1 double precision,
  y1 double precision,
  x2 double precision,
  y2 double precision,
  distance double precision
);
comment on type app_private.border_cell is 'A box around a piece of a border, and the distance of the border from the place, in metres from the place.';
comment on column app_private.border_cell.x1 is 'The least distance to the east of the place, in metres.';
comment on column app_private.border_cell.y1 is 'The least distance to the north of the place, in metres.';
comment on column app_private.border_cell.x2 is 'The greatest distance to the east of the place, in metres.';
comment on column app_private.border_cell.y2 is 'The greatest distance to the north of the place, in metres.';
comment on column app_private.border_cell.distance is 'The distance of the border from the place, in metres.';

--! Included near/app_private.box_around.sql
create or replace function app_private.box_around(latitude double precision, longitude double precision, metres double precision)
returns public.geometry
language plpgsql immutable parallel safe set search_path = pg_catalog, public, pg_temp
as $$
declare
  -- A degree of latitude has at least 110,500 m, one of longitude on the equator 111,300 m.
  high constant double precision := metres / 110500;
  farthest constant double precision := abs(latitude) + high;
  wide constant double precision := case when farthest < 89 then metres / (111300 * cosd(farthest)) else 180 end;
begin
  if wide >= 180 then
    return st_makeenvelope(-180, greatest(-90, latitude - high), 180, least(90, latitude + high), 4326);
  end if;
  return app_private.cut_at_180(st_makeenvelope(longitude - wide, latitude - high, longitude + wide, latitude + high, 4326));
end
$$;
comment on function app_private.box_around(double precision, double precision, double precision) is
  'Returns a box in degrees that holds everything within so many metres of a place, cut at the 180th meridian.';
--! EndIncluded near/app_private.box_around.sql
--! Included near/app_private.border_near.sql
create or replace function app_private.border_near(zone public.geometry, box public.geometry, tolerance double precision)
returns public.geometry
language plpgsql immutable parallel safe set search_path = pg_catalog, public, pg_temp
as $$
declare
  is_cut constant boolean := st_xmin(zone) = -180 and st_xmax(zone) = 180;
  -- The pieces of a zone at the 180th meridian meet there: that edge is no border.
  border constant geometry := st_collectionextract(case
    when is_cut then st_intersection(st_boundary(st_union(st_shiftlongitude(zone), 1e-10)), st_shiftlongitude(box))
    else st_intersection(st_boundary(zone), box) end, 2);
begin
  -- A corner each twentieth of a degree keeps edges straight in longitude and latitude.
  return case when not st_isempty(border) then st_segmentize(st_simplify(border, tolerance / 111320, true), 0.05) end;
end
$$;
comment on function app_private.border_near(public.geometry, public.geometry, double precision) is
  'Returns the border of a zone as far as it lies in a box of degrees. It is off by no more than the tolerance in metres. Null if no border lies there.';
--! EndIncluded near/app_private.border_near.sql
--! Included near/app_private.cover_borders.sql
create or replace function app_private.cover_borders(
  cells app_private.border_cell[], projection text, tolerance double precision
)
returns app_public.watch_circle[]
language plpgsql immutable parallel safe set search_path = pg_catalog, public, pg_temp
as $$
begin
  return array(
    with placed as (
      select c.*, (c.x1 + c.x2) / 2 as x, (c.y1 + c.y2) / 2 as y, greatest(1, sqrt((c.x1 + c.x2) ^ 2 + (c.y1 + c.y2) ^ 2) / 2) as far
        from unnest(cells) c
    ), clustered as (
      select st_makebox2d(st_makepoint(p.x1, p.y1), st_makepoint(p.x2, p.y2))::geometry as corners, p.distance,
          -- Circles near the user are smaller, as this draws together what is far.
          st_clusterkmeans(st_makepoint(p.x / p.far ^ 0.75, p.y / p.far ^ 0.75), least(19, cardinality(cells))) over () as cluster
        from placed p
    ), bounded as (
      select st_minimumboundingradius(st_collect(c.corners)) as circle, min(c.distance) as distance from clustered c group by c.cluster
    ), numbered as (
      select (b.circle).center as centre, b.distance, row_number() over (order by b.distance) as number,
          -- The projection is exact to a ten-thousandth.
          greatest(100, (b.circle).radius * 1.001 + tolerance + 5) as radius
        from bounded b
    ), located as (
      -- One call for all centres, as each call makes the projection again.
      select p.path[1] as number, p.geom as centre
        from (select st_transform(st_collect(n.centre order by n.number), projection, 4326) as centres from numbered n) c, st_dumppoints(c.centres) p
    )
    select row(st_y(l.centre), st_x(l.centre), n.radius, st_distance(n.centre, st_makepoint(0, 0)) < n.radius, n.distance)::app_public.watch_circle
      from numbered n join located l using (number) order by number);
end
$$;
comment on function app_private.cover_borders(app_private.border_cell[], text, double precision) is
  'Returns at most 19 circles that cover these pieces of borders, which are off by no more than the tolerance, the nearest first.';
--! EndIncluded near/app_private.cover_borders.sql
--! Included near/app_public.active_alerts_near.sql
create or replace function app_public.active_alerts_near(
  latitude double precision, longitude double precision, radius double precision, since text default null
) returns app_public.alerts_near
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp set jit = off
as $$
declare
  caller constant app_public.users := app_private.require_user();
  here geometry;
  projection text;
  zones app_public.zone_near[];
  cells app_private.border_cell[];
  near_cells app_private.border_cell[];
  answer app_public.alerts_near;
  box geometry;
  tolerance double precision;
  crowding double precision;
begin
  if (latitude between -90 and 90 and longitude between -180 and 180) is not true then
    raise exception using errcode = 'LA400', message = 'The place is off the globe: send a latitude from -90 to 90 and a longitude from -180 to 180, in degrees.';
  end if;
  if (radius between 100 and 100000) is not true then
    raise exception using errcode = 'LA400', message = 'radius is not from 100 to 100,000: send it in metres.';
  end if;
  if since is not null and app_private.alerts_since(since) = '{}' then
    return null;
  end if;
  answer.cursor := app_public.newest_alert_cursor();
  here := st_setsrid(st_makepoint(longitude, latitude), 4326);
  -- Within 100 km of its middle this projection is exact to a ten-thousandth.
  projection := format('+proj=stere +lat_0=%s +lon_0=%s +datum=WGS84', latitude, longitude);
  box := app_private.box_around(latitude, longitude, radius);
  -- The borders of many alerts are drawn coarsely, so that they cost little more than those of a few.
  crowding := greatest(1, sqrt((select count(*) from app_public.alerts a where a.active and a.zone3 && box) / 20.0));
  tolerance := greatest(2, radius / 2500) * crowding;

  with near as materialized (
    select a.id, a.version, a.expires_at, z.level, z.text, z.zone,
        st_covers(z.zone, here) or abs(longitude) = 180 and app_private.covers_from_other_side(z.zone, here) as holds_you,
        app_private.border_near(z.zone, box, tolerance) as border, row_number() over () as number
      from app_public.alerts a,
        lateral (values ('ONE'::app_public.level_alert, a.text1, a.zone1), ('TWO', a.text2, a.zone2), ('THREE', a.text3, a.zone3))
          z (level, text, zone)
      where app_private.is_active(a.active, a.expires_at) and a.zone3 && box and st_intersects(z.zone, box)
        and app_private.applies_to(a.status, caller.is_tester)
  ), drawn as (
    -- One call projects all borders, as each call makes the projection again.
    select numbers[part.path[1]] as number, st_segmentize(st_collect(part.geom), greatest(50, radius / 40) * crowding) as border
      from (select st_transform(st_collect(n.border order by n.number), projection) as borders, array_agg(n.number order by n.number) as numbers
          from near n where n.border is not null) c,
        st_dump(c.borders) part
      group by 1
  ), measured as materialized (
    select n.id, n.version, n.expires_at, n.level, n.text, n.zone, n.holds_you, d.border, st_distance(d.border, st_makepoint(0, 0)) as distance
      from near n left join drawn d on d.number = n.number
  ), relevant as materialized (
    select m.*, case when m.distance <= radius then m.distance end as within, row_number() over (
        order by m.holds_you desc, m.level, m.distance, m.id desc) as place
      from measured m where m.holds_you or m.distance <= radius
  ), edges as (
    select st_xmin(s.geom) as x1, st_ymin(s.geom) as y1, st_xmax(s.geom) as x2, st_ymax(s.geom) as y2,
        st_distance(s.geom, st_makepoint(0, 0)) as distance
      from relevant r, st_dumpsegments(r.border) s where r.within is not null
  ), sized as (
    -- Small cells near the user, larger ones farther away.
    select e.*, 2 ^ floor(ln(greatest(e.distance, 100) / 8) / ln(2::double precision)) as size from edges e where e.distance <= radius
  ), gathered as (
    select row(min(s.x1), min(s.y1), max(s.x2), max(s.y2), min(s.distance))::app_private.border_cell as cell
      from sized s group by s.size, floor((s.x1 + s.x2) / 2 / s.size), floor((s.y1 + s.y2) / 2 / s.size)
  )
  select
      array(
        select row(r.id, r.version, r.level, r.holds_you, r.within, r.expires_at, r.text,
            st_asgeojson(r.zone, 9, 0)::app_public.geo_json)::app_public.zone_near
          from relevant r where r.place <= 300 order by r.place),
      (select greatest(count(*) - 300, 0) from relevant r),
      array(select g.cell from gathered g)
    into zones, answer.omitted_zones, cells;

  answer.zones := zones;
  answer.circles := '{}';
  answer.refresh_radius := radius;
  -- A smaller answer may spare the user to report all the time for a circle that is large only as it covers much.
  foreach answer.refresh_radius in array array[radius, radius * 0.7, radius * 0.5] loop
    near_cells := array(select c from unnest(cells) c where (c).distance <= answer.refresh_radius);
    answer.circles := case when cardinality(near_cells) > 0 then app_private.cover_borders(near_cells, projection, tolerance) else '{}' end;
    exit when not exists (select from unnest(answer.circles) c where (c).holds_you and (c).distance > 100);
  end loop;
  return answer;
end
$$;
comment on function app_public.active_alerts_near(double precision, double precision, double precision, text) is
  E'@argument latitude Degrees north, -90 to 90.\n@argument longitude Degrees east, -180 to 180.\n@argument radius How far to look, in metres: 100 to 100,000.\n@argument since The cursor of an earlier answer for the same place and radius. If no alert is new or has changed since, the answer is null: the earlier one still holds.\nThe zones of active alerts near a place, and circles for a phone to watch by itself. Whoever is outside all circles enters one of them before they cross a border, within refreshRadius of the place. Exercises and tests are included only for testers.';
grant execute on function app_public.active_alerts_near(double precision, double precision, double precision, text) to app_user;
--! EndIncluded near/app_public.active_alerts_near.sql
