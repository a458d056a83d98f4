--! Previous: sha1:6b2c6130ca268f8a7e3a022420e6b0a285d02c3a
--! Hash: sha1:95f0525a817a6240cd29012ded6de7bb2bc82120
--! Message: marks of exercises and tests

--! split: 1-current.sql
-- Phones show and speak an exercise or a test as such. What active ones have spoken until now does not say so.
--! Included alerts/app_private.marked_text.sql
create or replace function app_private.marked_text(status app_public.alert_status, language text, text text) returns text
language sql immutable parallel safe set search_path = pg_catalog, pg_temp
as $$
  select case
    when status = 'ACTUAL' then marked_text.text
    else case split_part(lower(marked_text.language), '-', 1)
      when 'it' then case status when 'EXERCISE' then 'ESERCITAZIONE' else 'PROVA' end
      when 'de' then case status when 'EXERCISE' then 'ÜBUNG' else 'TEST' end
      when 'fr' then case status when 'EXERCISE' then 'EXERCICE' else 'ESSAI' end
      when 'es' then case status when 'EXERCISE' then 'SIMULACRO' else 'PRUEBA' end
      else case status when 'EXERCISE' then 'EXERCISE' else 'TEST' end
    end || ' – ' || marked_text.text
  end
$$;
comment on function app_private.marked_text(app_public.alert_status, text, text) is
  'Returns a title or a text of an alert as people see and hear it: that of an exercise or a test says so first, in the alert''s language if it is Italian, German, French or Spanish, and else in English.';
--! EndIncluded alerts/app_private.marked_text.sql
--! Included speech/app_private.keep_speech.sql
create or replace function app_private.keep_speech(
  alert_id integer, level app_public.level_alert, voice text, mp3 bytea default null, spoken text default null
) returns boolean
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  present text;
  text_digest bytea;
begin
  -- An update may have changed the text while it was spoken. The lock makes one of the two see the other.
  select app_private.marked_text(
      a.status, a.language, case keep_speech.level when 'ONE' then a.text1 when 'TWO' then a.text2 when 'THREE' then a.text3 end)
    into present
    from app_public.alerts a where a.id = keep_speech.alert_id
    for share;
  text_digest := sha256(convert_to(keep_speech.voice || chr(10) || coalesce(keep_speech.spoken, present), 'UTF8'));
  if keep_speech.mp3 is not null then
    -- Another host may have stored this speech first. Clients may hold parts of it, so it stays.
    insert into app_private.speeches (digest, voice, mp3)
      values (text_digest, keep_speech.voice, keep_speech.mp3)
      on conflict on constraint speeches_digest_key do nothing;
  end if;
  insert into app_private.alert_speeches (alert_id, level, speech_id)
    select keep_speech.alert_id, keep_speech.level, s.id
      from app_private.speeches s where s.digest = text_digest and coalesce(keep_speech.spoken = present, true)
    on conflict on constraint alert_speeches_pkey do nothing;
  return exists (
    select from app_private.alert_speeches s
      where s.alert_id = keep_speech.alert_id and s.level = keep_speech.level);
end
$$;
comment on function app_private.keep_speech(integer, app_public.level_alert, text, bytea, text) is
  'Stores an MP3 as the speech of a text, and gives it to the alert if that text is still the alert''s. Without an MP3 it takes the speech of an equal text in the same voice. Without a text it is the alert''s own, with the word that marks an exercise or a test. True if the alert''s text has a speech now.';
--! EndIncluded speech/app_private.keep_speech.sql
--! Included speech/app_private.texts_to_speak.sql
create or replace function app_private.texts_to_speak(alert_id integer)
returns table (level app_public.level_alert, language text, text text)
language sql stable set search_path = pg_catalog, pg_temp rows 3
as $$
  select t.level, a.language, app_private.marked_text(a.status, a.language, t.text)
    from app_public.alerts a
    cross join lateral (values
      ('ONE'::app_public.level_alert, a.text1), ('TWO', a.text2), ('THREE', a.text3)) t (level, text)
    where a.id = texts_to_speak.alert_id and app_private.is_active(a.active, a.expires_at)
      and not exists (
        select from app_private.alert_speeches s where s.alert_id = a.id and s.level = t.level)
    order by t.level
$$;
comment on function app_private.texts_to_speak(integer) is
  'Returns the texts of an alert that are not spoken yet, the most urgent first. Those of an exercise or a test say so. No row for an alert that has ended.';
--! EndIncluded speech/app_private.texts_to_speak.sql

with unmarked as materialized (
  delete from app_private.alert_speeches s
    using app_public.alerts a
    where a.id = s.alert_id and a.status <> 'ACTUAL' and app_private.is_active(a.active, a.expires_at)
    returning s.alert_id
)
select app_private.queue_speech(u.alert_id) from (select distinct alert_id from unmarked) u;
