--! Previous: sha1:98dd13339613ec801b341b374f706a1003105e3e
--! Hash: sha1:13c1229c10d648adc090c14403a751a0774df2fb
--! Message: Clocks that are set, lost time zones and mails to strangers

--! split: 1-current.sql
-- By changes of their own email, users could have mails sent to any number of strangers.
alter table app_private.login_limits drop constraint if exists login_limits_counter;
alter table app_private.login_limits add constraint login_limits_counter -- squawk-ignore constraint-missing-not-valid
  check (counter in ('account', 'account and address', 'address', 'join', 'mail by address', 'mail by email', 'mail by user'));
comment on constraint login_limits_counter on app_private.login_limits is 'counter is unknown: the counters are part of the service.';
insert into app_private.login_limits (counter, free_failures, longest_delay, forgiven_every) values
  ('mail by user', 5, '1 hour', '20 minutes')
  on conflict do nothing;
comment on column app_private.login_failures.key is
  'A hash of the email, of the address, of both, or of the user''s id. A hash has the same length for a made-up email of any length.';
--! Included mail/app_private.count_own_mail.sql
create or replace function app_private.count_own_mail(user_id integer, email text) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  wait constant integer := greatest(
    app_private.attempt_wait('mail by user', user_id::text), app_private.attempt_wait('mail by email', lower(email)));
begin
  if wait > 0 then
    raise exception using errcode = 'LA409', message = format('Too many mails were asked for: try again in %s seconds.', wait);
  end if;
  perform app_private.count_attempt('mail by user', user_id::text);
  perform app_private.count_attempt('mail by email', lower(email));
end
$$;
comment on function app_private.count_own_mail(integer, text) is
  'Counts a mail that a user asks for, to an email that they say is theirs. Error LA409 if too many were asked for, by this user or to this email.';
--! EndIncluded mail/app_private.count_own_mail.sql
--! Included mail/app_public.email_verification_send.sql
create or replace function app_public.email_verification_send() returns app_public.users
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  caller constant app_public.users := app_private.require_user();
begin
  if caller.email_verified then
    raise exception using errcode = 'LA409', message = 'Your email is confirmed already.';
  end if;
  perform app_private.count_own_mail(caller.id, caller.email);
  perform app_private.queue_verification(caller.id);
  return caller;
end
$$;
comment on function app_public.email_verification_send() is
  'Mails you another link to confirm your email. Nothing is mailed if mail is off. Returns you. Error CONFLICT if your email is confirmed, or after too many mails.';
grant execute on function app_public.email_verification_send() to app_user;
--! EndIncluded mail/app_public.email_verification_send.sql
--! Included users/app_public.user_edit.sql
-- Security definer, to reserve the email. So it checks by itself what the policies of users say.
create or replace function app_public.user_edit(input app_public.user_edit, id integer) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  caller constant app_public.users := app_public.me();
  edited app_public.users;
  before text;
begin
  if user_edit.input.last_position_only is not null and caller.id <> user_edit.id and caller.is_admin then
    raise exception using errcode = 'LA403', message = 'Only users themselves choose lastPositionOnly: leave it out.';
  end if;
  if caller.id = user_edit.id or caller.is_admin then
    before := lower(app_private.lock_user(user_edit.id));
    if caller.id <> user_edit.id then
      perform app_private.protect_administrator(user_edit.id);
    end if;
    update app_public.users u
      set email = coalesce(user_edit.input.email, u.email),
          name = coalesce(user_edit.input.name, u.name),
          address = coalesce(user_edit.input.address, u.address),
          last_position_only = coalesce(user_edit.input.last_position_only, u.last_position_only),
          email_verified = u.email_verified and coalesce(lower(user_edit.input.email) = lower(u.email), true)
      where u.id = user_edit.id
      returning u.* into edited;
  end if;
  if edited.id is null then
    raise exception using errcode = 'LA404', message = 'There is no user with this id that you may edit.';
  end if;
  -- An update, so that whoever waits in lock_user() gets the lock after it.
  update app_private.user_emails e set email = lower(edited.email)
    where e.user_id = edited.id and e.email <> lower(edited.email);
  if edited.last_position_only and not caller.last_position_only and caller.id = edited.id then
    perform app_private.queue_forgetting(edited.id);
  end if;
  if lower(edited.email) <> before then
    -- Links that were mailed to the earlier address.
    delete from app_private.email_links l where l.user_id = edited.id;
    delete from app_private.password_links l where l.user_id = edited.id and l.is_mailed;
    -- Otherwise anyone could have mails sent to any number of strangers. Nothing is mailed if mail was never on.
    if caller.id = edited.id and exists (select from app_private.mail_outcome) then
      perform app_private.count_own_mail(edited.id, edited.email);
    end if;
    perform app_private.queue_verification(edited.id);
  end if;
  perform app_private.audit('USER_EDITED', 'USER', edited.id, jsonb_build_object('fields', array(
    select f.key from jsonb_each(jsonb_strip_nulls(to_jsonb(user_edit.input))) f)));
  return edited;
end
$$;
comment on function app_public.user_edit(app_public.user_edit, integer) is
  E'@argument input The fields to change.\n@argument id The user''s id.\nEdits your own user; an administrator may edit any user, except that an administrator in training may edit no administrator who is not. Returns the edited user. Error NOT_FOUND for an unknown id and for the id of someone else. Error CONFLICT if you change your own email and too many mails were asked for.';
grant execute on function app_public.user_edit(app_public.user_edit, integer) to app_user;
--! EndIncluded users/app_public.user_edit.sql
--! Included erasure/app_private.forget_account.sql
create or replace function app_private.forget_account(user_id integer, email text) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  perform app_private.lock_user(forget_account.user_id);
  -- In the order in which logins, registrations and edits lock these rows.
  delete from app_private.user_credentials c where c.user_id = forget_account.user_id;
  delete from app_private.password_links l where l.user_id = forget_account.user_id;
  delete from app_private.email_links l where l.user_id = forget_account.user_id;
  delete from app_private.joined_users j where j.user_id = forget_account.user_id;
  delete from app_private.device_keys k where k.user_id = forget_account.user_id;
  perform app_private.remove_devices(forget_account.user_id, array(
    select d.id from app_private.devices d where d.user_id = forget_account.user_id));
  delete from app_private.left_devices l where l.user_id = forget_account.user_id;
  delete from app_public.quiet_hours q where q.user_id = forget_account.user_id;
  delete from app_public.users u where u.id = forget_account.user_id;
  delete from app_private.user_emails e where e.user_id = forget_account.user_id;
  delete from app_private.login_addresses a where a.user_id = forget_account.user_id;
  delete from app_private.login_failures f
    using app_private.login_counters(forget_account.email, null) k
    where f.counter = 'account' and k.counter = f.counter and f.key = k.key;
  delete from app_private.login_failures f
    where f.counter = 'mail by email' and f.key = app_private.key_hash(lower(forget_account.email));
  delete from app_private.login_failures f
    where f.counter = 'mail by user' and f.key = app_private.key_hash(forget_account.user_id::text);
  -- A mail that is not sent yet has the email in its job.
  perform graphile_worker.remove_job('password:' || encode(app_private.key_hash(lower(forget_account.email)), 'hex'));
  perform graphile_worker.remove_job('verification:' || forget_account.user_id);
  delete from app_public.sessions s where s.user_id = forget_account.user_id;
end
$$;
comment on function app_private.forget_account(integer, text) is
  'Deletes a user with their credentials, sessions, email, login addresses, links, mails, devices, device keys and quiet hours. Error 23503 if one of these was added meanwhile: call it again.';
--! EndIncluded erasure/app_private.forget_account.sql
-- A time zone that the database no longer knows stopped the pushes to all others of the same job.
--! Included deliveries/app_private.quiet_until.sql
create or replace function app_private.quiet_until(starts time, ends time, time_zone text, at timestamptz) returns timestamptz
language plpgsql immutable set search_path = pg_catalog, pg_temp
as $$
declare
  zone constant text := app_private.clock_of(time_zone);
  here timestamp;
begin
  here := at at time zone zone;
  return case
    when starts < ends and here::time >= starts and here::time < ends then (here::date + ends) at time zone zone
    when starts > ends and here::time < ends then (here::date + ends) at time zone zone
    when starts > ends and here::time >= starts then (here::date + 1 + ends) at time zone zone
  end;
exception when invalid_parameter_value then
  -- The database knew this time zone before it moved to another server. Better a push at night than none, for a thousand people.
  return null;
end
$$;
comment on function app_private.quiet_until(time, time, text, timestamptz) is
  'Returns when the quiet hours end that contain a time, by the clock of the time zone. Null if the time is outside them, or the database does not know the time zone. Quiet hours may pass midnight.';
--! EndIncluded deliveries/app_private.quiet_until.sql
-- Alerts that ended while the clock was ahead stayed ended after it was put right. The tables are small.
-- squawk-ignore require-concurrent-index-creation
create index if not exists alerts_expired_expires_at on app_public.alerts (expires_at) where not active and cancelled_at is null;
comment on index app_public.alerts_expired_expires_at is 'Serves app_private.resume_alerts(), each minute.';
-- squawk-ignore require-concurrent-index-creation
create index if not exists publications_completed_at on app_private.publications (completed_at);
comment on index app_private.publications_completed_at is 'Serves app_private.resume_alerts(), each minute.';
--! Included deliveries/app_private.resume_pushes.sql
create or replace function app_private.resume_pushes(alert_ids integer[]) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  moment constant timestamptz := now();
  waiting record;
begin
  update app_private.deliveries d
    set state = 'queued', settled_at = null, why = null, due_at = moment
    where d.alert_id = any (alert_ids) and d.state = 'failed' and d.why = 'The alert ended before the push was sent.';
  for waiting in
    select d.provider, d.level, array_agg(distinct d.notification_id) as ids
      from app_private.deliveries d
      where d.alert_id = any (alert_ids) and d.state = 'queued' and d.due_at = moment
      group by d.provider, d.level
  loop
    perform app_private.follow_up_deliveries(waiting.provider, waiting.ids[first:first + 999], waiting.level, moment)
      from generate_series(1, cardinality(waiting.ids), 1000) first;
  end loop;
end
$$;
comment on function app_private.resume_pushes(integer[]) is
  'Queues the pushes of these alerts again that failed because the alert had ended.';
--! EndIncluded deliveries/app_private.resume_pushes.sql
--! Included alerts/app_private.resume_alerts.sql
create or replace function app_private.resume_alerts() returns integer[]
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  -- Not in its last minute: of two runs at once, one may see a later time.
  least_end constant timestamptz := now() + interval '1 minute';
  resumed_ids integer[] := array(
    select a.id from app_public.alerts a where not a.active and a.cancelled_at is null and a.expires_at > least_end
    union
    -- Their publication found them expired before the job did.
    select a.id from app_private.publications p
      join app_public.alerts a on a.id = p.alert_id
      where p.completed_at > least_end and p.completed_at >= a.expires_at and a.cancelled_at is null and a.expires_at > least_end);
begin
  if resumed_ids = '{}' then
    return resumed_ids;
  end if;
  -- The same order of locks as in app_private.publish_chunk().
  perform from app_private.publications p where p.alert_id = any (resumed_ids) order by p.alert_id for update;
  with resumed as (
    update app_public.alerts a set active = true
      where a.id = any (resumed_ids) and a.cancelled_at is null
      returning a.id
  )
  select coalesce(array_agg(r.id), '{}') into resumed_ids from resumed r;
  -- Whoever was told is not told again.
  delete from app_private.publication_waiting w where w.alert_id = any (resumed_ids);
  update app_private.publications p
    set level = 'ONE', last_user_id = 0, completed_at = null where p.alert_id = any (resumed_ids);
  perform app_private.queue_publication(r.id), app_private.queue_speech(r.id) from unnest(resumed_ids) r (id);
  perform app_private.resume_pushes(resumed_ids);
  return resumed_ids;
end
$$;
comment on function app_private.resume_alerts() is
  'Makes alerts active again whose end is ahead, as they were found expired while the clock was ahead. It queues their publication, which begins again, and the pushes that failed meanwhile. Returns their ids.';
--! EndIncluded alerts/app_private.resume_alerts.sql
--! Included alerts/app_private.end_expired_alerts.sql
create or replace function app_private.end_expired_alerts() returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  resumed_ids integer[];
  ended_ids integer[];
begin
  resumed_ids := app_private.resume_alerts();
  with ended as (
    update app_public.alerts a set active = false where a.active and a.expires_at <= now() returning a.id
  )
  select array_agg(e.id) into ended_ids from ended e;
  if resumed_ids <> '{}' then
    -- Reports in flight do not know these alerts. As in app_private.new_alert(), others wait from here until the commit.
    perform app_private.drain_reports();
  end if;
  perform app_private.note_alert_changes(resumed_ids || ended_ids);
  return coalesce(cardinality(ended_ids), 0);
end
$$;
comment on function app_private.end_expired_alerts() is
  'Marks expired alerts as no longer active, which removes them from the index that position reports search. Resumes alerts that ended while the clock was ahead. Returns the number of those that end.';
--! EndIncluded alerts/app_private.end_expired_alerts.sql
-- After the clock was set back, jobs and held publications waited until it had caught up.
--! Included upkeep/app_private.bring_jobs_forward.sql
create or replace function app_private.bring_jobs_forward() returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  -- Each statement leaves out what others are changing now: whatever they write is dated by the new clock. What it has moved is not in the
  -- future any more, so a second call moves nothing.
  update graphile_worker._private_jobs j
    set run_at = clock_timestamp() + (j.run_at - j.updated_at), updated_at = clock_timestamp()
    where j.id in (
      select o.id from graphile_worker._private_jobs o where o.updated_at > clock_timestamp() for update skip locked);
  update app_private.held_publications h
    set due_at = clock_timestamp() + (h.due_at - h.created_at), created_at = clock_timestamp()
    where h.id in (
      select o.id from app_private.held_publications o
        where o.state = 'HELD' and o.created_at > clock_timestamp() for update skip locked);
end
$$;
comment on function app_private.bring_jobs_forward() is
  'After the clock was set back: jobs and held publications from before, which are dated in the future, wait from now on as long as they were to wait then.';
--! EndIncluded upkeep/app_private.bring_jobs_forward.sql
--! Included upkeep/app_private.heartbeat.sql
create or replace function app_private.heartbeat(variadic worker_ids text[]) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  patience constant interval := '10 seconds';
  living_since timestamptz;
  dead text[];
begin
  -- The clock is asked after the statement has seen what others have committed.
  if exists (select from app_private.workers w where w.seen_at > clock_timestamp()) then
    perform app_private.bring_jobs_forward();
  end if;

  with beat as (
    insert into app_private.workers as w (id) select unnest(worker_ids)
      on conflict (id) do update
        -- A moment in the future is from before the clock was set back.
        set since = case when w.seen_at not between now() - patience and now() then now() else w.since end, seen_at = now()
      returning w.since
  )
  select min(b.since) into living_since from beat b;

  -- Only a pool that has lived that long may judge the others: after an outage of PostgreSQL, all of them are late.
  if living_since < now() - patience then
    with gone as (
      delete from app_private.workers w
        where w.seen_at not between now() - patience and clock_timestamp() + patience returning w.id
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
      and (j.attempts >= j.max_attempts or j.attempts > 0 and j.run_at > now() + patience / 2 or j.run_at > now() + patience)
    having count(*) > 0;
  perform app_private.complete_replaced_jobs();
end
$$;
comment on function app_private.heartbeat(text[]) is
  'Records that the worker pools of a process are alive; each process calls it every two seconds. It unlocks the jobs of pools that have been silent for ten seconds, makes no unfinished publication wait longer than that, and completes jobs that were replaced and have failed. After the clock was set back, it calls app_private.bring_jobs_forward().';
--! EndIncluded upkeep/app_private.heartbeat.sql
--! Included deliveries/app_private.alerts_of_notifications.sql
create or replace function app_private.alerts_of_notifications(job_id bigint, notification_ids bigint[]) returns integer[]
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
begin
  return array(select distinct n.alert_id from app_public.notifications n where n.id = any (notification_ids));
end
$$;
comment on function app_private.alerts_of_notifications(bigint, bigint[]) is
  'Returns the alerts of the notifications that a job pushes. On a cluster it waits until all of them are visible.';
--! EndIncluded deliveries/app_private.alerts_of_notifications.sql
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

  -- From before the clock was set back. A smaller difference may be that of two nodes.
  update app_private.deliveries d
    set due_at = now()
    where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider and d.state = 'queued'
      and d.due_at > now() and coalesce(d.sent_at, d.created_at) > moment + interval '10 seconds';

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
