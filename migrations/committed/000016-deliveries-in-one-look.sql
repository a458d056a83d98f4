--! Previous: sha1:8d7a941283e6f296277748046b2e4d172ff90e39
--! Hash: sha1:b034b26dc21aaf5966fc7508a7405a0ab1035d87
--! Message: deliveries-in-one-look

--! split: 1-current.sql
drop function app_private.claim_deliveries(app_private.push_provider, bigint, integer[], integer);
--! Included functions/app_private.claim_deliveries.sql
create or replace function app_private.claim_deliveries(
  provider app_private.push_provider, job_id bigint, notification_ids integer[]
) returns setof app_private.claimed_delivery
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  fresh integer;
begin
  -- Most are sent at their first claim, and so begin as sent: one version of a row less.
  return query
    with made as (
      insert into app_private.deliveries as d (
          notification_id, device_id, alert_id, user_id, level, provider, job_id, state, attempts, sent_at, due_at, settled_at, why)
        select n.id, v.id, n.alert_id, n.user_id, n.level, v.provider, claim_deliveries.job_id,
            c.state, (c.state = 'sent')::integer, case c.state when 'sent' then clock_timestamp() end,
            coalesce(q.until, now()), case c.state when 'failed' then clock_timestamp() end,
            case c.state when 'failed' then 'The alert ended before it could be sent.' end
          from app_public.notifications n
          join app_private.devices v on v.provider = claim_deliveries.provider and v.user_id = n.user_id
          join app_public.alerts a on a.id = n.alert_id
          left join lateral (
            select app_private.quiet_until(h.starts, h.ends, h.time_zone, now()) as until
              from app_public.quiet_hours h where h.user_id = n.user_id and n.level <> 'ONE'
          ) q on true
          cross join lateral (
            select case when not a.active or a.expires_at <= now() then 'failed'
              when q.until is not null then 'queued' else 'sent' end::app_private.delivery_state as state
          ) c
          where n.id = any (notification_ids)
            and not exists (select from app_private.deliveries o where o.notification_id = n.id and o.device_id = v.id)
          order by n.id, v.id
        on conflict do nothing
        returning d.*
    )
    select m.notification_id, m.device_id, v.token, m.alert_id, m.level
      from made m join app_private.devices v on v.id = m.device_id
      where m.state = 'sent'
      order by m.notification_id, m.device_id;
  get diagnostics fresh = row_count;
  if fresh > 0 then
    return;
  end if;

  -- What waited for its time, and what this job had sent when its host died: whether that arrived, nobody knows.
  update app_private.deliveries d
    set state = 'failed', settled_at = clock_timestamp(), why = 'The alert ended before it could be sent.'
    from app_public.alerts a
    where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider
      and d.state in ('queued', 'sent') and a.id = d.alert_id and (not a.active or a.expires_at <= now());

  update app_private.deliveries d
    set state = 'dead', settled_at = clock_timestamp(), why = 'The device was unregistered.'
    where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider and d.state in ('queued', 'sent')
      and not exists (select from app_private.devices v where v.id = d.device_id and v.user_id = d.user_id);

  update app_private.deliveries d
    set due_at = app_private.quiet_until(q.starts, q.ends, q.time_zone, now())
    from app_public.quiet_hours q
    where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider and d.state = 'queued'
      and d.level <> 'ONE' and d.due_at <= now() and q.user_id = d.user_id
      and app_private.quiet_until(q.starts, q.ends, q.time_zone, now()) is not null;

  return query
    with chosen as (
      select d.notification_id, d.device_id
        from app_private.deliveries d
        where d.notification_id = any (notification_ids) and d.provider = claim_deliveries.provider
          and (d.state = 'queued' and d.due_at <= now() or d.state = 'sent' and d.job_id = claim_deliveries.job_id)
        order by d.notification_id, d.device_id
        for update skip locked
    ), sent as (
      update app_private.deliveries d
        set state = 'sent', attempts = d.attempts + 1, sent_at = clock_timestamp(), job_id = claim_deliveries.job_id
        from chosen c where d.notification_id = c.notification_id and d.device_id = c.device_id
        returning d.*
    )
    select s.notification_id, s.device_id, v.token, s.alert_id, s.level
      from sent s join app_private.devices v on v.id = s.device_id
      order by s.notification_id, s.device_id;
end
$$;
comment on function app_private.claim_deliveries(app_private.push_provider, bigint, integer[]) is
  'Takes the deliveries of these notifications that a job is to send now: not those whose alert has ended, whose device is gone, whose user has quiet hours, or which wait to be tried again. First those that are new; to be called until it returns none.';
--! EndIncluded functions/app_private.claim_deliveries.sql
--! Included functions/app_private.record_deliveries.sql
create or replace function app_private.record_deliveries(provider app_private.push_provider, outcomes json) returns interval
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  longest_wait interval;
begin
  with outcome as materialized (
    select o.*, clock_timestamp() - o.ago * interval '1 millisecond' as at
      from json_to_recordset(outcomes) o (
        notification_id integer, device_id bigint, state text, why text, receipt text, after float8, ago float8)
  ), recorded as (
    update app_private.deliveries d
      set state = case o.state when 'retry' then 'queued' else o.state::app_private.delivery_state end,
        settled_at = case when o.state <> 'retry' then o.at end,
        receipt = o.receipt,
        why = o.why,
        failures = case when o.state = 'accepted' then d.failures else d.failures || format('%s %s', o.at, o.why) end,
        due_at = case when o.state <> 'retry' then d.due_at
          else clock_timestamp() + greatest(
            o.after * interval '1 millisecond',
            -- One second, two, four, up to five minutes; not all at the same moment.
            least(power(2, least(d.attempts, 20) - 1), 300) * (0.75 + random() / 2) * interval '1 second') end
      from outcome o
      where d.notification_id = o.notification_id and d.device_id = o.device_id
      returning o.state, d.due_at - clock_timestamp() as wait, d.device_id, d.user_id
  ), forgotten as (
    delete from app_private.devices v using recorded r
      where r.state = 'dead' and v.id = r.device_id and v.user_id = r.user_id
  )
  select max(r.wait) filter (where r.state = 'retry') into longest_wait from recorded r;
  perform app_private.queue_receipts(provider, array_agg(o.receipt))
    from json_to_recordset(outcomes) o (receipt text) where o.receipt is not null having count(*) > 0;
  return longest_wait;
end
$$;
comment on function app_private.record_deliveries(app_private.push_provider, json) is
  'Notes what became of deliveries: an array of {notification_id, device_id, state: accepted, failed, dead or retry, why, receipt, after (milliseconds to wait at least), ago (milliseconds since the answer)}. Forgets dead devices, and has receipts asked for. Returns how long the longest of those to be tried again waits.';
--! EndIncluded functions/app_private.record_deliveries.sql
--! Included functions/app_private.queue_pushes.sql
create or replace function app_private.queue_pushes(
  level app_public.level_alert, notification_ids integer[], first_user_id integer default 0, last_user_id integer default 2147483647
) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  taker app_private.push_provider;
begin
  if notification_ids is null then
    return;
  end if;
  foreach taker in array enum_range(null::app_private.push_provider) loop
    -- In the order of one index: a provider that nobody uses is not to be looked for in all devices.
    if (select d.provider = taker and d.user_id <= last_user_id
      from app_private.devices d where (d.provider, d.user_id) >= (taker, first_user_id)
      order by d.provider, d.user_id limit 1)
    then
      perform graphile_worker.add_job(
          'push_' || taker,
          json_build_object('notificationIds', notification_ids[first:first + 999]),
          priority => array_position(enum_range(null::app_public.level_alert), level))
        from generate_series(1, cardinality(notification_ids), 1000) first;
    end if;
  end loop;
end
$$;
comment on function app_private.queue_pushes(app_public.level_alert, integer[], integer, integer) is
  'Has notifications of one level pushed, the more urgent level first: a job for each thousand and each provider of which anyone of those users has a device.';
--! EndIncluded functions/app_private.queue_pushes.sql
--! Included functions/app_public.register_device.sql
create or replace function app_public.register_device(input app_public.register_notification_token) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner app_public.users;
begin
  select u.* into owner from app_public.users u where u.id = app_public.current_user_id();
  if owner.id is null then
    raise exception using errcode = 'LA401', message = 'Log in first.';
  end if;
  if input.token is null then
    raise exception using errcode = 'LA400', message = 'token must be given.';
  end if;
  delete from app_private.devices d where d.token = app_private.twin_token(input.token);
  insert into app_private.devices as d (user_id, token, provider)
    values (owner.id, app_private.device_token(input.token), app_private.push_provider(input.token))
    on conflict (token) do update set user_id = excluded.user_id, provider = excluded.provider, created_at = now();
  -- What an app leaves behind each time it is installed anew.
  delete from app_private.devices d where d.user_id = owner.id and d.id not in (
    select n.id from app_private.devices n where n.user_id = owner.id order by n.created_at desc, n.id desc limit 20);
  return owner;
end
$$;
comment on function app_public.register_device(app_public.register_notification_token) is 'Adds a device to push to; a user may have twenty, of which the newest count. The token is that of Expo, of FCM, or the JSON of a Web Push subscription. One that belonged to another user moves to this one. Returns oneself.';
grant execute on function app_public.register_device(app_public.register_notification_token) to app_user;
--! EndIncluded functions/app_public.register_device.sql
