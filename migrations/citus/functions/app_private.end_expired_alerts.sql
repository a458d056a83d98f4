-- As in the fixture, and removes their copies, and those of alerts that were cancelled.
create or replace function app_private.end_expired_alerts() returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  ended_ids integer[];
begin
  perform app_private.take_number();
  with ended as (
    update app_public.alerts a set active = false where a.active and a.expires_at <= now() returning a.id
  )
  select array_agg(e.id) into ended_ids from ended e;
  perform app_private.note_alert_changes(ended_ids);
  perform app_private.forget_alert_copies();
  return coalesce(cardinality(ended_ids), 0);
end
$$;
