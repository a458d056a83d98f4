--! Previous: sha1:16bc2acc9430b61a8b178f5f2301bf0250fc8d26
--! Hash: sha1:e24576aa0e0c0e12b96ca2e33a086cae2213e894
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
