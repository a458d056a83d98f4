--! Previous: sha1:46f044eedc30314c3f1dd0a95fbc767ed5f9ebf3
--! Hash: sha1:f09db5ae1940a879c677f2e8c2a4e7d1a499003e
--! Message: alerts as their readers read them

--! Included languages/app_public.alerts_reading.sql
-- Security definer, as the choice of the language is private. Texts of alerts are for everyone.
create or replace function app_public.alerts_reading(alert app_public.alerts) returns app_public.alert_text
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select t from app_private.text_for(
      app_public.current_user_id(), row(alert.language, null, null, null, null, null, false), alert.texts, alert.cancelled_at is not null) t
    where alert.texts <> '{}' and t.language <> alert.language
$$;
comment on function app_public.alerts_reading(app_public.alerts) is
  'Its texts in the language that you read, by which you are warned. Null if that is its own. Of a cancelled alert, the language of your all-clear.';
grant execute on function app_public.alerts_reading(app_public.alerts) to app_user;
--! EndIncluded languages/app_public.alerts_reading.sql
