--! Previous: sha1:3f294ae0870ebc0a46cd1d3988b54fae0ef4d285
--! Hash: sha1:2cd9ffcac92b08cdc41c0d8229d412bdc65f403d
--! Message: No clocks set back

--! split: 1-current.sql
-- NTP slews the clock of a server. A database clock that is set back by hand is not handled any more.
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
--! Included upkeep/app_private.heartbeat.sql
create or replace function app_private.heartbeat(variadic worker_ids text[]) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  patience constant interval := '10 seconds';
  living_since timestamptz;
  dead text[];
begin
  with beat as (
    insert into app_private.workers as w (id) select unnest(worker_ids)
      on conflict (id) do update
        set since = case when w.seen_at < now() - patience then now() else w.since end, seen_at = now()
      returning w.since
  )
  select min(b.since) into living_since from beat b;

  -- Only a pool that has lived that long may judge the others: after an outage of PostgreSQL, all of them are late.
  if living_since < now() - patience then
    with gone as (
      delete from app_private.workers w where w.seen_at < now() - patience returning w.id
    )
    select array_agg(g.id) into dead from gone g;
    if dead is not null then
      perform app_private.free_jobs(dead);
    end if;
  end if;

  -- Each failure makes a job wait longer. A publication must not wait.
  perform graphile_worker.reschedule_jobs(array_agg(j.id), run_at => now(), attempts => 0)
    from app_private.publications p
    join graphile_worker.jobs j on j.key = 'publish_alert:' || p.alert_id
    where p.completed_at is null and j.locked_at is null
      and (j.attempts >= j.max_attempts or j.attempts > 0 and j.run_at > now() + patience / 2)
    having count(*) > 0;
  perform app_private.complete_replaced_jobs();
end
$$;
comment on function app_private.heartbeat(text[]) is
  'Records that the worker pools of a process are alive; each process calls it every two seconds. It unlocks the jobs of pools that have been silent for ten seconds, makes no unfinished publication wait longer than that, and completes jobs that were replaced and have failed.';
--! EndIncluded upkeep/app_private.heartbeat.sql
--! Included upkeep/app_private.complete_replaced_jobs.sql
create or replace function app_private.complete_replaced_jobs() returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  perform graphile_worker.complete_jobs(array_agg(j.id))
    from graphile_worker.jobs j
    where j.locked_at is null and j.attempts >= j.max_attempts
      and (
        j.key is null and j.task_identifier in (
          'checkpoint_audit', 'count_figures', 'count_versions', 'forget_history', 'make_position_partitions', 'publish_alert',
          'purge_deliveries', 'purge_last_positions', 'purge_notification_places', 'purge_positions', 'send_mail', 'speak_alert')
        -- Who waited for the mail has asked for another, and providers keep receipts for a day.
        or j.task_identifier in ('send_mail', 'push_receipts') and j.run_at < now() - interval '1 day')
    having count(*) > 0;
end
$$;
comment on function app_private.complete_replaced_jobs() is
  'Completes jobs that have failed, will never run again, and would count as given up: those that another job with the same key has replaced while they ran, as they have lost their key (jobs of these tasks always have one), and mails and requests for receipts a day after they would have run again, as nobody waits for them any more.';
--! EndIncluded upkeep/app_private.complete_replaced_jobs.sql
--! Included deliveries/app_private.claim_deliveries.sql
create or replace function app_private.claim_deliveries(
  provider app_private.push_provider, job_id bigint, notification_ids bigint[]
) returns setof app_private.claimed_delivery
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  -- Marks what this call claims, together with the job.
  moment constant timestamptz := clock_timestamp();
  alert_ids constant integer[] := app_private.alerts_of_notifications(job_id, notification_ids);
  -- Alerts are asked apart, as they do not live where a user's rows do.
  lasting constant integer[] := array(
    select a.id from app_public.alerts a where a.id = any (alert_ids) and app_private.may_push('ALERT', a));
  cleared constant integer[] := array(
    select a.id from app_public.alerts a where a.id = any (alert_ids) and app_private.may_push('ALL_CLEAR', a));
  made integer;
begin
  made := app_private.insert_deliveries(provider, job_id, notification_ids, lasting, cleared, moment);
  if made > 0 then
    return query select * from app_private.deliveries_claimed_at(moment, provider, job_id, notification_ids);
    if found then
      return;
    end if;
  end if;

  if not exists (
    select 1 from app_private.deliveries d
      where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider and d.state in ('queued', 'sent'))
  then
    return;
  end if;

  -- From here on: deliveries that are due now, and those that this job was sending when its host died. The latter may arrive twice.
  update app_private.deliveries d
    set state = 'failed', settled_at = moment, why = 'The alert ended before the push was sent.'
    from app_public.notifications n
    where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider
      and d.state in ('queued', 'sent') and n.id = d.notification_id and n.user_id = d.user_id
      and n.alert_id <> all (case n.kind when 'ALL_CLEAR' then cleared else lasting end);

  update app_private.deliveries d
    set state = 'dead', settled_at = moment, why = 'The device was unregistered.'
    where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider and d.state in ('queued', 'sent')
      and not exists (select from app_private.devices v where v.id = d.device_id and v.user_id = d.user_id);

  -- Otherwise an earlier text could arrive last, and stay.
  update app_private.deliveries d
    set state = 'failed', settled_at = moment, why = 'A later notification of the alert took its place.'
    from app_public.notifications n
    where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider
      and (d.state = 'queued' or d.state = 'sent' and d.job_id = claim_deliveries.job_id)
      and n.id = d.notification_id and n.user_id = d.user_id
      and exists (
        select from app_public.notifications l
          where l.user_id = n.user_id and l.alert_id = n.alert_id
            and (l.version, l.id) > (n.version, n.id));

  update app_private.deliveries d
    set due_at = app_private.quiet_until(q.starts, q.ends, q.time_zone, now())
    from app_public.quiet_hours q
    where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider and d.state = 'queued'
      and d.level <> 'ONE' and d.due_at <= now() and q.user_id = d.user_id
      and app_private.quiet_until(q.starts, q.ends, q.time_zone, now()) is not null;

  -- A job that claims the same at the same time waits here, and then finds them sent.
  update app_private.deliveries d
    set state = 'sent', attempts = d.attempts + 1, sent_at = moment, job_id = claim_deliveries.job_id
    where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider
      and (d.state = 'queued' and d.due_at <= now() or d.state = 'sent' and d.job_id = claim_deliveries.job_id);

  return query select * from app_private.deliveries_claimed_at(moment, provider, job_id, notification_ids);
end
$$;
comment on function app_private.claim_deliveries(app_private.push_provider, bigint, bigint[]) is
  'Claims the deliveries of these notifications that a job has to send now, new ones first. It leaves out deliveries of an ended alert, of a notification that a later one of the same alert replaces, to a removed device, during the user''s quiet hours, or due later. Call it until it returns no row.';
--! EndIncluded deliveries/app_private.claim_deliveries.sql
--! Included positions/app_private.apply_position_report.sql
create or replace function app_private.apply_position_report(reported app_public.positions, is_history boolean) returns void
language plpgsql volatile
as $$
declare
  here app_public.last_positions;
begin
  insert into app_public.last_positions as l (user_id, position_id, created_at, taken_at, location, accuracy, moving_activity)
    values (
      reported.user_id, reported.id, reported.created_at, reported.taken_at,
      public.st_setsrid(public.st_makepoint(reported.longitude, reported.latitude), 4326),
      reported.accuracy, reported.moving_activity)
    on conflict (user_id) do update set
      position_id = excluded.position_id, created_at = excluded.created_at, taken_at = excluded.taken_at,
      location = excluded.location, accuracy = excluded.accuracy, moving_activity = excluded.moving_activity
      where excluded.taken_at >= l.taken_at
    returning l.* into here;
  -- An older position than the last one is only history.
  if here.user_id is not null then
    if not is_history then
      insert into app_private.lone_positions as l (user_id, position_id) values (reported.user_id, reported.id)
        on conflict (user_id) do update set position_id = excluded.position_id;
    end if;
    perform app_private.notify_of_active_alerts(here);
  end if;
end
$$;
comment on function app_private.apply_position_report(app_public.positions, boolean) is
  'Makes a reported position the user''s last position and notifies them of the active alerts there. It does nothing if a later position is known. is_history is what app_private.apply_report_settings() returned. The caller has begun the report by app_private.share_report_lock().';
--! EndIncluded positions/app_private.apply_position_report.sql
--! Included analytics/app_private.count_step.sql
create or replace function app_private.count_step() returns boolean
language plpgsql volatile set search_path = pg_catalog, pg_temp set timezone = 'UTC'
as $$
declare
  -- Notifications of the last moments of an hour have been committed five minutes later.
  ended constant timestamptz := date_trunc('hour', now() - interval '5 minutes');
begin
  -- One worker counts at a time. Another has nothing to do then.
  perform from app_private.settings s for no key update skip locked;
  if not found then
    return false;
  end if;
  if app_private.count_period_step('hour') then
    return true;
  elsif app_private.count_alert_step(ended) then
    return true;
  elsif app_private.count_period_step('day') then
    return true;
  end if;
  -- All alerts are counted, so the hours before are complete.
  insert into app_private.hour_deliveries (hour, provider, outcome, pushes, smallest_group)
    select (c.key ->> 0)::timestamptz, c.key ->> 1, c.key ->> 2, app_private.shown_people(c.people, s.smallest_group), s.smallest_group
      from app_private.counts c, app_private.settings s
      where c.task = 'deliveries' and (c.key ->> 0)::timestamptz < ended
    on conflict do nothing;
  delete from app_private.counts c where c.task = 'deliveries' and (c.key ->> 0)::timestamptz < ended;
  delete from app_private.presence p where p.hour < now() - (select s.presence_retention from app_private.settings s)
    and p.hour <= (select min(o.hour) from app_private.presence o);
  return found;
end
$$;
comment on function app_private.count_step() is
  'Does one small step of counting what analysts may see, in a transaction of its own. False if nothing is left to count.';
--! EndIncluded analytics/app_private.count_step.sql
-- No worker would run it any more.
select graphile_worker.remove_job('resume_lasting_pushes');
drop function if exists app_private.bring_jobs_forward();
drop function if exists app_private.uncount_future();
drop function if exists app_private.resume_alerts();
drop function if exists app_private.resume_lasting_pushes();
drop function if exists app_private.resume_pushes(integer[]);
-- Dropping an index takes a moment.
-- squawk-ignore require-concurrent-index-deletion
drop index if exists app_public.alerts_expired_expires_at;
-- squawk-ignore require-concurrent-index-deletion
drop index if exists app_private.publications_completed_at;
