--! Previous: sha1:679304c512b532818e11e311f21df2232e9bfd7b
--! Hash: sha1:f2ef8e366fdabb3ec3ed133ee0c3fec84bf7aae4
--! Message: CAP sources

set local check_function_bodies = off; -- Functions call later ones.

-- This has another argument below.
drop function app_private.take_shared_draft(integer);

create type app_public.cap_mark as enum (
  'NOT_VALID', 'NOT_SIGNED', 'EXPIRED', 'TEST', 'NO_AREA', 'OUTSIDE', 'UNKNOWN_REFERENCE', 'CANCELLED');
comment on type app_public.cap_mark is
  E'@value NOT_VALID It breaks the schema of CAP 1.2.\n@value NOT_SIGNED No signature of its source was verified.\n@value EXPIRED It has expired.\n@value TEST It is an exercise or a test.\n@value NO_AREA It has no area that can be drawn.\n@value OUTSIDE It reaches outside of the authority\'s area. The draft has what is inside, if anything is.\n@value UNKNOWN_REFERENCE It changes a message that is not known here.\n@value CANCELLED It cancels the message before.\nWhat authors should know of a CAP message.';
create type app_public.received_message as (
  id bigint, source_name text, sender text, identifier text, sent timestamptz, msg_type text, marks app_public.cap_mark[],
  text text, note text, infos jsonb, changes jsonb
);
comment on type app_public.received_message is 'A CAP message of others.';
comment on column app_public.received_message.id is E'@notNull\nThe id of the message.';
comment on column app_public.received_message.source_name is 'The name of its source. Null if an author opened it, or the source was removed.';
comment on column app_public.received_message.sender is E'@notNull\nIts sender, as it says.';
comment on column app_public.received_message.identifier is E'@notNull\nIts identifier.';
comment on column app_public.received_message.sent is E'@notNull\nWhen it was sent, as it says.';
comment on column app_public.received_message.msg_type is E'@notNull\nAlert, Update or Cancel.';
comment on column app_public.received_message.marks is E'@notNull\nWhat authors should know of it.';
comment on column app_public.received_message.text is E'@notNull\nIts text in the language of the service, else its first one.';
comment on column app_public.received_message.note is 'Its note.';
comment on column app_public.received_message.infos is E'@notNull\nAll its parts: a list of objects with the fields of CAP, such as language, headline, description, instruction, areaDesc, geocodes and parameters.';
comment on column app_public.received_message.changes is E'@notNull\nWhat it changes of the message before: a list of objects with field, before and after.';

create type app_public.cap_source_input as (
  name text, url text, interval_s integer, area app_public.geo_json, public_key text, is_paused boolean, authority_id integer);
comment on type app_public.cap_source_input is E'@inputTypeName CapSourceInput\nA source of CAP messages to add.';
comment on column app_public.cap_source_input.name is E'@notNull\nIts name.';
comment on column app_public.cap_source_input.url is E'@notNull\nWhere its messages are, by https: a feed of Atom or RSS, or one message.';
comment on column app_public.cap_source_input.interval_s is 'How many seconds after an answer it is asked again, 10 to 3600. 30 by default.';
comment on column app_public.cap_source_input.area is 'The area that messages must touch, as a Polygon or a MultiPolygon of GeoJSON. That of the authority by default.';
comment on column app_public.cap_source_input.public_key is 'The public key, or the certificate, by which its messages are signed, as PEM. A message with a wrong signature is refused then.';
comment on column app_public.cap_source_input.is_paused is 'True if it is not to be asked now.';
comment on column app_public.cap_source_input.authority_id is 'The id of the authority whose drafts its messages become, for managers of several. By default that of your highest role.';
create type app_public.cap_source_edit as (
  name text, url text, interval_s integer, area app_public.geo_json, public_key text, is_paused boolean);
comment on type app_public.cap_source_edit is E'@inputTypeName CapSourceEdit\nThe changes of a source of CAP messages. A field that is left out stays as it is.';
comment on column app_public.cap_source_edit.name is 'Its name.';
comment on column app_public.cap_source_edit.url is 'Where its messages are, by https: a feed of Atom or RSS, or one message.';
comment on column app_public.cap_source_edit.interval_s is 'How many seconds after an answer it is asked again, 10 to 3600.';
comment on column app_public.cap_source_edit.area is 'The area that messages must touch, as a Polygon or a MultiPolygon of GeoJSON.';
comment on column app_public.cap_source_edit.public_key is 'The public key, or the certificate, by which its messages are signed, as PEM. A message with a wrong signature is refused then.';
comment on column app_public.cap_source_edit.is_paused is 'True if it is not to be asked now.';

create table app_public.cap_sources (
  id integer not null generated always as identity,
  name text not null,
  url text not null,
  interval_s integer not null default 30,
  area public.geometry(MultiPolygon, 4326),
  public_key text,
  is_paused boolean not null default false,
  user_id integer not null,
  authority_id integer not null,
  version integer not null default 1,
  asked_at timestamptz,
  answered_at timestamptz,
  failures integer not null default 0,
  problem text,
  received_at timestamptz,
  outside integer not null default 0,
  refused text,
  refused_at timestamptz,
  etag text,
  last_modified text,
  seen jsonb not null default '{}',
  constraint cap_sources_pkey primary key (id),
  constraint cap_sources_authority_id_fkey foreign key (authority_id) references app_public.authorities(id),
  constraint cap_sources_name check ((char_length(name) <= 100) and (app_private.without_blanks(name) <> '')),
  constraint cap_sources_url check ((url ~ '^https?://[^[:space:]]+$') and (char_length(url) <= 2000)),
  constraint cap_sources_interval check ((interval_s >= 10) and (interval_s <= 3600)),
  constraint cap_sources_key check ((public_key ~ '^-----BEGIN (PUBLIC KEY|CERTIFICATE)-----') and (char_length(public_key) <= 10000))
);
create index cap_sources_authority_id on app_public.cap_sources (authority_id);
alter table app_public.cap_sources enable row level security;
create policy read_own on app_public.cap_sources for select to app_author
  using (authority_id = any (app_private.my_authorities('AUTHOR')));
grant select on app_public.cap_sources to app_author;
comment on policy read_own on app_public.cap_sources is 'Authors see the sources of their authority.';
comment on table app_public.cap_sources is
  E'@behavior -query:resource:connection\n@listForAdmins\n@orderedBy name\n@filterBy id\nA source of CAP messages of others, which the service asks again and again. Each message becomes a draft, and nothing is published by itself.';
comment on column app_public.cap_sources.id is 'The id of the source.';
comment on column app_public.cap_sources.name is 'Its name.';
comment on column app_public.cap_sources.url is 'Where its messages are: a feed of Atom or RSS, or one message.';
comment on column app_public.cap_sources.interval_s is 'How many seconds after an answer it is asked again.';
comment on column app_public.cap_sources.public_key is 'The public key, or the certificate, by which its messages are signed, as PEM. Null if they are not.';
comment on column app_public.cap_sources.is_paused is 'True if it is not asked now.';
comment on column app_public.cap_sources.user_id is 'The id of the manager who saved it last.';
comment on column app_public.cap_sources.authority_id is 'The id of the authority whose drafts its messages become.';
comment on column app_public.cap_sources.version is 'The version: 1 at first, and one more with each change.';
comment on column app_public.cap_sources.asked_at is 'When it was last asked.';
comment on column app_public.cap_sources.answered_at is 'When it last answered.';
comment on column app_public.cap_sources.failures is 'How often it has failed since.';
comment on column app_public.cap_sources.problem is 'Why it failed: a code, and maybe a colon and details. Null if it answered.';
comment on column app_public.cap_sources.received_at is 'When its last message came.';
comment on column app_public.cap_sources.outside is 'How many of its messages lay outside of its area, and became no drafts.';
comment on column app_public.cap_sources.refused is 'Why a message of it was refused last: a code, and maybe a colon and details. Null if none was.';
comment on column app_public.cap_sources.refused_at is 'When that was.';
comment on column app_public.cap_sources.area is E'@behavior -*\nThe area that messages must touch. Null for that of the authority.';
comment on column app_public.cap_sources.etag is E'@behavior -*\nThe ETag of its last answer. Null if something of it is still to be read.';
comment on column app_public.cap_sources.last_modified is E'@behavior -*\nThe Last-Modified of its last answer.';
comment on column app_public.cap_sources.seen is E'@behavior -*\nThe digests of the entries of its feed that were read, with 0, or with the seconds since 1970 from which to try again.';
comment on constraint cap_sources_authority_id_fkey on app_public.cap_sources is
  E'@fieldName authority\n@forwardDescription The authority whose drafts its messages become.\n@backwardBehavior -*';
comment on constraint cap_sources_name on app_public.cap_sources is 'name is empty or has more than 100 characters: write a short name.';
comment on constraint cap_sources_url on app_public.cap_sources is 'url is not an address such as https://alerts.example.org/alerts.atom: send one.';
comment on constraint cap_sources_interval on app_public.cap_sources is 'intervalS is not from 10 to 3600: send seconds.';
comment on constraint cap_sources_key on app_public.cap_sources is 'publicKey is not a public key or a certificate as PEM: send one, or leave it out.';

create table app_private.cap_received (
  id bigint not null generated always as identity,
  source_id integer,
  authority_id integer not null,
  identifier text not null,
  sender text not null,
  sent timestamptz not null,
  msg_type text not null,
  status text not null,
  refs jsonb not null,
  note text,
  infos jsonb not null,
  xml text not null,
  received_at timestamptz not null default now(),
  draft_id integer,
  draft_version integer,
  alert_id integer,
  marks app_public.cap_mark[] not null,
  changes jsonb,
  constraint cap_received_pkey primary key (id),
  constraint cap_received_message_key unique nulls not distinct (source_id, authority_id, sender, identifier, sent),
  constraint cap_received_authority_id_fkey foreign key (authority_id) references app_public.authorities(id),
  constraint cap_received_draft_id_fkey foreign key (draft_id) references app_public.shared_drafts(id) on delete set null,
  constraint cap_received_alert_id_fkey foreign key (alert_id) references app_public.alerts(id) on delete cascade
);
create index cap_received_authority_id on app_private.cap_received (authority_id, sender, identifier);
create index cap_received_draft_id on app_private.cap_received (draft_id);
create index cap_received_alert_id on app_private.cap_received (alert_id);
alter table app_private.cap_received enable row level security;
comment on table app_private.cap_received is
  'The CAP messages of others that became drafts or belong to some. Those without a draft and without an alert are removed after 30 days.';
comment on column app_private.cap_received.id is 'The id of the message.';
comment on column app_private.cap_received.source_id is 'The source that it came from, which may be removed since. Null if an author opened it.';
comment on column app_private.cap_received.authority_id is 'The authority whose draft it is.';
comment on column app_private.cap_received.identifier is 'Its identifier.';
comment on column app_private.cap_received.sender is 'Its sender.';
comment on column app_private.cap_received.sent is 'When it was sent, as it says.';
comment on column app_private.cap_received.msg_type is 'Alert, Update or Cancel.';
comment on column app_private.cap_received.status is 'Actual, Exercise or Test.';
comment on column app_private.cap_received.refs is 'The messages that it names.';
comment on column app_private.cap_received.note is 'Its note.';
comment on column app_private.cap_received.infos is 'All its parts, as the host read them.';
comment on column app_private.cap_received.xml is 'The message as it came.';
comment on column app_private.cap_received.received_at is 'When it came.';
comment on column app_private.cap_received.draft_id is 'Its draft. Null if that was removed or published.';
comment on column app_private.cap_received.draft_version is 'The version of the draft that came of it: a person has changed one that has another version.';
comment on column app_private.cap_received.alert_id is 'The alert that was published from its draft.';
comment on column app_private.cap_received.marks is 'What authors should know of it.';
comment on column app_private.cap_received.changes is 'What it changes of the message before.';

--! Included drafts-templates-areas/app_private.take_shared_draft.sql
create or replace function app_private.take_shared_draft(draft_id integer, alert_id integer) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  taken app_public.shared_drafts;
begin
  update app_private.cap_received r set alert_id = take_shared_draft.alert_id where r.draft_id = take_shared_draft.draft_id;
  -- The caller runs as the owner, for whom neither policies apply nor the audit trigger fires.
  delete from app_public.shared_drafts d
    where d.id = draft_id and d.authority_id = any (app_private.my_authorities('AUTHOR')) and (not d.is_private or d.user_id = app_public.current_user_id())
    returning d.* into taken;
  perform app_private.require_shared_draft(taken.id, 'LA409');
  if not taken.is_private then
    perform app_private.audit('DRAFT_REMOVED', 'DRAFT', draft_id, '{"reason": "PUBLISHED"}');
  end if;
end
$$;
comment on function app_private.take_shared_draft(integer, integer) is
  'Removes the draft that an alert or its update is published from, whose CAP messages then belong to that alert. Error LA409 if it does not exist, or is a private draft of another user, so that a draft that is published twice makes one alert.';
--! EndIncluded drafts-templates-areas/app_private.take_shared_draft.sql
--! Included cap/app_private.cap_area.sql
create or replace function app_private.cap_area(infos jsonb) returns public.geometry
language plpgsql immutable set search_path = pg_catalog, public, pg_temp
as $$
declare
  max_points constant integer := 1500;
  -- The edges of more could cross so often that to unite them, or to make them valid, would take hours, and cannot be stopped.
  max_crossing constant integer := 100;
  tolerance double precision := 1e-4;
  pieces geometry[];
  whole geometry;
begin
  pieces := array(
    select app_private.cut_at_180(app_private.unwrap_longitudes(
        case when st_npoints(p.piece) <= max_points or st_isvalid(p.piece) then p.piece else st_convexhull(p.piece) end))
      from jsonb_array_elements(infos) i, jsonb_array_elements(i -> 'polygons') r (ring), lateral (
        select st_setsrid(st_geomfromgeojson(
          jsonb_build_object('type', 'Polygon', 'coordinates', jsonb_build_array(r.ring))::text), 4326) as piece) p
    union all
    select app_private.cut_at_180(st_buffer(st_setsrid(st_makepoint((c.circle -> 0)::float8, (c.circle -> 1)::float8), 4326)::geography,
        greatest((c.circle -> 2)::float8, 1), 16)::geometry)
      from jsonb_array_elements(infos) i, jsonb_array_elements(i -> 'circles') c (circle));
  while tolerance < 1 and (select sum(st_npoints(p)) from unnest(pieces) p) > max_points loop
    pieces := array(select st_removerepeatedpoints(p, tolerance) from unnest(pieces) p);
    tolerance := tolerance * 4;
  end loop;
  pieces := array(
    select case when st_isvalid(p) then p when st_npoints(p) <= max_crossing then st_makevalid(p) else st_convexhull(p) end
      from unnest(pieces) p);
  whole := st_collectionextract(st_collect(pieces), 3);
  if not st_isvalid(whole) or st_npoints(whole) > max_points then
    whole := case when st_npoints(whole) <= max_points then st_union(pieces) else st_removerepeatedpoints(st_convexhull(whole), 0.01) end;
  end if;
  whole := st_collectionextract(case when st_npoints(whole) <= 10000 then whole else st_convexhull(whole) end, 3);
  return case when not st_isempty(whole) then whole end;
exception when others then
  -- Others may draw what PostGIS cannot unite: their message has no area then.
  return null;
end
$$;
comment on function app_private.cap_area(jsonb) is
  'Returns the area of parts of a CAP message: the union of their polygons and circles, made valid and cut at the 180th meridian. What has very many points, or crosses itself very often, is drawn more coarsely. Null if there is none.';
--! EndIncluded cap/app_private.cap_area.sql
--! Included cap/app_private.cap_changes.sql
create or replace function app_private.cap_changes(before jsonb, after jsonb) returns jsonb
language sql immutable set search_path = pg_catalog, pg_temp
as $$
  select jsonb_agg(jsonb_build_object('field', f.field,
      -- Shapes are not read by people.
      'before', case when f.place < 10 then before ->> f.field end, 'after', case when f.place < 10 then after ->> f.field end) order by f.place)
    from unnest('{headline,description,instruction,event,urgency,severity,certainty,expires,areaDesc,polygons,circles}'::text[])
      with ordinality f (field, place)
    where before -> f.field is distinct from after -> f.field
$$;
comment on function app_private.cap_changes(jsonb, jsonb) is
  'Returns which fields of a part of a CAP message differ from those of the message before. Null if none does.';
--! EndIncluded cap/app_private.cap_changes.sql
--! Included cap/app_private.cap_content.sql
create or replace function app_private.cap_content(status text, infos jsonb, area public.geometry, authority app_public.authorities) returns jsonb
language plpgsql stable set search_path = pg_catalog, public, pg_temp
as $$
declare
  info constant jsonb := coalesce(app_private.cap_info(infos), '{}');
  names constant text[] := '{ONE,TWO,THREE}';
  -- Three parts of one language with a zone each: so does another service of this kind write its alerts.
  zones jsonb;
  -- Of a neighbour's alert maybe only the outer zones reach here. The nearest one is zone ONE of the draft.
  nearest integer;
  texts text[] := array_fill(app_private.cap_text(info), array[3]);
  drawn geometry := area;
  inside geometry;
  distances jsonb := '{}';
begin
  select jsonb_object_agg(p ->> 'value', i) into zones
    from jsonb_array_elements(infos) i, jsonb_array_elements(i -> 'parameters') p
    where i -> 'language' = info -> 'language' and p ->> 'name' = 'zone' and p ->> 'value' = any (names);
  if zones ?& names then
    select z.place into nearest
      from unnest(names) with ordinality z (name, place)
      where authority.area is null or st_intersects(app_private.cap_area(jsonb_build_array(zones -> z.name)), authority.area)
      order by z.place limit 1;
    nearest := coalesce(nearest, 1);
    drawn := app_private.cap_area(jsonb_build_array(zones -> names[nearest]));
    select array_agg(app_private.cap_text(zones -> names[least(n, 3)]) order by n) into texts from generate_series(nearest, nearest + 2) n;
    if nearest = 1 then
      select jsonb_object_agg(p ->> 'name', (p ->> 'value')::float8) into distances
        from jsonb_array_elements(info -> 'parameters') p
        where p ->> 'name' in ('level2Distance', 'level3Distance') and p ->> 'value' ~ '^\d{1,6}(\.\d{1,6})?$';
    end if;
  end if;
  inside := st_collectionextract(st_intersection(drawn, authority.area, 1e-10), 3);
  if not st_isempty(inside) then
    drawn := inside;
  end if;
  return coalesce(distances, '{}') || jsonb_build_object(
    'authorityId', authority.id, 'shapes', app_private.shapes_of(drawn),
    'title', left(btrim(regexp_replace(coalesce(info ->> 'headline', info ->> 'event', ''), '[[:cntrl:]]+', ' ', 'g')), 60),
    'texts', texts, 'sameAsOne', case when texts[1] = all (texts) then '["TWO", "THREE"]'::jsonb else '[]' end,
    'hours', case when info ->> 'expires' is null then 24
      else least(greatest(ceil(extract(epoch from (info ->> 'expires')::timestamptz - now()) / 3600), 1), 720) end,
    'status', case status when 'Actual' then 'ACTUAL' when 'Exercise' then 'EXERCISE' else 'TEST' end,
    'positionAge', '', 'positionAgeUnit', 'hours', 'event', left(coalesce(info ->> 'event', ''), 200),
    'language', coalesce(substring(info ->> 'language' from '^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,8}$'), ''),
    'severity', coalesce((select e from unnest(enum_range(null::app_public.severity)) e where e::text = upper(info ->> 'severity')), 'UNKNOWN'),
    'urgency', coalesce((select e from unnest(enum_range(null::app_public.urgency)) e where e::text = upper(info ->> 'urgency')), 'UNKNOWN'),
    'certainty', coalesce((select e from unnest(enum_range(null::app_public.certainty)) e where e::text = upper(info ->> 'certainty')), 'UNKNOWN'),
    'isRenotified', false);
end
$$;
comment on function app_private.cap_content(text, jsonb, public.geometry, app_public.authorities) is
  'Returns the draft that a CAP message makes for an authority, as the console keeps drafts: its text in the language of the service, and its area as far as it is within the authority''s.';
--! EndIncluded cap/app_private.cap_content.sql
--! Included cap/app_private.cap_info.sql
create or replace function app_private.cap_info(infos jsonb) returns jsonb
language sql stable set search_path = pg_catalog, pg_temp
as $$
  select i.info
    from jsonb_array_elements(infos) with ordinality i (info, place), app_private.settings s
    order by lower(split_part(i.info ->> 'language', '-', 1)) = lower(split_part(s.default_language, '-', 1)) desc, i.place
    limit 1
$$;
comment on function app_private.cap_info(jsonb) is
  'Returns the part of a CAP message in the language of the service, else its first part.';
--! EndIncluded cap/app_private.cap_info.sql
--! Included cap/app_private.cap_polled.sql
create or replace function app_private.cap_polled(source_id integer, version integer, outcome jsonb) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
declare
  source app_public.cap_sources;
  max_wait_s constant integer := 3600;
  has_failed constant boolean := outcome ->> 'problem' is not null;
begin
  update app_public.cap_sources s
    set asked_at = now(), problem = outcome ->> 'problem', failures = case when has_failed then s.failures + 1 else 0 end,
      answered_at = case when has_failed then s.answered_at else now() end,
      etag = case when outcome ? 'seen' then outcome ->> 'etag' else s.etag end,
      last_modified = case when outcome ? 'seen' then outcome ->> 'lastModified' else s.last_modified end,
      seen = coalesce(outcome -> 'seen', s.seen), outside = s.outside + coalesce((outcome ->> 'outside')::integer, 0),
      refused = coalesce(outcome ->> 'refused', s.refused), refused_at = case when outcome ? 'refused' then now() else s.refused_at end,
      received_at = case when outcome ? 'told' then now() else s.received_at end
    -- A manager may have changed it meanwhile: then another job asks it.
    where s.id = source_id and s.version = cap_polled.version and not s.is_paused
    returning s.* into source;
  if found then
    perform app_private.queue_cap_poll(
      source.id, least(greatest(source.interval_s * 2 ^ least(source.failures, 12), (outcome ->> 'afterS')::double precision), max_wait_s));
  end if;
  -- A poll tells of one message, however many it has.
  if outcome ? 'told' then
    perform app_private.tell_members('RECEIVED', (outcome ->> 'told')::bigint);
  end if;
  delete from app_private.cap_received r where r.draft_id is null and r.alert_id is null and r.received_at < now() - interval '30 days';
end
$$;
comment on function app_private.cap_polled(integer, integer, jsonb) is
  'Stores what came of asking a version of a source of CAP messages, and queues the next time: later and later while it fails, up to an hour, and not before it says (afterS). Does neither if the source was changed meanwhile. Tells the authors of a message. Removes messages that nobody needs, after 30 days.';
--! EndIncluded cap/app_private.cap_polled.sql
--! Included cap/app_private.cap_text.sql
create or replace function app_private.cap_text(info jsonb) returns text
language sql immutable set search_path = pg_catalog, pg_temp
as $$
  select left(coalesce(nullif(concat_ws(E'\n\n', info ->> 'description', info ->> 'instruction'), ''), info ->> 'headline', info ->> 'event', ''), 10000)
$$;
comment on function app_private.cap_text(jsonb) is 'Returns the text of a part of a CAP message: its description and instruction, else its headline.';
--! EndIncluded cap/app_private.cap_text.sql
--! Included cap/app_private.open_cap.sql
create or replace function app_private.open_cap(message jsonb, xml text, authority_id integer) returns integer
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  receiving_id constant integer := coalesce(open_cap.authority_id, app_private.my_authority());
  opened record;
begin
  if receiving_id = any (app_private.my_authorities('AUTHOR')) is not true then
    raise exception using errcode = 'LA403', constraint = 'role', message = 'Your role does not allow you to write drafts for this authority.';
  end if;
  -- The host asks before it reads anything.
  if message is null then
    return null;
  end if;
  select r.* into opened
    from app_private.receive_cap(message, xml, null, receiving_id, app_public.current_user_id(), (app_public.me()).is_training) r;
  if opened.draft_id is null then
    raise exception using errcode = 'LA409', constraint = 'cap_no_draft', message = 'This message makes no draft: it cancels another one, was replaced or published already, or is no alert.';
  end if;
  return opened.draft_id;
end
$$;
comment on function app_private.open_cap(jsonb, text, integer) is
  'Makes a draft from a CAP message that an author opens, and returns its id; that of the draft which it has already. Error LA409 if it makes none. Without a message it only checks the user.';
grant execute on function app_private.open_cap(jsonb, text, integer) to app_author;
--! EndIncluded cap/app_private.open_cap.sql
--! Included cap/app_private.queue_cap_poll.sql
create or replace function app_private.queue_cap_poll(source_id integer, wait_s double precision default 0) returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  select graphile_worker.add_job('poll_cap_source', json_build_object('sourceId', source_id),
    run_at => now() + make_interval(secs => wait_s), job_key => 'poll_cap_source:' || source_id)
$$;
comment on function app_private.queue_cap_poll(integer, double precision) is
  'Queues a job that asks a source of CAP messages, in place of the one that waits already.';
--! EndIncluded cap/app_private.queue_cap_poll.sql
--! Included cap/app_private.queue_cap_polls.sql
create or replace function app_private.queue_cap_polls() returns void
language sql volatile set search_path = pg_catalog, pg_temp
as $$
  select app_private.queue_cap_poll(s.id) from app_public.cap_sources s
    where not s.is_paused and not exists (
      select from graphile_worker.jobs j
        where j.key = 'poll_cap_source:' || s.id and j.attempts < j.max_attempts)
$$;
comment on function app_private.queue_cap_polls() is
  'Queues a job for each source of CAP messages that has none, such as after a restore.';
--! EndIncluded cap/app_private.queue_cap_polls.sql
--! Included cap/app_private.receive_cap.sql
create or replace function app_private.receive_cap(
  message jsonb, xml text, source_id integer, authority_id integer, user_id integer, is_training boolean,
  out received_id bigint, out draft_id integer, out outcome text
)
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
#variable_conflict use_column
declare
  -- More unread drafts of a source than anybody reads.
  max_drafts constant integer := 50;
  this_source constant integer := source_id;
  this_authority constant integer := authority_id;
  this_user constant integer := user_id;
  in_training constant boolean := is_training;
  infos constant jsonb := message -> 'infos';
  this_sent constant timestamptz := message ->> 'sent';
  area constant geometry := app_private.cap_area(infos);
  source_area geometry;
  authority app_public.authorities;
  previous app_private.cap_received;
  known app_private.cap_received;
  alert app_public.alerts;
  draft app_public.shared_drafts;
  is_cancel constant boolean := message ->> 'msgType' = 'Cancel';
  made_name text;
  made jsonb;
begin
  if message ->> 'msgType' in ('Ack', 'Error') or message ->> 'status' in ('System', 'Draft') then
    outcome := 'IGNORED';
    return;
  end if;
  -- Two hosts may have the same message at once.
  perform pg_advisory_xact_lock(4160);
  select r.* into known from app_private.cap_received r
    where r.authority_id = this_authority and r.sender = message ->> 'sender' and r.identifier = message ->> 'identifier' and r.sent = this_sent
      and (r.source_id is not distinct from this_source or this_source is null)
    order by r.draft_id is null, r.alert_id is null, r.id desc limit 1;
  if coalesce(known.draft_id, known.alert_id) is not null or known.id is not null and this_source is not null then
    received_id := known.id;
    draft_id := known.draft_id;
    outcome := 'KNOWN';
    return;
  end if;
  -- Who opens a message again has removed its draft.
  delete from app_private.cap_received r where r.id = known.id and r.source_id is null;
  select a.* into authority from app_public.authorities a where a.id = this_authority;
  select s.area into source_area from app_public.cap_sources s where s.id = this_source;
  -- A sender changes and cancels its own messages only, and a source only what came from it.
  select r.* into previous
    from app_private.cap_received r join jsonb_array_elements(message -> 'references') e
      on e ->> 'sender' = r.sender and e ->> 'identifier' = r.identifier and (e ->> 'sent')::timestamptz = r.sent
    where r.authority_id = this_authority and r.sender = message ->> 'sender' and (r.source_id = this_source or this_source is null)
    order by r.sent desc, r.id desc limit 1;
  if previous.id is null and not is_cancel and this_source is not null and not st_intersects(area, coalesce(source_area, authority.area)) then
    outcome := 'OUTSIDE';
    return;
  end if;
  select d.* into draft from app_public.shared_drafts d where d.id = previous.draft_id;
  select a.* into alert from app_public.alerts a where a.id = previous.alert_id and app_private.is_active(a.active, a.expires_at);
  outcome := case
    when is_cancel then 'CANCELLED'
    -- Feeds may bring a message after the one that replaces it.
    when exists (
      select from app_private.cap_received r
        where r.authority_id = this_authority and r.source_id is not distinct from this_source and r.sender = message ->> 'sender'
          and r.refs @> jsonb_build_array(jsonb_build_object('sender', r.sender, 'identifier', message ->> 'identifier', 'sent', message ->> 'sent')))
      then 'REPLACED'
    when draft.id is null then 'DRAFT'
    -- What a person has written stays.
    when draft.version = previous.draft_version then 'UPDATED'
    else 'NOTED'
  end;
  if outcome = 'DRAFT' and this_source is not null
    and (select count(distinct r.draft_id) from app_private.cap_received r where r.source_id = this_source) >= max_drafts
  then
    outcome := 'FULL';
    return;
  end if;
  if outcome in ('DRAFT', 'UPDATED') then
    made := app_private.cap_content(message ->> 'status', infos, area, authority);
    if alert.id is not null then
      made := jsonb_build_object('level2Distance', alert.level2_distance, 'level3Distance', alert.level3_distance) || made
        || jsonb_build_object('language', alert.language, 'status', alert.status, 'base', jsonb_build_object(
          'version', alert.version, 'expiresAt', extract(epoch from alert.expires_at)::bigint, 'shapes', app_private.shapes_of(alert.zone1),
          'level2Distance', alert.level2_distance, 'level3Distance', alert.level3_distance, 'title', coalesce(alert.title, ''),
          'texts', jsonb_build_array(alert.text1, alert.text2, alert.text3)));
    end if;
  end if;
  if outcome = 'DRAFT' then
    made_name := left(coalesce(nullif(made ->> 'title', ''), message ->> 'identifier'), 60);
    select made_name || case when n = 1 then '' else format(' (%s)', n) end into made_name
      from generate_series(1, 10000) n
      where not exists (
        select from app_public.shared_drafts d
          where lower(d.name) = lower(made_name || case when n = 1 then '' else format(' (%s)', n) end) and not d.is_private)
      order by n limit 1;
    insert into app_public.shared_drafts (name, content, user_id, is_training, alert_id, authority_id)
      values (made_name, made, this_user, in_training, alert.id, this_authority)
      returning * into draft;
    perform app_private.audit('DRAFT_CREATED', 'DRAFT', draft.id);
  elsif outcome = 'UPDATED' then
    -- The trigger counts the versions of users only.
    update app_public.shared_drafts d
      set content = made, version = d.version + (app_public.current_user_id() is null)::integer
      where d.id = draft.id
      returning d.* into draft;
  end if;
  insert into app_private.cap_received as r (
      source_id, authority_id, identifier, sender, sent, msg_type, status, refs, note, infos, xml, draft_id, draft_version, alert_id, marks, changes)
    values (
      this_source, this_authority, message ->> 'identifier', message ->> 'sender', this_sent, message ->> 'msgType', message ->> 'status',
      message -> 'references', message ->> 'note', infos, receive_cap.xml, draft.id, case when outcome = 'NOTED' then previous.draft_version else draft.version end,
      previous.alert_id,
      array_remove(array[
        case when message ->> 'isValid' = 'false' then 'NOT_VALID' end,
        case when message ->> 'isSigned' = 'false' then 'NOT_SIGNED' end,
        case when (select max((i ->> 'expires')::timestamptz) from jsonb_array_elements(infos) i) < now() then 'EXPIRED' end,
        case when message ->> 'status' <> 'Actual' then 'TEST' end,
        case when not is_cancel and area is null then 'NO_AREA' end,
        case when not st_covers(authority.allowed_area, area) then 'OUTSIDE' end,
        case when message ->> 'msgType' <> 'Alert' and previous.id is null then 'UNKNOWN_REFERENCE' end,
        case when is_cancel then 'CANCELLED' end
      ]::app_public.cap_mark[], null),
      case when previous.id is not null and not is_cancel then app_private.cap_changes(app_private.cap_info(previous.infos), app_private.cap_info(infos)) end)
    returning r.id, r.draft_id into received_id, draft_id;
end
$$;
comment on function app_private.receive_cap(jsonb, text, integer, integer, integer, boolean) is
  'Stores a CAP message that the host has read, from a source or by hand. A new one becomes a draft of the authority; an update changes that draft unless a person has, or makes a draft that updates the alert which was published from it; a cancel is noted beside these. Returns what became of it: DRAFT, UPDATED, NOTED, CANCELLED, REPLACED, or KNOWN, OUTSIDE, IGNORED and FULL for one that is not stored.';
--! EndIncluded cap/app_private.receive_cap.sql
--! Included cap/app_private.received_from.sql
create or replace function app_private.received_from(draft_id integer, alert_id integer) returns app_public.received_message
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select r.id, s.name, r.sender, r.identifier, r.sent, r.msg_type, r.marks, app_private.cap_text(app_private.cap_info(r.infos)), r.note,
      (select coalesce(jsonb_agg(i.info - 'polygons' - 'circles' order by i.place), '[]') from jsonb_array_elements(r.infos) with ordinality i (info, place)),
      coalesce(r.changes, '[]')
    from app_private.cap_received r left join app_public.cap_sources s on s.id = r.source_id
    where (r.draft_id = received_from.draft_id or r.alert_id = received_from.alert_id)
      and r.authority_id = any (app_private.my_authorities('AUTHOR'))
    order by r.sent desc, r.id desc limit 1
$$;
comment on function app_private.received_from(integer, integer) is
  'Returns the newest CAP message that a draft or an alert comes from. Null for all but authors of its authority.';
grant execute on function app_private.received_from(integer, integer) to app_viewer;
--! EndIncluded cap/app_private.received_from.sql
--! Included cap/app_private.shapes_of.sql
create or replace function app_private.shapes_of(area public.geometry) returns jsonb
language sql immutable set search_path = pg_catalog, public, pg_temp
as $$
  select coalesce(jsonb_agg(jsonb_build_object('kind', 'polygon', 'coordinates', st_asgeojson(d.geom, 6, 0)::jsonb -> 'coordinates')), '[]')
    from st_dump(area) d
$$;
comment on function app_private.shapes_of(public.geometry) is 'Returns the polygons of an area as the console keeps them in a draft.';
--! EndIncluded cap/app_private.shapes_of.sql
--! Included cap/app_private.source_changed.sql
create or replace function app_private.source_changed(source app_public.cap_sources, change text) returns void
language plpgsql volatile set search_path = pg_catalog, pg_temp
as $$
begin
  perform app_private.audit('AUTHORITY_CHANGED', 'AUTHORITY', source.authority_id, jsonb_build_object('source_id', source.id, 'reason', change));
  if change = 'REMOVED' or source.is_paused then
    perform graphile_worker.remove_job('poll_cap_source:' || source.id);
  else
    perform app_private.queue_cap_poll(source.id);
  end if;
end
$$;
comment on function app_private.source_changed(app_public.cap_sources, text) is
  'Records that a manager added, edited or removed a source of CAP messages, and asks it at once or no more.';
--! EndIncluded cap/app_private.source_changed.sql
--! Included cap/app_public.alerts_received.sql
create or replace function app_public.alerts_received(alert app_public.alerts) returns app_public.received_message
language sql stable
as $$
  select app_private.received_from(null, alert.id)
$$;
comment on function app_public.alerts_received(app_public.alerts) is
  'The newest CAP message that the alert comes from. If it cancels, end the alert. Null if it comes from none, and for all but authors of its authority.';
grant execute on function app_public.alerts_received(app_public.alerts) to app_viewer;
--! EndIncluded cap/app_public.alerts_received.sql
--! Included cap/app_public.cap_source_add.sql
create or replace function app_public.cap_source_add(input app_public.cap_source_input) returns app_public.cap_sources
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  receiving_id constant integer := coalesce(input.authority_id, app_private.my_authority());
  added app_public.cap_sources;
begin
  perform app_private.require_fresh_factor();
  if receiving_id = any (app_private.my_authorities('MANAGER')) is not true then
    raise exception using errcode = 'LA404', constraint = 'no_authority', message = 'There is no authority with this id that you manage.';
  end if;
  insert into app_public.cap_sources (name, url, interval_s, area, public_key, is_paused, authority_id, user_id)
    values (btrim(input.name), btrim(input.url), coalesce(input.interval_s, 30),
      public.st_multi(case when input.area is not null then app_private.area_of_geojson(input.area) end),
      nullif(btrim(input.public_key), ''), coalesce(input.is_paused, false), receiving_id, app_public.current_user_id())
    returning * into added;
  perform app_private.source_changed(added, 'ADDED');
  return added;
end
$$;
comment on function app_public.cap_source_add(app_public.cap_source_input) is
  E'@argument input The source.\nAdds a source of CAP messages, which the service asks from now on. Each message becomes a draft. For managers.';
grant execute on function app_public.cap_source_add(app_public.cap_source_input) to app_manager;
--! EndIncluded cap/app_public.cap_source_add.sql
--! Included cap/app_public.cap_source_edit.sql
create or replace function app_public.cap_source_edit(id integer, input app_public.cap_source_edit) returns app_public.cap_sources
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  edited app_public.cap_sources;
begin
  perform app_private.require_fresh_factor();
  -- What was read by the old address, area or key is read again: messages that are known already make no second draft.
  update app_public.cap_sources s
    set name = coalesce(btrim(input.name), s.name), url = coalesce(btrim(input.url), s.url), interval_s = coalesce(input.interval_s, s.interval_s),
      area = coalesce(public.st_multi(case when input.area is not null then app_private.area_of_geojson(input.area) end), s.area),
      public_key = case when input.public_key is null then s.public_key else nullif(btrim(input.public_key), '') end,
      is_paused = coalesce(input.is_paused, s.is_paused), user_id = app_public.current_user_id(), version = s.version + 1,
      etag = null, last_modified = null, seen = '{}', failures = 0, problem = null, refused = null, refused_at = null
    where s.id = cap_source_edit.id and s.authority_id = any (app_private.my_authorities('MANAGER'))
    returning s.* into edited;
  perform app_private.require_found(edited.id);
  perform app_private.source_changed(edited, 'EDITED');
  return edited;
end
$$;
comment on function app_public.cap_source_edit(integer, app_public.cap_source_edit) is
  E'@argument id The id of the source.\n@argument input The changes.\nChanges a source of CAP messages, and asks it at once. An empty publicKey removes the key. For managers of its authority.';
grant execute on function app_public.cap_source_edit(integer, app_public.cap_source_edit) to app_manager;
--! EndIncluded cap/app_public.cap_source_edit.sql
--! Included cap/app_public.cap_source_remove.sql
create or replace function app_public.cap_source_remove(id integer) returns app_public.cap_sources
language plpgsql volatile strict security definer set search_path = pg_catalog, pg_temp
as $$
declare
  removed app_public.cap_sources;
begin
  perform app_private.require_fresh_factor();
  delete from app_public.cap_sources s
    where s.id = cap_source_remove.id and s.authority_id = any (app_private.my_authorities('MANAGER'))
    returning s.* into removed;
  perform app_private.require_found(removed.id);
  perform app_private.source_changed(removed, 'REMOVED');
  return removed;
end
$$;
comment on function app_public.cap_source_remove(integer) is
  E'@argument id The id of the source.\nRemoves a source of CAP messages, and returns it. Its drafts stay. For managers of its authority.';
grant execute on function app_public.cap_source_remove(integer) to app_manager;
--! EndIncluded cap/app_public.cap_source_remove.sql
--! Included cap/app_public.cap_sources_area_geo_json.sql
create or replace function app_public.cap_sources_area_geo_json(source app_public.cap_sources) returns app_public.geo_json
language sql immutable parallel safe
as $$
  select public.st_asgeojson(source.area, 9, 0)::pg_catalog.json
$$;
comment on function app_public.cap_sources_area_geo_json(app_public.cap_sources) is
  'The area that messages must touch: a MultiPolygon of GeoJSON (RFC 7946). Null for the area of the authority.';
grant execute on function app_public.cap_sources_area_geo_json(app_public.cap_sources) to app_author;
--! EndIncluded cap/app_public.cap_sources_area_geo_json.sql
--! Included cap/app_public.shared_drafts_received.sql
create or replace function app_public.shared_drafts_received(draft app_public.shared_drafts) returns app_public.received_message
language sql stable
as $$
  select app_private.received_from(draft.id, null)
$$;
comment on function app_public.shared_drafts_received(app_public.shared_drafts) is
  'The newest CAP message that the draft comes from. Null if it comes from none.';
grant execute on function app_public.shared_drafts_received(app_public.shared_drafts) to app_author;
--! EndIncluded cap/app_public.shared_drafts_received.sql
