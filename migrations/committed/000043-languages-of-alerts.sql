--! Previous: sha1:90bfce1251a99fd2787e66d9af3f57d453a1ab9a
--! Hash: sha1:46f044eedc30314c3f1dd0a95fbc767ed5f9ebf3
--! Message: languages of alerts

set local check_function_bodies = off; -- Functions call later ones.

create type app_public.alert_text as (
  language text,
  title text,
  text1 text,
  text2 text,
  text3 text,
  all_clear text,
  is_old boolean
);
comment on type app_public.alert_text is 'The texts of an alert in another language than its own.';
comment on column app_public.alert_text.language is E'@notNull\nThe language: a BCP 47 tag such as "es" or "pt-BR".';
comment on column app_public.alert_text.title is 'The title, in 60 characters at most.';
comment on column app_public.alert_text.text1 is
  'The text for people inside the area. Null if only the all-clear is written in this language.';
comment on column app_public.alert_text.text2 is 'The text for people in zone TWO. Null as text1.';
comment on column app_public.alert_text.text3 is 'The text for people in zone THREE. Null as text1.';
comment on column app_public.alert_text.all_clear is 'The text of the all-clear. Null before, and if it was not written in this language.';
comment on column app_public.alert_text.is_old is
  E'@notNull\nTrue if the alert''s own title or texts have changed since these were written.';

create type app_public.alert_text_input as (
  language text,
  title text,
  text1 text,
  text2 text,
  text3 text,
  all_clear text,
  is_old boolean
);
comment on type app_public.alert_text_input is
  E'@inputTypeName AlertTextInput\nThe texts of an alert, or of its all-clear, in another language than its own.';
comment on column app_public.alert_text_input.language is E'@notNull\nThe language: a BCP 47 tag such as "es" or "pt-BR".';
comment on column app_public.alert_text_input.title is 'The title, in 60 characters at most.';
comment on column app_public.alert_text_input.text1 is 'The text for people inside the area. Only an all-clear goes without text1 to text3.';
comment on column app_public.alert_text_input.text2 is 'The text for people in zone TWO.';
comment on column app_public.alert_text_input.text3 is 'The text for people in zone THREE.';
comment on column app_public.alert_text_input.all_clear is 'The text of an all-clear, in place of the others.';
comment on column app_public.alert_text_input.is_old is
  'True if it is from an earlier version, and says something else than the alert''s own texts say now.';

create type app_public.language_reach as (
  language text,
  users integer,
  wanted text
);
comment on type app_public.language_reach is 'How many people would read an alert in a language.';
comment on column app_public.language_reach.language is E'@notNull\nThe language.';
comment on column app_public.language_reach.users is E'@notNull\nThe people who would be notified in it.';
comment on column app_public.language_reach.wanted is
  'The language that these people would rather read, as the alert has none of theirs. Null for the others.';

--! Included languages/app_private.is_language.sql
create or replace function app_private.is_language(tag text) returns boolean
language sql immutable parallel safe
as $$
  select coalesce(tag ~ '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,8}$', false)
$$;
comment on function app_private.is_language(text) is 'True for a language tag of BCP 47, such as it or pt-BR, whether it is registered or not.';
grant execute on function app_private.is_language(text) to app_author;
--! EndIncluded languages/app_private.is_language.sql
--! Included languages/app_private.text_language.sql
create or replace function app_private.text_language(wanted text[], available text[]) returns text
language sql immutable parallel safe set search_path = pg_catalog, pg_temp
as $$
  select a.tag
    from unnest(wanted) with ordinality w (tag, place),
      unnest(available) with ordinality a (tag, place),
      lateral (select string_to_array(lower(w.tag), '-') as w, string_to_array(lower(a.tag), '-') as a) p
    where p.w[1] = p.a[1]
    order by w.place, (select count(*) from generate_subscripts(p.w, 1) i where p.w[i] = p.a[i]) desc, char_length(a.tag), a.place
    limit 1
$$;
comment on function app_private.text_language(text[], text[]) is
  'Returns which of the available languages someone reads who wants these, the dearest first: the first of theirs that there is. pt-BR fits pt, and the reverse; the one with the most parts in common comes first, then the shorter one. Null if none fits. Every road asks it.';
--! EndIncluded languages/app_private.text_language.sql
--! Included languages/app_private.languages_of.sql
create or replace function app_private.languages_of(language text, texts app_public.alert_text[], is_all_clear boolean default false)
returns text[]
language sql immutable parallel safe
as $$
  select languages_of.language || array(
    select t.language from unnest(texts) t where case when is_all_clear then t.all_clear else t.text1 end is not null)
$$;
comment on function app_private.languages_of(text, app_public.alert_text[], boolean) is
  'Returns the languages in which an alert, or its all-clear, is written: its own first.';
--! EndIncluded languages/app_private.languages_of.sql
--! Included languages/app_private.checked_texts.sql
create or replace function app_private.checked_texts(
  texts app_public.alert_text_input[], language text, is_from_template boolean, is_all_clear boolean default false
) returns app_public.alert_text[]
language plpgsql immutable set search_path = pg_catalog, pg_temp
as $$
declare
  used text[] := array[lower(language)];
  translation app_public.alert_text;
  checked app_public.alert_text[] := '{}';
begin
  if cardinality(texts) > 20 then
    raise exception using errcode = 'LA400', constraint = 'texts_count', message = 'texts has more than 20 languages: leave some out.';
  end if;
  foreach translation in array texts loop
    if not app_private.is_language(translation.language) or lower(translation.language) = any (used) then
      raise exception using errcode = 'LA400', constraint = 'texts_language', message = format(
        'texts has the language "%s", which is no language tag of BCP 47, stands twice, or is the alert''s own: send each other language once, such as "es" or "pt-BR".',
        left(translation.language, 50));
    end if;
    translation.title := nullif(btrim(translation.title), '');
    translation.is_old := coalesce(translation.is_old, false);
    if is_all_clear and num_nonnulls(translation.title, translation.text1, translation.text2, translation.text3) > 0
      or not is_all_clear and translation.all_clear is not null
      or char_length(translation.title) > 60 or translation.title ~ '[[:cntrl:]]' or app_private.without_blanks(translation.title) = ''
      or exists (
        select from unnest(case
            when is_all_clear then array[translation.all_clear]
            else array[translation.text1, translation.text2, translation.text3, coalesce(translation.all_clear, translation.text1)] end) t (text)
          where (char_length(t.text) <= 10000 and app_private.without_blanks(t.text) <> '') is not true)
    then
      raise exception using errcode = 'LA400', constraint = 'texts_length', message = format(
        'The texts in "%s" do not fit: write text1, text2 and text3, or for an all-clear only allClear, of 10,000 characters at most, and a title of 60 at most in one line, or none.',
        translation.language);
    end if;
    if is_from_template and app_private.has_placeholder(concat_ws(
      ' ', translation.title, translation.text1, translation.text2, translation.text3, translation.all_clear))
    then
      raise exception using errcode = 'LA400', constraint = 'texts_placeholder', message = format(
        'A text in "%s" still has a placeholder of the template, such as {place}: fill it in.', translation.language);
    end if;
    used := used || lower(translation.language);
    checked := checked || translation;
  end loop;
  return checked;
end
$$;
comment on function app_private.checked_texts(app_public.alert_text_input[], text, boolean, boolean) is
  'Validates the texts of an alert, of its all-clear, or if is_all_clear is null of a template, which may have both, in other languages than its own and returns them. Error LA400 says what is wrong with them.';
--! EndIncluded languages/app_private.checked_texts.sql

alter table app_public.alerts add column texts app_public.alert_text[] not null default '{}';
comment on column app_public.alerts.texts is
  E'@behavior -orderBy -attribute:groupBy -attribute:aggregate\n@itemsNotNull\nIts texts in other languages than its own. Who reads one of these gets them in place of text1 to text3.';
alter table app_public.alert_versions add column texts app_public.alert_text[] not null default '{}';
comment on column app_public.alert_versions.texts is E'@itemsNotNull\nThe texts in other languages.';
alter table app_public.notifications add column told_language text;
comment on column app_public.notifications.told_language is
  E'@behavior -orderBy\nThe language in which the user was told. Null if that is the alert''s own.';
alter type app_public.alert_input add attribute texts app_public.alert_text_input[];
comment on column app_public.alert_input.texts is E'@itemsNotNull\nThe texts in other languages, twenty at most.';
alter type app_public.alert_template_input add attribute texts app_public.alert_text_input[];
comment on column app_public.alert_template_input.texts is E'@itemsNotNull\nThe texts in other languages, each with the all-clear if it has one.';
alter table app_public.alert_templates add column texts app_public.alert_text[] not null default '{}';
comment on column app_public.alert_templates.texts is
  E'@behavior -orderBy -attribute:groupBy -attribute:aggregate\n@itemsNotNull\nThe texts, and the all-clear, in other languages than its own.';
grant insert (texts), update (texts) on app_public.alert_templates to app_approver;
alter type app_public.alert_update_input add attribute texts app_public.alert_text_input[];
comment on column app_public.alert_update_input.texts is
  E'@itemsNotNull\nAll texts in other languages. Left out, they stay, and are old (isOld) if the title or a text changes.';
alter type app_public.publication_input add attribute all_clear_texts app_public.alert_text_input[];
comment on column app_public.publication_input.all_clear_texts is E'@itemsNotNull\nThe all-clear in other languages.';
alter table app_private.held_publications add column all_clear_texts json;
comment on column app_private.held_publications.all_clear_texts is 'The all-clear in other languages.';
alter table app_private.sent_alerts add column texts jsonb;
comment on column app_private.sent_alerts.texts is 'The texts in other languages.';
alter type app_public.alert_reach_preview add attribute languages app_public.language_reach[];
comment on column app_public.alert_reach_preview.languages is
  E'@notNull\n@itemsNotNull\nThe languages in which these people would read it, the most frequent first. People of cells are left out.';

alter table app_public.users add column languages text[] not null default '{}';
-- squawk-ignore constraint-missing-not-valid
alter table app_public.users add constraint users_languages check (
  cardinality(languages) <= 10 and array_to_string(languages, ',', '-') ~ '^([A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,8}(,|$))*$');
comment on column app_public.users.languages is
  E'@behavior -orderBy -attribute:groupBy -attribute:aggregate\n@itemsNotNull\nThe languages that the user reads, the dearest first. If empty, that of their device counts.';
comment on constraint users_languages on app_public.users is
  'languages has more than ten, or something that is no language tag of BCP 47: send tags such as "it" or "pt-BR".';
alter type app_public.user_edit add attribute languages text[];
comment on column app_public.user_edit.languages is
  E'@itemsNotNull\nThe languages that you read, the dearest first: alerts come in the first of them that they have. An empty list for that of your device.';
alter table app_public.users add column device_language text;
comment on column app_public.users.device_language is
  E'@behavior -*\nThe language of the device that was registered last: a BCP 47 tag. Null if it is not known.';
alter type app_public.register_notification_token add attribute language text;
comment on column app_public.register_notification_token.language is
  'The language of the device, such as "it" or "pt-BR": it counts for users who choose none.';

--! Included languages/app_private.wanted_languages.sql
create or replace function app_private.wanted_languages(languages text[], device_language text) returns text[]
language sql immutable parallel safe
as $$
  select case when languages = '{}' and device_language is not null then array[device_language] else languages end
$$;
comment on function app_private.wanted_languages(text[], text) is
  'Returns the languages that a user reads, the dearest first: those that they chose, or else that of their device. Empty if neither is known.';
--! EndIncluded languages/app_private.wanted_languages.sql
--! Included languages/app_private.language_for.sql
create or replace function app_private.language_for(user_id integer, available text[]) returns text
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
begin
  return coalesce(
    (select app_private.text_language(app_private.wanted_languages(u.languages, u.device_language), available)
      from app_public.users u where u.id = language_for.user_id), available[1]);
end
$$;
comment on function app_private.language_for(integer, text[]) is
  'Returns the language of an alert that a user reads: the first of theirs that it has, or else its own, the first of these.';
--! EndIncluded languages/app_private.language_for.sql
--! Included languages/app_private.text_for.sql
create or replace function app_private.text_for(
  user_id integer, own app_public.alert_text, texts app_public.alert_text[], is_all_clear boolean default false
) returns app_public.alert_text
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
declare
  language text;
  translation app_public.alert_text;
begin
  if texts <> '{}' then
    language := app_private.language_for(user_id, app_private.languages_of(own.language, texts, is_all_clear));
    foreach translation in array texts loop
      if translation.language = language then
        return translation;
      end if;
    end loop;
  end if;
  return own;
end
$$;
comment on function app_private.text_for(integer, app_public.alert_text, app_public.alert_text[], boolean) is
  'Returns the texts of an alert, or of its all-clear, in the language that a user reads, by app_private.language_for().';
--! EndIncluded languages/app_private.text_for.sql
--! Included languages/app_private.message_of.sql
create or replace function app_private.message_of(notification app_public.notifications) returns app_public.alert_text
language sql stable set search_path = pg_catalog, pg_temp
as $$
  select app_private.text_for(
      notification.user_id, row(a.language, a.title, a.text1, a.text2, a.text3, a.all_clear, false), a.texts, notification.kind = 'ALL_CLEAR')
    from app_public.alerts a where a.id = notification.alert_id
$$;
comment on function app_private.message_of(app_public.notifications) is
  'Returns the present texts of a notification''s alert, in the language that its user reads.';
--! EndIncluded languages/app_private.message_of.sql
--! Included languages/app_public.notifications_text.sql
-- Security definer, as the choice of the language reads devices. Texts of alerts are for everyone.
create or replace function app_public.notifications_text(notification app_public.notifications) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select case when notification.kind = 'ALL_CLEAR' then m.all_clear else app_private.text_of(notification.level, m.text1, m.text2, m.text3) end
    from app_private.message_of(notification) m
$$;
comment on function app_public.notifications_text(app_public.notifications) is
  E'@behavior -resource:aggregate\n@notNull\nWhat the alert says now to its user, for the level of the notification: in the first of their languages that the alert has, or else in its own. Of an all-clear, its text.';
grant execute on function app_public.notifications_text(app_public.notifications) to app_user;

create or replace function app_public.notifications_title(notification app_public.notifications) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select m.title from app_private.message_of(notification) m
$$;
comment on function app_public.notifications_title(app_public.notifications) is
  E'@behavior -resource:aggregate\nThe title of the alert in the language of text. Null if it has none.';
grant execute on function app_public.notifications_title(app_public.notifications) to app_user;

create or replace function app_public.notifications_language(notification app_public.notifications) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select m.language from app_private.message_of(notification) m
$$;
comment on function app_public.notifications_language(app_public.notifications) is
  E'@behavior -resource:aggregate\n@notNull\nThe language of text: a BCP 47 tag such as en or pt-BR.';
grant execute on function app_public.notifications_language(app_public.notifications) to app_user;
--! EndIncluded languages/app_public.notifications_text.sql
--! Included languages/app_public.alerts_languages.sql
create or replace function app_public.alerts_languages(alert app_public.alerts) returns text[]
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select app_private.languages_of(alert.language, alert.texts)
$$;
comment on function app_public.alerts_languages(app_public.alerts) is
  E'@notNull\n@itemsNotNull\nThe languages in which it is written, its own first.';
grant execute on function app_public.alerts_languages(app_public.alerts) to app_user;
--! EndIncluded languages/app_public.alerts_languages.sql
drop function app_private.cancel_alert(integer, text);
drop function app_private.run_publication(app_public.alert_input, integer, app_public.alert_update_input, text, boolean);
--! Included alerts/app_private.cancel_alert.sql
create or replace function app_private.cancel_alert(alert_id integer, text text, texts app_public.alert_text_input[] default '{}') returns integer
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  alert app_public.alerts := app_private.lock_active_alert(alert_id, is_end => true);
  all_clears constant app_public.alert_text[] := app_private.checked_texts(
    texts, alert.language, alert.template_id is not null, is_all_clear => true);
begin
  perform app_private.commit_synchronously();
  update app_public.alerts a
    set active = false, cancelled_at = now(), all_clear = cancel_alert.text, version = a.version + 1, texts = array(
      select row(
          coalesce(o.language, c.language), o.title, o.text1, o.text2, o.text3, c.all_clear, coalesce(o.is_old, false))::app_public.alert_text
        from unnest(alert.texts) with ordinality o
        full join unnest(all_clears) with ordinality c on lower(c.language) = lower(o.language)
        order by o.ordinality, c.ordinality)
    where a.id = alert.id
    returning a.* into alert;
  perform app_private.keep_version(alert);
  delete from app_private.publication_waiting w where w.alert_id = alert.id;
  update app_private.publications p set last_user_id = 0, completed_at = null where p.alert_id = alert.id;
  perform app_private.queue_publication(alert.id);
  -- A report in flight may still notify its user, who then gets the all-clear too.
  perform app_private.drain_reports();
  perform app_private.note_alert_changes(array[alert.id]);
  return alert.id;
end
$$;
comment on function app_private.cancel_alert(integer, text, app_public.alert_text_input[]) is
  'Cancels an alert, with its all-clear in any languages: the first phase of its all-clear. app_private.publish_chunk() runs the second phase. Returns the alert''s id. Error LA404 for an unknown alert, LA409 for one that has ended. For the approvers of its authority, and for the author of the alert.';
grant execute on function app_private.cancel_alert(integer, text, app_public.alert_text_input[]) to app_author;
--! EndIncluded alerts/app_private.cancel_alert.sql
--! Included alerts/app_private.draft_alert.sql
create or replace function app_private.draft_alert(input app_public.alert_input, previous app_public.alerts) returns app_public.alerts
language plpgsql stable set search_path = pg_catalog, public, pg_temp
as $$
declare
  setting app_private.settings;
  draft app_public.alerts := previous;
begin
  select s.* into setting from app_private.settings s;
  if cardinality(input.points) > 0 and input.area is not null then
    raise exception using errcode = 'LA400', constraint = 'area_or_points', message = 'points and area are both given: send one of them.';
  end if;
  if input.area is not null then
    draft.zone1 := app_private.area_of_geojson(input.area);
  -- An update without points keeps the area. An empty list is an error.
  elsif input.points is not null or previous.id is null then
    draft.zone1 := app_private.area_of_points(coalesce(input.points, '{}'));
  end if;
  draft.level2_distance := coalesce(input.level2_distance, previous.level2_distance, setting.level2_distance);
  draft.level3_distance := coalesce(
    input.level3_distance, previous.level3_distance,
    -- The default of THREE is proportional to TWO, so that it stays greater.
    least(draft.level2_distance * setting.level3_distance / setting.level2_distance, 100000));
  if (draft.level2_distance > 0 and draft.level3_distance > draft.level2_distance and draft.level3_distance <= 100000) is not true then
    raise exception using errcode = 'LA400',
      constraint = 'distances', message = 'level2Distance and level3Distance do not fit: send metres, level2Distance more than 0, level3Distance more than level2Distance and at most 100,000.';
  end if;
  if draft.zone1 is distinct from previous.zone1 or draft.level2_distance is distinct from previous.level2_distance
    or draft.level3_distance is distinct from previous.level3_distance
  then
    draft.zone2 := app_private.zone_around(draft.zone1, draft.level2_distance);
    draft.zone3 := app_private.zone_around(draft.zone1, draft.level3_distance);
  end if;

  draft.created_at := coalesce(previous.created_at, now());
  if input.expires_at is not null then
    if (input.expires_at > extract(epoch from now()) and input.expires_at < extract(epoch from now() + interval '1 year')) is not true then
      raise exception using errcode = 'LA400', constraint = 'expires_at', message = 'expiresAt is not within the next year: send a future time in seconds since 1970-01-01 UTC.';
    end if;
    draft.expires_at := to_timestamp(input.expires_at);
  elsif previous.id is null then
    draft.expires_at := now() + setting.alert_duration;
  end if;
  if input.max_position_age not between 60 and 2592000 then
    raise exception using errcode = 'LA400', constraint = 'max_position_age', message = 'maxPositionAge is out of range: send 60 to 2,592,000 seconds (30 days).';
  end if;
  draft.max_position_age := coalesce(
    make_interval(secs => input.max_position_age), previous.max_position_age, setting.max_position_age);
  draft.max_accuracy := coalesce(previous.max_accuracy, setting.max_accuracy);

  draft.user_id := coalesce(previous.user_id, app_private.require_user_id());
  -- A blank title removes it.
  draft.title := nullif(btrim(coalesce(input.title, previous.title)), '');
  draft.text1 := coalesce(input.text1, previous.text1);
  draft.text2 := coalesce(input.text2, previous.text2);
  draft.text3 := coalesce(input.text3, previous.text3);
  draft.language := coalesce(input.language, previous.language, setting.default_language);
  if input.texts is not null then
    draft.texts := app_private.checked_texts(
      input.texts, draft.language, coalesce(input.template_id, previous.template_id) is not null);
  elsif (draft.title, draft.text1, draft.text2, draft.text3)
    is distinct from (previous.title, previous.text1, previous.text2, previous.text3)
  then
    -- Translations that the input leaves out stay, and are known to be old.
    draft.texts := array(
      select row(t.language, t.title, t.text1, t.text2, t.text3, t.all_clear, true)::app_public.alert_text from unnest(previous.texts) t);
  end if;
  draft.event := coalesce(input.event, previous.event);
  draft.authority_id := coalesce(previous.authority_id, input.authority_id, app_private.my_authority());
  draft.template_id := coalesce(input.template_id, previous.template_id);
  draft.severity := coalesce(input.severity, previous.severity, 'UNKNOWN');
  draft.urgency := coalesce(input.urgency, previous.urgency, 'UNKNOWN');
  draft.certainty := coalesce(input.certainty, previous.certainty, 'UNKNOWN');
  draft.category := coalesce(input.category, previous.category);
  draft.response_type := coalesce(input.response_type, previous.response_type);
  draft.status := coalesce(
    previous.status,
    -- The input of a training user does not matter.
    case when (app_public.me()).is_training then 'EXERCISE'::app_public.alert_status end, input.status, 'ACTUAL');
  draft.active := true;
  draft.version := coalesce(previous.version, 0) + 1;
  draft.renotified_version := coalesce(previous.renotified_version, 1);
  return draft;
end
$$;
comment on function app_private.draft_alert(app_public.alert_input, app_public.alerts) is
  'Returns the alert that an input describes, as its publication would store it. Fields that the input leaves out come from the previous version, or from the settings for a new alert. A new alert of a training user is an exercise. Error LA400 says what is wrong with the input.';
--! EndIncluded alerts/app_private.draft_alert.sql
--! Included alerts/app_private.draft_update.sql
create or replace function app_private.draft_update(input app_public.alert_update_input, previous app_public.alerts) returns app_public.alerts
language plpgsql stable set search_path = pg_catalog, public, pg_temp
as $$
declare
  changes app_public.alert_input;
  alert app_public.alerts;
begin
  changes.points := input.points;
  changes.area := input.area;
  changes.level2_distance := input.level2_distance;
  changes.level3_distance := input.level3_distance;
  changes.expires_at := input.expires_at;
  changes.title := input.title;
  changes.text1 := input.text1;
  changes.text2 := input.text2;
  changes.text3 := input.text3;
  changes.texts := input.texts;
  alert := app_private.draft_alert(changes, previous);
  if input.renotify then
    alert.renotified_version := alert.version;
  end if;
  return alert;
end
$$;
comment on function app_private.draft_update(app_public.alert_update_input, app_public.alerts) is
  'Returns the next version of an alert that an input describes, as its publication would store it. Error LA400 says what is wrong with the input.';
--! EndIncluded alerts/app_private.draft_update.sql
--! Included alerts/app_private.store_alert.sql
create or replace function app_private.store_alert(input app_public.alert_input, is_approved boolean) returns integer
language plpgsql volatile strict set search_path = pg_catalog, public, pg_temp
as $$
declare
  -- The digest distinguishes a repeated request from another one with the same key. It leaves out null fields at the end, so
  -- that it stays the same when a later version of the API adds a field.
  request_digest constant bytea := sha256(convert_to(regexp_replace(input::text, ',+\)$', ')'), 'UTF8'));
  earlier app_public.alerts;
  alert app_public.alerts;
begin
  perform app_private.commit_synchronously();
  alert := app_private.draft_alert(input, null);
  if input.idempotency_key is null then
    -- A client that sends no key and gets no answer may repeat its request. The lock serializes equal requests.
    perform pg_advisory_xact_lock(app_public.current_user_id(), hashtext(encode(request_digest, 'hex')));
    select a.* into earlier from app_public.alerts a
      where a.user_id = app_public.current_user_id() and a.request = request_digest and a.idempotency_key is null
        -- A user whose training has ended since publishes an actual alert, not the exercise again.
        and a.status = alert.status
        and app_private.is_active(a.active, a.expires_at) and a.created_at > now() - interval '10 minutes'
      order by a.id desc limit 1;
    if found then
      return earlier.id;
    end if;
  end if;
  if not is_approved then
    perform app_private.require_approver(alert, null);
  end if;
  insert into app_public.alerts (
      user_id, created_at, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age, max_accuracy,
      title, text1, text2, text3, texts, language, event, severity, urgency, certainty, category, response_type, status, template_id, authority_id,
      idempotency_key, request)
    values (
      alert.user_id, alert.created_at, alert.expires_at, alert.zone1, alert.zone2, alert.zone3, alert.level2_distance,
      alert.level3_distance, alert.max_position_age, alert.max_accuracy, alert.title, alert.text1, alert.text2, alert.text3,
      alert.texts, alert.language, alert.event, alert.severity, alert.urgency, alert.certainty, alert.category, alert.response_type, alert.status,
      alert.template_id, alert.authority_id, input.idempotency_key, request_digest)
    on conflict (user_id, idempotency_key) do nothing
    returning * into alert;
  if alert.id is null then
    -- The insert waited until the first request committed, so this finds its alert.
    select a.* into earlier from app_public.alerts a
      where a.user_id = app_public.current_user_id() and a.idempotency_key = input.idempotency_key;
    if earlier.request is distinct from request_digest then
      raise exception using errcode = 'LA409',
        constraint = 'key_of_other_alert', message = 'idempotencyKey belongs to another alert of yours: send a new key with each alert, and the same key only to repeat a request.';
    end if;
    return earlier.id;
  end if;
  if input.draft_id is not null then
    perform app_private.take_shared_draft(input.draft_id, alert.id);
  end if;
  perform app_private.keep_version(alert);
  insert into app_private.publications (alert_id) values (alert.id);
  perform app_private.queue_publication(alert.id);
  perform app_private.queue_speech(alert.id);
  -- The lock comes last, as reports wait from here until the commit; see app_private.drain_reports().
  perform app_private.drain_reports();
  perform app_private.note_alert_changes(array[alert.id]);
  return alert.id;
end
$$;
comment on function app_private.store_alert(app_public.alert_input, boolean) is
  'Runs the first phase of a publication: it makes the alert visible after the reports in flight have committed. It queues a job for the second phase, app_private.publish_chunk(). Without is_approved, the user of this request must be one who may publish it alone. Returns the alert''s id; a repeated idempotencyKey returns the id of the first alert, and so does the same input without a key within ten minutes, unless that alert has ended or is of another status. Error LA409 if the key belongs to another alert, or the shared draft is gone, or it needs approval.';
--! EndIncluded alerts/app_private.store_alert.sql
--! Included alerts/app_private.store_update.sql
create or replace function app_private.store_update(alert_id integer, input app_public.alert_update_input, is_approved boolean) returns integer
language plpgsql volatile strict set search_path = pg_catalog, public, pg_temp
as $$
declare
  previous app_public.alerts := app_private.lock_active_alert(alert_id, is_end => false);
  alert app_public.alerts;
begin
  perform app_private.commit_synchronously();
  if input.expected_version <> previous.version then
    raise exception using errcode = 'LA409', constraint = 'alert_changed', message = format(
      'This alert is at version %s, not %s: look at what has changed, and update it again.',
      previous.version, input.expected_version);
  end if;
  alert := app_private.draft_update(input, previous);
  if not is_approved then
    perform app_private.require_approver(alert, previous);
  end if;
  if input.draft_id is not null then
    perform app_private.take_shared_draft(input.draft_id, alert.id);
  end if;
  update app_public.alerts a
    set zone1 = alert.zone1, zone2 = alert.zone2, zone3 = alert.zone3, level2_distance = alert.level2_distance,
      level3_distance = alert.level3_distance, expires_at = alert.expires_at, title = alert.title, text1 = alert.text1, text2 = alert.text2,
      text3 = alert.text3, texts = alert.texts, version = alert.version, renotified_version = alert.renotified_version
    where a.id = alert.id;
  perform app_private.keep_version(alert);
  delete from app_private.alert_speeches s
    where s.alert_id = alert.id
      and app_private.spoken_text(alert, s.level, s.language) is distinct from app_private.spoken_text(previous, s.level, s.language);
  delete from app_private.publication_waiting w where w.alert_id = alert.id;
  update app_private.publications p
    set level = 'ONE', last_user_id = 0, completed_at = null where p.alert_id = alert.id;
  perform app_private.queue_publication(alert.id);
  perform app_private.queue_speech(alert.id);
  perform app_private.drain_reports();
  perform app_private.note_alert_changes(array[alert.id]);
  return alert.id;
end
$$;
comment on function app_private.store_update(integer, app_public.alert_update_input, boolean) is
  'Runs the first phase of publishing an alert''s next version; app_private.publish_chunk() runs the second. It notifies users who are newly inside or further in, and the others again only with renotify. Without is_approved, the user of this request must be one who may publish it alone. Returns the alert''s id. Error LA404 for an unknown alert, LA409 for one that has ended, or that has another version than expected, or if the shared draft is gone, or it needs approval.';
--! EndIncluded alerts/app_private.store_update.sql
--! Included audit/app_private.audit_version.sql
create or replace function app_private.audit_version(alert app_public.alerts) returns void
language sql volatile set search_path = pg_catalog, public, pg_temp
as $$
  select app_private.audit(
    case
      when alert.cancelled_at is not null then 'ALERT_CANCELLED' when alert.version = 1 then 'ALERT_PUBLISHED' else 'ALERT_UPDATED'
    end::app_public.audit_action,
    'ALERT', alert.id,
    jsonb_build_object(
      'version', alert.version,
      'texts_sha256', encode(sha256(convert_to(
        (to_jsonb(array[alert.title, alert.text1, alert.text2, alert.text3, alert.all_clear])
          || case when alert.texts = '{}' then '[]' else to_jsonb(alert.texts) end)::text, 'UTF8')), 'hex'),
      'area_sha256', encode(sha256(st_asbinary(alert.zone1, 'NDR')), 'hex'))
    || coalesce((select jsonb_build_object('neighbour_ids', jsonb_agg(n.id)) from app_private.neighbours(alert) n having count(*) > 0), '{}'));
  select app_private.tell_members('NEIGHBOUR', alert.id)
    where app_private.applies_to(alert.status, is_tester => false) and exists (select from app_private.neighbours(alert))
      and not exists (
        select from app_public.alert_versions v
          where v.alert_id = alert.id and v.version = alert.version - 1 and v.level3_distance = alert.level3_distance
            and st_orderingequals(v.zone1, alert.zone1))
$$;
comment on function app_private.audit_version(app_public.alerts) is
  'Records that the present version of an alert was published, with hashes of its texts and of its area, and the ids of the neighbours whom its zones reach. Their approvers are told of a real one, and again when its area changes.';
--! EndIncluded audit/app_private.audit_version.sql
--! Included authorities/app_private.needs_approval.sql
create or replace function app_private.needs_approval(
  alert app_public.alerts, previous app_public.alerts, reach app_public.alert_reach_preview default null
) returns boolean
language plpgsql stable set search_path = pg_catalog, public, pg_temp
as $$
declare
  authority app_public.authorities;
begin
  select a.* into authority from app_public.authorities a where a.id = alert.authority_id;
  if authority.approval = 'OFF' or not (authority.approves_exercises or app_private.applies_to(alert.status, is_tester => false))
    -- Less of what was published never waits.
    or (alert.title, alert.text1, alert.text2, alert.text3, alert.texts, alert.renotified_version)
        is not distinct from (previous.title, previous.text1, previous.text2, previous.text3, previous.texts, previous.renotified_version)
      and alert.expires_at <= previous.expires_at and alert.level2_distance <= previous.level2_distance
      and alert.level3_distance <= previous.level3_distance and st_covers(previous.zone1, alert.zone1)
  then
    return false;
  elsif authority.approval = 'ALWAYS' or exists (select from app_private.cells) then
    -- A head does not know how many people its cells have.
    return true;
  end if;
  if reach.one is null then
    reach := app_private.reach_of(alert);
  end if;
  return reach.one + reach.two + reach.three + reach.already_told > authority.approval_above;
end
$$;
comment on function app_private.needs_approval(app_public.alerts, app_public.alerts, app_public.alert_reach_preview) is
  'Returns true if a second person has to approve an alert, or the next version of the previous one, by the rule of its authority. The reach is counted if it is not given. An all-clear, a smaller area and an earlier end need no approval.';
--! EndIncluded authorities/app_private.needs_approval.sql
--! Included cells/app_private.send_to_cells.sql
create or replace function app_private.send_to_cells(alert app_public.alerts, sent_at timestamptz) returns void
language sql volatile set search_path = pg_catalog, public, pg_temp
as $$
  insert into app_private.sent_alerts (
      alert_id, version, sent_at, created_at, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age,
      max_accuracy, title, text1, text2, text3, language, event, severity, urgency, certainty, category, response_type, status, renotified_version,
      cancelled_at, all_clear, texts, authority)
    select alert.id, alert.version, sent_at, alert.created_at, alert.expires_at, alert.zone1, alert.zone2, alert.zone3,
        alert.level2_distance, alert.level3_distance, alert.max_position_age, alert.max_accuracy, alert.title, alert.text1,
        alert.text2, alert.text3, alert.language, alert.event, alert.severity, alert.urgency, alert.certainty, alert.category, alert.response_type, alert.status,
        alert.renotified_version, alert.cancelled_at, alert.all_clear, to_jsonb(alert.texts),
        (select a.name from app_public.authorities a where a.id = alert.authority_id)
      where exists (select from pg_publication p where p.pubname = 'alerts_of_head')
    on conflict do nothing
$$;
comment on function app_private.send_to_cells(app_public.alerts, timestamptz) is
  'Sends a version of an alert to the cells, by a row that logical replication carries. Does nothing in a database that is no head.';
--! EndIncluded cells/app_private.send_to_cells.sql
--! Included cells/app_private.take_alert.sql
create or replace function app_private.take_alert(alert_id integer) returns void
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  head_user_id constant integer := (select c.head_user_id from app_private.cell c);
  previous app_public.alerts;
  alert app_public.alerts;
  sent app_private.sent_alerts;
begin
  -- It was removed from its head meanwhile.
  if head_user_id is null then
    return;
  end if;
  perform app_private.commit_synchronously();
  perform set_config('jwt.claims.user_id', head_user_id::text, true);
  -- The same order of locks as in app_private.publish_chunk().
  perform from app_private.publications p where p.alert_id = take_alert.alert_id for update;
  select a.* into previous from app_public.alerts a where a.id = take_alert.alert_id for no key update;
  if previous.user_id <> head_user_id then
    raise exception using errcode = 'LA409', constraint = 'alert_id_taken', message = format('Alert %s of the head has the id of an alert of this cell.', alert_id);
  end if;
  for sent in
    select s.* from app_private.sent_alerts s
      where s.alert_id = take_alert.alert_id
        and not exists (
          select from app_public.alert_versions v where (v.alert_id, v.version, v.created_at) = (s.alert_id, s.version, s.sent_at))
      order by s.version
  loop
    alert := jsonb_populate_record(null::app_public.alerts, to_jsonb(sent) - 'zone1' - 'zone2' - 'zone3' || jsonb_build_object(
      'id', sent.alert_id, 'user_id', head_user_id, 'active', sent.cancelled_at is null));
    alert.zone1 := sent.zone1;
    alert.zone2 := sent.zone2;
    alert.zone3 := sent.zone3;
    alert.texts := coalesce(alert.texts, '{}');
    -- The head's authority by its name, which people read. Nobody of the cell is a member.
    insert into app_public.authorities (name, parent_id) select sent.authority, 1 where sent.authority is not null on conflict do nothing;
    alert.authority_id := coalesce((select a.id from app_public.authorities a where lower(a.name) = lower(sent.authority)), 1);
    -- An older version that arrives later is history only.
    insert into app_public.alerts as a (
        id, user_id, created_at, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age, max_accuracy,
        title, text1, text2, text3, language, event, severity, urgency, certainty, category, response_type, status, version, renotified_version, active,
        cancelled_at, all_clear, texts, authority_id)
      overriding system value
      values (
        alert.id, alert.user_id, alert.created_at, alert.expires_at, alert.zone1, alert.zone2, alert.zone3, alert.level2_distance,
        alert.level3_distance, alert.max_position_age, alert.max_accuracy, alert.title, alert.text1, alert.text2, alert.text3,
        alert.language, alert.event, alert.severity, alert.urgency, alert.certainty, alert.category, alert.response_type, alert.status, alert.version,
        alert.renotified_version, alert.active, alert.cancelled_at, alert.all_clear, alert.texts, alert.authority_id)
      on conflict (id) do update
        set expires_at = excluded.expires_at, zone1 = excluded.zone1, zone2 = excluded.zone2, zone3 = excluded.zone3,
          level2_distance = excluded.level2_distance, level3_distance = excluded.level3_distance, title = excluded.title,
          text1 = excluded.text1, text2 = excluded.text2, text3 = excluded.text3, version = excluded.version,
          renotified_version = excluded.renotified_version, active = excluded.active, cancelled_at = excluded.cancelled_at,
          all_clear = excluded.all_clear, texts = excluded.texts
        where a.version <= excluded.version;
    delete from app_public.alert_versions v where (v.alert_id, v.version) = (alert.id, alert.version);
    perform app_private.keep_version(alert);
    update app_public.alert_versions v set created_at = sent.sent_at where v.alert_id = alert.id and v.version = alert.version;
  end loop;
  if alert.id is null or previous.version > alert.version then
    return;
  end if;
  delete from app_private.alert_speeches s
    where s.alert_id = alert.id
      and app_private.spoken_text(alert, s.level, s.language) is distinct from app_private.spoken_text(previous, s.level, s.language);
  delete from app_private.publication_waiting w where w.alert_id = alert.id;
  insert into app_private.publications as p (alert_id) values (alert.id)
    on conflict on constraint publications_pkey do update set level = 'ONE', last_user_id = 0, completed_at = null;
  perform app_private.queue_speech(alert.id);
  perform app_private.continue_publication(alert.id);
  -- The lock comes last, as reports wait from here until the commit; see app_private.drain_reports().
  perform app_private.drain_reports();
  perform app_private.note_alert_changes(array[alert.id]);
end
$$;
comment on function app_private.take_alert(integer) is
  'Publishes what has come from the head of an alert, to the people of this cell: all versions that it has not, in their order. Twice is as once. Error LA409 if an alert of the cell has this id.';
--! EndIncluded cells/app_private.take_alert.sql
--! Included devices-and-deliveries/app_private.add_device.sql
create or replace function app_private.add_device(user_id integer, token text, provider app_private.push_provider) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  loop
    perform app_private.take_device_token(add_device.token, add_device.user_id);
    insert into app_private.devices as d (user_id, token, provider)
      values (add_device.user_id, add_device.token, add_device.provider)
      on conflict on constraint devices_token_key do update set provider = excluded.provider, created_at = excluded.created_at
        where d.user_id = excluded.user_id;
    -- Otherwise another user has registered the token meanwhile: try again.
    exit when found;
  end loop;
  -- Removes the tokens of old installations.
  delete from app_private.devices d
    where d.user_id = add_device.user_id and d.id in (
      select o.id from app_private.devices o where o.user_id = add_device.user_id and o.provider not in ('email', 'sms') order by o.created_at desc, o.id desc offset 20);
end
$$;
comment on function app_private.add_device(integer, text, app_private.push_provider) is
  'Adds a device to a user, or registers it again, and takes it from another user.';
--! EndIncluded devices-and-deliveries/app_private.add_device.sql
--! Included devices-and-deliveries/app_public.register_device.sql
-- Security definer, as it reads tokens, and takes one from another user. It writes only for current_user_id().
create or replace function app_public.register_device(input app_public.register_notification_token) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  owner app_public.users := app_private.require_user();
  new_token constant text := app_private.device_token(input.token);
  constraint_violated text;
  column_violated text;
begin
  if input.token is null then
    raise exception using errcode = 'LA400', constraint = 'token_missing', message = 'token is missing: send the token that the device got from its push service.';
  end if;
  if app_private.push_provider(input.token) in ('email', 'sms') then
    raise exception using errcode = 'LA400', constraint = 'token_form', message = 'token is an email address or a telephone number: set alertsByEmail with userEdit, or use smsNumberAdd.';
  end if;
  -- Some systems give theirs in another form, which must not keep the device from being registered.
  if app_private.is_language(input.language) and input.language is distinct from owner.device_language then
    update app_public.users u set device_language = input.language where u.id = owner.id;
  end if;
  perform app_private.add_device(owner.id, new_token, app_private.push_provider(app_private.trim_blanks(input.token)));
  return owner;
exception when integrity_constraint_violation then
  -- The detail of PostgreSQL's own error contains the row, and would be logged.
  get stacked diagnostics constraint_violated = constraint_name, column_violated = column_name;
  raise exception using errcode = sqlstate, constraint = constraint_violated, column = column_violated, message = sqlerrm;
end
$$;
comment on function app_public.register_device(app_public.register_notification_token) is
  E'@argument input The device.\nAdds a device to push to. A user has at most twenty devices; the oldest is removed. The token is one of Expo or FCM, or the JSON of a Web Push subscription. A token of another user moves to you; that user sees in devices that it left. Returns you.';
grant execute on function app_public.register_device(app_public.register_notification_token) to app_user;
--! EndIncluded devices-and-deliveries/app_public.register_device.sql
--! Included drafts-templates-areas/app_private.template_from.sql
create or replace function app_private.template_from(input app_public.alert_template_input) returns app_public.alert_templates
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  -- Texts default to empty, other fields to their default values.
  select t from jsonb_populate_record(
    null::app_public.alert_templates,
    jsonb_build_object(
      'text1', '', 'text2', '', 'text3', '', 'all_clear', '', 'correction', '', 'severity', 'UNKNOWN', 'urgency', 'UNKNOWN',
      'certainty', 'UNKNOWN', 'status', 'ACTUAL')
      || jsonb_strip_nulls(to_jsonb(input)) || jsonb_build_object(
        'name', btrim(input.name),
        'texts', app_private.checked_texts(coalesce(input.texts, '{}'), input.language, is_from_template => false, is_all_clear => null))) t
$$;
comment on function app_private.template_from(app_public.alert_template_input) is
  'Returns the template that an input describes. Error LA400 says what is wrong with its texts. It runs as the owner, and reads no table.';
grant execute on function app_private.template_from(app_public.alert_template_input) to app_approver;
--! EndIncluded drafts-templates-areas/app_private.template_from.sql
--! Included drafts-templates-areas/app_public.alert_template_edit.sql
create or replace function app_public.alert_template_edit(id integer, input app_public.alert_template_input, expected_version integer)
returns app_public.alert_templates
language plpgsql volatile strict set search_path = pg_catalog, pg_temp
as $$
declare
  template constant app_public.alert_templates := app_private.template_from(input);
  saved app_public.alert_templates;
begin
  update app_public.alert_templates t
    set version = expected_version, name = template.name, title = template.title,
      texts = template.texts, text1 = template.text1, text2 = template.text2, text3 = template.text3, all_clear = template.all_clear, correction = template.correction,
      language = template.language, event = template.event, severity = template.severity, urgency = template.urgency,
      certainty = template.certainty, category = template.category, response_type = template.response_type, status = template.status, level2_distance = template.level2_distance,
      level3_distance = template.level3_distance, duration = template.duration
    where t.id = alert_template_edit.id
    returning t.* into saved;
  perform app_private.require_found(saved.id);
  return saved;
end
$$;
comment on function app_public.alert_template_edit(integer, app_public.alert_template_input, integer) is
  E'@argument id The id of the template.\n@argument input The whole template: a field that is left out gets its default.\n@argument expectedVersion The version that the changes were made for.\nReplaces a template. Alerts that were made from it stay as they are. For administrators who are no training users. Error CONFLICT if it has another version, or another template has the name.';
grant execute on function app_public.alert_template_edit(integer, app_public.alert_template_input, integer) to app_approver;
--! EndIncluded drafts-templates-areas/app_public.alert_template_edit.sql
--! Included drafts-templates-areas/app_public.new_alert_template.sql
create or replace function app_public.new_alert_template(input app_public.alert_template_input) returns app_public.alert_templates
language plpgsql volatile strict set search_path = pg_catalog, pg_temp
as $$
declare
  template constant app_public.alert_templates := app_private.template_from(input);
  saved app_public.alert_templates;
begin
  insert into app_public.alert_templates (
      name, title, text1, text2, text3, texts, all_clear, correction, language, event, severity, urgency, certainty, category, response_type, status,
      level2_distance, level3_distance, duration)
    values (
      template.name, template.title, template.text1, template.text2, template.text3, template.texts, template.all_clear, template.correction,
      template.language, template.event, template.severity, template.urgency, template.certainty, template.category, template.response_type, template.status, template.level2_distance,
      template.level3_distance, template.duration)
    returning * into saved;
  return saved;
end
$$;
comment on function app_public.new_alert_template(app_public.alert_template_input) is
  E'@argument input The template to save.\nSaves a template of alerts. For administrators who are no training users. Error CONFLICT if another template has the name.';
grant execute on function app_public.new_alert_template(app_public.alert_template_input) to app_approver;
--! EndIncluded drafts-templates-areas/app_public.new_alert_template.sql
--! Included following/app_public.active_alerts_near.sql
-- Security definer, as its helpers are not granted. It shows zones of active alerts, which each user may read.
create or replace function app_public.active_alerts_near(
  latitude double precision, longitude double precision, radius double precision, since text default null
) returns app_public.alerts_near
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp set jit = off
as $$
declare
  caller constant app_public.users := app_private.require_user();
  location geometry;
  projection text;
  zones app_public.zone_near[];
  cells app_private.border_cell[];
  near_cells app_private.border_cell[];
  answer app_public.alerts_near;
  box geometry;
  tolerance double precision;
  crowding double precision;
begin
  if (latitude between -90 and 90 and longitude between -180 and 180) is not true then
    raise exception using errcode = 'LA400', constraint = 'place', message = 'The place is off the globe: send a latitude from -90 to 90 and a longitude from -180 to 180, in degrees.';
  end if;
  if (radius between 100 and 100000) is not true then
    raise exception using errcode = 'LA400', constraint = 'radius', message = 'radius is not from 100 to 100,000: send it in metres.';
  end if;
  if since is not null and app_private.alerts_since(since) = '{}' then
    return null;
  end if;
  answer.cursor := app_public.newest_alert_cursor();
  location := st_setsrid(st_makepoint(longitude, latitude), 4326);
  -- Within 100 km of its centre the scale error of this projection is at most a ten-thousandth.
  projection := format('+proj=stere +lat_0=%s +lon_0=%s +datum=WGS84', latitude, longitude);
  box := app_private.box_around(latitude, longitude, radius);
  -- The tolerance grows with the number of alerts, which bounds the cost of their borders.
  crowding := greatest(1, sqrt((select count(*) from app_public.alerts a where a.active and a.zone3 && box) / 20.0));
  tolerance := greatest(2, radius / 2500) * crowding;

  with near as materialized (
    select a.id, a.version, a.expires_at, z.level, z.text, z.zone,
        st_covers(z.zone, location) or abs(longitude) = 180 and app_private.covers_from_other_side(z.zone, location) as holds_you,
        app_private.border_near(z.zone, box, tolerance) as border, row_number() over () as number
      from app_public.alerts a,
        app_private.text_for(caller.id, row(a.language, a.title, a.text1, a.text2, a.text3, null, false), a.texts) t,
        lateral (values ('ONE'::app_public.level_alert, t.text1, a.zone1), ('TWO', t.text2, a.zone2), ('THREE', t.text3, a.zone3))
          z (level, text, zone)
      where app_private.is_active(a.active, a.expires_at) and a.zone3 && box and st_intersects(z.zone, box)
        and app_private.applies_to(a.status, caller.is_tester)
  ), drawn as (
    -- One call projects all borders, as each call builds the projection again.
    select numbers[part.path[1]] as number, st_segmentize(st_collect(part.geom), greatest(50, radius / 40) * crowding) as border
      from (select st_transform(st_collect(n.border order by n.number), projection) as borders, array_agg(n.number order by n.number) as numbers
          from near n where n.border is not null) c,
        st_dump(c.borders) part
      group by 1
  ), measured as materialized (
    select n.id, n.version, n.expires_at, n.level, n.text, n.zone, n.holds_you, d.border, st_distance(d.border, st_makepoint(0, 0)) as distance
      from near n left join drawn d on d.number = n.number
  ), relevant as materialized (
    select m.*, case when m.distance <= radius then m.distance end as within, row_number() over (
        order by m.holds_you desc, m.level, m.distance, m.id desc) as place
      from measured m where m.holds_you or m.distance <= radius
  ), edges as (
    select st_xmin(s.geom) as x1, st_ymin(s.geom) as y1, st_xmax(s.geom) as x2, st_ymax(s.geom) as y2,
        st_distance(s.geom, st_makepoint(0, 0)) as distance
      from relevant r, st_dumpsegments(r.border) s where r.within is not null
  ), sized as (
    -- Small cells near the user, larger ones farther away.
    select e.*, 2 ^ floor(ln(greatest(e.distance, 100) / 8) / ln(2::double precision)) as size from edges e where e.distance <= radius
  ), gathered as (
    select row(min(s.x1), min(s.y1), max(s.x2), max(s.y2), min(s.distance))::app_private.border_cell as cell
      from sized s group by s.size, floor((s.x1 + s.x2) / 2 / s.size), floor((s.y1 + s.y2) / 2 / s.size)
  )
  select
      array(
        select row(r.id, r.version, r.level, r.holds_you, r.within, r.expires_at, r.text,
            st_asgeojson(r.zone, 9, 0)::app_public.geo_json)::app_public.zone_near
          from relevant r where r.place <= 300 order by r.place),
      (select greatest(count(*) - 300, 0) from relevant r),
      array(select g.cell from gathered g)
    into zones, answer.omitted_zones, cells;

  answer.zones := zones;
  answer.circles := '{}';
  answer.refresh_radius := radius;
  -- A smaller radius may avoid a large circle around the user, in which the phone would have to report all the time.
  foreach answer.refresh_radius in array array[radius, radius * 0.7, radius * 0.5] loop
    near_cells := array(select c from unnest(cells) c where (c).distance <= answer.refresh_radius);
    answer.circles := case when cardinality(near_cells) > 0 then app_private.cover_borders(near_cells, projection, tolerance) else '{}' end;
    exit when not exists (select from unnest(answer.circles) c where (c).holds_you and (c).distance > 100);
  end loop;
  return answer;
end
$$;
comment on function app_public.active_alerts_near(double precision, double precision, double precision, text) is
  E'@argument latitude Degrees north, -90 to 90.\n@argument longitude Degrees east, -180 to 180.\n@argument radius How far to look, in metres: 100 to 100,000.\n@argument since The cursor of an earlier answer for the same place and radius. If no alert is new or has changed since, the answer is null: the earlier one still holds.\nThe zones of active alerts near a place, and circles for a phone to watch by itself. Whoever is outside all circles enters one of them before they cross a border, within refreshRadius of the place. Exercises and tests are included only for testers.';
grant execute on function app_public.active_alerts_near(double precision, double precision, double precision, text) to app_user;
--! EndIncluded following/app_public.active_alerts_near.sql
--! Included held-publications/app_private.publish_held.sql
create or replace function app_private.publish_held(held_id integer) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  held app_private.held_publications;
  author app_public.users;
  rule text;
  reason text;
begin
  -- A concurrent publication_take_back() waits for this row lock, and then finds the state PUBLISHED.
  select h.* into held from app_private.held_publications h where h.id = held_id and h.state in ('HELD', 'APPROVED') for update;
  if held.id is null then
    return;
  end if;
  perform set_config('jwt.claims.user_id', held.user_id::text, true);
  select u.* into author from app_public.users u where u.id = held.user_id;
  if held.due_at < clock_timestamp() - interval '1 minute' then
    rule := 'too_late_to_publish';
    reason := 'The service was not running when it was due, and it is too late now: publish it again.';
  elsif not app_private.has_role(
      held.user_id, held.authority_id, case when held.state = 'APPROVED' or held.all_clear is not null then 'AUTHOR' else 'APPROVER' end::app_public.authority_role)
  then
    rule := 'author_no_administrator';
    reason := 'Its author is no administrator any more.';
  elsif held.new_alert is not null and author.is_training <> held.by_training_user then
    -- The training of the author decides whether the alert is an exercise.
    rule := 'author_training';
    reason := 'The training of its author began or ended meanwhile: publish it again.';
  elsif held.state = 'APPROVED' and not app_private.has_role(held.approved_by, held.authority_id, 'APPROVER') then
    rule := 'approver_demoted';
    reason := 'Its approver may not approve any more: propose it again.';
  else
    begin
      if (case when held.state = 'APPROVED' then held.approved_digest <> app_private.digest_of_held(held) end) then
        perform app_private.propose_held(held.id);
        return;
      end if;
      held.alert_id := app_private.run_publication(
        json_populate_record(null::app_public.alert_input, held.new_alert), held.alert_id,
        json_populate_record(null::app_public.alert_update_input, held.changes), held.all_clear,
        held.state = 'APPROVED' or held.break_glass is not null,
        array(select t from json_populate_recordset(null::app_public.alert_text_input, held.all_clear_texts) t));
      perform app_private.continue_publication(held.alert_id);
    exception when others then
      -- Errors LA… are final. After any other error the job retries.
      if sqlstate not like 'LA%' then
        raise;
      end if;
      get stacked diagnostics rule = constraint_name;
      if rule = 'needs_approval' then
        perform app_private.propose_held(held.id);
        return;
      end if;
      reason := sqlerrm;
    end;
  end if;
  update app_private.held_publications h
    set state = case when reason is null then 'PUBLISHED' else 'FAILED' end::app_public.held_publication_state,
      alert_id = held.alert_id, why = reason, refusal = upper(rule), settled_at = clock_timestamp()
    where h.id = held.id;
  -- Nobody waits for it in front of a screen any more.
  if reason is not null and (held.state = 'APPROVED' or held.publish_at is not null) then
    perform app_private.tell_members('FAILED', held.id);
  end if;
end
$$;
comment on function app_private.publish_held(integer) is
  'Publishes a held or approved publication, unless it was taken back, as its author. If it needs approval, or what was approved has changed, it waits for an approver. The second phase follows as a job. It fails if it is due for more than a minute, as after a downtime.';
--! EndIncluded held-publications/app_private.publish_held.sql
--! Included held-publications/app_private.repeated_publication.sql
create or replace function app_private.repeated_publication(input app_public.publication_input) returns app_public.held_publication
language plpgsql stable set search_path = pg_catalog, pg_temp
as $$
declare
  held app_private.held_publications;
begin
  select h.* into held from app_private.held_publications h
    where h.user_id = app_public.current_user_id() and h.key = input.key;
  if held.id is null then
    return null;
  end if;
  -- Null fields do not count, so that a request stays equal when a later version of the API adds a field. The alert_id of a new
  -- alert is set by its publication, so it is compared for others only.
  if (jsonb_strip_nulls(held.new_alert::jsonb), jsonb_strip_nulls(held.changes::jsonb), held.all_clear,
      jsonb_strip_nulls(held.all_clear_texts::jsonb), held.publish_at)
      is distinct from (jsonb_strip_nulls(to_jsonb(input.new_alert)), jsonb_strip_nulls(to_jsonb(input.changes)), input.all_clear,
        jsonb_strip_nulls(to_jsonb(input.all_clear_texts)), to_timestamp(input.publish_at))
    or held.new_alert is null and held.alert_id is distinct from input.alert_id
  then
    raise exception using errcode = 'LA409',
      constraint = 'key_taken', message = 'Another publication of yours has this key: look whether it went out, and use a new key for what differs.';
  end if;
  return app_private.held_publication(held);
end
$$;
comment on function app_private.repeated_publication(app_public.publication_input) is
  'Returns the held publication of a repeated request by its idempotency key, in any state. Null for a new key. Error LA409 if the request differs.';
--! EndIncluded held-publications/app_private.repeated_publication.sql
--! Included held-publications/app_private.run_publication.sql
create or replace function app_private.run_publication(
  alert app_public.alert_input, alert_id integer, changes app_public.alert_update_input, all_clear text, is_approved boolean,
  all_clear_texts app_public.alert_text_input[]
) returns integer
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  if all_clear is not null then
    return app_private.cancel_alert(alert_id, all_clear, coalesce(all_clear_texts, '{}'));
  elsif alert_id is not null then
    return app_private.store_update(alert_id, changes, is_approved);
  end if;
  return app_private.store_alert(alert, is_approved);
end
$$;
comment on function app_private.run_publication(app_public.alert_input, integer, app_public.alert_update_input, text, boolean, app_public.alert_text_input[]) is
  'Runs the first phase of a publication: of an all-clear, of the next version of an alert, or of a new alert. Returns the alert''s id.';
--! EndIncluded held-publications/app_private.run_publication.sql
--! Included held-publications/app_public.publication_hold.sql
create or replace function app_public.publication_hold(input app_public.publication_input) returns app_public.held_publication
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  held app_private.held_publications;
  repeated app_public.held_publication;
  status app_public.alert_status;
  previous app_public.alerts;
  draft app_public.alerts;
  is_proposal boolean := false;
  bypasses boolean := false;
  lacks_factor boolean := false;
begin
  if num_nonnulls(input.new_alert, input.changes, input.all_clear) <> 1
    or (input.new_alert is distinct from null) = (input.alert_id is not null)
  then
    raise exception using errcode = 'LA400',
      constraint = 'one_publication', message = 'Send newAlert alone, or alertId with either changes or allClear.';
  end if;
  -- A repeated request first, as the dry run fails for what was published already.
  repeated := app_private.repeated_publication(input);
  if repeated.id is not null then
    return repeated;
  end if;
  if (input.publish_at > extract(epoch from now()) and input.publish_at < extract(epoch from now() + interval '1 year')
      and input.publish_at < coalesce((input.new_alert).expires_at, (input.changes).expires_at, 'infinity'::float8)) is false then
    raise exception using errcode = 'LA400',
      constraint = 'publish_at', message = 'publishAt is not within the next year, or not before the alert ends: send a future time in seconds since 1970-01-01 UTC.';
  end if;
  if char_length(app_private.without_blanks(input.break_glass)) not between 1 and 500 then
    raise exception using errcode = 'LA400',
      constraint = 'break_glass', message = 'breakGlass is empty or has more than 500 characters: write why it cannot wait for a second person.';
  end if;
  status := case when (app_public.me()).is_training then 'EXERCISE' else coalesce((input.new_alert).status, 'ACTUAL') end;
  if input.new_alert is distinct from null and input.expected_status <> status then
    raise exception using errcode = 'LA403',
      constraint = 'other_status', message = format('The alert would be of status %s, not %s: check it again. Nothing was published.', status, input.expected_status);
  end if;
  -- A dry run, which is rolled back: it reports errors now. A handler for a code that ends in 000 would catch its whole class.
  begin
    perform app_private.run_publication(input.new_alert, input.alert_id, input.changes, input.all_clear, true, input.all_clear_texts);
    raise exception using errcode = 'LA200';
  exception when sqlstate 'LA200' then null;
  end;
  if input.all_clear is null then
    if input.changes is distinct from null then
      select a.* into previous from app_public.alerts a where a.id = input.alert_id;
      draft := app_private.draft_update(input.changes, previous);
    else
      draft := app_private.draft_alert(input.new_alert, null);
    end if;
    is_proposal := true;
    if draft.authority_id = any (app_private.my_authorities('APPROVER')) then
      is_proposal := app_private.needs_approval(draft, previous);
      bypasses := is_proposal and input.break_glass is not null;
      if not is_proposal or bypasses then
        lacks_factor := not app_private.factor_is_fresh();
        if input.break_glass is null then
          perform app_private.require_fresh_factor();
        end if;
      end if;
    elsif input.break_glass is not null then
      perform app_private.require_approver(draft, previous);
    end if;
  end if;
  -- The answer promises a publication, so it must survive the loss of a host.
  perform app_private.commit_synchronously();
  delete from app_private.held_publications h where h.settled_at < now() - interval '30 days';
  insert into app_private.held_publications as h (
      user_id, key, due_at, new_alert, alert_id, changes, all_clear, all_clear_texts, by_training_user, authority_id, publish_at, break_glass)
    select app_public.current_user_id(), input.key, coalesce(to_timestamp(input.publish_at), clock_timestamp() + s.take_back_time),
        to_json(input.new_alert), input.alert_id, to_json(input.changes), input.all_clear, to_json(input.all_clear_texts), (app_public.me()).is_training,
        coalesce((select a.authority_id from app_public.alerts a where a.id = input.alert_id),
          (input.new_alert).authority_id, app_private.my_authority()),
        to_timestamp(input.publish_at), case when bypasses or lacks_factor then btrim(input.break_glass) end
      from app_private.settings s
    on conflict (user_id, key) do nothing
    returning h.* into held;
  if held.id is null then
    -- A concurrent request with the same key was first.
    return app_private.repeated_publication(input);
  end if;
  if is_proposal and not bypasses then
    perform app_private.propose_held(held.id);
    select h.* into held from app_private.held_publications h where h.id = held.id;
    return app_private.held_publication(held);
  end if;
  if bypasses then
    perform app_private.audit('APPROVAL_BYPASSED', 'HELD_PUBLICATION', held.id);
  end if;
  if lacks_factor then
    perform app_private.audit('SECOND_FACTOR_BYPASSED', 'HELD_PUBLICATION', held.id);
  end if;
  if bypasses or lacks_factor then
    perform app_private.tell_members('BREAK_GLASS', held.id);
  end if;
  perform app_private.audit('PUBLICATION_HELD', 'HELD_PUBLICATION', held.id);
  perform graphile_worker.add_job('publish_held', json_build_object('id', held.id), run_at => held.due_at);
  return app_private.held_publication(held);
end
$$;
comment on function app_public.publication_hold(app_public.publication_input) is
  E'@argument input What to publish.\nPublishes a new alert, an update or an all-clear after a few seconds, or at publishAt; until then publicationTakeBack can take it back. It is published even if the client is gone. If a second person has to approve it, or you are an author, it is proposed: its state is PROPOSED, and the approvers are told. What is wrong with it now is an error at once, as for newAlert, alertUpdate and alertCancel. For administrators and authors: error FORBIDDEN for others, and if a new alert would be of another status than expectedStatus.';
grant execute on function app_public.publication_hold(app_public.publication_input) to app_author;
--! EndIncluded held-publications/app_public.publication_hold.sql
--! Included matching/app_private.reach_of.sql
create or replace function app_private.reach_of(alert app_public.alerts) returns app_public.alert_reach_preview
language plpgsql stable set search_path = pg_catalog, public, pg_temp set jit = off
as $$
declare
  reach app_public.alert_reach_preview;
  sms_levels constant app_public.level_alert[] := app_private.sms_levels();
begin
  with people as (
    select app_private.level_at(alert.zone1, alert.zone2, alert.zone3, l.location, l.accuracy > alert.max_accuracy) as level,
        app_private.is_fresh(l.taken_at, l.alive_at, alert.max_position_age) as is_fresh,
        array(select distinct d.provider from app_private.roads_of(l.user_id) d order by 1) as providers,
        exists (
          select from app_public.quiet_hours h
            where h.user_id = l.user_id and app_private.quiet_until(h.starts, h.ends, h.time_zone, now()) is not null) as is_quiet,
        -- The innermost level of all versions, and of those since the last renotification. A new alert has no id: no lookup.
        case when alert.id is not null then (
          select array[min(n.level), min(n.level) filter (where n.version >= alert.renotified_version)]
            from app_public.notifications n where n.alert_id = alert.id and n.user_id = l.user_id) end as notified_levels,
        app_private.wanted_languages(u.languages, u.device_language) as wanted
      from app_public.last_positions l join app_public.users u on u.id = l.user_id
      where st_covers(alert.zone3, l.location) and app_private.applies_to(alert.status, u.is_tester)
      -- An optimization fence: the functions run once for each row.
      offset 0
  ), audience as (
    select p.level, p.is_fresh,
        case when p.level = any (sms_levels) or p.notified_levels[1] = any (sms_levels) then p.providers
          else array_remove(p.providers, 'sms') end as providers, p.is_quiet, p.notified_levels[1] is not null as is_again,
        -- A position that is too coarse for a level counts as THREE.
        app_private.is_notified(p.notified_levels[2], coalesce(p.level, 'THREE')) as is_notified,
        p.is_fresh and p.level is not null and not app_private.is_notified(p.notified_levels[2], p.level) as is_due,
        p.wanted, count(*)::integer as users
      from people p group by 1, 2, 3, 4, 5, 6, 7, 8
  ), counts as (
    select coalesce(sum(a.users) filter (where a.is_due and a.level = 'ONE'), 0) as one,
        coalesce(sum(a.users) filter (where a.is_due and a.level = 'TWO'), 0) as two,
        coalesce(sum(a.users) filter (where a.is_due and a.level = 'THREE'), 0) as three,
        coalesce(sum(a.users) filter (where a.is_due and a.is_again and a.level = 'ONE'), 0) as again_one,
        coalesce(sum(a.users) filter (where a.is_due and a.is_again and a.level = 'TWO'), 0) as again_two,
        coalesce(sum(a.users) filter (where a.is_due and a.is_again and a.level = 'THREE'), 0) as again_three,
        coalesce(sum(a.users) filter (where a.is_fresh and a.level is not null and not a.is_due), 0) as already_told,
        coalesce(sum(a.users) filter (where a.is_due and array_remove(a.providers, 'email') <> '{}'), 0) as with_device,
        coalesce(sum(a.users) filter (where not a.is_fresh and not a.is_notified), 0) as stale,
        coalesce(sum(a.users) filter (where a.is_fresh and a.level is null and not a.is_notified), 0) as coarse
      from audience a
  )
  select c.one, c.two, c.three, c.again_one, c.again_two, c.again_three, c.already_told, c.with_device, c.stale, c.coarse,
      array(
        select row(p.provider, sum(a.users))::app_public.provider_reach
          from audience a, unnest(a.providers) p (provider) where a.is_due group by p.provider order by p.provider),
      array(
        select row(p.providers, sum(p.users))::app_public.phone_reach
          from (
            -- A mail rings no phone.
            select array_remove(a.providers, 'email') as providers, a.users
              from audience a where a.is_due and (a.level = 'ONE' or not a.is_quiet)
          ) p
          where p.providers <> '{}' group by p.providers order by p.providers),
      array(
        select row(coalesce(t.language, alert.language), sum(a.users), case when t.language is null then a.wanted[1] end)::app_public.language_reach
          from audience a, app_private.text_language(a.wanted, app_private.languages_of(alert.language, alert.texts)) t (language)
          where a.is_due group by coalesce(t.language, alert.language), case when t.language is null then a.wanted[1] end order by sum(a.users) desc, 1)
    into reach.one, reach.two, reach.three, reach.again_one, reach.again_two, reach.again_three, reach.already_told,
      reach.with_device, reach.stale, reach.coarse, reach.by_provider, reach.ringing, reach.languages
    from counts c;
  reach.area := st_area(alert.zone1::geography);
  reach.overlapping := array(
    select row(a.id, a.text1, a.status, a.expires_at, a.title)::app_public.alert_overlap
      from app_public.alerts a
      where a.active and app_private.is_active(a.active, a.expires_at) and a.id is distinct from alert.id
        and st_intersects(a.zone3, alert.zone3)
      order by a.id desc limit 20);
  reach.neighbours := array(select n.name from app_private.neighbours(alert) n);
  if exists (select from app_private.cells) then
    reach.question := to_jsonb(alert) || jsonb_build_object(
      'zone1', alert.zone1::text, 'zone2', alert.zone2::text, 'zone3', alert.zone3::text);
  end if;
  return reach;
end
$$;
comment on function app_private.reach_of(app_public.alerts) is
  'Returns how many users a new alert or the next version of one would notify if it were published now, by the rules of publication. The alert comes from app_private.draft_alert() or app_private.draft_update().';
--! EndIncluded matching/app_private.reach_of.sql
--! Included matching/app_public.active_alerts_at.sql
-- Security definer, as the rules are not granted. It shows active alerts, which each user may read.
create or replace function app_public.active_alerts_at(latitude double precision, longitude double precision)
returns app_public.alert_here[]
language plpgsql stable strict security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  caller constant app_public.users := app_private.require_user();
  place geometry;
  match record;
  alert_here app_public.alert_here;
  alerts_here app_public.alert_here[] := '{}';
begin
  if (latitude between -90 and 90 and longitude between -180 and 180) is not true then
    raise exception using errcode = 'LA400', constraint = 'place', message = 'The place is off the globe: send a latitude from -90 to 90 and a longitude from -180 to 180, in degrees.';
  end if;
  place := st_setsrid(st_makepoint(longitude, latitude), 4326);
  for match in
    select a.id, m.level, app_private.metres_from(a.zone1, place) as distance,
        app_private.text_of(m.level, t.text1, t.text2, t.text3) as text
      from app_public.alerts a, app_private.level_at(a.zone1, a.zone2, a.zone3, place) m (level),
        app_private.text_for(caller.id, row(a.language, a.title, a.text1, a.text2, a.text3, null, false), a.texts) t
      where app_private.is_active(a.active, a.expires_at) and st_covers(a.zone3, place) and m.level is not null
        and app_private.applies_to(a.status, caller.is_tester)
      order by m.level, a.id desc limit 1000
  loop
    alert_here.alert_id := match.id;
    alert_here.level := match.level;
    alert_here.distance := match.distance;
    alert_here.text := match.text;
    alerts_here := alerts_here || alert_here;
  end loop;
  return alerts_here;
end
$$;
comment on function app_public.active_alerts_at(double precision, double precision) is
  E'@itemsNotNull\n@argument latitude Degrees north, -90 to 90.\n@argument longitude Degrees east, -180 to 180.\nThe active alerts at a place, the most urgent level first, then the newest. Exercises and tests are included only for testers.';
grant execute on function app_public.active_alerts_at(double precision, double precision) to app_user;
--! EndIncluded matching/app_public.active_alerts_at.sql
--! Included privacy/app_private.export_item.sql
create or replace function app_private.export_item(item jsonb) returns text
language sql immutable parallel safe
as $$
  -- A column such as last_position_only becomes a field such as lastPositionOnly.
  select (
    select jsonb_object_agg(left(f.name, 1) || substr(replace(initcap(f.name collate "C"), '_', ''), 2), f.value)
      from jsonb_each(item - array[
        -- Secrets.
        'erasure_key', 'key_hash', 'secret', 'secret_hash', 'token', 'receipt', 'failures', 'counter', 'credential_id', 'transports',
        -- Other people.
        'actor_id', 'editor_id', 'made_by', 'settled_by', 'user_id',
        -- The content of alerts, which are public.
        'all_clear', 'all_clear_texts', 'area', 'changes', 'correction', 'location', 'new_alert', 'text1', 'text2', 'text3', 'texts', 'zone1',
        -- Internal numbers.
        'is_fallback', 'job_id', 'key', 'position_id', 'seen_change'
      ]) f (name, value))::text
$$;
comment on function app_private.export_item(jsonb) is
  'Returns a row of a table as an item of an export: all columns except for a list of secrets.';
--! EndIncluded privacy/app_private.export_item.sql
--! Included privacy/app_private.export_page.sql
-- Each part has its own statement, whose plan reads one user's rows by an index.
create or replace function app_private.export_page(
  token_user_id integer, session_id bigint, user_id integer, part text, after bigint, max_items integer,
  out is_allowed boolean, out items text[], out last_id bigint
)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set timezone = 'UTC'
as $$
declare
  person constant integer := export_page.user_id;
begin
  is_allowed := coalesce(app_private.may_export(token_user_id, export_page.session_id, person), false);
  if not is_allowed then
    return;
  end if;
  case part
  when 'user' then
    select array_agg(app_private.export_item(to_jsonb(u) || jsonb_build_object(
        'joined_by', (select j.invitation_id from app_private.joined_users j where j.user_id = u.id),
        'issuer', (select i.issuer from app_private.oidc_identities i where i.user_id = u.id),
        'subject', (select i.subject from app_private.oidc_identities i where i.user_id = u.id),
        'has_password', exists (select from app_private.user_credentials c where c.user_id = person),
        'password_link_expires_at', (select max(l.expires_at) from app_private.password_links l where l.user_id = u.id),
        'email_link_expires_at', (select l.expires_at from app_private.email_links l where l.user_id = u.id))))
      into items from app_public.users u where u.id = person;
  when 'lastPosition' then
    select array_agg(app_private.export_item(to_jsonb(l))) into items from app_public.last_positions l where l.user_id = person;
  when 'quietHours' then
    select array_agg(app_private.export_item(to_jsonb(q) - '{starts,ends}'::text[] || jsonb_build_object('from', q.starts, 'to', q.ends)))
      into items from app_public.quiet_hours q where q.user_id = person;
  when 'memberships' then
    select array_agg(app_private.export_item(to_jsonb(m) || jsonb_build_object('authority', a.name)) order by a.id)
      into items from app_public.memberships m join app_public.authorities a on a.id = m.authority_id where m.user_id = person;
  when 'sessions' then
    select array_agg(app_private.export_item(to_jsonb(s)) order by s.id) into items from app_public.sessions s where s.user_id = person;
  when 'loginAddresses' then
    select array_agg(app_private.export_item(to_jsonb(a)) order by a.last_at)
      into items from app_private.login_addresses a where a.user_id = person;
  when 'devices' then
    select array_agg(app_private.export_item(d.device) order by d.created_at, d.id)
      into items
      from (
        select v.created_at, v.id, to_jsonb(v) || '{"left_at": null}' as device from app_private.devices v where v.user_id = person
        union all
        select l.created_at, l.id, to_jsonb(l) from app_private.left_devices l where l.user_id = person
      ) d;
  when 'deviceKeys' then
    select array_agg(app_private.export_item(to_jsonb(k)) order by k.id) into items from app_private.device_keys k where k.user_id = person;
  when 'secondFactors' then
    select array_agg(app_private.export_item(to_jsonb(f)) order by f.id) into items from app_public.second_factors f where f.user_id = person;
  when 'positions' then
    select array_agg(app_private.export_item(to_jsonb(p)) order by p.id), max(p.id)
      into items, last_id
      from (select o.* from app_public.positions o where o.user_id = person and o.id > after order by o.id limit max_items) p;
  when 'notifications' then
    with page as materialized (
      select n.* from app_public.notifications n where n.user_id = person and n.id > after order by n.id limit max_items
    )
    select array_agg(app_private.export_item(to_jsonb(p)
        || case when p.place_kept then '{}' else '{"latitude": null, "longitude": null, "moving_activity": null}' end::jsonb
        || jsonb_build_object('title', case when t.language is null then a.title else t.title end, 'event', a.event, 'status', a.status, 'text',
          case when p.kind = 'ALL_CLEAR' then coalesce(t.all_clear, v.all_clear, a.all_clear) else coalesce(
            app_private.text_of(p.level, t.text1, t.text2, t.text3), app_private.text_of(p.level, v.text1, v.text2, v.text3),
            app_private.text_of(p.level, a.text1, a.text2, a.text3)) end))
          order by p.id), max(p.id)
      into items, last_id
      from page p
      join app_public.alerts a on a.id = p.alert_id
      left join app_public.alert_versions v on v.alert_id = p.alert_id and v.version = p.version
      left join unnest(v.texts) t on t.language = p.told_language;
  when 'deliveries' then
    select array_agg(app_private.export_item(to_jsonb(d) || jsonb_build_object('why', app_private.push_reason(d.why))) order by d.id), max(d.id)
      into items, last_id
      from (select o.* from app_private.deliveries o where o.user_id = person and o.id > after order by o.id limit max_items) d;
  when 'auditEntries' then
    -- Of other actors, only the entries about this person.
    select array_agg(app_private.export_item(to_jsonb(e) - '{facts,session_id,request_id}'::text[] || jsonb_build_object(
        'is_yours', coalesce(e.actor_id = person, false), 'fields', e.facts -> 'fields')) order by e.id), max(e.id)
      into items, last_id
      from (
        (select a.* from app_public.audit_entries a where a.actor_id = person and a.id > after order by a.id limit max_items)
        union
        (select a.* from app_public.audit_entries a
          where a.object_type = 'USER' and a.object_id = person and a.id > after order by a.id limit max_items)
        union
        (select a.* from app_public.audit_entries a
          where a.action in ('PEOPLE_READ', 'PEOPLE_FOLLOWED') and a.facts -> 'user_ids' @> to_jsonb(person)
            and a.id > after order by a.id limit max_items)
        order by id limit max_items
      ) e;
  when 'alertVersions' then
    select array_agg(app_private.export_item(to_jsonb(v)) order by v.alert_id, v.version)
      into items from app_public.alert_versions v where v.user_id = person;
  when 'heldPublications' then
    select array_agg(app_private.export_item(to_jsonb(h)) order by h.id)
      into items from app_private.held_publications h where person in (h.user_id, h.settled_by, h.approved_by);
  when 'sharedDrafts' then
    select array_agg(app_private.export_item(to_jsonb(d)) order by d.id)
      into items from app_public.shared_drafts d where person in (d.user_id, d.editor_id);
  when 'alertTemplates' then
    select array_agg(app_private.export_item(to_jsonb(m)) order by m.id) into items from app_public.alert_templates m where m.user_id = person;
  when 'savedAreas' then
    select array_agg(app_private.export_item(to_jsonb(s)) order by s.id) into items from app_public.saved_areas s where s.user_id = person;
  when 'capSources' then
    select array_agg(app_private.export_item(jsonb_build_object('id', s.id, 'name', s.name, 'url', s.url)) order by s.id) into items
      from app_public.cap_sources s where s.user_id = person;
  when 'invitations' then
    select array_agg(app_private.export_item(to_jsonb(i)) order by i.id) into items from app_private.invitations i where i.made_by = person;
  when 'mutualAids' then
    select array_agg(app_private.export_item(to_jsonb(g) - 'allowed_area') order by g.id) into items from app_public.mutual_aids g where g.user_id = person;
  end case;
  items := coalesce(items, '{}');
end
$$;
comment on function app_private.export_page(integer, bigint, integer, text, bigint, integer) is
  'Returns the next page of a part of a user''s export, as JSON, and the id of its last item; after is 0 for the first page. app_private.export_item() leaves secrets out. is_allowed is false if the session of the request has ended meanwhile, or the user is erased.';
grant execute on function app_private.export_page(integer, bigint, integer, text, bigint, integer) to app_host;
--! EndIncluded privacy/app_private.export_page.sql
--! Included publication/app_private.insert_notifications.sql
create or replace function app_private.insert_notifications(
  alert_id integer, version integer, kind app_public.notification_kind, level app_public.level_alert,
  recipients app_private.recipient[], newly_reached integer default 0
) returns void
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
-- The generic plan may be made while the tables are empty, and must not scan them once they have grown.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off
as $$
declare
  -- The ids are taken first, because pushes and announcements name them.
  ids constant bigint[] := array(select nextval('app_public.notifications_id_seq') from generate_series(1, cardinality(recipients)));
  -- Null for an alert in one language, which most are: then nobody's languages are looked up.
  languages constant text[] := (
    select app_private.languages_of(a.language, a.texts, insert_notifications.kind = 'ALL_CLEAR')
      from app_public.alerts a where a.id = insert_notifications.alert_id and a.texts <> '{}');
  -- People want few different lists, so each is compared once.
  told jsonb;
begin
  if cardinality(ids) = 0 then
    return;
  end if;
  if languages is not null then
    told := (
      select jsonb_object_agg(w.wanted::text, nullif(app_private.text_language(w.wanted, languages), languages[1]))
        from (
          select distinct app_private.wanted_languages(u.languages, u.device_language) as wanted
            from unnest(recipients) r join app_public.users u on u.id = r.user_id
        ) w);
  end if;
  insert into app_public.notifications (
      id, alert_id, version, kind, level, user_id, latitude, longitude, moving_activity, taken_at, accuracy,
      place_kept, distance_class, told_language)
    overriding system value
    select t.id, insert_notifications.alert_id, insert_notifications.version,
        case when insert_notifications.kind = 'ALERT' and insert_notifications.version > 1 and (
          select min(n.level) from app_public.notifications n
            where n.alert_id = insert_notifications.alert_id and n.user_id = (t.recipient).user_id) is not null
          then 'UPDATE' else insert_notifications.kind end,
        insert_notifications.level, (t.recipient).user_id, (t.recipient).latitude, (t.recipient).longitude, (t.recipient).moving_activity,
        (t.recipient).taken_at, (t.recipient).accuracy, (t.recipient).place_kept, (t.recipient).distance_class,
        case when told is not null then (
          select told ->> app_private.wanted_languages(u.languages, u.device_language)::text
            from app_public.users u where u.id = (t.recipient).user_id) end
      -- In the select list, unnest() makes no intermediate table.
      from (select unnest(ids) as id, unnest(insert_notifications.recipients) as recipient) t;
  if newly_reached > 0 then
    insert into app_private.alert_reach (alert_id, users) values (insert_notifications.alert_id, newly_reached);
  end if;
  perform app_private.queue_pushes(
      case when insert_notifications.kind = 'ALL_CLEAR' then 'ONE' else insert_notifications.level end,
      ids, min(u.user_id), max(u.user_id))
    from unnest(recipients) u;
  perform app_private.announce_notifications(insert_notifications.alert_id, ids[1], ids[cardinality(ids)]);
end
$$;
comment on function app_private.insert_notifications(integer, integer, app_public.notification_kind, app_public.level_alert, app_private.recipient[], integer) is
  'Notifies users of a version of an alert at one level: it inserts the notifications, counts the newly reached users, queues pushes and announces them to the hosts. An ALERT becomes an UPDATE for a user who was notified of an earlier version. The caller holds the locks of these users'' reports.';
--! EndIncluded publication/app_private.insert_notifications.sql
--! Included users/app_public.user_edit.sql
-- Security definer, as it ends links and queues mails. So it checks by itself whose user it is.
create or replace function app_public.user_edit(input app_public.user_edit, id integer) returns app_public.users
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  caller constant app_public.users := app_public.me();
  -- An administrator without the second factor that is demanded has the role of everyone.
  may_edit constant boolean := caller.id = user_edit.id
    or caller.is_admin and current_setting('role') <> 'app_user' and app_private.manages(user_edit.id);
  edited app_public.users;
  previous_key text;
  constraint_violated text;
  column_violated text;
begin
  if num_nonnulls(user_edit.input.last_position_only, user_edit.input.alerts_by_email) > 0 and caller.id <> user_edit.id and may_edit then
    raise exception using errcode = 'LA403', constraint = 'own_choice', message = 'Only users themselves choose lastPositionOnly and alertsByEmail: leave them out.';
  end if;
  if may_edit then
    previous_key := app_private.email_key(app_private.lock_user(user_edit.id));
    if caller.id <> user_edit.id then
      perform app_private.require_fresh_factor();
    end if;
    update app_public.users u
      set email = coalesce(user_edit.input.email, u.email),
          name = coalesce(user_edit.input.name, u.name),
          address = coalesce(user_edit.input.address, u.address),
          last_position_only = coalesce(user_edit.input.last_position_only, u.last_position_only),
          alerts_by_email = coalesce(user_edit.input.alerts_by_email, u.alerts_by_email),
          email_refusal = case when num_nonnulls(user_edit.input.email, user_edit.input.alerts_by_email) = 0 then u.email_refusal end,
          languages = coalesce(user_edit.input.languages, u.languages),
          email_verified = u.email_verified and coalesce(app_private.email_key(user_edit.input.email) = app_private.email_key(u.email), true)
      where u.id = user_edit.id
      returning u.* into edited;
  end if;
  if edited.id is null then
    raise exception using errcode = 'LA404', constraint = 'no_user', message = 'There is no user with this id that you may edit.';
  end if;
  if edited.last_position_only and not caller.last_position_only and caller.id = edited.id then
    perform app_private.queue_forgetting(edited.id);
  end if;
  if app_private.email_key(edited.email) <> previous_key then
    -- Deletes links that were mailed to the previous address, and the job of an unsent mail.
    delete from app_private.email_links l where l.user_id = edited.id;
    delete from app_private.password_links l where l.user_id = edited.id and l.is_mailed;
    perform graphile_worker.remove_job('password:' || encode(app_private.key_hash(previous_key), 'hex'));
    -- The limit keeps a user from sending mails to any number of addresses. Nothing is mailed if mail was never on.
    if caller.id = edited.id and exists (select from app_private.mail_outcome) then
      perform app_private.count_own_mail(edited.id, edited.email);
      -- The counter commits asynchronously, which an edit must not.
      perform app_private.commit_synchronously();
    end if;
    perform app_private.queue_verification(edited.id);
  end if;
  perform app_private.audit('USER_EDITED', 'USER', edited.id, jsonb_build_object('fields', array(
    select f.key from jsonb_each(jsonb_strip_nulls(to_jsonb(user_edit.input))) f)));
  return edited;
exception when integrity_constraint_violation then
  -- The detail of PostgreSQL's own error contains the row, and would be logged.
  get stacked diagnostics constraint_violated = constraint_name, column_violated = column_name;
  raise exception using errcode = sqlstate, constraint = constraint_violated, column = column_violated, message = sqlerrm;
end
$$;
comment on function app_public.user_edit(app_public.user_edit, integer) is
  E'@argument input The fields to change.\n@argument id The user''s id.\nEdits your own user; an administrator may edit any user. Returns the edited user. Error NOT_FOUND for an unknown id and for the id of someone else. Error CONFLICT if you change your own email and too many mails were asked for.';
grant execute on function app_public.user_edit(app_public.user_edit, integer) to app_user;
--! EndIncluded users/app_public.user_edit.sql
