--! Previous: sha1:8dff467bb6a04bf04f6e1c0b331bd26ac143eaa8
--! Hash: sha1:c465cb2e90b36413826fc1f25af834ee311db289
--! Message: speech by language

set local check_function_bodies = off; -- Functions call later ones.

alter table app_private.settings add column voices text[] not null default '{}';
comment on column app_private.settings.voices is
  'The languages in which the speech engine has a voice, in lower case. The process that last began to run jobs sets it.';

alter table app_private.alert_speeches add column language text;
update app_private.alert_speeches s set language = a.language from app_public.alerts a where a.id = s.alert_id;
-- squawk-ignore adding-not-nullable-field
alter table app_private.alert_speeches alter column language set not null;
alter table app_private.alert_speeches drop constraint alert_speeches_pkey;
-- squawk-ignore adding-serial-primary-key-field,constraint-missing-not-valid
alter table app_private.alert_speeches add constraint alert_speeches_pkey primary key (alert_id, level, language);
comment on table app_private.alert_speeches is
  'The speech of an alert''s text for a level in a language. There is no row until the text is spoken.';
comment on column app_private.alert_speeches.language is 'The language of the text.';

drop function app_private.find_speech(integer, integer);
drop function app_private.keep_speech(integer, app_public.level_alert, text, bytea, text);
drop function app_private.speech_url(integer, integer);
drop function app_private.alert_defaults();

--! Included speech/app_private.spoken_text.sql
create or replace function app_private.spoken_text(alert app_public.alerts, level app_public.level_alert, language text) returns text
language sql immutable parallel safe set search_path = pg_catalog, pg_temp
as $$
  select app_private.marked_text(alert.status, t.language, app_private.text_of(spoken_text.level, t.text1, t.text2, t.text3))
    from (
      select alert.language, alert.text1, alert.text2, alert.text3
      union all
      select o.language, o.text1, o.text2, o.text3 from unnest(alert.texts) o
    ) t
    where t.language = spoken_text.language
$$;
comment on function app_private.spoken_text(app_public.alerts, app_public.level_alert, text) is
  'Returns what is spoken of an alert for a level in one of its languages, with the prefix of an exercise or a test. Null in a language that it does not have.';
--! EndIncluded speech/app_private.spoken_text.sql
--! Included speech/app_private.find_speech.sql
create or replace function app_private.find_speech(alert_id integer, level integer, version uuid default null, out id uuid, out size integer)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select s.id, octet_length(s.mp3)
    from app_public.alerts l
    join app_private.alert_speeches a on a.alert_id = l.id
    join app_private.speeches s on s.id = a.speech_id
    where l.id = find_speech.alert_id and a.level = (enum_range(null::app_public.level_alert))[find_speech.level]
      and (a.language = l.language or s.id = find_speech.version)
    order by s.id = find_speech.version desc nulls last, a.language = l.language desc
    limit 1
$$;
comment on function app_private.find_speech(integer, integer, uuid) is
  'Returns a speech of an alert''s text 1, 2 or 3 and its size in bytes: that with this id, or else that in the alert''s own language. Both are null until the text is spoken.';
grant execute on function app_private.find_speech(integer, integer, uuid) to app_host;
--! EndIncluded speech/app_private.find_speech.sql
--! Included speech/app_private.keep_speech.sql
create or replace function app_private.keep_speech(
  alert_id integer, level app_public.level_alert, voice text, mp3 bytea default null, spoken text default null,
  language text default null
) returns boolean
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  alert app_public.alerts;
  present text;
  text_digest bytea;
begin
  -- An update may change the text while it is synthesized. The row lock serializes the two.
  select a.* into alert from app_public.alerts a where a.id = keep_speech.alert_id for share;
  language := coalesce(keep_speech.language, alert.language);
  present := app_private.spoken_text(alert, keep_speech.level, keep_speech.language);
  text_digest := sha256(convert_to(keep_speech.voice || chr(10) || coalesce(keep_speech.spoken, present), 'UTF8'));
  if keep_speech.mp3 is not null then
    -- Another host may have stored this speech first. It stays, as clients may have downloaded parts of it.
    insert into app_private.speeches (digest, voice, mp3)
      values (text_digest, keep_speech.voice, keep_speech.mp3)
      on conflict on constraint speeches_digest_key do nothing;
  end if;
  insert into app_private.alert_speeches (alert_id, level, language, speech_id)
    select keep_speech.alert_id, keep_speech.level, keep_speech.language, s.id
      from app_private.speeches s where s.digest = text_digest and coalesce(keep_speech.spoken = present, true)
    on conflict on constraint alert_speeches_pkey do nothing;
  return exists (
    select from app_private.alert_speeches s
      where (s.alert_id, s.level, s.language) = (keep_speech.alert_id, keep_speech.level, keep_speech.language));
end
$$;
comment on function app_private.keep_speech(integer, app_public.level_alert, text, bytea, text, text) is
  'Stores an MP3 as the speech of a text, and links it to the alert if the alert still has that text. Without an MP3 it links the stored speech of the same text and voice. The default language is the alert''s own, and the default text what is spoken in it. True if the alert''s text has a speech now.';
--! EndIncluded speech/app_private.keep_speech.sql
--! Included speech/app_private.queue_missing_speeches.sql
create or replace function app_private.queue_missing_speeches() returns integer
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  with queued as materialized (
    select app_private.queue_speech(a.id)
      from app_public.alerts a
      where app_private.is_active(a.active, a.expires_at)
        and exists (select from app_private.texts_to_speak(a.id))
      order by a.id
  )
  select count(*)::integer from queued
$$;
comment on function app_private.queue_missing_speeches() is
  'Queues the synthesis of missing speeches of active alerts, for example after a time without a speech engine. Returns the number of alerts.';
--! EndIncluded speech/app_private.queue_missing_speeches.sql
--! Included speech/app_private.speech_as_list.sql
create or replace function app_private.speech_as_list(alert_id integer, level app_public.level_alert) returns integer[]
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
declare
  bytes bytea;
begin
  select s.mp3 into bytes
    from app_private.find_speech(speech_as_list.alert_id, array_position(enum_range(null::app_public.level_alert), speech_as_list.level)) f
    join app_private.speeches s on s.id = f.id
    -- In a list each byte takes four bytes here and more in JSON. A long speech could exhaust a host's memory.
    where f.size <= 4194304;
  -- The concatenation detoasts the value once, not once for each byte.
  bytes := bytes || ''::bytea;
  return array(select get_byte(bytes, i) from generate_series(0, octet_length(bytes) - 1) i);
end
$$;
comment on function app_private.speech_as_list(integer, app_public.level_alert) is
  'Returns the bytes of the MP3 of an alert''s text, each from 0 to 255. The list is empty until the text is spoken, and for more than 4 MiB.';
--! EndIncluded speech/app_private.speech_as_list.sql
--! Included speech/app_private.speech_url.sql
create or replace function app_private.speech_url(alert_id integer, level integer, language text default null) returns text
language sql stable set search_path = pg_catalog, pg_temp
as $$
  select format('/alerts/%s/audio/%s.mp3?v=%s', speech_url.alert_id, speech_url.level, replace(s.speech_id::text, '-', ''))
    from app_private.alert_speeches s
    where s.alert_id = speech_url.alert_id and s.level = (enum_range(null::app_public.level_alert))[speech_url.level]
      and s.language = coalesce(speech_url.language, (select a.language from app_public.alerts a where a.id = speech_url.alert_id))
$$;
comment on function app_private.speech_url(integer, integer, text) is
  'Returns the path at which the host serves the speech of an alert''s text 1, 2 or 3, by default in its own language. Null until the text is spoken. Its v is the id of the speech, which nobody can guess: everyone who has the path may listen.';
--! EndIncluded speech/app_private.speech_url.sql
--! Included speech/app_private.texts_to_speak.sql
create or replace function app_private.texts_to_speak(alert_id integer)
returns table (level app_public.level_alert, language text, text text)
language sql stable set search_path = pg_catalog, pg_temp rows 3
as $$
  select t.level, l.language, app_private.spoken_text(a, t.level, l.language)
    from app_public.alerts a
    cross join unnest(enum_range(null::app_public.level_alert)) t (level)
    cross join unnest(app_private.languages_of(a.language, a.texts)) with ordinality l (language, place)
    where a.id = texts_to_speak.alert_id and app_private.is_active(a.active, a.expires_at)
      and not exists (
        select from app_private.alert_speeches s where (s.alert_id, s.level, s.language) = (a.id, t.level, l.language))
    order by t.level, l.place
$$;
comment on function app_private.texts_to_speak(integer) is
  'Returns the texts of an alert in its languages without a speech, the most urgent first, with the prefix of an exercise or a test. No row for an alert that has ended.';
--! EndIncluded speech/app_private.texts_to_speak.sql
--! Included speech/app_public.alerts_audio_urls.sql
-- Security definer, as the choice of the language is private. Speeches are for everyone who reads alerts.
create or replace function app_public.alerts_audio_urls(alert app_public.alerts) returns text[]
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select array(
    select app_private.speech_url(alert.id, level, (app_public.alerts_reading(alert)).language)
      from generate_series(1, 3) level order by level)
$$;
comment on function app_public.alerts_audio_urls(app_public.alerts) is
  E'@notNull\nThe paths of the speech of text1, text2 and text3 in the language that you read: as audioUrl1 to audioUrl3. Each is null until it is spoken, and if there is no voice for the language.';
grant execute on function app_public.alerts_audio_urls(app_public.alerts) to app_user;

create or replace function app_public.notifications_audio_url(notification app_public.notifications) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select app_private.speech_url(
      notification.alert_id, array_position(enum_range(null::app_public.level_alert), notification.level),
      app_public.notifications_language(notification))
    where notification.kind <> 'ALL_CLEAR'
$$;
comment on function app_public.notifications_audio_url(app_public.notifications) is
  E'@behavior -resource:aggregate\nThe path of the speech of text, as audioUrl1 of an alert. Null until it is spoken, if there is no voice for its language, and for an all-clear.';
grant execute on function app_public.notifications_audio_url(app_public.notifications) to app_user;
--! EndIncluded speech/app_public.alerts_audio_urls.sql
--! Included alerts/app_private.alert_defaults.sql
create or replace function app_private.alert_defaults(
  out level2_distance double precision, out level3_distance double precision,
  out duration integer, out max_position_age integer, out language text, out voices text[]
)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select s.level2_distance, s.level3_distance,
      extract(epoch from s.alert_duration)::integer, extract(epoch from s.max_position_age)::integer, s.default_language, s.voices
    from app_private.settings s
$$;
comment on function app_private.alert_defaults() is
  'Returns the default values of a new alert, for the console: distances in metres, times in seconds, the language of the texts, and the languages that are spoken.';
grant execute on function app_private.alert_defaults() to app_host;
--! EndIncluded alerts/app_private.alert_defaults.sql
