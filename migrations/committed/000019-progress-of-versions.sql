--! Previous: sha1:0c93c248b4274bde3460d803df037fa32319bfd6
--! Hash: sha1:10e46fd29427ceb493e741336d12f2d55ddad23e
--! Message: progress-of-versions

--! split: 1-current.sql
--! Included functions/app_private.alert_progress.sql
create or replace function app_private.alert_progress(alert_id integer) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp set jit = off
as $$
  select concat_ws(' ',
      a.version, a.active,
      (select sum(r.users) from app_private.alert_reach r where r.alert_id = a.id),
      (select concat_ws(' ', count(*), count(*) filter (where n.seen)) from app_public.notifications n where n.alert_id = a.id),
      (select concat_ws(' ', count(*), count(*) filter (where d.attempts > 0), count(*) filter (where d.state = 'accepted'),
          count(*) filter (where d.state in ('failed', 'dead')))
        from app_private.deliveries d where d.alert_id = a.id))
    from app_public.alerts a where a.id = alert_progress.alert_id
$$;
comment on function app_private.alert_progress(integer) is
  'A text that is another one when an alert''s numbers have changed: those reached, notified and seen, and what became of pushes; null where there is no such alert.';
grant execute on function app_private.alert_progress(integer) to app_host;
--! EndIncluded functions/app_private.alert_progress.sql
