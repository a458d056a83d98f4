-- As in the fixture, and removes their copies, and those of alerts that were cancelled.
create or replace function app_private.end_expired_alerts() returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  resumed_ids integer[];
  ended_ids integer[];
begin
  perform app_private.take_number();
  resumed_ids := app_private.resume_alerts();
  with ended as (
    update app_public.alerts a set active = false where a.active and a.expires_at <= now() returning a.id
  )
  select array_agg(e.id) into ended_ids from ended e;
  if resumed_ids <> '{}' then
    -- Also of an alert that stayed active, if its publication ended before the first chunk copied it.
    insert into app_private.uncopied_alerts (alert_id) select unnest(resumed_ids) on conflict (alert_id) do nothing;
    perform app_private.drain_reports();
  end if;
  perform app_private.note_alert_changes(resumed_ids || ended_ids);
  perform app_private.forget_alert_copies();
  return coalesce(cardinality(ended_ids), 0);
end
$$;
