--! Previous: sha1:b1866d8b1ba2e643c5989a4624445ef1fe29c51a
--! Hash: sha1:81e19b0fc6e6e155e4bbcd40e2c1b5156b64bfab
--! Message: Speech

set local check_function_bodies = off; -- Functions call later ones.

create table app_private.speeches (
  id uuid not null default gen_random_uuid(),
  digest bytea not null,
  voice text not null,
  mp3 bytea not null,
  created_at timestamptz not null default now(),
  constraint speeches_digest_key unique (digest),
  constraint speeches_pkey primary key (id)
);
alter table app_private.speeches alter column mp3 set storage external;
alter table app_private.speeches enable row level security;

comment on table app_private.speeches is
  'Texts as speech. Each text is stored once for each voice, whichever alerts use it.';
comment on column app_private.speeches.id is
  'The id, which is part of the URL. It is random, as everyone who knows it may listen.';
comment on column app_private.speeches.digest is 'SHA-256 of the voice, a line feed and the text.';
comment on column app_private.speeches.voice is 'The engine, its version, the voice and the encoding.';
comment on column app_private.speeches.mp3 is 'The MP3 file. It never changes, as clients cache it.';
comment on column app_private.speeches.created_at is 'When it was made.';

create table app_private.alert_speeches (
  alert_id integer not null,
  level app_public.level_alert not null,
  speech_id uuid not null,
  constraint alert_speeches_pkey primary key (alert_id, level),
  constraint alert_speeches_alert_id_fkey foreign key (alert_id) references app_public.alerts(id) on delete cascade,
  constraint alert_speeches_speech_id_fkey foreign key (speech_id) references app_private.speeches(id) on delete cascade
);
create index alert_speeches_speech_id on app_private.alert_speeches (speech_id);
alter table app_private.alert_speeches enable row level security;

comment on table app_private.alert_speeches is
  'The speech of an alert''s text for a level. There is no row until the text is spoken.';
comment on column app_private.alert_speeches.alert_id is 'The alert.';
comment on column app_private.alert_speeches.level is 'The level of the text.';
comment on column app_private.alert_speeches.speech_id is 'The speech.';

--! Included speech/app_private.find_speech.sql
create or replace function app_private.find_speech(alert_id integer, level integer, out id uuid, out size integer)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select s.id, octet_length(s.mp3)
    from app_private.alert_speeches a
    join app_private.speeches s on s.id = a.speech_id
    where a.alert_id = find_speech.alert_id and a.level = (enum_range(null::app_public.level_alert))[find_speech.level]
$$;
comment on function app_private.find_speech(integer, integer) is
  'Returns the speech of an alert''s text 1, 2 or 3 and its size in bytes. Both are null until the text is spoken.';
grant execute on function app_private.find_speech(integer, integer) to app_host;
--! EndIncluded speech/app_private.find_speech.sql
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
  -- An update may change the text while it is synthesized. The row lock serializes the two.
  select app_private.marked_text(a.status, a.language, app_private.text_of(keep_speech.level, a.text1, a.text2, a.text3))
    into present
    from app_public.alerts a where a.id = keep_speech.alert_id
    for share;
  text_digest := sha256(convert_to(keep_speech.voice || chr(10) || coalesce(keep_speech.spoken, present), 'UTF8'));
  if keep_speech.mp3 is not null then
    -- Another host may have stored this speech first. It stays, as clients may have downloaded parts of it.
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
  'Stores an MP3 as the speech of a text, and links it to the alert if the alert still has that text. Without an MP3 it links the stored speech of the same text and voice. The default text is the alert''s own, with the prefix of an exercise or a test. True if the alert''s text has a speech now.';
--! EndIncluded speech/app_private.keep_speech.sql
--! Included speech/app_private.queue_missing_speeches.sql
create or replace function app_private.queue_missing_speeches() returns integer
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  with queued as materialized (
    select app_private.queue_speech(a.id)
      from app_public.alerts a
      where app_private.is_active(a.active, a.expires_at)
        and (select count(*) from app_private.alert_speeches s where s.alert_id = a.id) < 3
      order by a.id
  )
  select count(*)::integer from queued
$$;
comment on function app_private.queue_missing_speeches() is
  'Queues the synthesis of missing speeches of active alerts, for example after a time without a speech engine. Returns the number of alerts.';
--! EndIncluded speech/app_private.queue_missing_speeches.sql
--! Included speech/app_private.queue_speech.sql
create or replace function app_private.queue_speech(alert_id integer) returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  -- After one second most publications are complete. They have priority for the CPU.
  select graphile_worker.add_job(
    'speak_alert', json_build_object('alertId', alert_id), run_at => now() + interval '1 second',
    max_attempts => 5, priority => 10, job_key => 'speak_alert:' || alert_id)
$$;
comment on function app_private.queue_speech(integer) is
  'Queues the job that synthesizes an alert''s texts, with the lowest priority.';
--! EndIncluded speech/app_private.queue_speech.sql
--! Included speech/app_private.read_speech.sql
create or replace function app_private.read_speech(id uuid, first_byte integer, bytes integer) returns bytea
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select substring(s.mp3 from read_speech.first_byte + 1 for read_speech.bytes)
    from app_private.speeches s
    where s.id = read_speech.id
$$;
comment on function app_private.read_speech(uuid, integer, integer) is
  'Returns a byte range of a speech (an MP3 file); first_byte counts from 0. Null for an unknown id.';
grant execute on function app_private.read_speech(uuid, integer, integer) to app_host;
--! EndIncluded speech/app_private.read_speech.sql
--! Included speech/app_private.speech_as_list.sql
create or replace function app_private.speech_as_list(alert_id integer, level app_public.level_alert) returns integer[]
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
declare
  bytes bytea;
begin
  select s.mp3 into bytes
    from app_private.alert_speeches a
    join app_private.speeches s on s.id = a.speech_id
    where a.alert_id = speech_as_list.alert_id and a.level = speech_as_list.level
      -- In a list each byte takes four bytes here and more in JSON. A long speech could exhaust a host's memory.
      and octet_length(s.mp3) <= 4194304;
  -- The concatenation detoasts the value once, not once for each byte.
  bytes := bytes || ''::bytea;
  return array(select get_byte(bytes, i) from generate_series(0, octet_length(bytes) - 1) i);
end
$$;
comment on function app_private.speech_as_list(integer, app_public.level_alert) is
  'Returns the bytes of the MP3 of an alert''s text, each from 0 to 255. The list is empty until the text is spoken, and for more than 4 MiB.';
--! EndIncluded speech/app_private.speech_as_list.sql
--! Included speech/app_private.speech_url.sql
create or replace function app_private.speech_url(alert_id integer, level integer) returns text
language sql stable set search_path = pg_catalog, pg_temp
as $$
  select format('/alerts/%s/audio/%s.mp3?v=%s', speech_url.alert_id, speech_url.level, replace(s.id::text, '-', ''))
    from app_private.find_speech(speech_url.alert_id, speech_url.level) s
    where s.id is not null
$$;
comment on function app_private.speech_url(integer, integer) is
  'Returns the path at which the host serves the speech of an alert''s text 1, 2 or 3. Null until the text is spoken. Its v is the id of the speech, which nobody can guess: everyone who has the path may listen.';
--! EndIncluded speech/app_private.speech_url.sql
--! Included speech/app_private.texts_to_speak.sql
create or replace function app_private.texts_to_speak(alert_id integer)
returns table (level app_public.level_alert, language text, text text)
language sql stable set search_path = pg_catalog, pg_temp rows 3
as $$
  select t.level, a.language, app_private.marked_text(a.status, a.language, app_private.text_of(t.level, a.text1, a.text2, a.text3))
    from app_public.alerts a
    cross join unnest(enum_range(null::app_public.level_alert)) t (level)
    where a.id = texts_to_speak.alert_id and app_private.is_active(a.active, a.expires_at)
      and not exists (
        select from app_private.alert_speeches s where s.alert_id = a.id and s.level = t.level)
    order by t.level
$$;
comment on function app_private.texts_to_speak(integer) is
  'Returns the texts of an alert without a speech, the most urgent first, with the prefix of an exercise or a test. No row for an alert that has ended.';
--! EndIncluded speech/app_private.texts_to_speak.sql
--! Included speech/app_public.alerts_audio.sql
create or replace function app_public.alerts_audio1(alert app_public.alerts) returns integer[]
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select app_private.speech_as_list(alert.id, 'ONE')
$$;
comment on function app_public.alerts_audio1(app_public.alerts) is
  E'@notNull\n@itemsNotNull\nThe speech of text1, the text of level ONE: the bytes of an MP3 file. Empty until the text is spoken, if the file is larger than 4 MiB, and if newer alerts fill the answer. audioUrl1 costs a fraction.';
grant execute on function app_public.alerts_audio1(app_public.alerts) to app_user;

create or replace function app_public.alerts_audio2(alert app_public.alerts) returns integer[]
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select app_private.speech_as_list(alert.id, 'TWO')
$$;
comment on function app_public.alerts_audio2(app_public.alerts) is
  E'@notNull\n@itemsNotNull\nThe speech of text2, the text of level TWO: the bytes of an MP3 file. Empty until the text is spoken, if the file is larger than 4 MiB, and if newer alerts fill the answer. audioUrl2 costs a fraction.';
grant execute on function app_public.alerts_audio2(app_public.alerts) to app_user;

create or replace function app_public.alerts_audio3(alert app_public.alerts) returns integer[]
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select app_private.speech_as_list(alert.id, 'THREE')
$$;
comment on function app_public.alerts_audio3(app_public.alerts) is
  E'@notNull\n@itemsNotNull\nThe speech of text3, the text of level THREE: the bytes of an MP3 file. Empty until the text is spoken, if the file is larger than 4 MiB, and if newer alerts fill the answer. audioUrl3 costs a fraction.';
grant execute on function app_public.alerts_audio3(app_public.alerts) to app_user;

create or replace function app_public.alerts_audio_url1(alert app_public.alerts) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select app_private.speech_url(alert.id, 1)
$$;
comment on function app_public.alerts_audio_url1(app_public.alerts) is
  'The path of the speech of text1, the text of level ONE, on this host: an MP3 file that needs no token. Null until the text is spoken.';
grant execute on function app_public.alerts_audio_url1(app_public.alerts) to app_user;

create or replace function app_public.alerts_audio_url2(alert app_public.alerts) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select app_private.speech_url(alert.id, 2)
$$;
comment on function app_public.alerts_audio_url2(app_public.alerts) is
  'The path of the speech of text2, the text of level TWO, on this host: an MP3 file that needs no token. Null until the text is spoken.';
grant execute on function app_public.alerts_audio_url2(app_public.alerts) to app_user;

create or replace function app_public.alerts_audio_url3(alert app_public.alerts) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select app_private.speech_url(alert.id, 3)
$$;
comment on function app_public.alerts_audio_url3(app_public.alerts) is
  'The path of the speech of text3, the text of level THREE, on this host: an MP3 file that needs no token. Null until the text is spoken.';
grant execute on function app_public.alerts_audio_url3(app_public.alerts) to app_user;
--! EndIncluded speech/app_public.alerts_audio.sql
