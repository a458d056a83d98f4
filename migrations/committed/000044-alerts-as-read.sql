--! Previous: sha1:50cb57cff0a94d089c0d907b52244c9ee952a1d4
--! Hash: sha1:c9408d69a6fee1ea3a090571335aec3b1a0ec016
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
