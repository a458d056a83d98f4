--! Previous: sha1:4ea56f53d2cb1d3c5c57d9c7431f6d829d64bcd7
--! Hash: sha1:0014941f4df819557fde50981944fccaf1b78e1f
--! Message: Durable alerts

-- An acknowledged alert is on the synchronous standby too, whatever the default of the database or of a role is. Position
-- reports may choose less.
alter table app_private.settings add column report_synchronous_commit text
  constraint settings_report_synchronous_commit
    check (report_synchronous_commit in ('off', 'local', 'remote_write', 'on', 'remote_apply'));
comment on column app_private.settings.report_synchronous_commit is
  'synchronous_commit of position reports: off, local, remote_write, on or remote_apply. Null leaves the database''s own. A late entry commits with on at least.';
comment on constraint settings_report_synchronous_commit on app_private.settings is
  'report_synchronous_commit is unknown to PostgreSQL: write off, local, remote_write, on or remote_apply, or null for the database''s own.';

--! Included publication/app_private.commit_synchronously.sql
create or replace function app_private.commit_synchronously() returns void
language plpgsql volatile
as $$
begin
  if pg_catalog.current_setting('synchronous_commit') not in ('on', 'remote_apply') then
    -- Null means the default, which may be remote_apply: a report may have lowered it in this transaction.
    if pg_catalog.set_config('synchronous_commit', null, true) not in ('on', 'remote_apply') then
      perform pg_catalog.set_config('synchronous_commit', 'on', true);
    end if;
  end if;
end
$$;
comment on function app_private.commit_synchronously() is
  'Sets synchronous_commit to on for this transaction, or to remote_apply if that is the default. So the commit is on disk, and on the synchronous standby if there is one, before anyone sees it.';
--! EndIncluded publication/app_private.commit_synchronously.sql
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
  return alert.id;
end
$$;
comment on function app_private.cancel_alert(integer, text) is
  'Cancels an alert: the first phase of its all-clear. app_private.publish_chunk() runs the second phase. Returns the alert''s id. Error LA404 for an unknown alert, LA409 for one that has ended.';
grant execute on function app_private.cancel_alert(integer, text) to app_admin;
--! EndIncluded alerts/app_private.cancel_alert.sql
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
  perform app_private.commit_synchronously();
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
--! Included publication/app_private.continue_publication.sql
create or replace function app_private.continue_publication(alert_id integer) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp
as $$
  select app_private.commit_synchronously();
  select graphile_worker.add_job(
    'publish_alert', json_build_object('alertId', alert_id), job_key => 'publish_alert:' || alert_id);
$$;
comment on function app_private.continue_publication(integer) is
  'Queues a job that continues an unfinished publication at once. The job that app_private.new_alert() queues waits some seconds.';
grant execute on function app_private.continue_publication(integer) to app_host;
--! EndIncluded publication/app_private.continue_publication.sql
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
--! Included positions/app_private.set_report_commit.sql
create or replace function app_private.set_report_commit() returns void
language plpgsql volatile
as $$
begin
  -- A transaction that has written something already, such as an alert or a notification, keeps its synchronous_commit.
  if pg_catalog.pg_current_xact_id_if_assigned() is null then
    perform pg_catalog.set_config('synchronous_commit', s.report_synchronous_commit, true)
      -- A report switches sequential scans off. By the key no scan looks so dear that it is compiled.
      from app_private.settings s where s.only_row and s.report_synchronous_commit is not null;
  end if;
end
$$;
comment on function app_private.set_report_commit() is
  'Sets synchronous_commit for a report''s transaction, if app_private.settings has a value for reports. A report calls it before it writes. A late entry sets it to on again by app_private.commit_synchronously().';
--! EndIncluded positions/app_private.set_report_commit.sql
--! Included positions/app_public.new_position.sql
create or replace function app_public.new_position(input app_public.position_input) returns app_public.positions
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp
-- Plans are made once, perhaps while the tables are empty, and must not scan them when they have grown.
set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  caller_id constant integer := app_private.require_user_id();
  taken_at constant timestamptz := app_private.moment_taken(input.taken_at);
  fault constant text := app_private.position_fault(input.latitude, input.longitude, input.accuracy, taken_at, now());
  reported app_public.positions;
begin
  if fault is not null then
    raise exception using errcode = 'LA400', message = fault;
  end if;
  perform app_private.set_report_commit();
  perform app_private.share_report_lock(caller_id);
  insert into app_public.positions (user_id, latitude, longitude, accuracy, moving_activity, taken_at)
    values (caller_id, input.latitude, input.longitude, input.accuracy, input.moving_activity, taken_at)
    returning * into reported;
  perform app_private.apply_position_report(reported);
  return reported;
end
$$;
comment on function app_public.new_position(app_public.position_input) is
  E'@argument input The position.\nReports where you are, and notifies you of active alerts there in the same transaction. A position that was taken before your last one is stored as history only.';
grant execute on function app_public.new_position(app_public.position_input) to app_user;
--! EndIncluded positions/app_public.new_position.sql
--! Included positions/app_public.new_positions.sql
create or replace function app_public.new_positions(input app_public.position_input[]) returns setof app_public.positions
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp rows 100
-- Plans are made once, perhaps while the tables are empty, and must not scan them when they have grown.
set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  caller_id constant integer := app_private.require_user_id();
  bad text;
  reported app_public.positions;
  latest app_public.positions;
begin
  if cardinality(input) > 1000 then
    raise exception using errcode = 'LA400', message = 'input has more than 1,000 positions: send them in several requests.';
  end if;
  bad := app_private.first_bad_position(input);
  if bad is not null then
    raise exception using errcode = 'LA400', message = bad;
  end if;
  perform app_private.set_report_commit();
  perform app_private.share_report_lock(caller_id);
  for reported in
    insert into app_public.positions as p (user_id, latitude, longitude, accuracy, moving_activity, taken_at)
      select caller_id, i.latitude, i.longitude, i.accuracy, i.moving_activity, app_private.moment_taken(i.taken_at)
        from unnest(input) with ordinality as i (latitude, longitude, moving_activity, taken_at, accuracy, index)
        order by i.index
      returning p.*
  loop
    -- Only the latest position can notify. The others are history.
    if latest.id is null or reported.taken_at >= latest.taken_at then
      latest := reported;
    end if;
    return next reported;
  end loop;
  if latest.id is not null then
    perform app_private.apply_position_report(latest);
  end if;
end
$$;
comment on function app_public.new_positions(app_public.position_input[]) is
  E'@argument input The positions, in any order.\nReports up to 1,000 positions at once, for a phone that was offline. All are stored; the one taken last counts as in newPosition. One bad entry refuses them all, and the error names its index.';
grant execute on function app_public.new_positions(app_public.position_input[]) to app_user;
--! EndIncluded positions/app_public.new_positions.sql
