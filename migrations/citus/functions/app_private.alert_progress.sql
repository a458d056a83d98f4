-- Alerts and notifications live on different nodes, so this asks for each apart.
create or replace function app_private.alert_progress(alert_id integer) returns text
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set jit = off
as $$
declare
  that_alert constant integer := alert_progress.alert_id;
  alert text;
  told text;
  sent text;
begin
  select concat_ws(' ', a.version, a.active, (select sum(r.users) from app_private.alert_reach r where r.alert_id = a.id)) into alert
    from app_public.alerts a where a.id = that_alert;
  select concat_ws(' ', count(*), count(*) filter (where n.seen)) into told
    from app_public.notifications n where n.alert_id = that_alert;
  select concat_ws(' ', count(*), count(*) filter (where d.attempts > 0), count(*) filter (where d.state = 'accepted'),
      count(*) filter (where d.state in ('failed', 'dead')), count(d.why)) into sent
    from app_private.deliveries d where d.alert_id = that_alert;
  return alert || ' ' || told || ' ' || sent;
end
$$;
