--! Previous: sha1:ed98ea59d8076b91210489c553eb42a03430070f
--! Hash: sha1:9acb493a72b9bd44b4c52cc0cab550d937c4879f
--! Message: cells

-- What travels down: a head publishes this table, and each cell subscribes to it.
create table app_private.sent_alerts (
  alert_id integer not null,
  version integer not null,
  sent_at timestamptz not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  zone1 public.geometry(geometry, 4326) not null,
  zone2 public.geometry(geometry, 4326) not null,
  zone3 public.geometry(geometry, 4326) not null,
  level2_distance double precision not null,
  level3_distance double precision not null,
  max_position_age interval not null,
  max_accuracy double precision not null,
  title text,
  text1 text not null,
  text2 text not null,
  text3 text not null,
  language text not null,
  event text,
  severity app_public.severity not null,
  urgency app_public.urgency not null,
  certainty app_public.certainty not null,
  status app_public.alert_status not null,
  renotified_version integer not null,
  cancelled_at timestamptz,
  all_clear text,
  constraint sent_alerts_pkey primary key (alert_id, version)
);
comment on table app_private.sent_alerts is
  'Versions of alerts that a head sends to its cells, as they were published. In a cell: what has come from the head. Rows are never changed.';
comment on column app_private.sent_alerts.alert_id is 'The id of the alert, the same everywhere.';
comment on column app_private.sent_alerts.version is 'The version.';
comment on column app_private.sent_alerts.sent_at is 'When the head published this version.';
comment on column app_private.sent_alerts.created_at is 'When the first version was published.';
comment on column app_private.sent_alerts.expires_at is 'When the alert ends by itself.';
comment on column app_private.sent_alerts.zone1 is 'The area.';
comment on column app_private.sent_alerts.zone2 is 'The area and level2_distance metres around it.';
comment on column app_private.sent_alerts.zone3 is 'The area and level3_distance metres around it.';
comment on column app_private.sent_alerts.level2_distance is 'The width of zone TWO, in metres.';
comment on column app_private.sent_alerts.level3_distance is 'The width of zone THREE, in metres.';
comment on column app_private.sent_alerts.max_position_age is 'The greatest age of a position that it matches.';
comment on column app_private.sent_alerts.max_accuracy is 'In metres. A less exact position notifies of level ONE only.';
comment on column app_private.sent_alerts.title is 'The title of its pushes. Null if it has none.';
comment on column app_private.sent_alerts.text1 is 'The text of level ONE.';
comment on column app_private.sent_alerts.text2 is 'The text of level TWO.';
comment on column app_private.sent_alerts.text3 is 'The text of level THREE.';
comment on column app_private.sent_alerts.language is 'The language of the texts: a BCP 47 tag.';
comment on column app_private.sent_alerts.event is 'What happens, in a few words.';
comment on column app_private.sent_alerts.severity is 'How bad it is.';
comment on column app_private.sent_alerts.urgency is 'How soon people should act.';
comment on column app_private.sent_alerts.certainty is 'How sure it is.';
comment on column app_private.sent_alerts.status is 'Whether it is a real warning, an exercise or a test.';
comment on column app_private.sent_alerts.renotified_version is 'The last version that notified everyone again.';
comment on column app_private.sent_alerts.cancelled_at is 'When it was cancelled. Null if it was not.';
comment on column app_private.sent_alerts.all_clear is 'The text of the all-clear. Null if it was not cancelled.';

create table app_private.cell (
  only_row boolean not null default true constraint cell_pkey primary key constraint cell_only_row check (only_row),
  name text not null,
  head_user_id integer not null constraint cell_head_user_id_fkey references app_public.users
);
comment on table app_private.cell is 'This database as a cell of a head, in one row. No row if it is none. npm run cells writes it.';
comment on constraint cell_head_user_id_fkey on app_private.cell is
  'This user stands for the head of this cell: end the cell first, by npm run cells -- remove.';
comment on column app_private.cell.only_row is 'Always true: the primary key of the one row.';
comment on column app_private.cell.name is 'The name that the head gave it.';
comment on column app_private.cell.head_user_id is 'The user who stands for the head, as the author of its alerts. Nobody can log in as this user.';

create table app_private.cells (
  name text not null constraint cells_pkey primary key,
  url text not null
);
comment on table app_private.cells is 'The cells of this head. npm run cells writes it.';
comment on column app_private.cells.name is 'The name of the cell.';
comment on column app_private.cells.url is 'The connection string by which hosts ask the cell for the reach of an alert. It may have a password.';

-- What travels up: each cell publishes these two tables, and the head subscribes to them.
create table app_private.cell_states (
  cell text not null constraint cell_states_pkey primary key,
  reported_at timestamptz not null,
  people integer,
  counted_at timestamptz,
  received_at timestamptz
);
comment on table app_private.cell_states is 'When each cell reported last. In a cell: its own row.';
comment on column app_private.cell_states.cell is 'The name of the cell.';
comment on column app_private.cell_states.reported_at is 'When it reported, by its own clock.';
comment on column app_private.cell_states.people is 'How many of its users have a last position. Null before the first count.';
comment on column app_private.cell_states.counted_at is 'When these were counted.';
comment on column app_private.cell_states.received_at is 'When the head received the row, by its clock. Null in the cell.';

create table app_private.cell_figures (
  cell text not null,
  alert_id integer not null,
  version integer not null,
  level app_public.level_alert not null,
  users integer not null,
  users_pushed integer not null,
  users_waiting integer not null,
  users_failed integer not null,
  users_seen integer not null,
  is_complete boolean not null,
  received_at timestamptz,
  constraint cell_figures_pkey primary key (cell, alert_id, version, level)
);
comment on table app_private.cell_figures is
  'Whom each version of a head''s alert has reached in each cell, as app_public.level_delivery counts. In a cell: its own rows.';
comment on column app_private.cell_figures.cell is 'The name of the cell.';
comment on column app_private.cell_figures.alert_id is 'The alert.';
comment on column app_private.cell_figures.version is 'The version that the cell had when it counted.';
comment on column app_private.cell_figures.level is 'The level.';
comment on column app_private.cell_figures.users is 'Users whose most urgent notification is of this level.';
comment on column app_private.cell_figures.users_pushed is 'How many of them were pushed to.';
comment on column app_private.cell_figures.users_waiting is 'How many of them have pushes that wait.';
comment on column app_private.cell_figures.users_failed is 'How many of them no push reached.';
comment on column app_private.cell_figures.users_seen is 'How many of them have seen it.';
comment on column app_private.cell_figures.is_complete is 'True once the cell has notified all whom this version concerns.';
comment on column app_private.cell_figures.received_at is 'When the head received the row, by its clock. Null in the cell.';

create type app_public.cell as (name text, people integer, reported_at bigint, is_answering boolean);
comment on type app_public.cell is 'A service with its own people, which publishes the alerts of this one to them.';
comment on column app_public.cell.name is E'@notNull\nIts name.';
comment on column app_public.cell.people is 'How many people it can notify: users with a last position. Null before its first report.';
comment on column app_public.cell.reported_at is 'When it reported last, in seconds since 1970-01-01 UTC. Null if it never did.';
comment on column app_public.cell.is_answering is E'@notNull\nTrue if it reported within the last 30 seconds. Otherwise its people may not have been told.';

create type app_public.cell_delivery as (
  cell text, version integer, level app_public.level_alert, users integer, users_pushed integer, users_waiting integer,
  users_failed integer, users_seen integer, is_complete boolean, received_at bigint
);
comment on type app_public.cell_delivery is 'The results of an alert in a cell, for one level.';
comment on column app_public.cell_delivery.cell is E'@notNull\nThe name of the cell.';
comment on column app_public.cell_delivery.version is 'The version that the cell had when it counted. Null if it has reported nothing of this alert.';
comment on column app_public.cell_delivery.level is 'The level. Null if the cell has reported nothing of this alert.';
comment on column app_public.cell_delivery.users is E'@notNull\nUsers of the cell whose most urgent notification is of this level.';
comment on column app_public.cell_delivery.users_pushed is E'@notNull\nHow many of these users were pushed to.';
comment on column app_public.cell_delivery.users_waiting is E'@notNull\nHow many of these users have pushes that wait to be sent.';
comment on column app_public.cell_delivery.users_failed is E'@notNull\nHow many of these users no push reached, although they have a device.';
comment on column app_public.cell_delivery.users_seen is E'@notNull\nHow many of these users have seen it.';
comment on column app_public.cell_delivery.is_complete is E'@notNull\nTrue if the cell has notified everyone that the present version is for.';
comment on column app_public.cell_delivery.received_at is 'When the last change of these figures came, in seconds since 1970-01-01 UTC. Null if none did.';

alter type app_public.alert_reach_preview add attribute question jsonb;
comment on column app_public.alert_reach_preview.question is E'@behavior -*\nWhat to ask the cells. Null without cells.';

--! Included cells/app_private.send_to_cells.sql
create or replace function app_private.send_to_cells(alert app_public.alerts, sent_at timestamptz) returns void
language sql volatile set search_path = pg_catalog, public, pg_temp
as $$
  insert into app_private.sent_alerts (
      alert_id, version, sent_at, created_at, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age,
      max_accuracy, title, text1, text2, text3, language, event, severity, urgency, certainty, status, renotified_version,
      cancelled_at, all_clear)
    select alert.id, alert.version, sent_at, alert.created_at, alert.expires_at, alert.zone1, alert.zone2, alert.zone3,
        alert.level2_distance, alert.level3_distance, alert.max_position_age, alert.max_accuracy, alert.title, alert.text1,
        alert.text2, alert.text3, alert.language, alert.event, alert.severity, alert.urgency, alert.certainty, alert.status,
        alert.renotified_version, alert.cancelled_at, alert.all_clear
      where exists (select from pg_publication p where p.pubname = 'alerts_of_head')
    on conflict do nothing
$$;
comment on function app_private.send_to_cells(app_public.alerts, timestamptz) is
  'Sends a version of an alert to the cells, by a row that logical replication carries. Does nothing in a database that is no head.';
--! EndIncluded cells/app_private.send_to_cells.sql
--! Included alerts/app_private.keep_version.sql
create or replace function app_private.keep_version(alert app_public.alerts) returns void
language sql volatile set search_path = pg_catalog, public, pg_temp
as $$
  insert into app_public.alert_versions (
      alert_id, version, user_id, zone1, level2_distance, level3_distance, expires_at, title, text1, text2, text3, all_clear, is_renotified)
    values (
      alert.id, alert.version, app_public.current_user_id(), alert.zone1, alert.level2_distance, alert.level3_distance,
      alert.expires_at, alert.title, alert.text1, alert.text2, alert.text3, alert.all_clear, alert.renotified_version = alert.version);
  -- The previous version ends here, unless its publication was complete before. The caller holds the lock on the publication.
  update app_public.alert_versions v
    set completed_at = coalesce((select p.completed_at from app_private.publications p where p.alert_id = v.alert_id), now())
    where v.alert_id = alert.id and v.version = alert.version - 1;
  select app_private.send_to_cells(alert, now());
  select app_private.audit_version(alert)
$$;
comment on function app_private.keep_version(app_public.alerts) is
  'Stores the current state of an alert as a version by the user of this request, and records when the previous version was complete. A head sends it to its cells.';
--! EndIncluded alerts/app_private.keep_version.sql
--! Included alerts/app_private.lock_active_alert.sql
create or replace function app_private.lock_active_alert(alert_id integer) returns app_public.alerts
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  alert app_public.alerts;
begin
  perform app_private.require_user_id();
  -- The same order of locks as in app_private.publish_chunk().
  perform from app_private.publications p where p.alert_id = lock_active_alert.alert_id for update;
  -- Not "for update": reports insert rows with a foreign key to this one, and the caller waits for reports later.
  select a.* into alert from app_public.alerts a where a.id = lock_active_alert.alert_id for no key update;
  if alert.id is null then
    raise exception using errcode = 'LA404', message = 'There is no alert with this id.';
  end if;
  if (app_public.me()).is_training and app_private.applies_to(alert.status, is_tester => false) then
    raise exception using errcode = 'LA403', message = 'You are in training: you cannot change or end a real alert.';
  end if;
  if alert.user_id = (select c.head_user_id from app_private.cell c) then
    raise exception using errcode = 'LA409', message = 'This alert came from the head of this cell: change or end it there.';
  end if;
  if alert.cancelled_at is not null then
    raise exception using errcode = 'LA409', message = 'This alert is already cancelled: publish a new one.';
  end if;
  if not app_private.is_active(alert.active, alert.expires_at) then
    raise exception using errcode = 'LA409', message = 'This alert has expired: publish a new one.';
  end if;
  return alert;
end
$$;
comment on function app_private.lock_active_alert(integer) is
  'Returns an active alert and locks it for a change; no part of its publication runs meanwhile. Error LA401 without a user, LA404 for an unknown alert, LA403 if a training user asks for one that is no exercise or test, LA409 for one that has ended, or that came from the head.';
--! EndIncluded alerts/app_private.lock_active_alert.sql
--! Included users/app_private.set_password.sql
create or replace function app_private.set_password(user_id integer, password_hash text) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  constraint_violated text;
  column_violated text;
begin
  if set_password.user_id = (select c.head_user_id from app_private.cell c) then
    raise exception using errcode = 'LA409', message = 'This user stands for the head of this cell, and cannot log in.';
  end if;
  -- An imported user has no credentials yet.
  insert into app_private.user_credentials as c (user_id, password_hash) values (set_password.user_id, set_password.password_hash)
    on conflict on constraint user_credentials_pkey do update set password_hash = excluded.password_hash;
exception when integrity_constraint_violation then
  -- The detail of PostgreSQL's own error contains the hash, and would be logged.
  get stacked diagnostics constraint_violated = constraint_name, column_violated = column_name;
  raise exception using errcode = sqlstate, constraint = constraint_violated, column = column_violated, message = sqlerrm;
end
$$;
comment on function app_private.set_password(integer, text) is
  'Stores the hash of a user''s password. The error of an invalid hash does not contain it, as PostgreSQL logs the error. Error LA409 for the user who stands for the head.';
--! EndIncluded users/app_private.set_password.sql
--! Included matching/app_private.reach_of.sql
create or replace function app_private.reach_of(alert app_public.alerts) returns app_public.alert_reach_preview
language plpgsql stable set search_path = pg_catalog, public, pg_temp set jit = off
as $$
declare
  reach app_public.alert_reach_preview;
begin
  with people as (
    select app_private.level_at(alert.zone1, alert.zone2, alert.zone3, l.location, l.accuracy > alert.max_accuracy) as level,
        app_private.is_fresh(l.taken_at, l.alive_at, alert.max_position_age) as is_fresh,
        array(select distinct d.provider from app_private.devices d where d.user_id = l.user_id order by 1) as providers,
        -- The innermost level of all versions, and of those since the last renotification. A new alert has no id: no lookup.
        case when alert.id is not null then (
          select array[min(n.level), min(n.level) filter (where n.version >= alert.renotified_version)]
            from app_public.notifications n where n.alert_id = alert.id and n.user_id = l.user_id) end as notified_levels
      from app_public.last_positions l
      where st_covers(alert.zone3, l.location)
        and app_private.applies_to(alert.status, (select u.is_tester from app_public.users u where u.id = l.user_id))
      -- An optimization fence: the functions run once for each row.
      offset 0
  ), audience as (
    select p.level, p.is_fresh, p.providers, p.notified_levels[1] is not null as is_again,
        -- A position that is too coarse for a level counts as THREE.
        app_private.is_notified(p.notified_levels[2], coalesce(p.level, 'THREE')) as is_notified,
        p.is_fresh and p.level is not null and not app_private.is_notified(p.notified_levels[2], p.level) as is_due,
        count(*)::integer as users
      from people p group by 1, 2, 3, 4, 5, 6
  ), counts as (
    select coalesce(sum(a.users) filter (where a.is_due and a.level = 'ONE'), 0) as one,
        coalesce(sum(a.users) filter (where a.is_due and a.level = 'TWO'), 0) as two,
        coalesce(sum(a.users) filter (where a.is_due and a.level = 'THREE'), 0) as three,
        coalesce(sum(a.users) filter (where a.is_due and a.is_again and a.level = 'ONE'), 0) as again_one,
        coalesce(sum(a.users) filter (where a.is_due and a.is_again and a.level = 'TWO'), 0) as again_two,
        coalesce(sum(a.users) filter (where a.is_due and a.is_again and a.level = 'THREE'), 0) as again_three,
        coalesce(sum(a.users) filter (where a.is_fresh and a.level is not null and not a.is_due), 0) as already_told,
        coalesce(sum(a.users) filter (where a.is_due and a.providers <> '{}'), 0) as with_device,
        coalesce(sum(a.users) filter (where not a.is_fresh and not a.is_notified), 0) as stale,
        coalesce(sum(a.users) filter (where a.is_fresh and a.level is null and not a.is_notified), 0) as coarse
      from audience a
  )
  select c.one, c.two, c.three, c.again_one, c.again_two, c.again_three, c.already_told, c.with_device, c.stale, c.coarse,
      array(
        select row(p.provider, sum(a.users))::app_public.provider_reach
          from audience a, unnest(a.providers) p (provider) where a.is_due group by p.provider order by p.provider)
    into reach.one, reach.two, reach.three, reach.again_one, reach.again_two, reach.again_three, reach.already_told,
      reach.with_device, reach.stale, reach.coarse, reach.by_provider
    from counts c;
  reach.area := st_area(alert.zone1::geography);
  reach.overlapping := array(
    select row(a.id, a.text1, a.status, a.expires_at, a.title)::app_public.alert_overlap
      from app_public.alerts a
      where a.active and app_private.is_active(a.active, a.expires_at) and a.id is distinct from alert.id
        and st_intersects(a.zone3, alert.zone3)
      order by a.id desc limit 20);
  if exists (select from app_private.cells) then
    reach.question := to_jsonb(alert) || jsonb_build_object(
      'zone1', alert.zone1::text, 'zone2', alert.zone2::text, 'zone3', alert.zone3::text);
  end if;
  return reach;
end
$$;
comment on function app_private.reach_of(app_public.alerts) is
  'Returns how many users a new alert or the next version of one would notify if it were published now, by the rules of publication. The alert comes from app_private.draft_alert() or app_private.draft_update().';
--! EndIncluded matching/app_private.reach_of.sql
--! Included cells/app_private.receive_alert.sql
create or replace function app_private.receive_alert() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  -- A subscription that was made anew copies all rows again.
  if exists (select from app_private.sent_alerts s where (s.alert_id, s.version) = (new.alert_id, new.version) and s.sent_at >= new.sent_at) then
    return null;
  end if;
  -- A head that was restored from a backup may give the number of a version that it lost to another one.
  delete from app_private.sent_alerts s where (s.alert_id, s.version) = (new.alert_id, new.version);
  -- A job, because an error here would stop the replication, and because ordinary triggers do not fire here.
  perform graphile_worker.add_job(
    'take_alert', json_build_object('alertId', new.alert_id), job_key => 'take_alert:' || new.alert_id);
  return new;
end
$$;
comment on function app_private.receive_alert() is
  'Queues the job that publishes a version of an alert that came from the head. A version that came before is left out, and one that the head has published anew since takes its place.';
--! EndIncluded cells/app_private.receive_alert.sql
--! Included cells/app_private.take_alert.sql
create or replace function app_private.take_alert(alert_id integer) returns void
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  head_user_id constant integer := (select c.head_user_id from app_private.cell c);
  previous app_public.alerts;
  alert app_public.alerts;
  sent app_private.sent_alerts;
begin
  -- It was removed from its head meanwhile.
  if head_user_id is null then
    return;
  end if;
  perform app_private.commit_synchronously();
  perform set_config('jwt.claims.user_id', head_user_id::text, true);
  -- The same order of locks as in app_private.publish_chunk().
  perform from app_private.publications p where p.alert_id = take_alert.alert_id for update;
  select a.* into previous from app_public.alerts a where a.id = take_alert.alert_id for no key update;
  if previous.user_id <> head_user_id then
    raise exception using errcode = 'LA409', message = format('Alert %s of the head has the id of an alert of this cell.', alert_id);
  end if;
  for sent in
    select s.* from app_private.sent_alerts s
      where s.alert_id = take_alert.alert_id
        and not exists (
          select from app_public.alert_versions v where (v.alert_id, v.version, v.created_at) = (s.alert_id, s.version, s.sent_at))
      order by s.version
  loop
    alert := jsonb_populate_record(null::app_public.alerts, to_jsonb(sent) - 'zone1' - 'zone2' - 'zone3' || jsonb_build_object(
      'id', sent.alert_id, 'user_id', head_user_id, 'active', sent.cancelled_at is null));
    alert.zone1 := sent.zone1;
    alert.zone2 := sent.zone2;
    alert.zone3 := sent.zone3;
    -- An older version that arrives later is history only.
    insert into app_public.alerts as a (
        id, user_id, created_at, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age, max_accuracy,
        title, text1, text2, text3, language, event, severity, urgency, certainty, status, version, renotified_version, active,
        cancelled_at, all_clear)
      overriding system value
      values (
        alert.id, alert.user_id, alert.created_at, alert.expires_at, alert.zone1, alert.zone2, alert.zone3, alert.level2_distance,
        alert.level3_distance, alert.max_position_age, alert.max_accuracy, alert.title, alert.text1, alert.text2, alert.text3,
        alert.language, alert.event, alert.severity, alert.urgency, alert.certainty, alert.status, alert.version,
        alert.renotified_version, alert.active, alert.cancelled_at, alert.all_clear)
      on conflict (id) do update
        set expires_at = excluded.expires_at, zone1 = excluded.zone1, zone2 = excluded.zone2, zone3 = excluded.zone3,
          level2_distance = excluded.level2_distance, level3_distance = excluded.level3_distance, title = excluded.title,
          text1 = excluded.text1, text2 = excluded.text2, text3 = excluded.text3, version = excluded.version,
          renotified_version = excluded.renotified_version, active = excluded.active, cancelled_at = excluded.cancelled_at,
          all_clear = excluded.all_clear
        where a.version <= excluded.version;
    delete from app_public.alert_versions v where (v.alert_id, v.version) = (alert.id, alert.version);
    perform app_private.keep_version(alert);
    update app_public.alert_versions v set created_at = sent.sent_at where v.alert_id = alert.id and v.version = alert.version;
  end loop;
  if alert.id is null or previous.version > alert.version then
    return;
  end if;
  delete from app_private.alert_speeches s
    where s.alert_id = alert.id
      and app_private.text_of(s.level, alert.text1, alert.text2, alert.text3)
        <> app_private.text_of(s.level, previous.text1, previous.text2, previous.text3);
  delete from app_private.publication_waiting w where w.alert_id = alert.id;
  insert into app_private.publications as p (alert_id) values (alert.id)
    on conflict on constraint publications_pkey do update set level = 'ONE', last_user_id = 0, completed_at = null;
  perform app_private.queue_speech(alert.id);
  perform app_private.continue_publication(alert.id);
  -- The lock comes last, as reports wait from here until the commit; see app_private.drain_reports().
  perform app_private.drain_reports();
  perform app_private.note_alert_changes(array[alert.id]);
end
$$;
comment on function app_private.take_alert(integer) is
  'Publishes what has come from the head of an alert, to the people of this cell: all versions that it has not, in their order. Twice is as once. Error LA409 if an alert of the cell has this id.';
--! EndIncluded cells/app_private.take_alert.sql
--! Included cells/app_private.receive_figures.sql
create or replace function app_private.receive_figures() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  -- A subscription that was made anew copies all rows again.
  if tg_op = 'INSERT' then
    execute format('delete from %I.%I t where t.cell = $1.cell and %s', tg_table_schema, tg_table_name, tg_argv[0]) using new;
  end if;
  new.received_at := clock_timestamp();
  return new;
end
$$;
comment on function app_private.receive_figures() is
  'Notes when a row of a cell came, by the head''s clock. A row that came before is replaced. The argument is the rest of its key, as a condition on t and $1.';
--! EndIncluded cells/app_private.receive_figures.sql
--! Included cells/app_private.cell_reach.sql
create or replace function app_private.cell_reach(question jsonb) returns app_public.alert_reach_preview
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select (app_private.reach_of(jsonb_populate_record(null::app_public.alerts, question))).*
$$;
comment on function app_private.cell_reach(jsonb) is
  'Answers the head how many people of this cell an alert would notify: the question of app_private.reach_of(). Numbers only.';
--! EndIncluded cells/app_private.cell_reach.sql
--! Included cells/app_private.report_cell.sql
create or replace function app_private.report_cell() returns boolean
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  min_interval constant interval := '3 seconds';
  cell_name constant text := (select c.name from app_private.cell c);
begin
  -- One host is enough.
  if cell_name is null or exists (select from app_private.cell_states s where s.reported_at > now() - min_interval)
    or not pg_try_advisory_xact_lock(hashtext('app_private.report_cell'))
  then
    return false;
  end if;
  insert into app_private.cell_states as s (cell, reported_at) values (cell_name, now())
    on conflict (cell) do update set reported_at = now();
  return true;
end
$$;
comment on function app_private.report_cell() is
  'Tells the head that this cell is alive. True if it is time to count for it too, by app_private.count_cell(). False in a database that is no cell, or if another host has just reported.';
--! EndIncluded cells/app_private.report_cell.sql
--! Included cells/app_private.count_cell.sql
create or replace function app_private.count_cell() returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp set jit = off
as $$
declare
  counted_after_end constant interval := '7 days';
  recount_interval constant interval := '1 minute';
  -- All alerts once a minute, and those that are new, active or just over each time.
  is_recount constant boolean := (
    select coalesce(s.counted_at < now() - recount_interval, true) from app_private.cell_states s, app_private.cell c where s.cell = c.name);
begin
  if is_recount then
    update app_private.cell_states s set people = (select count(*) from app_public.last_positions), counted_at = now()
      from app_private.cell c where s.cell = c.name;
  end if;
  insert into app_private.cell_figures as f (cell, alert_id, version, level, users, users_pushed, users_waiting, users_failed, users_seen, is_complete)
    select c.name, a.id, a.version, d.level, d.users, d.users_pushed, d.users_waiting, d.users_failed, d.users_seen, p.completed_at is not null
      from app_private.cell c
      join app_public.alerts a on a.user_id = c.head_user_id
      join app_private.publications p on p.alert_id = a.id
      cross join lateral unnest(app_public.alerts_delivery(a)) d
      where least(a.cancelled_at, a.expires_at) > now() - case when is_recount then counted_after_end else recount_interval end
    on conflict (cell, alert_id, version, level) do update
      set users = excluded.users, users_pushed = excluded.users_pushed, users_waiting = excluded.users_waiting,
        users_failed = excluded.users_failed, users_seen = excluded.users_seen, is_complete = excluded.is_complete
      where (f.users, f.users_pushed, f.users_waiting, f.users_failed, f.users_seen, f.is_complete)
        is distinct from (excluded.users, excluded.users_pushed, excluded.users_waiting, excluded.users_failed, excluded.users_seen, excluded.is_complete);
end
$$;
comment on function app_private.count_cell() is
  'Counts for the head whom its alerts have reached here, by version and level, until seven days after their end, and the people of this cell once a minute.';
--! EndIncluded cells/app_private.count_cell.sql
--! Included cells/app_public.cells.sql
create or replace function app_public.cells() returns app_public.cell[]
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select array(
    select row(c.name, s.people, extract(epoch from s.received_at)::bigint,
        coalesce(s.received_at > now() - interval '30 seconds', false))::app_public.cell
      from app_private.cells c left join app_private.cell_states s on s.cell = c.name order by c.name)
$$;
comment on function app_public.cells() is
  E'@itemsNotNull\nThe cells that publish this service''s alerts to their own people. For administrators: error FORBIDDEN for others.';
grant execute on function app_public.cells() to app_admin;
--! EndIncluded cells/app_public.cells.sql
--! Included cells/app_public.alerts_cells.sql
create or replace function app_public.alerts_cells(alert app_public.alerts) returns app_public.cell_delivery[]
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select array(
    select row(c.name, f.version, f.level, coalesce(f.users, 0), coalesce(f.users_pushed, 0), coalesce(f.users_waiting, 0),
        coalesce(f.users_failed, 0), coalesce(f.users_seen, 0), coalesce(f.is_complete and f.version = alert.version, false),
        extract(epoch from f.received_at)::bigint)::app_public.cell_delivery
      from app_private.cells c
      left join app_private.cell_figures f on f.cell = c.name and f.alert_id = alert.id and f.version = (
        select max(n.version) from app_private.cell_figures n where n.cell = c.name and n.alert_id = alert.id)
      order by c.name, f.level)
$$;
comment on function app_public.alerts_cells(app_public.alerts) is
  E'@itemsNotNull\nThe results of the alert in each cell, one entry for each level, by the newest version that the cell has counted. One entry without a level for a cell that has reported nothing of it. For administrators: error FORBIDDEN for others.';
grant execute on function app_public.alerts_cells(app_public.alerts) to app_admin;
--! EndIncluded cells/app_public.alerts_cells.sql

alter table app_private.cell enable row level security;
alter table app_private.cells enable row level security;
alter table app_private.sent_alerts enable row level security;
alter table app_private.cell_states enable row level security;
alter table app_private.cell_figures enable row level security;

-- These fire on rows that logical replication brings, and on no others.
create trigger receive_alert before insert on app_private.sent_alerts
  for each row execute function app_private.receive_alert();
alter table app_private.sent_alerts enable replica trigger receive_alert;
create trigger receive_figures before insert or update on app_private.cell_states
  for each row execute function app_private.receive_figures('true');
alter table app_private.cell_states enable replica trigger receive_figures;
create trigger receive_figures before insert or update on app_private.cell_figures
  for each row execute function app_private.receive_figures('(t.alert_id, t.version, t.level) = ($1.alert_id, $1.version, $1.level)');
alter table app_private.cell_figures enable replica trigger receive_figures;
