-- As in the fixture, without a subquery that has no table.
create or replace function app_private.insert_deliveries(
  provider app_private.push_provider, job_id bigint, notification_ids bigint[], lasting integer[], cleared integer[], moment timestamptz
) returns integer
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  made integer;
  -- The clocks of the nodes may differ.
  begun constant timestamptz := now();
begin
  insert into app_private.deliveries as d (
      notification_id, device_id, alert_id, user_id, level, provider, job_id, state, attempts, sent_at, due_at, settled_at, why)
    select p.id, p.device_id, p.alert_id, p.user_id, p.level, p.provider, insert_deliveries.job_id,
        (case when p.has_ended or p.is_replaced then 'failed' when p.until is not null then 'queued' else 'sent' end)::app_private.delivery_state,
        (not p.has_ended and not p.is_replaced and p.until is null)::integer,
        case when not p.has_ended and not p.is_replaced and p.until is null then moment end,
        coalesce(p.until, begun), case when p.has_ended or p.is_replaced then moment end,
        case when p.has_ended then 'The alert ended before the push was sent.'
          when p.is_replaced then 'A later notification of the alert took its place.' end
      from (
        select n.id, v.id as device_id, n.alert_id, n.user_id, n.level, v.provider,
            app_private.quiet_until(h.starts, h.ends, h.time_zone, begun) as until,
            n.alert_id <> all (case n.kind when 'ALL_CLEAR' then cleared else lasting end) as has_ended,
            exists (
              select from app_public.notifications l
                where l.user_id = n.user_id and l.alert_id = n.alert_id
                  and (l.version, l.id) > (n.version, n.id)) as is_replaced
          from app_public.notifications n
          join app_private.devices v on v.user_id = n.user_id and v.provider = insert_deliveries.provider
          left join app_public.quiet_hours h on h.user_id = n.user_id and n.level <> 'ONE'
          left join app_private.deliveries o on o.user_id = n.user_id and o.notification_id = n.id and o.device_id = v.id
          where n.id = any (notification_ids) and o.id is null
      ) p
    on conflict (notification_id, device_id, user_id) do nothing;
  get diagnostics made = row_count;
  return made;
end
$$;
