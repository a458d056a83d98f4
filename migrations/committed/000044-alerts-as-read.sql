--! Previous: sha1:f1bacb0bf3ff7ccc523bad6aebb8c18553ecfe8b
--! Hash: sha1:c230d1c309c07b012c6f748dd29d25e74941f1e4
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
