--! Previous: sha1:18ca772bfef486abedf0f4dc0afc110930833d30
--! Hash: sha1:77a545a5d5d37fe073d1ad244ba6f2daf5767a96
--! Message: Fit for a cluster

-- On a cluster of Citus, claims have to be handed on to worker nodes, and a query on rows of users joins by user. The functions
-- below do on one machine what they did before.
--! Included sessions/app_private.claim_user.sql
create or replace function app_private.claim_user(user_id text) returns text
language sql volatile
as $$
  select pg_catalog.set_config('jwt.claims.user_id', user_id, true)
$$;
comment on function app_private.claim_user(text) is
  'Sets the user whose rows the next statements of the transaction may read, and returns the id. Hosts call it for each subscriber, after the token was checked.';
grant execute on function app_private.claim_user(text) to app_user, app_host;
--! EndIncluded sessions/app_private.claim_user.sql
--! Included positions/app_private.make_position_partitions.sql
create or replace function app_private.make_position_partitions(ahead interval default '13 weeks') returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' set lock_timeout = '5s'
as $$
declare
  week timestamptz;
  partition_name text;
  made text[] := '{}';
  starts timestamptz[] := '{}';
begin
  -- One process at a time makes partitions. Reports do not wait for this lock.
  lock table only app_public.positions in share update exclusive mode;
  for week in select generate_series(date_trunc('week', now()), now() + ahead, '1 week') loop
    -- A week that began in the default partition stays there: to move its rows would hold up its reports.
    continue when exists (
      select 1 from app_public.positions_default d where d.created_at >= week and d.created_at < week + interval '1 week');
    partition_name := 'positions_' || to_char(week, 'YYYY_MM_DD');
    continue when to_regclass(format('app_public.%I', partition_name)) is not null;
    -- Apart from positions, so that this takes no lock that a report or a reader waits for.
    -- Positions never change, so the first vacuum freezes them: else a later one would read and write them all again.
    execute format(
      'create table app_public.%I (like app_public.positions including defaults including constraints including indexes)
        with (autovacuum_freeze_min_age = 0)',
      partition_name);
    -- Access goes only through the parent, so its policies and grants apply.
    execute format('alter table app_public.%I enable row level security', partition_name);
    execute format('comment on table app_public.%I is %L', partition_name, E'@behavior -*\nPositions of one week.');
    made := made || partition_name;
    starts := starts || week;
  end loop;

  -- Attaching locks the default partition, which reports do not use while their week has one of its own. Readers of all
  -- positions do: behind a long one this gives up, so that the others do not wait.
  set local lock_timeout = '200ms';
  for i in 1 .. cardinality(made) loop
    execute format(
      'alter table app_public.positions attach partition app_public.%I for values from (%L) to (%L)',
      made[i], starts[i], starts[i] + interval '1 week');
  end loop;
  return cardinality(made);
end
$$;
comment on function app_private.make_position_partitions(interval) is
  'Makes the weekly partitions of positions from this week on, as far ahead as given. Returns the number of new ones. Error 55P03 (lock_not_available) if a transaction that reads positions takes long: try again later.';
--! EndIncluded positions/app_private.make_position_partitions.sql
--! Included deliveries/app_public.register_device.sql
create or replace function app_public.register_device(input app_public.register_notification_token) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner app_public.users := app_private.require_user();
  new_token constant text := app_private.device_token(input.token);
  other_token constant text := app_private.other_expo_token(input.token);
begin
  if input.token is null then
    raise exception using errcode = 'LA400', message = 'token is missing: send the token that the device got from its push service.';
  end if;
  perform app_private.note_left_device(t.user_id, other_token)
    from app_private.device_tokens t where t.token = other_token and t.user_id <> owner.id;
  perform app_private.remove_devices(t.user_id, array(
      select d.id from app_private.devices d where d.user_id = t.user_id and d.token = other_token))
    from app_private.device_tokens t where t.token = other_token;
  perform app_private.take_device_token(new_token, owner.id);
  insert into app_private.devices as d (user_id, token, provider)
    values (owner.id, new_token, app_private.push_provider(input.token))
    on conflict (user_id, token) do update set provider = excluded.provider, created_at = excluded.created_at;
  -- Each new installation of an app leaves an old token behind.
  perform app_private.remove_devices(owner.id, array(
    select d.id from app_private.devices d where d.user_id = owner.id order by d.created_at desc, d.id desc offset 20));
  return owner;
end
$$;
comment on function app_public.register_device(app_public.register_notification_token) is
  E'@argument input The device.\nAdds a device to push to. A user has at most twenty devices; the oldest is removed. The token is one of Expo or FCM, or the JSON of a Web Push subscription. A token of another user moves to you; that user sees in devices that it left. Returns you.';
grant execute on function app_public.register_device(app_public.register_notification_token) to app_user;
--! EndIncluded deliveries/app_public.register_device.sql
--! Included deliveries/app_private.quiet_until.sql
create or replace function app_private.quiet_until(starts time, ends time, time_zone text, at timestamptz) returns timestamptz
language sql immutable parallel safe set search_path = pg_catalog, pg_temp
as $$
  select case
    when starts < ends and l.t::time >= starts and l.t::time < ends then (l.t::date + ends) at time zone time_zone
    when starts > ends and l.t::time < ends then (l.t::date + ends) at time zone time_zone
    when starts > ends and l.t::time >= starts then (l.t::date + 1 + ends) at time zone time_zone
  end from (select at at time zone time_zone) l (t)
$$;
comment on function app_private.quiet_until(time, time, text, timestamptz) is
  'Returns when the quiet hours end that contain a time, by the clock of the time zone. Null if the time is outside them. Quiet hours may pass midnight.';
--! EndIncluded deliveries/app_private.quiet_until.sql
--! Included deliveries/app_private.insert_deliveries.sql
create or replace function app_private.insert_deliveries(
  provider app_private.push_provider, job_id bigint, notification_ids bigint[], lasting integer[], cleared integer[], moment timestamptz
) returns integer
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  made integer;
begin
  -- Most deliveries are sent at their first claim. Inserting them as sent saves one row version each.
  insert into app_private.deliveries as d (
      notification_id, device_id, alert_id, user_id, level, provider, job_id, state, attempts, sent_at, due_at, settled_at, why)
    select n.id, v.id, n.alert_id, n.user_id, n.level, v.provider, insert_deliveries.job_id,
        c.state, (c.state = 'sent')::integer, case c.state when 'sent' then moment end,
        coalesce(q.until, now()), case c.state when 'failed' then moment end,
        case c.state when 'failed' then 'The alert ended before the push was sent.' end
      from app_public.notifications n
      join app_private.devices v on v.provider = insert_deliveries.provider and v.user_id = n.user_id
      left join lateral (
        select app_private.quiet_until(h.starts, h.ends, h.time_zone, now()) as until
          from app_public.quiet_hours h where h.user_id = n.user_id and n.level <> 'ONE'
      ) q on true
      cross join lateral (
        select case when n.alert_id <> all (case n.kind when 'ALL_CLEAR' then cleared else lasting end) then 'failed'
          when q.until is not null then 'queued' else 'sent' end::app_private.delivery_state as state
      ) c
      where n.id = any (notification_ids)
        and not exists (
          select from app_private.deliveries o where o.notification_id = n.id and o.device_id = v.id and o.user_id = n.user_id)
      order by n.id, v.id
    on conflict (notification_id, device_id, user_id) do nothing;

  get diagnostics made = row_count;
  return made;
end
$$;
comment on function app_private.insert_deliveries(app_private.push_provider, bigint, bigint[], integer[], integer[], timestamptz) is
  'Inserts the deliveries of these notifications that are not there yet, for app_private.claim_deliveries(): as sent at this moment, as queued in quiet hours, or as failed if their alert is not among those of which an alert (lasting) or an all-clear (cleared) may be pushed. Returns how many.';
--! EndIncluded deliveries/app_private.insert_deliveries.sql
--! Included deliveries/app_private.claim_deliveries.sql
create or replace function app_private.claim_deliveries(
  provider app_private.push_provider, job_id bigint, notification_ids bigint[]
) returns setof app_private.claimed_delivery
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  -- Marks what this call claims, together with the job.
  moment constant timestamptz := clock_timestamp();
  alert_ids constant integer[] := array(
    select distinct n.alert_id from app_public.notifications n where n.id = any (notification_ids));
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
  'Claims the deliveries of these notifications that a job has to send now, new ones first. It leaves out deliveries of an ended alert, to a removed device, during the user''s quiet hours, or due later. Call it until it returns no row.';
--! EndIncluded deliveries/app_private.claim_deliveries.sql
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
          select r.*, moment - r.ago * interval '1 millisecond' as at
            from json_to_recordset(outcomes) r (
              user_id integer, id bigint, state text, why text, receipt text, after float8, unsent boolean, ago float8)
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
      returning o.state, o.receipt, o.why, o.unsent, d.due_at - moment as wait, d.user_id, d.device_id
  loop
    if recorded.receipt is not null then
      receipts := receipts || recorded.receipt;
    end if;
    if recorded.state = 'retry' then
      longest_wait := greatest(longest_wait, recorded.wait);
      if recorded.unsent is not true then
        refusal := recorded.why;
      end if;
    elsif recorded.state = 'accepted' then
      is_taken := true;
    elsif recorded.state = 'dead' then
      perform app_private.remove_devices(recorded.user_id, array[recorded.device_id]);
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
  'Records the results of deliveries: an array of {user_id, id, state: accepted, failed, dead or retry, why, receipt, after (the least milliseconds to wait), unsent (true if it was not tried), ago (milliseconds since the answer)}. It removes dead devices, queues requests for receipts and notes whether the provider takes pushes. Returns the longest wait of those to retry.';
--! EndIncluded deliveries/app_private.record_deliveries.sql
--! Included deliveries/app_private.record_receipts.sql
create or replace function app_private.record_receipts(provider app_private.push_provider, asked text[], outcomes json) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  moment constant timestamptz := clock_timestamp();
  answered constant text[] := array(
    select o.receipt from json_to_recordset(outcomes) o (receipt text) where o.receipt is not null);
  missing text[];
  recorded record;
  retried_ids bigint[];
  retried_levels app_public.level_alert[];
begin
  -- Ask again for missing receipts, for as long as providers keep them.
  select array_agg(d.receipt) into missing
    from app_private.deliveries d
    where d.receipt = any (asked) and d.settled_at > now() - interval '1 day'
      and d.receipt <> all (answered);
  if missing is not null then
    perform app_private.queue_receipts(provider, missing);
  end if;

  for recorded in
    with outcome as materialized (
      select o.*, case o.state when 'retry' then 'queued' else o.state end::app_private.delivery_state as new_state,
          case when o.state <> 'accepted' then format('%s %s', moment, o.why) end as failure
        from json_to_recordset(outcomes) o (receipt text, state text, why text)
    )
    update app_private.deliveries d
      set receipt = null,
        state = o.new_state,
        settled_at = case o.state when 'accepted' then d.settled_at when 'retry' then null else moment end,
        why = o.why,
        failures = case when o.failure is null then d.failures else d.failures || o.failure end
      from outcome o
      where d.receipt = o.receipt
      returning o.state, d.notification_id, d.device_id, d.user_id, d.level
  loop
    if recorded.state = 'retry' then
      retried_ids := retried_ids || recorded.notification_id;
      retried_levels := retried_levels || recorded.level;
    elsif recorded.state = 'dead' then
      perform app_private.remove_devices(recorded.user_id, array[recorded.device_id]);
    end if;
  end loop;
  perform app_private.follow_up_deliveries(provider, r.ids, r.level, now())
    from (
      select o.level, array_agg(distinct o.id) as ids from unnest(retried_levels, retried_ids) o (level, id) group by o.level
    ) r;
end
$$;
comment on function app_private.record_receipts(app_private.push_provider, text[], json) is
  'Records what receipts say about accepted deliveries: an array of {receipt, state: accepted, failed, dead or retry, why}. It removes dead devices, queues deliveries to retry, and asks again for missing receipts.';
--! EndIncluded deliveries/app_private.record_receipts.sql
--! Included notifications/app_private.refuse_to_lose_history.sql
create or replace function app_private.refuse_to_lose_history() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (select 1 from app_public.notifications n where n.alert_id = old.id) then
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
