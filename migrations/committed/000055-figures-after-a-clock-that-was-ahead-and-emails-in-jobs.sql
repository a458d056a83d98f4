--! Previous: sha1:1e6a16d9c6ff4ec3d5c142799b86ddfd33e8bb7b
--! Hash: sha1:d9895fc59a389b78da580e7d324a06f94d2e23e8
--! Message: Figures after a clock that was ahead and emails in jobs

--! split: 1-current.sql
-- The mail of a forgotten password that was not sent yet kept the earlier email of a user, after an erasure too.
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
  -- Also of alerts that nobody has marked as ended meanwhile, and all-clears.
  perform app_private.resume_pushes(array(
    select a.id from app_public.alerts a where app_private.may_push('ALERT', a) or app_private.may_push('ALL_CLEAR', a)));
  perform graphile_worker.add_job('end_expired_alerts', job_key => 'end_expired_alerts');
  -- At once, as later nothing tells an hour that was counted before its end.
  perform graphile_worker.add_job('count_figures', queue_name => 'figures', job_key => 'count_figures');
end
$$;
comment on function app_private.bring_jobs_forward() is
  'After the clock was set back: jobs and held publications from before, which are dated in the future, wait from now on as long as they were to wait then. Alerts that ended while the clock was ahead are resumed, and pushes that failed as they were found ended. Figures of what has not ended are forgotten.';
--! EndIncluded upkeep/app_private.bring_jobs_forward.sql
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
