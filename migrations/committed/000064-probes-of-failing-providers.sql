--! Previous: sha1:a7fb0bb01afcddcaf2fa0fc2e38b146edef5c7fd
--! Hash: sha1:1f48f12b600a1396f70a76934bad741aa3a40a32
--! Message: probes of failing providers

--! split: 1-current.sql
-- After a provider's outage, what waits for it goes at once.
--! Included deliveries/app_private.release_deliveries.sql
create or replace function app_private.release_deliveries(provider app_private.push_provider) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  update app_private.deliveries d set due_at = now()
    from (
      select e.user_id, e.id
        from app_private.deliveries e
        where e.alert_id = any (array(select a.id from app_public.alerts a
              where app_private.may_push('ALERT', a) or app_private.may_push('ALL_CLEAR', a)))
          and e.provider = release_deliveries.provider and e.state = 'queued' and e.due_at > now()
          -- A delivery that was not tried yet waits for the end of quiet hours.
          and e.attempts > 0
          -- Web Push has several hosts. One that asked for a longer wait than the service makes gets it.
          and (e.provider <> 'web_push' or e.due_at < now() + interval '7 minutes')
        -- Whoever holds a row handles it already. Nobody waits here, so nobody waits in a circle.
        for no key update skip locked
    ) w
    where d.user_id = w.user_id and d.id = w.id;
  -- Their priorities order them: the most urgent level first.
  perform graphile_worker.reschedule_jobs(
    array(select j.id from graphile_worker.jobs j
      where j.task_identifier = 'push_' || release_deliveries.provider and j.run_at > now() and j.locked_at is null and j.key is null),
    run_at => now());
end
$$;
comment on function app_private.release_deliveries(app_private.push_provider) is
  'Makes the deliveries that wait for a provider due, as it takes pushes again, and their jobs, the most urgent level first.';
--! EndIncluded deliveries/app_private.release_deliveries.sql
--! Included deliveries/app_private.note_push_outcome.sql
create or replace function app_private.note_push_outcome(provider app_private.push_provider, why text) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  failed_since timestamptz;
begin
  -- Jobs that record at the same time do not wait for each other. A change is noted at once, the time every few seconds.
  select o.failing_since into failed_since from app_private.push_outcomes o
    where o.provider = note_push_outcome.provider
      and (o.at < clock_timestamp() - interval '5 seconds' or o.why is distinct from note_push_outcome.why)
    for no key update skip locked;
  if found then
    update app_private.push_outcomes o
      set at = clock_timestamp(), why = note_push_outcome.why,
        failing_since = case when note_push_outcome.why is not null then coalesce(o.failing_since, clock_timestamp()) end
      where o.provider = note_push_outcome.provider;
    if note_push_outcome.why is null and failed_since is not null then
      perform app_private.release_deliveries(provider);
    end if;
  elsif not exists (select from app_private.push_outcomes o where o.provider = note_push_outcome.provider) then
    insert into app_private.push_outcomes (provider, why, failing_since)
      values (note_push_outcome.provider, note_push_outcome.why, case when note_push_outcome.why is not null then clock_timestamp() end)
      on conflict on constraint push_outcomes_pkey do nothing;
  end if;
end
$$;
comment on function app_private.note_push_outcome(app_private.push_provider, text) is
  'Records whether a provider takes pushes now: why it does not, or null. The first push that it takes again makes all that wait for it due.';
--! EndIncluded deliveries/app_private.note_push_outcome.sql
--! Included deliveries/app_private.record_deliveries.sql
create or replace function app_private.record_deliveries(provider app_private.push_provider, outcomes json) returns interval
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  moment constant timestamptz := clock_timestamp();
  seconds constant double precision := extract(epoch from moment);
  recorded record;
  receipts text[];
  longest_wait interval;
  is_taken boolean := false;
  refusal text;
begin
  for recorded in
    with outcome as materialized (
      select o.*, 0.75 + random() / 2 as jitter,
          case o.state when 'retry' then 'queued' else o.state end::app_private.delivery_state as new_state,
          case when o.state <> 'accepted' then format('%s %s', o.at, o.why) end as failure
        from (
          -- Why it failed may name the device.
          select r.user_id, r.id, r.state, app_private.push_reason(r.why) as why, r.receipt, r.after, r.unsent, r.everyone,
              moment - r.ago * interval '1 millisecond' as at
            from json_to_recordset(outcomes) r (
              user_id integer, id bigint, state text, why text, receipt text, after float8, unsent boolean, everyone boolean, ago float8)
        ) o
    )
    update app_private.deliveries d
      set state = o.new_state,
        sent_at = case when o.unsent and d.attempts = 1 then null else d.sent_at end,
        settled_at = case when o.state <> 'retry' then o.at end,
        accepted_at = coalesce(d.accepted_at, case when o.state = 'accepted' then o.at end),
        receipt = o.receipt,
        why = o.why,
        failures = case when o.failure is null then d.failures else d.failures || o.failure end,
        due_at = case when o.state <> 'retry' then d.due_at
          else to_timestamp(seconds + greatest(
            o.after / 1000,
            -- One second, two, four, up to five minutes, with jitter.
            least(power(2, least(d.attempts, 20) - 1), 300) * o.jitter)) end
      from outcome o
      where d.user_id = o.user_id and d.id = o.id
      returning o.state, o.receipt, o.why, o.unsent, o.everyone, d.attempts,
        -- Unless the provider says when to come again, it is probed long before each of them is due.
        least(d.due_at - moment, greatest(o.after * interval '1 millisecond', interval '24 seconds')) as wait, d.user_id, d.device_id, d.sent_at
  loop
    if recorded.receipt is not null then
      receipts := receipts || recorded.receipt;
    end if;
    -- One device that refuses again and again says nothing of the others.
    if recorded.unsent is not true and (recorded.everyone or recorded.state = 'retry' and recorded.attempts <= 1) then
      refusal := recorded.why;
    end if;
    if recorded.state = 'retry' then
      if recorded.everyone then
        longest_wait := greatest(longest_wait, recorded.wait);
      end if;
    elsif recorded.state = 'accepted' then
      is_taken := true;
    elsif recorded.state = 'dead' then
      perform app_private.remove_dead_device(recorded.user_id, recorded.device_id, recorded.sent_at);
    end if;
  end loop;
  if receipts is not null then
    perform app_private.queue_receipts(provider, receipts);
  end if;
  if is_taken or refusal is not null then
    perform app_private.note_push_outcome(provider, case when not is_taken then refusal end);
  end if;
  return longest_wait;
end
$$;
comment on function app_private.record_deliveries(app_private.push_provider, json) is
  'Records the results of deliveries: an array of {user_id, id, state: accepted, failed, dead or retry, why, receipt, after (the least milliseconds to wait), unsent (true if it was not tried), everyone (true if no other push would be taken now), ago (milliseconds since the answer)}. It removes dead devices, queues requests for receipts and notes whether the provider takes pushes: no, if it refuses everyone or a first attempt. Returns how long everyone waits: as long as the provider says, and else less than half a minute.';
--! EndIncluded deliveries/app_private.record_deliveries.sql
--! Included deliveries/app_private.follow_up_deliveries.sql
create or replace function app_private.follow_up_deliveries(
  provider app_private.push_provider, notification_ids bigint[], level app_public.level_alert, not_before timestamptz
) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  waiting record;
  probe_at constant timestamptz := greatest(now() + (18 + 6 * random()) * interval '1 second', not_before);
  probe record;
begin
  select array_agg(distinct d.notification_id) as ids, min(d.due_at) as due_at into waiting
    from app_private.deliveries d
    where d.notification_id = any (notification_ids) and d.provider = follow_up_deliveries.provider and d.state = 'queued';
  if waiting.ids is null then
    return;
  end if;
  -- While the provider takes nothing, one delivery of all is tried every half minute.
  if waiting.due_at > probe_at
    and exists (select from app_private.push_outcomes o where o.provider = follow_up_deliveries.provider and o.why is not null)
    and not exists (
      select from graphile_worker.jobs j
        where j.task_identifier = 'push_' || follow_up_deliveries.provider and j.locked_at is null and j.run_at <= probe_at)
  then
    select d.user_id, d.id into probe
      from app_private.deliveries d
      where d.notification_id = any (waiting.ids) and d.provider = follow_up_deliveries.provider and d.state = 'queued'
        -- Others wait for the end of quiet hours, or as long as their host says.
        and d.attempts > 0 and d.due_at < now() + interval '7 minutes'
      order by d.level, d.due_at
      limit 1
      for no key update skip locked;
    if found then
      update app_private.deliveries d set due_at = probe_at where d.user_id = probe.user_id and d.id = probe.id;
      waiting.due_at := probe_at;
    end if;
  end if;
  perform graphile_worker.add_job(
    'push_' || provider,
    json_build_object('notificationIds', waiting.ids),
    run_at => greatest(waiting.due_at, not_before),
    priority => array_position(enum_range(null::app_public.level_alert), level));
end
$$;
comment on function app_private.follow_up_deliveries(app_private.push_provider, bigint[], app_public.level_alert, timestamptz) is
  'Queues a job for the deliveries of these notifications that are still to be sent. It runs when the first of them is due, but not before a given time. While the provider takes nothing, one delivery is tried at least every 30 seconds.';
--! EndIncluded deliveries/app_private.follow_up_deliveries.sql
