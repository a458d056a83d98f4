create or replace function app_private.forget_alert_copies() returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  kept_ids constant integer[] := array(select r.id from app_private.report_alerts r);
  ended_ids constant integer[] := array(
    select unnest(kept_ids) except select a.id from app_public.alerts a where a.active);
begin
  if ended_ids <> '{}' then
    delete from app_private.report_alerts r where r.id = any (ended_ids);
  end if;
exception when connection_exception then
  -- While a node is away, reports near these alerts run on the coordinator.
  null;
end
$$;
comment on function app_private.forget_alert_copies() is
  'Removes the copies of alerts that have ended. A copy that stays longer costs time, and changes nothing.';
