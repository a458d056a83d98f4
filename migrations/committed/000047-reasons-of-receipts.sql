--! Previous: sha1:07e3d60d4894facaf77e6f5e6921ec4e0b056984
--! Hash: sha1:6899f025332624a6201d36ec547e548f322fb066
--! Message: Reasons of receipts

--! split: 1-current.sql
-- The reason of a receipt could name the token of a device, and stayed after the device was removed.
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
        from (
          -- Why it failed may name the device.
          select r.receipt, r.state, app_private.push_reason(r.why) as why
            from json_to_recordset(outcomes) r (receipt text, state text, why text)
        ) o
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
