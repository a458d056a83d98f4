--! Previous: sha1:9c6f67107f05b62228bd468d1be05bd20ecdfeac
--! Hash: sha1:28ff1240c25f3df50760ddca52594f696a3b8b94
--! Message: not-sent-while-off

--! split: 1-current.sql
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
        notification_id integer, device_id bigint, state text, why text, receipt text, after float8, unsent boolean, ago float8)
  ), recorded as (
    update app_private.deliveries d
      set state = case o.state when 'retry' then 'queued' else o.state::app_private.delivery_state end,
        sent_at = case when o.unsent and d.attempts = 1 then null else d.sent_at end,
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
  'Notes what became of deliveries: an array of {notification_id, device_id, state: accepted, failed, dead or retry, why, receipt, after (milliseconds to wait at least), unsent (where it was not even tried), ago (milliseconds since the answer)}. Forgets dead devices, and has receipts asked for. Returns how long the longest of those to be tried again waits.';
--! EndIncluded functions/app_private.record_deliveries.sql
--! Included functions/app_private.delivery_of_alert.sql
create or replace function app_private.delivery_of_alert(alert app_public.alerts) returns setof app_public.level_delivery
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
begin
  return query
    with told as (
      select n.id, n.level, n.seen,
          -- Who came in later is told from then on.
          extract(epoch from n.seen_at - b.began)::float8 as seen_after,
          extract(epoch from d.accepted_at - b.began)::float8 as accepted_after,
          d.sent, d.accepted_at is not null as accepted, d.failed
        from app_public.notifications n
        left join app_private.publications p on p.alert_id = n.alert_id
        cross join lateral (select case
          when n.version = 1 and n.created_at <= coalesce(p.completed_at, 'infinity') then alert.created_at else n.created_at end as began) b
        left join (
          select e.notification_id, bool_or(e.sent_at is not null) as sent,
              min(e.settled_at) filter (where e.state = 'accepted') as accepted_at,
              bool_and(e.state in ('failed', 'dead')) as failed
            from app_private.deliveries e where e.alert_id = alert.id group by e.notification_id
        ) d on d.notification_id = n.id
        where n.alert_id = alert.id and n.kind <> 'ALL_CLEAR'
    )
    select l.level, count(t.id)::integer, count(*) filter (where t.sent)::integer,
        count(*) filter (where t.accepted)::integer, count(*) filter (where t.failed)::integer,
        count(*) filter (where t.seen)::integer,
        percentile_cont(0.5) within group (order by t.accepted_after), percentile_cont(0.95) within group (order by t.accepted_after),
        percentile_cont(0.5) within group (order by t.seen_after), percentile_cont(0.95) within group (order by t.seen_after)
      from unnest(enum_range(null::app_public.level_alert)) l (level)
      left join told t on t.level = l.level
      group by l.level order by l.level;
end
$$;
comment on function app_private.delivery_of_alert(app_public.alerts) is
  'What became of an alert''s notifications, a row for each level.';
grant execute on function app_private.delivery_of_alert(app_public.alerts) to app_admin;
--! EndIncluded functions/app_private.delivery_of_alert.sql
comment on column app_private.deliveries.sent_at is 'When it was sent last; null while it was not, as its provider is off or refuses everyone.';
