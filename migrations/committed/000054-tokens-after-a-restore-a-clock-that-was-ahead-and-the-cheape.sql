--! Previous: sha1:1c16385b923c8110f276796494b8e4468b860f5a
--! Hash: sha1:147e49ebdca379b3cf96d1a4687a46aa09f9692f
--! Message: Tokens after a restore, a clock that was ahead, and the cheapest requests that hurt

--! split: 1-current.sql
-- After a restore each client with a refresh token was logged out: it has newer tokens than the database knows, which were taken for stolen ones.
alter table app_private.refresh_tokens add column if not exists restored_at timestamptz;
comment on column app_private.refresh_tokens.restored_at is
  'When npm run restored ran, as the session''s newest token may be one that the restore has lost. So for thirty days one token of its family that is not known here is accepted. Null since the next refresh, and if it did not run.';
--! Included sessions/app_private.refresh_session.sql
create or replace function app_private.refresh_session(
  user_id integer, session_id bigint, family_hash bytea, token_hash bytea, next_key bytea, next_hash bytea, lifetime interval
) returns bytea
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  patience constant interval := '30 days';
  kept app_private.refresh_tokens;
begin
  -- Only who had a token of this session knows its family. So nobody else can end the session below.
  if not exists (select from app_private.refresh_tokens r
      where r.user_id = refresh_session.user_id and r.session_id = refresh_session.session_id and r.family_hash = refresh_session.family_hash)
    or (app_private.authenticate(refresh_session.user_id, refresh_session.session_id)).role = 'app_anonymous'
  then
    return null;
  end if;
  -- The row's lock makes two refreshes at once take turns.
  update app_public.sessions s set used_at = now(), expires_at = now() + refresh_session.lifetime
    where s.user_id = refresh_session.user_id and s.id = refresh_session.session_id;
  if not found then
    -- It ended meanwhile.
    return null;
  end if;
  select r.* into kept from app_private.refresh_tokens r
    where r.user_id = refresh_session.user_id and r.session_id = refresh_session.session_id;
  if kept.previous_hash = refresh_session.token_hash then
    return kept.successor_key;
  -- After a restore the newest token may be one that this database has not seen.
  elsif kept.token_hash = refresh_session.token_hash or kept.restored_at > now() - patience then
    update app_private.refresh_tokens r
      set previous_hash = refresh_session.token_hash, token_hash = refresh_session.next_hash,
        successor_key = refresh_session.next_key, restored_at = null
      where r.user_id = refresh_session.user_id and r.session_id = refresh_session.session_id;
    return refresh_session.next_key;
  end if;
  delete from app_public.sessions s
    where s.user_id = refresh_session.user_id and s.id = refresh_session.session_id;
  perform app_private.audit(
    'SESSION_ENDED', 'USER', refresh_session.user_id,
    jsonb_build_object('session_id', refresh_session.session_id, 'reason', 'REFRESH_TOKEN_REPEATED'));
  perform pg_notify('token_revoked', refresh_session.user_id::text);
  return null;
end
$$;
comment on function app_private.refresh_session(integer, bigint, bytea, bytea, bytea, bytea, interval) is
  'Prolongs a session by a refresh token, and returns the key from which the host computes the token''s successor. The same token gets the same key until its successor is used. An older token ends the session, as it may be stolen; after a restore, one that is not known is accepted once instead. Null if the token is not accepted.';
grant execute on function app_private.refresh_session(integer, bigint, bytea, bytea, bytea, bytea, interval) to app_host;
--! EndIncluded sessions/app_private.refresh_session.sql
-- Pushes that failed while the clock was ahead stayed so if no job had marked their alert as ended meanwhile, and all-clears always.
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
  if not found then
    return;
  end if;
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
--! Included deliveries/app_private.resume_lasting_pushes.sql
create or replace function app_private.resume_lasting_pushes() returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  select app_private.resume_pushes(array(
    select a.id from app_public.alerts a where app_private.may_push('ALERT', a) or app_private.may_push('ALL_CLEAR', a)))
$$;
comment on function app_private.resume_lasting_pushes() is
  'After the clock was set back: queues the pushes again that failed because their alert, or the day after its all-clear, had ended, and that may be sent now.';
--! EndIncluded deliveries/app_private.resume_lasting_pushes.sql
-- While the clock was ahead, hours and days that had not ended were counted for good, and figures of alerts that went on were final.
--! Included analytics/app_private.uncount_future.sql
create or replace function app_private.uncount_future() returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp set timezone = 'UTC'
as $$
declare
  this_hour constant timestamptz := date_trunc('hour', now());
  today constant timestamptz := date_trunc('day', now());
begin
  delete from app_private.period_counts c where c.starts_at >= case c.period when 'hour' then this_hour else today end;
  delete from app_private.reporting r where r.period = 'hour' and r.starts_at >= this_hour;
  -- The hours are counted before all else.
  if not found then
    return;
  end if;
  delete from app_private.reporting r where r.period = 'day' and r.starts_at >= today;
  delete from app_private.presence p where p.hour >= this_hour;
  delete from app_private.day_notifications d where d.day >= today::date;
  delete from app_private.hour_deliveries d where d.hour >= this_hour;
  delete from app_private.counts c where c.task = 'deliveries' and (c.key ->> 0)::timestamptz >= this_hour;
  update app_private.alert_counts t
    set is_final = false, counting_until = null, last_id = 0,
      -- Null if it was never counted, as then its pushes of earlier hours are not either.
      counted_until = case when t.counted_until is not null then least(t.counted_until, this_hour) end
    where greatest(t.counted_until, t.counting_until) > this_hour;
end
$$;
comment on function app_private.uncount_future() is
  'After the clock was set back: forgets the figures of hours and days that have not ended, so that they are counted when they have, and counts alerts again whose figures are as of a later moment.';
--! EndIncluded analytics/app_private.uncount_future.sql
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
  perform app_private.uncount_future();
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
  -- A worker whose own clock was ahead begins no job of each minute before its clock is there again, also after a restart.
  update graphile_worker._private_known_crontabs k
    set last_execution = date_trunc('minute', clock_timestamp()) where k.last_execution > clock_timestamp();
  perform graphile_worker.add_job('end_expired_alerts', job_key => 'end_expired_alerts');
  -- Not here, as it may take seconds: a process that does not say that it lives is soon taken for dead.
  perform graphile_worker.add_job('resume_lasting_pushes', job_key => 'resume_lasting_pushes');
  -- At once, as later nothing tells an hour that was counted before its end.
  perform graphile_worker.add_job('count_figures', queue_name => 'figures', job_key => 'count_figures');
end
$$;
comment on function app_private.bring_jobs_forward() is
  'After the clock was set back: jobs and held publications from before, which are dated in the future, wait from now on as long as they were to wait then. Alerts that ended while the clock was ahead are resumed, and pushes that failed as they were found ended. Figures of what has not ended are forgotten.';
--! EndIncluded upkeep/app_private.bring_jobs_forward.sql
-- A mail or a request for receipts that was given up counted for ever.
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
          'purge_deliveries', 'purge_last_positions', 'purge_notification_places', 'purge_positions', 'resume_lasting_pushes', 'send_mail', 'speak_alert')
        -- Who waited for the mail has asked for another, and providers keep receipts for a day.
        or j.task_identifier in ('send_mail', 'push_receipts') and j.run_at < now() - interval '1 day')
    having count(*) > 0;
end
$$;
comment on function app_private.complete_replaced_jobs() is
  'Completes jobs that have failed, will never run again, and would count as given up: those that another job with the same key has replaced while they ran, as they have lost their key (jobs of these tasks always have one), and mails and requests for receipts a day after they would have run again, as nobody waits for them any more.';
--! EndIncluded upkeep/app_private.complete_replaced_jobs.sql
-- A change of one's own email was answered before it was on disk, as the count of mails need not be. A mail of a forgotten password that was
-- not sent yet kept the earlier email, after an erasure too.
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
    -- Links that were mailed to the earlier address, and a mail that is not sent yet.
    delete from app_private.email_links l where l.user_id = edited.id;
    delete from app_private.password_links l where l.user_id = edited.id and l.is_mailed;
    perform graphile_worker.remove_job('password:' || encode(app_private.key_hash(before), 'hex'));
    -- Otherwise anyone could have mails sent to any number of strangers. Nothing is mailed if mail was never on.
    if caller.id = edited.id and exists (select from app_private.mail_outcome) then
      perform app_private.count_own_mail(edited.id, edited.email);
      -- A count need not be on disk, but an edit must.
      perform app_private.commit_synchronously();
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
-- The reply of a mail server names the person's email, and no erasure reached it.
update app_private.mail_outcome o
  set why = regexp_replace(o.why, '("[^"]*"|[^[:space:]<>"'',;:()]+)@[^[:space:]<>"'',;:()]+', '…', 'g') where o.why like '%@%';
update graphile_worker._private_jobs j
  set last_error = regexp_replace(j.last_error, '("[^"]*"|[^[:space:]<>"'',;:()]+)@[^[:space:]<>"'',;:()]+', '…', 'g')
  where j.last_error like '%@%' and j.task_id = (select t.id from graphile_worker._private_tasks t where t.identifier = 'send_mail');
-- People near the 180th meridian were counted as perhaps outside of a zone that crosses it.
--! Included analytics/app_private.count_alert_chunk.sql
create or replace function app_private.count_alert_chunk(
  counted app_private.alert_counts, counted_until timestamptz, first_id bigint, last_id bigint
) returns void
language plpgsql volatile set search_path = pg_catalog, public, pg_temp set jit = off set timezone = 'UTC'
as $$
declare
  alert app_public.alerts;
  present_completed_at timestamptz;
  keys jsonb[];
  numbers bigint[];
begin
  select a.* into alert from app_public.alerts a where a.id = counted.alert_id;
  select p.completed_at into present_completed_at from app_private.publications p where p.alert_id = counted.alert_id;
  with told as (
    select n.id, n.version, n.level, n.seen_at, n.created_at, n.place_kept,
        coalesce(n.rule = 'CAME_IN_LATER', n.taken_at > v.created_at) or n.created_at > coalesce(v.completed_at, present_completed_at, 'infinity') as is_late,
        coalesce(v.created_at, alert.created_at) as published_at,
        -- True if the square around the circle of accuracy reaches out of the zone. Of earlier versions only the area is kept.
        n.accuracy > 0 and case n.level
          when 'ONE' then not st_covers(coalesce(v.zone1, alert.zone1), q.square)
          when 'TWO' then n.version = alert.version and not st_covers(alert.zone2, q.square)
          else n.version = alert.version and not st_covers(alert.zone3, q.square) end as reaches_out
      from app_public.notifications n
      left join app_public.alert_versions v on v.alert_id = n.alert_id and v.version = n.version
      cross join lateral (
        -- Zones are cut at the 180th meridian too. Few squares reach over it, and a call for each would take long.
        select case when st_xmin(s.square) < -180 or st_xmax(s.square) > 180 then app_private.cut_at_180(s.square) else s.square end as square
          from (
            -- A wider square would overlap itself there, and no zone is that wide.
            select st_expand(st_setsrid(st_makepoint(n.longitude, n.latitude), 4326),
                least(e.metres / (111320 * e.narrowing), 179), e.metres / 110574) as square
              -- As functions of numbers next to zero fail.
              from (select greatest(n.accuracy, 0.001) as metres, greatest(cosd(case when abs(n.latitude) < 1e-9 then 0 else n.latitude end), 0.01) as narrowing) e
          ) s
      ) q
      where n.alert_id = counted.alert_id and n.id between first_id and last_id and n.kind <> 'ALL_CLEAR' and n.created_at < counted_until
  ), pushed as (
    -- The best of a person's devices stands for the person, so that each is counted once.
    select distinct on (d.notification_id) d.notification_id, d.provider,
        case when d.accepted_at < counted_until then 'ACCEPTED'
          when d.state in ('failed', 'dead') and d.settled_at < counted_until then 'FAILED' else 'WAITING' end as outcome,
        case when d.accepted_at < counted_until then d.accepted_at when d.settled_at < counted_until then d.settled_at end as at,
        case when d.accepted_at < counted_until then '' else coalesce(app_private.push_reason(d.why), '') end as reason
      from told t join app_private.deliveries d on d.notification_id = t.id
      where d.alert_id = counted.alert_id
      order by d.notification_id, (d.accepted_at < counted_until) desc nulls last, d.settled_at desc nulls last, d.device_id
  ), known as (
    select t.version, t.level, t.is_late, t.reaches_out, t.place_kept, p.provider, p.outcome, p.reason,
        t.seen_at < counted_until as is_seen,
        -- For a late entry, time counts from its notification.
        case when not t.is_late then app_private.rounded_seconds(extract(epoch from t.created_at - t.published_at)) end as told_after,
        case when t.seen_at < counted_until then app_private.rounded_seconds(extract(epoch from t.seen_at - b.began)) end as seen_after,
        case when p.outcome = 'ACCEPTED' then app_private.rounded_seconds(extract(epoch from p.at - b.began)) end as accepted_after,
        case when p.at >= coalesce(counted.counted_until, '-infinity') then date_trunc('hour', p.at) end as hour
      from told t
      left join pushed p on p.notification_id = t.id
      cross join lateral (select case when t.is_late then t.created_at else t.published_at end as began) b
  ), alike as (
    select k.version, k.level, k.told_after, k.accepted_after, k.seen_after, k.provider, k.outcome, k.reason, k.hour,
        grouping(k.told_after, k.accepted_after, k.seen_after, k.provider, k.reason, k.hour) as without,
        count(*) as people, count(*) filter (where k.is_late) as late, count(*) filter (where k.reaches_out) as reaching_out,
        count(*) filter (where not k.place_kept) as cleared,
        count(*) filter (where k.is_seen) as seen, count(*) filter (where k.outcome = 'ACCEPTED') as accepted,
        count(*) filter (where k.outcome = 'FAILED') as failed
      from known k
      group by grouping sets (
        (k.version, k.level), (k.version, k.level, k.told_after), (k.version, k.level, k.accepted_after),
        (k.version, k.level, k.seen_after), (k.version, k.level, k.provider, k.outcome, k.reason),
        (k.version, k.level, k.provider, k.outcome, k.hour))
  )
  select array_agg(jsonb_build_array(a.version, a.level) || m.key), array_agg(m.people) into keys, numbers
    from alike a
    -- The bits of what a group is not by: 32 told after, 16 accepted after, 8 seen after, 4 provider, 2 reason, 1 hour.
    cross join lateral (values
      (63, jsonb_build_array('told'), a.people),
      (63, jsonb_build_array('late'), a.late),
      (63, jsonb_build_array('reaches out'), a.reaching_out),
      (63, jsonb_build_array('cleared'), a.cleared),
      (63, jsonb_build_array('seen'), a.seen),
      (63, jsonb_build_array('accepted'), a.accepted),
      (63, jsonb_build_array('failed'), a.failed),
      (31, jsonb_build_array('told after', a.told_after), case when a.told_after is not null then a.people end),
      (47, jsonb_build_array('accepted after', a.accepted_after), case when a.accepted_after is not null then a.people end),
      (55, jsonb_build_array('seen after', a.seen_after), case when a.seen_after is not null then a.people end),
      (57, jsonb_build_array('push', a.provider, a.outcome, a.reason), case when a.provider is not null then a.people end),
      (58, jsonb_build_array('hour', a.hour, a.provider, a.outcome), case when a.hour is not null then a.people end)
    ) m (without, key, people)
    where m.without = a.without and m.people > 0;
  perform app_private.add_counts('alert ' || counted.alert_id, keys, numbers);
end
$$;
comment on function app_private.count_alert_chunk(app_private.alert_counts, timestamptz, bigint, bigint) is
  'Counts the notifications of an alert with these ids as they were at a moment: told, late, seen, pushed, and after how many seconds.';
--! EndIncluded analytics/app_private.count_alert_chunk.sql
-- Who reported after the publication what was taken before it looked as if told at the publication, hours late.
--! Included alerts/app_private.alert_months.sql
create or replace function app_private.alert_months(since timestamptz) returns setof app_public.alert_month
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off
as $$
begin
  return query
    with published as (
      select a.id, a.status, a.created_at, date_trunc('month', a.created_at, 'UTC') as began_at,
          coalesce(v.completed_at, c.completed_at, 'infinity') as completed_at
        from app_public.alerts a
        left join app_public.alert_versions v on v.alert_id = a.id and v.version = 1
        left join app_private.publications c on c.alert_id = a.id
        where a.created_at >= alert_months.since
    ), people as (
      select p.began_at, p.status, bool_or(n.seen) as has_seen,
          -- For a late entry, time would count from its own notification.
          extract(epoch from min(n.created_at) filter (
            where n.version = 1 and coalesce(n.rule = 'INSIDE_WHEN_PUBLISHED', n.taken_at <= p.created_at, true)
              and n.created_at <= p.completed_at) - p.created_at)::float8 as told_after
        from published p
        join app_public.notifications n on n.alert_id = p.id and n.kind <> 'ALL_CLEAR'
        group by p.began_at, p.status, p.id, p.created_at, p.completed_at, n.user_id
    ), results as (
      select p.began_at, p.status, count(*)::integer as told, count(*) filter (where p.has_seen)::integer as seen,
          percentile_cont(0.5) within group (order by p.told_after) as told_after_median
        from people p group by 1, 2
    )
    select p.began_at, p.status, count(*)::integer, coalesce(r.told, 0), coalesce(r.seen, 0), r.told_after_median
      from published p
      left join results r on r.began_at = p.began_at and r.status = p.status
      group by p.began_at, p.status, r.told, r.seen, r.told_after_median
      order by p.began_at desc, p.status;
end
$$;
comment on function app_private.alert_months(timestamptz) is
  'Returns the alerts published since a time and their results, by month (in UTC) and status.';
grant execute on function app_private.alert_months(timestamptz) to app_admin;
--! EndIncluded alerts/app_private.alert_months.sql
-- An update with an empty list of points kept the area, and told everyone so.
--! Included alerts/app_private.draft_alert.sql
create or replace function app_private.draft_alert(input app_public.alert_input, previous app_public.alerts) returns app_public.alerts
language plpgsql stable set search_path = pg_catalog, public, pg_temp
as $$
declare
  setting app_private.settings;
  draft app_public.alerts := previous;
begin
  select s.* into setting from app_private.settings s;
  if cardinality(input.points) > 0 and input.area is not null then
    raise exception using errcode = 'LA400', message = 'points and area are both given: send one of them.';
  end if;
  if input.area is not null then
    draft.zone1 := app_private.area_of_geojson(input.area);
  -- An update without points keeps the area. An empty list is none.
  elsif input.points is not null or previous.id is null then
    draft.zone1 := app_private.area_of_points(coalesce(input.points, '{}'));
  end if;
  draft.level2_distance := coalesce(input.level2_distance, previous.level2_distance, setting.level2_distance);
  draft.level3_distance := coalesce(
    input.level3_distance, previous.level3_distance,
    -- The default of THREE grows with TWO, so that it stays further out.
    draft.level2_distance * setting.level3_distance / setting.level2_distance);
  if (draft.level2_distance > 0 and draft.level3_distance > draft.level2_distance and draft.level3_distance <= 100000) is not true then
    raise exception using errcode = 'LA400',
      message = 'level2Distance and level3Distance do not fit: send metres, level2Distance more than 0, level3Distance more than level2Distance and at most 100,000.';
  end if;
  if draft.zone1 is distinct from previous.zone1 or draft.level2_distance is distinct from previous.level2_distance
    or draft.level3_distance is distinct from previous.level3_distance
  then
    draft.zone2 := app_private.zone_around(draft.zone1, draft.level2_distance);
    draft.zone3 := app_private.zone_around(draft.zone1, draft.level3_distance);
  end if;

  draft.created_at := coalesce(previous.created_at, now());
  if input.expires_at is not null then
    if (input.expires_at > extract(epoch from now()) and input.expires_at < extract(epoch from now() + interval '1 year')) is not true then
      raise exception using errcode = 'LA400', message = 'expiresAt is not within the next year: send a future time in seconds since 1970-01-01 UTC.';
    end if;
    draft.expires_at := to_timestamp(input.expires_at);
  elsif previous.id is null then
    draft.expires_at := now() + setting.alert_duration;
  end if;
  if input.max_position_age not between 60 and 2592000 then
    raise exception using errcode = 'LA400', message = 'maxPositionAge is out of range: send 60 to 2,592,000 seconds (30 days).';
  end if;
  draft.max_position_age := coalesce(
    make_interval(secs => input.max_position_age), previous.max_position_age, setting.max_position_age);
  draft.max_accuracy := coalesce(previous.max_accuracy, setting.max_accuracy);

  draft.user_id := coalesce(previous.user_id, app_public.current_user_id());
  -- A blank title removes it.
  draft.title := nullif(btrim(coalesce(input.title, previous.title)), '');
  draft.text1 := coalesce(input.text1, previous.text1);
  draft.text2 := coalesce(input.text2, previous.text2);
  draft.text3 := coalesce(input.text3, previous.text3);
  draft.language := coalesce(input.language, previous.language, setting.default_language);
  draft.event := coalesce(input.event, previous.event);
  draft.template_id := coalesce(input.template_id, previous.template_id);
  draft.severity := coalesce(input.severity, previous.severity, 'UNKNOWN');
  draft.urgency := coalesce(input.urgency, previous.urgency, 'UNKNOWN');
  draft.certainty := coalesce(input.certainty, previous.certainty, 'UNKNOWN');
  draft.status := coalesce(
    previous.status,
    -- Whatever a training user asks for.
    case when (app_public.me()).is_training then 'EXERCISE'::app_public.alert_status end, input.status, 'ACTUAL');
  draft.active := true;
  draft.version := coalesce(previous.version, 0) + 1;
  draft.told_version := coalesce(previous.told_version, 1);
  return draft;
end
$$;
comment on function app_private.draft_alert(app_public.alert_input, app_public.alerts) is
  'Returns the alert that an input describes, as its publication would store it. Fields that the input leaves out come from the previous version, or from the settings for a new alert. A new alert of a training user is an exercise. Error LA400 says what is wrong with the input.';
--! EndIncluded alerts/app_private.draft_alert.sql
-- A search was taken apart before anything looked at its length or at who searches: the names of users by the square of its words.
--! Included alerts/app_public.alerts_search.sql
-- Each call gets a plan for its own arguments: those that are null cost nothing.
create or replace function app_public.alerts_search(
  search text default null, state app_public.alert_state default null, status app_public.alert_status default null,
  published_since timestamptz default null, published_before timestamptz default null,
  "limit" integer default 20, "offset" integer default 0
) returns app_public.alert_search
language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off set jit = off
as $$
declare
  words text[];
  ids integer[];
begin
  perform app_public.require_admin();
  if alerts_search."limit" < 0 or alerts_search."offset" < 0 then
    raise exception using errcode = 'LA400', message = 'limit and offset must not be negative.';
  end if;
  if char_length(alerts_search.search) > 200 then
    raise exception using errcode = 'LA400', message = 'search has more than 200 characters: send a few words.';
  end if;
  words := array(
    select '%' || regexp_replace(lower(w.word), '([\\%_])', '\\\1', 'g') || '%'
      from regexp_split_to_table(coalesce(alerts_search.search, ''), '\s+') w (word) where w.word <> '');
  ids := array(
    select a.id from app_public.alerts a
      where (alerts_search.published_since is null or a.created_at >= alerts_search.published_since)
        and (alerts_search.published_before is null or a.created_at < alerts_search.published_before)
        and (alerts_search.status is null or a.status = alerts_search.status)
        and (alerts_search.state is null or alerts_search.state = app_public.alerts_state(a))
        and (words = '{}' or lower(concat_ws(' ', a.title, a.event, a.text1, a.text2, a.text3, a.all_clear)) like all (words))
      order by a.created_at desc, a.id desc);
  return row(cardinality(ids), array(
    select row(a.id, coalesce(a.title, (regexp_match(btrim(a.text1, E' \t\r\n'), '^[^\r\n]*'))[1]), app_public.alerts_state(a),
        a.status, a.created_at, a.expires_at, a.cancelled_at, app_public.alerts_reached_users(a))::app_public.alert_overview
      from (
        select i.id, i.place from unnest(ids) with ordinality i (id, place)
          order by i.place limit least(alerts_search."limit", 1000) offset alerts_search."offset"
      ) p
      join app_public.alerts a on a.id = p.id
      order by p.place))::app_public.alert_search;
end
$$;
comment on function app_public.alerts_search(
  text, app_public.alert_state, app_public.alert_status, timestamptz, timestamptz, integer, integer) is
  E'@argument search Only alerts whose title, texts, event or all-clear contain each of these words, whatever their case. At most 200 characters.\n@argument state Only alerts in this state.\n@argument status Only alerts of this status.\n@argument publishedSince Only alerts published at this time or later.\n@argument publishedBefore Only alerts published before this time.\n@argument limit The most alerts to return. More than 1000 is cut to 1000.\n@argument offset The number of alerts to skip.\nThe alerts that meet all conditions, the newest first, and their number. For administrators: error FORBIDDEN for others.';
grant execute on function app_public.alerts_search(
  text, app_public.alert_state, app_public.alert_status, timestamptz, timestamptz, integer, integer) to app_user;
--! EndIncluded alerts/app_public.alerts_search.sql
--! Included users/app_private.words_beginning.sql
create or replace function app_private.words_beginning(search text) returns tsquery
language plpgsql immutable strict parallel safe set search_path = pg_catalog, pg_temp
as $$
begin
  -- No email is longer, and no name. The time of to_tsquery grows with the square of its words.
  if char_length(search) > 254 then
    raise exception using errcode = 'LA400', message = 'search has more than 254 characters: send a few words.';
  end if;
  return (
    select to_tsquery('simple'::regconfig, string_agg(w.word || ':*', ' & '))
      from regexp_split_to_table(search, '[^[:alnum:]]+') w (word) where w.word <> '');
end
$$;
comment on function app_private.words_beginning(text) is
  'Returns what finds names in which each of these words begins a word: "le ri" finds Rita Levi. Null without a word. Error LA400 if the text is longer than any email or name.';
grant execute on function app_private.words_beginning(text) to app_user;
--! EndIncluded users/app_private.words_beginning.sql
--! Included users/app_public.users_overview.sql
-- Each call gets a plan for its own arguments: those that are null cost nothing.
create or replace function app_public.users_overview(
  search text default null, has_device boolean default null, has_password boolean default null, is_tester boolean default null,
  reported_since timestamptz default null, not_reported_since timestamptz default null,
  joined_by integer default null, is_silent boolean default null,
  sort app_public.user_sort default 'ID', "limit" integer default 20, "offset" integer default 0
) returns app_public.user_overview[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan
as $$
declare
  prefix constant text := lower(regexp_replace(users_overview.search, '([\\%_])', '\\\1', 'g')) || '%';
  words constant tsquery := app_private.words_beginning(users_overview.search);
  silent_since constant timestamptz := now() - (select s.silent_after from app_private.settings s);
begin
  if users_overview."limit" < 0 or users_overview."offset" < 0 then
    raise exception using errcode = 'LA400', message = 'limit and offset must not be negative.';
  end if;
  return array(
    select row(page.id, page.email, page.name, page.address, page.is_admin, page.is_tester, page.created_at,
        exists (select from app_private.devices d where d.user_id = page.id),
        exists (select from app_private.user_credentials c where c.user_id = page.id),
        l.taken_at, page.is_training,
        (select j.invitation_id from app_private.joined_users j where j.user_id = page.id),
        -- The use of a key is noted to about a minute.
        (select k.name from app_private.device_keys k
          where k.user_id = page.id and k.last_used_at >= l.created_at - interval '2 minutes'
          order by k.last_used_at desc limit 1),
        coalesce(l.taken_at < silent_since, false), page.email_verified)::app_public.user_overview
      from (
        select u.*, row_number() over () as place
          from (
            select u.*
              from app_public.users u
              left join app_public.last_positions l on l.user_id = u.id
              where (nullif(users_overview.search, '') is null or lower(u.email) like prefix
                  or app_private.name_words(u.name) @@ words)
                and coalesce(u.is_tester = users_overview.is_tester, true)
                and (users_overview.has_device is null
                  or exists (select from app_private.devices d where d.user_id = u.id) = users_overview.has_device)
                and (users_overview.has_password is null
                  or exists (select from app_private.user_credentials c where c.user_id = u.id) = users_overview.has_password)
                and (users_overview.reported_since is null or l.taken_at >= users_overview.reported_since)
                and (users_overview.not_reported_since is null or (l.taken_at >= users_overview.not_reported_since) is not true)
                and (users_overview.joined_by is null
                  or exists (select from app_private.joined_users j where j.user_id = u.id and j.invitation_id = users_overview.joined_by))
                and (users_overview.is_silent is null or coalesce(l.taken_at < silent_since, false) = users_overview.is_silent)
              order by
                case users_overview.sort when 'NAME' then lower(u.name) when 'EMAIL' then lower(u.email) end,
                case users_overview.sort when 'NEWEST' then u.created_at when 'LAST_REPORT' then l.taken_at end desc nulls last,
                u.id
              limit least(users_overview."limit", 1000) offset users_overview."offset"
          ) u
      ) page
      left join app_public.last_positions l on l.user_id = page.id
      order by page.place);
end
$$;
comment on function app_public.users_overview(
  text, boolean, boolean, boolean, timestamptz, timestamptz, integer, boolean, app_public.user_sort, integer, integer) is
  E'@itemsNotNull\n@argument search Only users whose email begins with this text, or in whose name each of its words begins a word, whatever its case. At most 254 characters.\n@argument hasDevice Only users who have a device, or only those who have none.\n@argument hasPassword Only users who have a password, or only those who have yet to set one.\n@argument isTester Only testers, or only others.\n@argument reportedSince Only users whose last position was taken at this time or later.\n@argument notReportedSince Only users whose last position was taken before this time, or who have none.\n@argument joinedBy Only users who joined by the invitation with this id.\n@argument isSilent Only users who fell silent, or only others.\n@argument sort The order.\n@argument limit The most users to return. More than 1000 is cut to 1000.\n@argument offset The number of users to skip.\nThe users, with what an administrator needs to know of them. For administrators.';
grant execute on function app_public.users_overview(
  text, boolean, boolean, boolean, timestamptz, timestamptz, integer, boolean, app_public.user_sort, integer, integer) to app_admin;
--! EndIncluded users/app_public.users_overview.sql
-- Each choice of quiet hours read all files of time zones. Four zones had no summer time if they were not written in capitals.
--! Included deliveries/app_private.is_time_zone.sql
create or replace function app_private.is_time_zone(name text) returns boolean
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
begin
  -- After a colon PostgreSQL takes only the name of a file of its time zones: no abbreviation, and no rule such as XYZ5.
  -- pg_timezone_names would read all the files, a tenth of a second each time.
  perform now() at time zone (':' || is_time_zone.name);
  return is_time_zone.name ~ '^[A-Z][A-Za-z0-9_+/-]*$';
exception
  when invalid_parameter_value then return false;
end
$$;
comment on function app_private.is_time_zone(text) is
  'Returns whether this is the name of a zone in the IANA time zone database, and this server knows it.';
--! EndIncluded deliveries/app_private.is_time_zone.sql
--! Included deliveries/app_private.clock_of.sql
create or replace function app_private.clock_of(time_zone text) returns text
language sql immutable parallel safe
as $$
  select case
    when upper(time_zone) in ('CET', 'MET') then 'Europe/Brussels'
    when upper(time_zone) = 'EET' then 'Europe/Athens'
    when upper(time_zone) = 'WET' then 'Europe/Lisbon'
    else time_zone
  end
$$;
comment on function app_private.clock_of(text) is
  'Returns a name by which PostgreSQL finds the clock of a time zone. It takes four names for abbreviations, which have no summer time. Each has the clock of a city.';
--! EndIncluded deliveries/app_private.clock_of.sql
--! Included deliveries/app_public.quiet_hours_edit.sql
create or replace function app_public.quiet_hours_edit(input app_public.quiet_hours_input) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner app_public.users := app_private.require_user();
  o_clock constant text := '^([01]\d|2[0-3]):[0-5]\d$';
begin
  if not coalesce(input."from" ~ o_clock and input."to" ~ o_clock, false) or input."from" = input."to" then
    raise exception using errcode = 'LA400', message = 'from and to do not fit: send two different times of day from 00:00 to 23:59, such as 22:00.';
  end if;
  if app_private.is_time_zone(input.time_zone) is not true then
    raise exception using errcode = 'LA400', message = 'timeZone is unknown: send a name of the IANA time zone database, such as Europe/Rome.';
  end if;
  insert into app_public.quiet_hours as q (user_id, starts, ends, time_zone)
    values (owner.id, input."from"::time, input."to"::time, input.time_zone)
    on conflict (user_id) do update set starts = excluded.starts, ends = excluded.ends, time_zone = excluded.time_zone;
  perform app_private.release_quiet_deliveries(owner.id);
  return owner;
end
$$;
comment on function app_public.quiet_hours_edit(app_public.quiet_hours_input) is
  E'@argument input The new quiet hours.\nSets your quiet hours: pushes of levels TWO and THREE wait until they end, if the alert is still active then. Level ONE always goes through. Returns you.';
grant execute on function app_public.quiet_hours_edit(app_public.quiet_hours_input) to app_user;
--! EndIncluded deliveries/app_public.quiet_hours_edit.sql
-- Each change of quiet hours left a job for each push that waits.
--! Included deliveries/app_private.release_quiet_deliveries.sql
create or replace function app_private.release_quiet_deliveries(user_id integer) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  moment constant timestamptz := now();
  quiet_end constant timestamptz := (
    select app_private.quiet_until(q.starts, q.ends, q.time_zone, moment)
      from app_public.quiet_hours q where q.user_id = release_quiet_deliveries.user_id);
  waiting record;
  quiet_key text;
begin
  update app_private.deliveries d
    set due_at = coalesce(case when d.level <> 'ONE' then quiet_end end, moment)
    where d.user_id = release_quiet_deliveries.user_id and d.state = 'queued'
      -- A delivery that was tried before waits for its provider, not for quiet hours.
      and d.attempts = 0
      and case when d.level <> 'ONE' and quiet_end is not null then d.due_at <> quiet_end else d.due_at > moment end;
  if not found then
    return;
  end if;
  for waiting in
    select d.provider, d.level, array_agg(distinct d.notification_id) as ids, min(d.due_at) as due_at
      from app_private.deliveries d
      where d.attempts = 0 and d.user_id = release_quiet_deliveries.user_id and d.state = 'queued'
      group by d.provider, d.level
  loop
    quiet_key := concat_ws(':', 'quiet', user_id, waiting.provider, waiting.level);
    -- It takes the place of the job of the last change, so that no number of changes makes more than one. A job that runs
    -- would lose its retries.
    perform graphile_worker.add_job(
      'push_' || waiting.provider,
      json_build_object('notificationIds', waiting.ids),
      run_at => waiting.due_at,
      priority => array_position(enum_range(null::app_public.level_alert), waiting.level),
      job_key => case when not exists (select from graphile_worker.jobs j where j.key = quiet_key and j.locked_at is not null) then quiet_key end);
  end loop;
end
$$;
comment on function app_private.release_quiet_deliveries(integer) is
  'Makes the deliveries of a user that wait for the end of quiet hours due when the hours that the user has now end, or else now.';
--! EndIncluded deliveries/app_private.release_quiet_deliveries.sql
-- The outer zones of a comb over half the globe took minutes.
--! Included alerts/app_private.checked_area.sql
create or replace function app_private.checked_area(area public.geometry, field text) returns public.geometry
language plpgsql immutable set search_path = pg_catalog, public, pg_temp
as $$
declare
  -- Half of the earth's surface in square metres, WGS 84.
  half_the_globe constant double precision := 2.5503281e14;
  checked geometry := area;
  turns record;
begin
  -- An edge of more than 180 degrees means the short way round, so it makes a turn of 360 degrees.
  select bool_or(r.is_ambiguous) as are_ambiguous, bool_or(r.turn <> 0) as hold_a_pole, bool_or(r.widest > 180) as are_turned,
      bool_or(r.widest >= 360) as span_the_globe
    into turns
    from (
      select bool_or(abs(abs(e.step - 360 * round(e.step / 360)) - 180) < 1e-9) as is_ambiguous,
          sum(round(e.step / 360)) as turn, max(abs(e.step)) as widest
        from (
          select d.path[1:cardinality(d.path) - 1] as ring,
              st_x(d.geom) - lag(st_x(d.geom)) over (partition by d.path[1:cardinality(d.path) - 1] order by d.path) as step
            from st_dumppoints(area) d
        ) e
        group by e.ring
    ) r;
  if turns.are_ambiguous then
    raise exception using errcode = 'LA400', message = format(
      '%s has an edge that spans half the globe (180 degrees of longitude), which could run either way round: add points along the edge.', field);
  end if;
  if turns.hold_a_pole then
    raise exception using errcode = 'LA400', message = format(
      '%s goes round the globe, so it holds a pole: draw an area of less than half the globe that holds no pole.', field);
  end if;
  if turns.are_turned or st_xmin(area) < -180 or st_xmax(area) > 180 then
    checked := app_private.unwrap_longitudes(area);
    -- The cut needs a valid area, and its result is checked again: pieces that were sent a turn apart may overlap now.
    if st_isvalid(checked) then
      checked := st_collectionhomogenize(app_private.cut_at_180(checked));
    end if;
  end if;
  if not st_isvalid(checked) then
    if turns.span_the_globe then
      raise exception using errcode = 'LA400', message = format('%s spans the whole globe: draw an area of less than half the globe.', field);
    end if;
    raise exception using errcode = 'LA400', message = format('%s is not a valid area: %s. Correct the drawing there.', field, st_isvalidreason(checked));
  end if;
  if st_area(checked) = 0 then
    raise exception using errcode = 'LA400', message = format('%s has no area, as its points lie on a line: move one of them.', field);
  end if;
  -- The outer zones have a corner each twentieth of a degree. The land of the whole earth has an outline of some 5,000 degrees.
  if st_perimeter(checked) > 10000 then
    raise exception using errcode = 'LA400', message = format('%s has an outline of more than 10,000 degrees, which is 27 times round the globe: simplify it.', field);
  end if;
  -- Half the globe is at least 21,600 square degrees, so most areas need no projection.
  if st_area(checked) > 20000 then
    if st_area(st_transform(st_segmentize(checked, 1), '+proj=cea +datum=WGS84')) >= half_the_globe then
      raise exception using errcode = 'LA400', message = format('%s covers half the globe or more: draw a smaller area.', field);
    end if;
  end if;
  return checked;
end
$$;
comment on function app_private.checked_area(public.geometry, text) is
  'Returns the area if an alert can have it, cut at the 180th meridian. Otherwise error LA400 names the field that it came in and says why.';
--! EndIncluded alerts/app_private.checked_area.sql
