--! Previous: sha1:8a03323f5a57b9b0a0122f69c6d21a6655cfec5c
--! Hash: sha1:71121a710855245525103c5c05168f32ac3a2719
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
