--! Previous: sha1:10e46fd29427ceb493e741336d12f2d55ddad23e
--! Hash: sha1:9c6f67107f05b62228bd468d1be05bd20ecdfeac
--! Message: changes-beside-reports

--! split: 1-current.sql
--! Included functions/app_private.lasting_alert.sql
create or replace function app_private.lasting_alert(alert_id integer) returns app_public.alerts
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  alert app_public.alerts;
begin
  -- In this order, as publishers of it do; see app_private.publish_chunk().
  perform from app_private.publications p where p.alert_id = lasting_alert.alert_id for update;
  -- Not for update: reports, for which the change waits in the end, count whom they reach in rows that refer to this one.
  select a.* into alert from app_public.alerts a where a.id = lasting_alert.alert_id for no key update;
  if alert.id is null then
    raise exception using errcode = 'LA404', message = 'There is no alert with this id.';
  end if;
  if alert.cancelled_at is not null then
    raise exception using errcode = 'LA409', message = 'The alert was cancelled already.';
  end if;
  if not alert.active or alert.expires_at <= now() then
    raise exception using errcode = 'LA409', message = 'The alert has expired already. Publish a new one.';
  end if;
  return alert;
end
$$;
comment on function app_private.lasting_alert(integer) is
  'An alert that still lasts, locked for a change; no part of its publication runs meanwhile. Error LA404 for an unknown one, LA409 for one that has ended.';
--! EndIncluded functions/app_private.lasting_alert.sql
