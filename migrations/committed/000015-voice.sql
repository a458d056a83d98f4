--! Previous: sha1:c722eb281fb9fd76e2e17ad9ecbf75c5d4294251
--! Hash: sha1:8d7a941283e6f296277748046b2e4d172ff90e39
--! Message: voice

--! split: 1-current.sql
alter table app_private.settings
  add column default_language text not null default 'en'
    constraint settings_default_language check (default_language ~ '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,8}$');
comment on column app_private.settings.default_language is 'The language of alerts that do not say theirs, as BCP 47 names it: en, pt-BR.';
comment on constraint settings_default_language on app_private.settings is 'default_language must name a language as BCP 47 does, such as "it" or "pt-BR".';

alter table app_public.alerts
  add column language text not null default 'en'
    constraint alerts_language check (language ~ '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,8}$');
comment on column app_public.alerts.language is 'The language of the texts, as BCP 47 names it: en, pt-BR.';
comment on constraint alerts_language on app_public.alerts is 'language must name a language as BCP 47 does, such as "it" or "pt-BR".';

alter type app_public.alert_input add attribute language text;
comment on column app_public.alert_input.language is 'The language of the texts, as BCP 47 names it ("it", "pt-BR"): which voice speaks them. By default the service''s own.';

create table app_private.speeches (
  id uuid primary key default gen_random_uuid(),
  digest bytea not null constraint speeches_digest_key unique,
  voice text not null,
  mp3 bytea not null,
  created_at timestamptz not null default now()
);
-- It does not compress, and is read by parts.
alter table app_private.speeches alter column mp3 set storage external;
comment on table app_private.speeches is 'Texts as speech: each text once for each voice, whichever alerts it stands in.';
comment on column app_private.speeches.id is 'In the speech''s URL: who has it may listen, so that it must not follow from the text.';
comment on column app_private.speeches.digest is 'SHA-256 of the voice, a line feed and the text.';
comment on column app_private.speeches.voice is 'Engine, version, voice and encoding.';
comment on column app_private.speeches.mp3 is 'An MP3 file; never changed, as clients keep it.';

create table app_private.alert_speeches (
  alert_id integer not null references app_public.alerts on delete cascade,
  level app_public.level_alert not null,
  speech_id uuid not null references app_private.speeches on delete cascade,
  primary key (alert_id, level)
);
create index alert_speeches_speech_id on app_private.alert_speeches (speech_id);
comment on table app_private.alert_speeches is 'Which speech is that of an alert''s text for a level; no row until it is spoken.';

alter table app_private.speeches enable row level security;
alter table app_private.alert_speeches enable row level security;

--! Included functions/app_private.find_speech.sql
create or replace function app_private.find_speech(alert_id integer, level integer, out id uuid, out size integer)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select s.id, octet_length(s.mp3)
    from app_private.alert_speeches a
    join app_private.speeches s on s.id = a.speech_id
    where a.alert_id = find_speech.alert_id and a.level = (enum_range(null::app_public.level_alert))[find_speech.level]
$$;
comment on function app_private.find_speech(integer, integer) is
  'The speech of an alert''s text, 1 to 3, and its size in bytes; nulls until it is spoken.';
grant execute on function app_private.find_speech(integer, integer) to app_host;
--! EndIncluded functions/app_private.find_speech.sql
--! Included functions/app_private.read_speech.sql
create or replace function app_private.read_speech(id uuid, first_byte integer, bytes integer) returns bytea
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select substring(s.mp3 from read_speech.first_byte + 1 for read_speech.bytes)
    from app_private.speeches s
    where s.id = read_speech.id
$$;
comment on function app_private.read_speech(uuid, integer, integer) is
  'So many bytes of a speech, an MP3 file, from one on; the first is 0. Null for an unknown id.';
grant execute on function app_private.read_speech(uuid, integer, integer) to app_host;
--! EndIncluded functions/app_private.read_speech.sql
--! Included functions/app_private.speech_url.sql
create or replace function app_private.speech_url(alert_id integer, level integer) returns text
language sql stable set search_path = pg_catalog, pg_temp
as $$
  select format('/alerts/%s/audio/%s.mp3?v=%s', speech_url.alert_id, speech_url.level, replace(s.id::text, '-', ''))
    from app_private.find_speech(speech_url.alert_id, speech_url.level) s
    where s.id is not null
$$;
comment on function app_private.speech_url(integer, integer) is
  'Where the host serves the speech of an alert''s text, 1 to 3; null until it is spoken. Its v is the speech''s id, which nobody guesses: who has it may listen.';
--! EndIncluded functions/app_private.speech_url.sql
--! Included functions/app_private.speech_as_list.sql
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
      -- As a list each byte takes four here and some more in JSON: enough to bring a host down.
      and octet_length(s.mp3) <= 4194304;
  -- Read from where it is stored once, not once for each byte.
  bytes := bytes || ''::bytea;
  return array(select get_byte(bytes, i) from generate_series(0, octet_length(bytes) - 1) i);
end
$$;
comment on function app_private.speech_as_list(integer, app_public.level_alert) is
  'The bytes of the MP3 of an alert''s text, each from 0 to 255; none until it is spoken, and where they are more than 4 MiB.';
--! EndIncluded functions/app_private.speech_as_list.sql
--! Included functions/app_private.texts_to_speak.sql
create or replace function app_private.texts_to_speak(alert_id integer)
returns table (level app_public.level_alert, language text, text text)
language sql stable set search_path = pg_catalog, pg_temp rows 3
as $$
  select t.level, a.language, t.text
    from app_public.alerts a
    cross join lateral (values
      ('ONE'::app_public.level_alert, a.text1), ('TWO', a.text2), ('THREE', a.text3)) t (level, text)
    where a.id = texts_to_speak.alert_id and a.active and a.expires_at > now()
      and not exists (
        select from app_private.alert_speeches s where s.alert_id = a.id and s.level = t.level)
    order by t.level
$$;
comment on function app_private.texts_to_speak(integer) is
  'The texts of an alert that are not spoken yet, most urgent first; none when it has ended.';
--! EndIncluded functions/app_private.texts_to_speak.sql
--! Included functions/app_private.keep_speech.sql
create or replace function app_private.keep_speech(
  alert_id integer, level app_public.level_alert, voice text, mp3 bytea default null
) returns boolean
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  text_digest bytea;
begin
  select sha256(convert_to(
      keep_speech.voice || chr(10) || case keep_speech.level
        when 'ONE' then a.text1
        when 'TWO' then a.text2
        when 'THREE' then a.text3
      end, 'UTF8'))
    into text_digest
    from app_public.alerts a where a.id = keep_speech.alert_id;
  if keep_speech.mp3 is not null then
    -- Another host may have been faster: who has seen its bytes goes on with them.
    insert into app_private.speeches (digest, voice, mp3)
      values (text_digest, keep_speech.voice, keep_speech.mp3)
      on conflict on constraint speeches_digest_key do nothing;
  end if;
  insert into app_private.alert_speeches (alert_id, level, speech_id)
    select keep_speech.alert_id, keep_speech.level, s.id
      from app_private.speeches s where s.digest = text_digest
    on conflict on constraint alert_speeches_pkey do nothing;
  return exists (
    select from app_private.alert_speeches s
      where s.alert_id = keep_speech.alert_id and s.level = keep_speech.level);
end
$$;
comment on function app_private.keep_speech(integer, app_public.level_alert, text, bytea) is
  'Makes the MP3 given the speech of an alert''s text; without one, that of an equal text in the same voice. Whether the text has its speech now.';
--! EndIncluded functions/app_private.keep_speech.sql
--! Included functions/app_private.queue_speech.sql
create or replace function app_private.queue_speech(alert_id integer) returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  -- A second later most publications are over: they need the processor more.
  select graphile_worker.add_job(
    'speak_alert', json_build_object('alertId', alert_id), run_at => now() + interval '1 second',
    max_attempts => 5, priority => 10, job_key => 'speak_alert:' || alert_id)
$$;
comment on function app_private.queue_speech(integer) is 'Queues the job that speaks an alert''s texts, behind all others.';
--! EndIncluded functions/app_private.queue_speech.sql
--! Included functions/app_private.queue_missing_speeches.sql
create or replace function app_private.queue_missing_speeches() returns integer
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  with queued as materialized (
    select app_private.queue_speech(a.id)
      from app_public.alerts a
      where a.active and a.expires_at > now()
        and (select count(*) from app_private.alert_speeches s where s.alert_id = a.id) < 3
      order by a.id
  )
  select count(*)::integer from queued
$$;
comment on function app_private.queue_missing_speeches() is
  'Queues the speech of alerts that last and lack some, as after a time without an engine; returns how many.';
--! EndIncluded functions/app_private.queue_missing_speeches.sql
--! Included functions/app_private.new_alert.sql
create or replace function app_private.new_alert(input app_public.alert_input) returns integer
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  setting app_private.settings;
  area geometry := app_private.area_of_points(input.points);
  zone2 geometry;
  zone3 geometry;
  new_id integer;
begin
  select s.* into setting from app_private.settings s;
  zone2 := app_private.zone_around(area, setting.level2_distance);
  zone3 := app_private.zone_around(area, setting.level3_distance);
  insert into app_public.alerts (
      user_id, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age, text1, text2, text3,
      language)
    values (
      app_public.current_user_id(), now() + setting.alert_duration, area, zone2, zone3,
      setting.level2_distance, setting.level3_distance, setting.max_position_age, input.text1, input.text2, input.text3,
      coalesce(input.language, setting.default_language))
    returning id into new_id;
  insert into app_private.publications (alert_id) values (new_id);
  -- Should the host die between this transaction and the matching, a job goes on with it.
  perform graphile_worker.add_job(
    'publish_alert', json_build_object('alertId', new_id),
    run_at => now() + interval '5 seconds', job_key => 'publish_alert:' || new_id);
  perform app_private.queue_speech(new_id);
  -- Last, as reports wait from here to the commit; see app_private.publication_lock().
  perform pg_advisory_xact_lock(app_private.publication_lock());
  return new_id;
end
$$;
comment on function app_private.new_alert(app_public.alert_input) is
  'The first phase of a publication: makes the alert visible, having waited for the reports in flight. The second is app_private.publish_chunk(), for which a job is queued here. Returns the alert''s id.';
grant execute on function app_private.new_alert(app_public.alert_input) to app_admin;
--! EndIncluded functions/app_private.new_alert.sql
--! Included functions/app_public.alerts_audio1.sql
create or replace function app_public.alerts_audio1(alert app_public.alerts) returns integer[]
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select app_private.speech_as_list(alert.id, 'ONE')
$$;
comment on function app_public.alerts_audio1(app_public.alerts) is E'@notNull\n@itemsNotNull\nThe text as speech: the bytes of an MP3 file; empty until it is spoken, and where they are more than 4 MiB. audioUrl1 costs a fraction.';
grant execute on function app_public.alerts_audio1(app_public.alerts) to app_user;
--! EndIncluded functions/app_public.alerts_audio1.sql
--! Included functions/app_public.alerts_audio2.sql
create or replace function app_public.alerts_audio2(alert app_public.alerts) returns integer[]
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select app_private.speech_as_list(alert.id, 'TWO')
$$;
comment on function app_public.alerts_audio2(app_public.alerts) is E'@notNull\n@itemsNotNull\nAs audio1, for text2.';
grant execute on function app_public.alerts_audio2(app_public.alerts) to app_user;
--! EndIncluded functions/app_public.alerts_audio2.sql
--! Included functions/app_public.alerts_audio3.sql
create or replace function app_public.alerts_audio3(alert app_public.alerts) returns integer[]
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select app_private.speech_as_list(alert.id, 'THREE')
$$;
comment on function app_public.alerts_audio3(app_public.alerts) is E'@notNull\n@itemsNotNull\nAs audio1, for text3.';
grant execute on function app_public.alerts_audio3(app_public.alerts) to app_user;
--! EndIncluded functions/app_public.alerts_audio3.sql
--! Included functions/app_public.alerts_audio_url1.sql
create or replace function app_public.alerts_audio_url1(alert app_public.alerts) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select app_private.speech_url(alert.id, 1)
$$;
comment on function app_public.alerts_audio_url1(app_public.alerts) is 'Where the text as speech is served as an MP3 file: a path on this host, which needs no token; null until it is spoken.';
grant execute on function app_public.alerts_audio_url1(app_public.alerts) to app_user;
--! EndIncluded functions/app_public.alerts_audio_url1.sql
--! Included functions/app_public.alerts_audio_url2.sql
create or replace function app_public.alerts_audio_url2(alert app_public.alerts) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select app_private.speech_url(alert.id, 2)
$$;
comment on function app_public.alerts_audio_url2(app_public.alerts) is 'As audioUrl1, for text2.';
grant execute on function app_public.alerts_audio_url2(app_public.alerts) to app_user;
--! EndIncluded functions/app_public.alerts_audio_url2.sql
--! Included functions/app_public.alerts_audio_url3.sql
create or replace function app_public.alerts_audio_url3(alert app_public.alerts) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select app_private.speech_url(alert.id, 3)
$$;
comment on function app_public.alerts_audio_url3(app_public.alerts) is 'As audioUrl1, for text3.';
grant execute on function app_public.alerts_audio_url3(app_public.alerts) to app_user;
--! EndIncluded functions/app_public.alerts_audio_url3.sql
