--! Previous: sha1:ce531a1927fc67a5f2492fd2a9448662737e86e3
--! Hash: sha1:3b8af364e3a87020dd9befb80be56bf5d2af5964
--! Message: Alert defaults

-- The console shows the defaults of a new alert, which it must not guess.

--! Included alerts/app_private.alert_defaults.sql
create or replace function app_private.alert_defaults(
  out level2_distance double precision, out level3_distance double precision,
  out duration integer, out max_position_age integer, out language text
)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select s.level2_distance, s.level3_distance,
      extract(epoch from s.alert_duration)::integer, extract(epoch from s.max_position_age)::integer, s.default_language
    from app_private.settings s
$$;
comment on function app_private.alert_defaults() is
  'Returns what a new alert has where its input says nothing, for the console to show: distances in metres, times in seconds, the language of the texts.';
grant execute on function app_private.alert_defaults() to app_host;
--! EndIncluded alerts/app_private.alert_defaults.sql
