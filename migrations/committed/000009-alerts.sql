--! Previous: sha1:b3ed35f5fef000bf85142ad826d0c01bb0f5ff45
--! Hash: sha1:47dad79b38f90cd3dac475071d65dd0a0f929a01
--! Message: Alerts

set local check_function_bodies = off; -- Functions call later ones.

create type app_public.level_alert as enum ('ONE', 'TWO', 'THREE');
comment on type app_public.level_alert is
  E'@value ONE Inside the area.\n@value TWO Outside the area, but within its level-two distance.\n@value THREE Further out, but within its level-three distance.\nHow close someone is to the area of an alert. ONE is the most urgent.';

create type app_public.alert_status as enum ('ACTUAL', 'EXERCISE', 'TEST');
comment on type app_public.alert_status is
  E'@value ACTUAL A real warning for everyone.\n@value EXERCISE An exercise, which reaches only testers.\n@value TEST A technical test, which reaches only testers.\nWhat an alert is for, in the terms of CAP 1.2.';

create type app_public.certainty as enum ('OBSERVED', 'LIKELY', 'POSSIBLE', 'UNLIKELY', 'UNKNOWN');
comment on type app_public.certainty is
  E'@value OBSERVED It has happened or is going on.\n@value LIKELY More than 50 percent.\n@value POSSIBLE Possible, but not more than 50 percent.\n@value UNLIKELY Close to 0 percent.\n@value UNKNOWN The certainty is not known.\nHow sure it is, in the terms of CAP 1.2.';

create type app_public.point_input as (
  latitude double precision,
  longitude double precision
);
comment on type app_public.point_input is E'@inputTypeName PointInput\nA corner of an area.';
comment on column app_public.point_input.latitude is E'@notNull\nDegrees north, WGS 84, from -90 to 90.';
comment on column app_public.point_input.longitude is E'@notNull\nDegrees east, WGS 84, from -180 to 180.';

create type app_public.severity as enum ('EXTREME', 'SEVERE', 'MODERATE', 'MINOR', 'UNKNOWN');
comment on type app_public.severity is
  E'@value EXTREME An extraordinary threat to life or property.\n@value SEVERE A significant threat to life or property.\n@value MODERATE A possible threat to life or property.\n@value MINOR Little or no known threat to life or property.\n@value UNKNOWN The severity is not known.\nHow bad it is, in the terms of CAP 1.2.';

create type app_public.urgency as enum ('IMMEDIATE', 'EXPECTED', 'FUTURE', 'PAST', 'UNKNOWN');
comment on type app_public.urgency is
  E'@value IMMEDIATE Act at once.\n@value EXPECTED Act soon, within the next hour.\n@value FUTURE Act in the near future.\n@value PAST No action is needed any more.\n@value UNKNOWN The urgency is not known.\nHow soon people should act, in the terms of CAP 1.2.';

create domain app_public.geo_json as json;
comment on domain app_public.geo_json is
  E'@name GeoJSON\nA geometry as GeoJSON (RFC 7946). Positions are [longitude, latitude] in degrees, WGS 84.';

create type app_public.alert_input as (
  points app_public.point_input[],
  text1 text,
  text2 text,
  text3 text,
  language text,
  area app_public.geo_json,
  level2_distance double precision,
  level3_distance double precision,
  expires_at bigint,
  max_position_age integer,
  severity app_public.severity,
  urgency app_public.urgency,
  certainty app_public.certainty,
  event text,
  status app_public.alert_status,
  idempotency_key text,
  title text,
  template_id integer,
  draft_id integer
);
comment on type app_public.alert_input is E'@inputTypeName AlertInput\nAn alert to publish.';
comment on column app_public.alert_input.points is
  E'@notNull\n@itemsNotNull\n@emptyByDefault\nThe corners of the area in order, at least three. The last one need not repeat the first. An edge of more than 180 degrees of longitude, such as from 179 to -179, takes the short way round, across the 180th meridian. Leave it out if you send area.';
comment on column app_public.alert_input.text1 is E'@notNull\nThe text for people inside the area.';
comment on column app_public.alert_input.text2 is E'@notNull\nThe text for people in zone TWO.';
comment on column app_public.alert_input.text3 is E'@notNull\nThe text for people in zone THREE.';
comment on column app_public.alert_input.language is
  'The language of the texts, which chooses the voice: a BCP 47 tag such as "it" or "pt-BR". The service''s own language by default.';
comment on column app_public.alert_input.area is
  'The area as a Polygon or a MultiPolygon, in place of points. It may have holes. Across the 180th meridian, send pieces that meet at 180 and -180 (RFC 7946, 3.1.9), or longitudes that run on past 180 or -180 (to 360 at most), or an edge of more than 180 degrees of longitude, which takes the short way round.';
comment on column app_public.alert_input.level2_distance is
  'The width of zone TWO around the area, in metres. By default 1,000 unless the settings differ.';
comment on column app_public.alert_input.level3_distance is
  'The width of zone THREE around the area, in metres, more than level2Distance. By default 2,000 unless the settings differ.';
comment on column app_public.alert_input.expires_at is
  'When it ends. By default after 24 hours unless the settings differ.';
comment on column app_public.alert_input.max_position_age is
  'In seconds. Publication does not match an older last position. By default 24 hours unless the settings differ.';
comment on column app_public.alert_input.severity is 'How bad it is. UNKNOWN by default.';
comment on column app_public.alert_input.urgency is 'How soon people should act. UNKNOWN by default.';
comment on column app_public.alert_input.certainty is 'How sure it is. UNKNOWN by default.';
comment on column app_public.alert_input.event is 'What happens, in a few words, such as "Flood" or "Gas leak".';
comment on column app_public.alert_input.status is
  'Whether it is a real warning, an exercise or a test. ACTUAL by default; the others reach only testers.';
comment on column app_public.alert_input.idempotency_key is
  'A key of your own for this alert, such as a UUID. Repeating the same request with the same key makes no second alert.';
comment on column app_public.alert_input.title is
  'What happens and where, in 60 characters at most, such as "Gas leak in the Marais". The title of its pushes; without it, the first line of a text is.';
comment on column app_public.alert_input.template_id is
  'The template that it was made from. Placeholders that are left in its texts are refused then.';
comment on column app_public.alert_input.draft_id is
  'The shared draft that it is published from, which is removed. Error CONFLICT if it was published or removed already.';

create type app_public.alert_month as (
  began_at timestamptz,
  status app_public.alert_status,
  alerts integer,
  told integer,
  seen integer,
  told_after_median double precision
);
comment on type app_public.alert_month is 'The alerts of one status that were published in a month.';
comment on column app_public.alert_month.began_at is
  E'@notNull\nWhen the month began, in UTC.';
comment on column app_public.alert_month.status is E'@notNull\nTheir status.';
comment on column app_public.alert_month.alerts is E'@notNull\nThe number of alerts.';
comment on column app_public.alert_month.told is E'@notNull\nUsers who were notified, each counted once for each alert.';
comment on column app_public.alert_month.seen is E'@notNull\nHow many of them saw a notification.';
comment on column app_public.alert_month.told_after_median is
  'The median of the seconds from the publication of an alert until a user was notified, without late entries. Null without such a user.';

create type app_public.alert_state as enum ('ACTIVE', 'EXPIRED', 'CANCELLED');
comment on type app_public.alert_state is
  E'@value ACTIVE It is active: it notifies people who enter its zones.\n@value EXPIRED It reached its end.\n@value CANCELLED An administrator cancelled it.\nWhether an alert is active, and if not, how it ended.';

create type app_public.alert_overview as (
  id integer,
  title text,
  state app_public.alert_state,
  status app_public.alert_status,
  created_at timestamptz,
  expires_at timestamptz,
  cancelled_at timestamptz,
  reached_users integer
);
comment on type app_public.alert_overview is 'An alert as lists show it, without texts and zones.';
comment on column app_public.alert_overview.id is E'@notNull\nThe id of the alert.';
comment on column app_public.alert_overview.title is
  E'@notNull\nIts title, or else the first line of its text for people inside the area.';
comment on column app_public.alert_overview.state is E'@notNull\nWhether it is active, and if not, how it ended.';
comment on column app_public.alert_overview.status is E'@notNull\nWhether it is a real warning, an exercise or a test.';
comment on column app_public.alert_overview.created_at is
  E'@notNull\nWhen it was published.';
comment on column app_public.alert_overview.expires_at is
  E'@notNull\nWhen it ends by itself.';
comment on column app_public.alert_overview.cancelled_at is
  'When it was cancelled. Null if it was not.';
comment on column app_public.alert_overview.reached_users is
  E'@notNull\nThe users who were notified, each counted once.';

create type app_public.alert_search as (
  total integer,
  alerts app_public.alert_overview[]
);
comment on type app_public.alert_search is 'A page of the alerts that a search finds.';
comment on column app_public.alert_search.total is E'@notNull\nHow many alerts it finds.';
comment on column app_public.alert_search.alerts is
  E'@notNull\n@itemsNotNull\nThe alerts of this page, the newest first.';

create type app_public.alert_update_input as (
  points app_public.point_input[],
  area app_public.geo_json,
  level2_distance double precision,
  level3_distance double precision,
  expires_at bigint,
  text1 text,
  text2 text,
  text3 text,
  renotify boolean,
  expected_version integer,
  title text
);
comment on type app_public.alert_update_input is
  E'@inputTypeName AlertUpdateInput\nThe changes of an alert. A field that is left out stays as it is.';
comment on column app_public.alert_update_input.points is
  E'@itemsNotNull\nThe corners of the new area, in order, as in AlertInput.';
comment on column app_public.alert_update_input.area is
  'The new area as a Polygon or a MultiPolygon, in place of points, as in AlertInput.';
comment on column app_public.alert_update_input.level2_distance is 'The width of zone TWO around the area, in metres.';
comment on column app_public.alert_update_input.level3_distance is 'The width of zone THREE around the area, in metres.';
comment on column app_public.alert_update_input.expires_at is 'When it ends.';
comment on column app_public.alert_update_input.text1 is 'The text for people inside the area.';
comment on column app_public.alert_update_input.text2 is 'The text for people in zone TWO.';
comment on column app_public.alert_update_input.text3 is 'The text for people in zone THREE.';
comment on column app_public.alert_update_input.renotify is
  'True to notify again everyone who was notified already, with the new text.';
comment on column app_public.alert_update_input.expected_version is
  'The version that the changes were made for. Error CONFLICT, and no change, if the alert has another version by now. Left out, the changes apply to any version.';
comment on column app_public.alert_update_input.title is
  'The title of its pushes, in 60 characters at most. An empty one removes it.';

create type app_public.timeline_step as (
  began_at timestamptz,
  duration integer,
  told integer,
  pushed integer,
  seen integer
);
comment on type app_public.timeline_step is
  'What happened in a part of an alert''s time. Each user counts once, at the first of their notifications, pushes and looks.';
comment on column app_public.timeline_step.began_at is
  E'@notNull\nWhen the step began.';
comment on column app_public.timeline_step.duration is
  E'@notNull\nThe seconds that the step took: 60 for an alert of up to two hours, more for a longer one.';
comment on column app_public.timeline_step.told is E'@notNull\nUsers who were notified for the first time.';
comment on column app_public.timeline_step.pushed is
  E'@notNull\nUsers to one of whose devices a push left for the first time.';
comment on column app_public.timeline_step.seen is E'@notNull\nUsers who saw a notification for the first time.';

--! Included drafts-templates-areas/app_private.has_placeholder.sql
create or replace function app_private.has_placeholder(text text) returns boolean
language sql immutable parallel safe
as $$
  select text ~ '\{[^{}[:space:]][^{}]{0,49}\}'
$$;
comment on function app_private.has_placeholder(text) is
  'True if a text has a placeholder of a template, such as {place}: up to 50 characters in braces.';
--! EndIncluded drafts-templates-areas/app_private.has_placeholder.sql

create table app_public.alerts (
  id integer not null generated always as identity,
  user_id integer not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  zone1 public.geometry(Geometry,4326) not null,
  zone2 public.geometry(Geometry,4326) not null,
  zone3 public.geometry(Geometry,4326) not null,
  level2_distance double precision not null,
  level3_distance double precision not null,
  max_position_age interval not null,
  text1 text not null,
  text2 text not null,
  text3 text not null,
  active boolean not null default true,
  language text not null default 'en',
  max_accuracy double precision not null default 1000,
  event text,
  severity app_public.severity not null default 'UNKNOWN',
  urgency app_public.urgency not null default 'UNKNOWN',
  certainty app_public.certainty not null default 'UNKNOWN',
  status app_public.alert_status not null default 'ACTUAL',
  version integer not null default 1,
  renotified_version integer not null default 1,
  cancelled_at timestamptz,
  all_clear text,
  idempotency_key text,
  request bytea,
  zone3_box box generated always as (box(point(public.st_xmin((zone3)::public.box3d), public.st_ymin((zone3)::public.box3d)), point(public.st_xmax((zone3)::public.box3d), public.st_ymax((zone3)::public.box3d)))) stored not null,
  title text,
  template_id integer,
  constraint alerts_cancelled check ((cancelled_at is null) = (all_clear is null)),
  constraint alerts_expires_at check (expires_at > created_at),
  constraint alerts_idempotency_key check ((char_length(idempotency_key) >= 1) and (char_length(idempotency_key) <= 200)),
  constraint alerts_language check (language ~ '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,8}$'),
  constraint alerts_level3_distance check ((level3_distance > level2_distance) and (level2_distance > 0)),
  constraint alerts_zones check ((public.geometrytype(zone1) = any (array['POLYGON', 'MULTIPOLYGON'])) and (public.geometrytype(zone2) = any (array['POLYGON', 'MULTIPOLYGON'])) and (public.geometrytype(zone3) = any (array['POLYGON', 'MULTIPOLYGON']))),
  constraint alerts_idempotency_key_key unique (user_id, idempotency_key),
  constraint alerts_pkey primary key (id),
  constraint alerts_all_clear check ((char_length(all_clear) <= 10000) and (app_private.without_blanks(all_clear) <> '')),
  constraint alerts_event check ((char_length(event) <= 200) and (app_private.without_blanks(event) <> '')),
  constraint alerts_placeholders check ((template_id is null) or (not app_private.has_placeholder(concat_ws(' ', title, text1, text2, text3, all_clear)))),
  constraint alerts_text1_length check ((char_length(text1) <= 10000) and (app_private.without_blanks(text1) <> '')),
  constraint alerts_text2_length check ((char_length(text2) <= 10000) and (app_private.without_blanks(text2) <> '')),
  constraint alerts_text3_length check ((char_length(text3) <= 10000) and (app_private.without_blanks(text3) <> '')),
  constraint alerts_title check ((char_length(title) <= 60) and (app_private.without_blanks(title) <> '') and (title !~ '[[:cntrl:]]'))
) with (autovacuum_vacuum_insert_threshold='50', autovacuum_vacuum_insert_scale_factor='0', autovacuum_vacuum_scale_factor='0.02');
create index alerts_active_expires_at on app_public.alerts (expires_at) where active;
create index alerts_active_request on app_public.alerts (user_id, request) where active;
create index alerts_active_zone1 on app_public.alerts using gist (zone1) where active;
create index alerts_active_zone2 on app_public.alerts using gist (zone2) where active;
create index alerts_active_zone3 on app_public.alerts using gist (zone3) where active;
create index alerts_active_zone3_box on app_public.alerts using gist (zone3_box) include (id, renotified_version) where active;
create index alerts_created_at on app_public.alerts (created_at, id) include (status, active, expires_at, cancelled_at);
create index alerts_user_id on app_public.alerts (user_id);
alter table app_public.alerts enable row level security;

create policy read_all on app_public.alerts for select to app_user using (true);
grant select on app_public.alerts to app_user;

comment on table app_public.alerts is
  E'@newestFirst\n@filterBy id\n@foreignKey (user_id) references app_public.users (id)|@fieldName user|@forwardDescription The administrator who published it.|@behavior -manyRelation:resource:list\nA warning for an area: its texts, zones, times and versions.';
comment on column app_public.alerts.id is 'The id of the alert.';
comment on column app_public.alerts.user_id is 'The id of the administrator who published it.';
comment on column app_public.alerts.created_at is 'When it was published.';
comment on column app_public.alerts.expires_at is 'When it ends by itself.';
comment on column app_public.alerts.zone1 is
  E'@behavior -*\nThe area as drawn: longitude and latitude in degrees. Edges are straight in these.';
comment on column app_public.alerts.zone2 is E'@behavior -*\nThe area and level2_distance metres around it.';
comment on column app_public.alerts.zone3 is E'@behavior -*\nThe area and level3_distance metres around it.';
comment on column app_public.alerts.level2_distance is 'The width of zone TWO around the area, in metres.';
comment on column app_public.alerts.level3_distance is 'The width of zone THREE around the area, in metres.';
comment on column app_public.alerts.max_position_age is E'@behavior -*\nThe greatest age of a position that it matches.';
comment on column app_public.alerts.text1 is 'The text for people inside the area.';
comment on column app_public.alerts.text2 is 'The text for people in zone TWO.';
comment on column app_public.alerts.text3 is 'The text for people in zone THREE.';
comment on column app_public.alerts.active is
  E'@behavior -*\nFalse once the alert was cancelled, or a job has marked it as expired. It is the predicate of partial indexes; expires_at decides.';
comment on column app_public.alerts.language is 'The language of the texts: a BCP 47 tag such as en or pt-BR.';
comment on column app_public.alerts.max_accuracy is
  E'@behavior -*\nIn metres. A less exact position notifies of level ONE only.';
comment on column app_public.alerts.event is 'What happens, in a few words, such as "Flood" or "Gas leak".';
comment on column app_public.alerts.severity is 'How bad it is.';
comment on column app_public.alerts.urgency is 'How soon people should act.';
comment on column app_public.alerts.certainty is 'How sure it is.';
comment on column app_public.alerts.status is 'Whether it is a real warning, an exercise or a test.';
comment on column app_public.alerts.version is
  'The version: 1 at first, and one more with each update and with the cancellation.';
comment on column app_public.alerts.renotified_version is
  E'@behavior -*\nThe last version that notified everyone again. Users who were notified of it, or of a later version, are not notified again.';
comment on column app_public.alerts.cancelled_at is
  'When it was cancelled. Null if it was not.';
comment on column app_public.alerts.all_clear is 'The text of the all-clear. Null if it was not cancelled.';
comment on column app_public.alerts.idempotency_key is E'@behavior -*\nThe key of the request that published it.';
comment on column app_public.alerts.request is E'@behavior -*\nSHA-256 of the content of that request.';
comment on column app_public.alerts.zone3_box is E'@behavior -*\nThe box around zone THREE, in degrees.';
comment on column app_public.alerts.title is
  'The title of its pushes, its headline in the terms of CAP. Null if it has none: the first line of a text is the title then.';
comment on column app_public.alerts.template_id is
  'The id of the template that it was made from. Null without one. The template may be gone.';
comment on constraint alerts_cancelled on app_public.alerts is
  'cancelled_at and all_clear do not fit: set both or neither.';
comment on constraint alerts_idempotency_key on app_public.alerts is
  'idempotencyKey is empty or has more than 200 characters: send a UUID, for example.';
comment on constraint alerts_language on app_public.alerts is
  'language is not a language tag of BCP 47: send one such as "it" or "pt-BR".';
comment on constraint alerts_zones on app_public.alerts is 'A zone is not a polygon: store a Polygon or a MultiPolygon.';
comment on constraint alerts_all_clear on app_public.alerts is
  'text is empty or has more than 10,000 characters: write that the danger is over.';
comment on constraint alerts_event on app_public.alerts is
  'event is empty or has more than 200 characters: write a few words, or leave it out.';
comment on constraint alerts_idempotency_key_key on app_public.alerts is
  'idempotencyKey belongs to another alert of yours: send a new key with each alert.';
comment on constraint alerts_placeholders on app_public.alerts is
  'A text or the title still has a placeholder of the template, such as {place}: fill it in.';
comment on constraint alerts_text1_length on app_public.alerts is
  'text1 is empty or has more than 10,000 characters: write what people inside the area should do.';
comment on constraint alerts_text2_length on app_public.alerts is
  'text2 is empty or has more than 10,000 characters: write what people in zone TWO should do.';
comment on constraint alerts_text3_length on app_public.alerts is
  'text3 is empty or has more than 10,000 characters: write what people in zone THREE should do.';
comment on constraint alerts_title on app_public.alerts is
  'title has more than 60 characters or a line break: write what happens and where, in a few words.';
comment on index app_public.alerts_active_request is 'Finds the alert of a repeated request without an idempotency key.';
comment on index app_public.alerts_active_zone3_box is 'Serves app_private.alerts_to_match(), at each report.';
comment on index app_public.alerts_created_at is
  'Serves app_public.alerts_search() and app_public.alert_statistics(), which count alerts of a period by state.';

create table app_public.alert_versions (
  alert_id integer not null,
  version integer not null,
  user_id integer not null,
  created_at timestamptz not null default now(),
  zone1 public.geometry(Geometry,4326) not null,
  level2_distance double precision not null,
  level3_distance double precision not null,
  expires_at timestamptz not null,
  text1 text not null,
  text2 text not null,
  text3 text not null,
  all_clear text,
  is_renotified boolean not null,
  title text,
  completed_at timestamptz,
  constraint alert_versions_pkey primary key (alert_id, version),
  constraint alert_versions_alert_id_fkey foreign key (alert_id) references app_public.alerts(id) on delete cascade
);
create index alert_versions_user_id on app_public.alert_versions (user_id);
alter table app_public.alert_versions enable row level security;

create policy read_all on app_public.alert_versions for select to app_user using (true);
grant select on app_public.alert_versions to app_user;

comment on table app_public.alert_versions is
  E'@behavior -query:resource:list -query:resource:connection\n@newestFirst\n@orderedBy version\n@foreignKey (user_id) references app_public.users (id)|@fieldName user|@forwardDescription The administrator who made this version.|@behavior -manyRelation:resource:list\nA version of an alert: its state from a time on, and who made it.';
comment on column app_public.alert_versions.alert_id is 'The id of the alert.';
comment on column app_public.alert_versions.version is 'The version: 1 at first, and one more with each change.';
comment on column app_public.alert_versions.user_id is 'The id of the administrator who made it.';
comment on column app_public.alert_versions.created_at is 'When it was made.';
comment on column app_public.alert_versions.zone1 is E'@behavior -*\nThe area.';
comment on column app_public.alert_versions.level2_distance is 'The width of zone TWO around the area, in metres.';
comment on column app_public.alert_versions.level3_distance is 'The width of zone THREE around the area, in metres.';
comment on column app_public.alert_versions.expires_at is
  'When the alert ends by itself.';
comment on column app_public.alert_versions.text1 is 'The text for people inside the area.';
comment on column app_public.alert_versions.text2 is 'The text for people in zone TWO.';
comment on column app_public.alert_versions.text3 is 'The text for people in zone THREE.';
comment on column app_public.alert_versions.all_clear is
  'The text of the all-clear, if this version is the cancellation.';
comment on column app_public.alert_versions.is_renotified is
  'True if this version notified everyone again who was notified already.';
comment on column app_public.alert_versions.title is 'The title of its pushes. Null if it has none.';
comment on column app_public.alert_versions.completed_at is
  E'@behavior -*\nWhen its publication was complete, or when the next version replaced it. Null for the current version, whose time is in app_private.publications.';
comment on constraint alert_versions_alert_id_fkey on app_public.alert_versions is
  E'@fieldName alert\n@foreignFieldName history\n@backwardDescription The versions of the alert, newest first. At most 1,000.\nThe alert.';

create table app_public.alert_changes (
  number bigint not null generated always as identity,
  alert_id integer not null,
  made_at timestamptz not null default clock_timestamp(),
  constraint alert_changes_pkey primary key (number),
  constraint alert_changes_alert_id_fkey foreign key (alert_id) references app_public.alerts(id) on delete cascade
);
create index alert_changes_alert_id_number on app_public.alert_changes (alert_id, number);
alter table app_public.alert_changes enable row level security;

create policy read_all on app_public.alert_changes for select to app_user using (true);
grant select on app_public.alert_changes to app_user;

comment on table app_public.alert_changes is
  E'@behavior -*\nThe change log of alerts: publications, updates and ends. Cursors of alerts refer to it.';
comment on column app_public.alert_changes.number is 'The number of the change, in the order of commits.';
comment on column app_public.alert_changes.alert_id is 'The alert.';
comment on column app_public.alert_changes.made_at is 'When it was made.';
comment on index app_public.alert_changes_alert_id_number is
  'Serves app_public.alerts_cursor(), the last change of an alert.';
comment on constraint alert_changes_alert_id_fkey on app_public.alert_changes is E'@behavior -*\nThe alert.';

--! Included alerts/app_private.alert_defaults.sql
create or replace function app_private.alert_defaults(
  out level2_distance double precision, out level3_distance double precision,
  out duration integer, out max_position_age integer, out language text
)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select s.level2_distance, s.level3_distance,
      extract(epoch from s.alert_duration)::integer, extract(epoch from s.max_position_age)::integer, s.default_language
    from app_private.settings s
$$;
comment on function app_private.alert_defaults() is
  'Returns the default values of a new alert, for the console: distances in metres, times in seconds, the language of the texts.';
grant execute on function app_private.alert_defaults() to app_host;
--! EndIncluded alerts/app_private.alert_defaults.sql
--! Included alerts/app_private.area_of_geojson.sql
create or replace function app_private.area_of_geojson(area json) returns public.geometry
language plpgsql immutable set search_path = pg_catalog, public, pg_temp
as $$
declare
  geometry_json json := case when area ->> 'type' = 'Feature' then area -> 'geometry' else area end;
  zone geometry;
  foreign_crs json;
begin
  if (geometry_json ->> 'type') in ('Polygon', 'MultiPolygon') is not true then
    raise exception using errcode = 'LA400', message = 'area is not a Polygon or a MultiPolygon of GeoJSON (RFC 7946): send one of these.';
  end if;
  select c.crs into foreign_crs from (values (area -> 'crs'), (geometry_json -> 'crs')) as c (crs)
    where json_typeof(c.crs) <> 'null' and (c.crs #>> '{properties,name}' ~* '(^|[:/])(CRS84|4326)$') is not true limit 1;
  if found then
    raise exception using errcode = 'LA400', message = format(
      'area names the coordinate system %s: leave out crs and send degrees, WGS 84.', left(coalesce(foreign_crs #>> '{properties,name}', foreign_crs::text), 100));
  end if;
  -- PostGIS reads the text "a" as 0.
  if jsonb_path_exists(geometry_json::jsonb, '$.coordinates.** ? (@.type() != "array" && @.type() != "number")') then
    raise exception using errcode = 'LA400', message = 'area has a coordinate that is not a number: send GeoJSON (RFC 7946) with numbers, in degrees.';
  end if;
  begin
    zone := st_force2d(st_geomfromgeojson((geometry_json::jsonb - 'crs')::text));
  exception when others then
    raise exception using errcode = 'LA400', message = 'area is not valid GeoJSON (RFC 7946): make each ring a list of at least four positions [longitude, latitude], and the last equal to the first.';
  end;
  if st_npoints(zone) > 10000 then
    raise exception using errcode = 'LA400', message = 'area has more than 10,000 positions: simplify it.';
  end if;
  -- Maps that repeat the world send longitudes that run on past 180.
  if (st_xmin(zone) >= -360 and st_xmax(zone) <= 360 and st_ymin(zone) >= -90 and st_ymax(zone) <= 90) is not true then
    raise exception using errcode = 'LA400', message = 'area is empty or has a position off the globe: send [longitude, latitude] in degrees, longitude from -180 to 180 (or on past 180, to 360 at most) and latitude from -90 to 90.';
  end if;
  return app_private.checked_area(st_setsrid(zone, 4326), 'area');
end
$$;
comment on function app_private.area_of_geojson(json) is
  'Returns the area that a Polygon, a MultiPolygon or a Feature of one describes in GeoJSON (RFC 7946), with its holes. An edge of more than 180 degrees of longitude takes the short way round. Error LA400 says what is wrong with it.';
grant execute on function app_private.area_of_geojson(json) to app_admin;
--! EndIncluded alerts/app_private.area_of_geojson.sql
--! Included alerts/app_private.area_of_points.sql
create or replace function app_private.area_of_points(points app_public.point_input[]) returns public.geometry
language plpgsql immutable set search_path = pg_catalog, public, pg_temp
as $$
declare
  invalid_point record;
  ring geometry;
begin
  if cardinality(points) > 10000 then
    raise exception using errcode = 'LA400', message = 'points has more than 10,000 points: leave some out.';
  end if;
  select p.ordinality - 1 as index, p.latitude, p.longitude into invalid_point
    from unnest(points) with ordinality as p
    where (p.latitude between -90 and 90 and p.longitude between -180 and 180) is not true
    order by p.ordinality limit 1;
  if found then
    raise exception using errcode = 'LA400', message = format(
      'points[%s] is off the globe: send a latitude from -90 to 90 and a longitude from -180 to 180, in degrees.', invalid_point.index);
  end if;
  if (select count(distinct (p.latitude, p.longitude)) from unnest(points) p) < 3 then
    raise exception using errcode = 'LA400', message = 'points has fewer than three different points: an area needs at least three.';
  end if;

  select st_makeline(st_makepoint(p.longitude, p.latitude) order by p.ordinality) into ring
    from unnest(points) with ordinality as p;
  if not st_isclosed(ring) then
    ring := st_addpoint(ring, st_startpoint(ring));
  end if;
  return app_private.checked_area(st_setsrid(st_makepolygon(ring), 4326), 'points');
end
$$;
comment on function app_private.area_of_points(app_public.point_input[]) is
  'Returns the polygon with these corners, which may run either way round; it closes an open ring. An edge of more than 180 degrees of longitude takes the short way round. Error LA400 says what is wrong with them.';
--! EndIncluded alerts/app_private.area_of_points.sql
--! Included alerts/app_private.cancel_alert.sql
create or replace function app_private.cancel_alert(alert_id integer, text text) returns integer
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  alert app_public.alerts := app_private.lock_active_alert(alert_id);
begin
  perform app_private.commit_synchronously();
  update app_public.alerts a
    set active = false, cancelled_at = now(), all_clear = cancel_alert.text, version = a.version + 1
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
comment on function app_private.cancel_alert(integer, text) is
  'Cancels an alert: the first phase of its all-clear. app_private.publish_chunk() runs the second phase. Returns the alert''s id. Error LA404 for an unknown alert, LA409 for one that has ended. The grant guards it: it is for administrators only.';
grant execute on function app_private.cancel_alert(integer, text) to app_admin;
--! EndIncluded alerts/app_private.cancel_alert.sql
--! Included alerts/app_private.checked_area.sql
create or replace function app_private.checked_area(area public.geometry, field text) returns public.geometry
language plpgsql immutable set search_path = pg_catalog, public, pg_temp
as $$
declare
  -- Half of the earth's surface in square metres, WGS 84.
  half_the_globe constant double precision := 2.5503281e14;
  checked geometry := area;
  turns record;
begin
  -- An edge of more than 180 degrees takes the short way round, which is a turn of 360 degrees.
  select bool_or(r.is_ambiguous) as are_ambiguous, bool_or(r.turn <> 0) as hold_a_pole, bool_or(r.widest > 180) as are_turned,
      bool_or(r.widest >= 360) as span_the_globe
    into turns
    from (
      select bool_or(abs(abs(e.step - 360 * round(e.step / 360)) - 180) < 1e-9) as is_ambiguous,
          sum(round(e.step / 360)) as turn, max(abs(e.step)) as widest
        from (
          select d.path[1:cardinality(d.path) - 1] as ring,
              st_x(d.geom) - lag(st_x(d.geom)) over (partition by d.path[1:cardinality(d.path) - 1] order by d.path) as step
            from st_dumppoints(area) d
        ) e
        group by e.ring
    ) r;
  if turns.are_ambiguous then
    raise exception using errcode = 'LA400', message = format(
      '%s has an edge that spans half the globe (180 degrees of longitude), which could run either way round: add points along the edge.', field);
  end if;
  if turns.hold_a_pole then
    raise exception using errcode = 'LA400', message = format(
      '%s goes round the globe, so it holds a pole: draw an area of less than half the globe that holds no pole.', field);
  end if;
  if turns.are_turned or st_xmin(area) < -180 or st_xmax(area) > 180 then
    checked := app_private.unwrap_longitudes(area);
    -- The cut needs a valid area. Its result is validated below, as pieces that were a turn apart may overlap now.
    if st_isvalid(checked) then
      checked := st_collectionhomogenize(app_private.cut_at_180(checked));
    end if;
  end if;
  if not st_isvalid(checked) then
    if turns.span_the_globe then
      raise exception using errcode = 'LA400', message = format('%s spans the whole globe: draw an area of less than half the globe.', field);
    end if;
    raise exception using errcode = 'LA400', message = format('%s is not a valid area: %s. Correct the drawing there.', field, st_isvalidreason(checked));
  end if;
  if st_area(checked) = 0 then
    raise exception using errcode = 'LA400', message = format('%s has no area, as its points lie on a line: move one of them.', field);
  end if;
  -- The outer zones have a corner each twentieth of a degree. The land of the whole earth has an outline of some 5,000 degrees.
  if st_perimeter(checked) > 10000 then
    raise exception using errcode = 'LA400', message = format('%s has an outline of more than 10,000 degrees, which is 27 times round the globe: simplify it.', field);
  end if;
  -- Half the globe is at least 21,600 square degrees, so most areas need no projection.
  if st_area(checked) > 20000 then
    if st_area(st_transform(st_segmentize(checked, 1), '+proj=cea +datum=WGS84')) >= half_the_globe then
      raise exception using errcode = 'LA400', message = format('%s covers half the globe or more: draw a smaller area.', field);
    end if;
  end if;
  return checked;
end
$$;
comment on function app_private.checked_area(public.geometry, text) is
  'Validates the area of an alert and returns it, cut at the 180th meridian. Error LA400 names the input field and the fault.';
grant execute on function app_private.checked_area(public.geometry, text) to app_admin;
--! EndIncluded alerts/app_private.checked_area.sql
--! Included alerts/app_private.covers_from_other_side.sql
create or replace function app_private.covers_from_other_side(zone public.geometry, place public.geometry) returns boolean
language sql immutable parallel safe cost 1 set search_path = pg_catalog, public, pg_temp
as $$
  -- The cost is low, as nearly no place is on the meridian. With the cost of st_covers(), a custom plan would look much
  -- cheaper than the generic one, and each report would plan its statement again.
  select st_covers(zone, st_scale(place, -1, 1))
$$;
comment on function app_private.covers_from_other_side(public.geometry, public.geometry) is
  'True if a zone covers a place on the 180th meridian by its other longitude: -180 for 180, and the reverse.';
--! EndIncluded alerts/app_private.covers_from_other_side.sql
--! Included alerts/app_private.cut_at_180.sql
create or replace function app_private.cut_at_180(zone public.geometry) returns public.geometry
language sql immutable set search_path = pg_catalog, public, pg_temp
as $$
  select case
    when st_xmin(zone) >= -180 and st_xmax(zone) <= 180 then zone
    else (
      select st_collect(piece.geom)
        from unnest(array[0, -360, 360]) turn,
          st_dump(st_intersection(st_translate(zone, turn, 0), st_makeenvelope(-180, -90, 180, 90, st_srid(zone)))) piece
        where st_dimension(piece.geom) = 2)
  end
$$;
comment on function app_private.cut_at_180(public.geometry) is
  'Cuts a zone whose longitudes run on past 180 or -180, so that its pieces meet at the 180th meridian (RFC 7946, 3.1.9).';
grant execute on function app_private.cut_at_180(public.geometry) to app_admin;
--! EndIncluded alerts/app_private.cut_at_180.sql
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
    raise exception using errcode = 'LA400', message = 'points and area are both given: send one of them.';
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
      message = 'level2Distance and level3Distance do not fit: send metres, level2Distance more than 0, level3Distance more than level2Distance and at most 100,000.';
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
      raise exception using errcode = 'LA400', message = 'expiresAt is not within the next year: send a future time in seconds since 1970-01-01 UTC.';
    end if;
    draft.expires_at := to_timestamp(input.expires_at);
  elsif previous.id is null then
    draft.expires_at := now() + setting.alert_duration;
  end if;
  if input.max_position_age not between 60 and 2592000 then
    raise exception using errcode = 'LA400', message = 'maxPositionAge is out of range: send 60 to 2,592,000 seconds (30 days).';
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
  draft.event := coalesce(input.event, previous.event);
  draft.template_id := coalesce(input.template_id, previous.template_id);
  draft.severity := coalesce(input.severity, previous.severity, 'UNKNOWN');
  draft.urgency := coalesce(input.urgency, previous.urgency, 'UNKNOWN');
  draft.certainty := coalesce(input.certainty, previous.certainty, 'UNKNOWN');
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
--! Included alerts/app_private.enclosing_ring.sql
create or replace function app_private.enclosing_ring(zone public.geometry) returns public.geometry
language plpgsql immutable strict parallel safe
as $$
declare
  joined public.geometry;
begin
  if public.st_nrings(zone) = 1 then
    return public.st_geometryn(zone, 1);
  elsif public.st_numgeometries(zone) = 1 then
    return public.st_makepolygon(public.st_exteriorring(public.st_geometryn(zone, 1)));
  end if;
  -- Pieces west of Greenwich move east by 360 degrees if this makes the whole narrower: they meet at the 180th meridian.
  select public.st_collect(case when public.st_xmax(p.geom) <= 0 then public.st_translate(p.geom, 360, 0) else p.geom end)
    into joined
    from public.st_dump(zone) p;
  if public.st_xmax(joined) - public.st_xmin(joined) >= public.st_xmax(zone) - public.st_xmin(zone) then
    return public.st_convexhull(zone);
  end if;
  -- The union removes the cut at the meridian. The grid closes gaps of rounding between its two sides.
  joined := public.st_unaryunion(joined, 1e-10);
  if public.st_numgeometries(joined) > 1 then
    return public.st_convexhull(joined);
  end if;
  -- A tolerance of 0 removes the collinear corners of the cut. The ring's first corner always stays; normalization makes it a
  -- corner of the zone.
  return public.st_simplify(public.st_normalize(
    public.st_makepolygon(public.st_exteriorring(public.st_geometryn(joined, 1)))), 0);
end
$$;
comment on function app_private.enclosing_ring(public.geometry) is
  'Returns a polygon of one ring that encloses a zone, for clients that read no other geometry. Holes are dropped, and several pieces become their convex hull. Across the 180th meridian longitudes run on past 180. A zone of one ring is returned unchanged.';
grant execute on function app_private.enclosing_ring(public.geometry) to app_user;
--! EndIncluded alerts/app_private.enclosing_ring.sql
--! Included alerts/app_private.end_expired_alerts.sql
create or replace function app_private.end_expired_alerts() returns integer
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  ended_ids integer[];
begin
  with ended as (
    update app_public.alerts a set active = false where a.active and a.expires_at <= now() returning a.id
  )
  select array_agg(e.id) into ended_ids from ended e;
  perform app_private.note_alert_changes(ended_ids);
  return coalesce(cardinality(ended_ids), 0);
end
$$;
comment on function app_private.end_expired_alerts() is
  'Marks expired alerts as inactive, which removes them from the partial indexes that position reports search. Returns their number.';
--! EndIncluded alerts/app_private.end_expired_alerts.sql
--! Included alerts/app_private.keep_version.sql
create or replace function app_private.keep_version(alert app_public.alerts) returns void
language sql volatile set search_path = pg_catalog, public, pg_temp
as $$
  insert into app_public.alert_versions (
      alert_id, version, user_id, zone1, level2_distance, level3_distance, expires_at, title, text1, text2, text3, all_clear, is_renotified)
    values (
      alert.id, alert.version, app_public.current_user_id(), alert.zone1, alert.level2_distance, alert.level3_distance,
      alert.expires_at, alert.title, alert.text1, alert.text2, alert.text3, alert.all_clear, alert.renotified_version = alert.version);
  -- The previous version ends here, unless its publication was complete before. The caller holds the lock on the publication.
  update app_public.alert_versions v
    set completed_at = coalesce((select p.completed_at from app_private.publications p where p.alert_id = v.alert_id), now())
    where v.alert_id = alert.id and v.version = alert.version - 1;
  select app_private.audit_version(alert)
$$;
comment on function app_private.keep_version(app_public.alerts) is
  'Stores the current state of an alert as a version by the user of this request, and records when the previous version was complete.';
--! EndIncluded alerts/app_private.keep_version.sql
--! Included alerts/app_private.lock_active_alert.sql
create or replace function app_private.lock_active_alert(alert_id integer) returns app_public.alerts
language plpgsql volatile set search_path = pg_catalog, public, pg_temp
as $$
declare
  alert app_public.alerts;
begin
  perform app_private.require_user_id();
  -- The same order of locks as in app_private.publish_chunk().
  perform from app_private.publications p where p.alert_id = lock_active_alert.alert_id for update;
  -- Not "for update": reports insert rows with a foreign key to this one, and the caller waits for reports later.
  select a.* into alert from app_public.alerts a where a.id = lock_active_alert.alert_id for no key update;
  if alert.id is null then
    raise exception using errcode = 'LA404', message = 'There is no alert with this id.';
  end if;
  if (app_public.me()).is_training and app_private.applies_to(alert.status, is_tester => false) then
    raise exception using errcode = 'LA403', message = 'You are in training: you cannot change or end a real alert.';
  end if;
  if alert.cancelled_at is not null then
    raise exception using errcode = 'LA409', message = 'This alert is already cancelled: publish a new one.';
  end if;
  if not app_private.is_active(alert.active, alert.expires_at) then
    raise exception using errcode = 'LA409', message = 'This alert has expired: publish a new one.';
  end if;
  return alert;
end
$$;
comment on function app_private.lock_active_alert(integer) is
  'Returns an active alert and locks it for a change; no part of its publication runs meanwhile. Error LA401 without a user, LA404 for an unknown alert, LA403 if a training user asks for one that is no exercise or test, LA409 for one that has ended.';
--! EndIncluded alerts/app_private.lock_active_alert.sql
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
  'Returns a title or a text of an alert for display and speech. An exercise or a test gets a prefix in the alert''s language if that is Italian, German, French or Spanish, and otherwise in English.';
--! EndIncluded alerts/app_private.marked_text.sql
--! Included alerts/app_private.new_alert.sql
create or replace function app_private.new_alert(input app_public.alert_input) returns integer
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp
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
  insert into app_public.alerts (
      user_id, created_at, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age, max_accuracy,
      title, text1, text2, text3, language, event, severity, urgency, certainty, status, template_id,
      idempotency_key, request)
    values (
      alert.user_id, alert.created_at, alert.expires_at, alert.zone1, alert.zone2, alert.zone3, alert.level2_distance,
      alert.level3_distance, alert.max_position_age, alert.max_accuracy, alert.title, alert.text1, alert.text2, alert.text3,
      alert.language, alert.event, alert.severity, alert.urgency, alert.certainty, alert.status,
      alert.template_id, input.idempotency_key, request_digest)
    on conflict (user_id, idempotency_key) do nothing
    returning * into alert;
  if alert.id is null then
    -- The insert waited until the first request committed, so this finds its alert.
    select a.* into earlier from app_public.alerts a
      where a.user_id = app_public.current_user_id() and a.idempotency_key = input.idempotency_key;
    if earlier.request is distinct from request_digest then
      raise exception using errcode = 'LA409',
        message = 'idempotencyKey belongs to another alert of yours: send a new key with each alert, and the same key only to repeat a request.';
    end if;
    return earlier.id;
  end if;
  if input.draft_id is not null then
    perform app_private.take_shared_draft(input.draft_id);
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
comment on function app_private.new_alert(app_public.alert_input) is
  'Runs the first phase of a publication: it makes the alert visible after the reports in flight have committed. It queues a job for the second phase, app_private.publish_chunk(). Returns the alert''s id; a repeated idempotencyKey returns the id of the first alert, and so does the same input without a key within ten minutes, unless that alert has ended or is of another status. Error LA409 if the key belongs to another alert, or the shared draft is gone.';
grant execute on function app_private.new_alert(app_public.alert_input) to app_admin;
--! EndIncluded alerts/app_private.new_alert.sql
--! Included alerts/app_private.text_of.sql
create or replace function app_private.text_of(level app_public.level_alert, text1 text, text2 text, text3 text) returns text
language sql immutable parallel safe
as $$
  select case level when 'ONE' then text1 when 'TWO' then text2 when 'THREE' then text3 end
$$;
comment on function app_private.text_of(app_public.level_alert, text, text, text) is
  'Returns the text of an alert for a level.';
--! EndIncluded alerts/app_private.text_of.sql
--! Included alerts/app_private.unwrap_longitudes.sql
create or replace function app_private.unwrap_longitudes(area public.geometry) returns public.geometry
language sql immutable set search_path = pg_catalog, public, pg_temp
as $$
  with corner as (
    select d.path[1] as polygon, d.path[2] as ring, d.path[3] as index, st_x(d.geom) as x, st_y(d.geom) as y,
        round((st_x(d.geom) - lag(st_x(d.geom), 1, st_x(d.geom)) over (partition by d.path[1:2] order by d.path)) / 360) as turn
      from st_dumppoints(st_multi(area)) d
  ), turned as (
    select c.polygon, c.ring, c.index, c.y,
        c.x - 360 * sum(c.turn) over (partition by c.polygon, c.ring order by c.index) as x
      from corner c
  ), ring as (
    select t.polygon, t.ring, st_makeline(st_makepoint(t.x, t.y) order by t.index) as line, (min(t.x) + max(t.x)) / 2 as middle
      from turned t group by t.polygon, t.ring
  ), piece as (
    -- A hole moves to the turn of its outer ring, and a polygon to the turn whose middle is nearest to longitude 0.
    select st_translate(
        st_makepolygon(o.line, array(
          select st_translate(h.line, 360 * round((o.middle - h.middle) / 360), 0)
            from ring h where h.polygon = o.polygon and h.ring > 1 order by h.ring)),
        -360 * round(o.middle / 360), 0) as polygon
      from ring o where o.ring = 1
  )
  select st_setsrid(st_collect(p.polygon), st_srid(area)) from piece p
$$;
comment on function app_private.unwrap_longitudes(public.geometry) is
  'Returns a MultiPolygon in which each edge takes the short way round, so that longitudes run on past 180 or -180.';
grant execute on function app_private.unwrap_longitudes(public.geometry) to app_admin;
--! EndIncluded alerts/app_private.unwrap_longitudes.sql
--! Included alerts/app_private.update_alert.sql
create or replace function app_private.update_alert(alert_id integer, input app_public.alert_update_input) returns integer
language plpgsql volatile strict security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  previous app_public.alerts := app_private.lock_active_alert(alert_id);
  alert app_public.alerts;
begin
  perform app_private.commit_synchronously();
  if input.expected_version <> previous.version then
    raise exception using errcode = 'LA409', message = format(
      'This alert is at version %s, not %s: look at what has changed, and update it again.',
      previous.version, input.expected_version);
  end if;
  alert := app_private.draft_update(input, previous);
  update app_public.alerts a
    set zone1 = alert.zone1, zone2 = alert.zone2, zone3 = alert.zone3, level2_distance = alert.level2_distance,
      level3_distance = alert.level3_distance, expires_at = alert.expires_at, title = alert.title, text1 = alert.text1, text2 = alert.text2,
      text3 = alert.text3, version = alert.version, renotified_version = alert.renotified_version
    where a.id = alert.id;
  perform app_private.keep_version(alert);
  delete from app_private.alert_speeches s
    where s.alert_id = alert.id
      and app_private.text_of(s.level, alert.text1, alert.text2, alert.text3)
        <> app_private.text_of(s.level, previous.text1, previous.text2, previous.text3);
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
comment on function app_private.update_alert(integer, app_public.alert_update_input) is
  'Runs the first phase of publishing an alert''s next version; app_private.publish_chunk() runs the second. It notifies users who are newly inside or further in, and the others again only with renotify. Returns the alert''s id. Error LA404 for an unknown alert, LA409 for one that has ended, or that has another version than expected. The grant guards it: it is for administrators only.';
grant execute on function app_private.update_alert(integer, app_public.alert_update_input) to app_admin;
--! EndIncluded alerts/app_private.update_alert.sql
--! Included alerts/app_private.zone_around.sql
create or replace function app_private.zone_around(area public.geometry, distance double precision) returns public.geometry
-- Compilation (jit) would cost ten times as much as buffering a small area.
language plpgsql immutable set search_path = pg_catalog, public, pg_temp set jit = off
as $$
declare
  -- A hundredth of a millimetre. Without a grid, PostGIS retries a failed union with one, but in the embedded database
  -- the first failure ends the statement.
  grid constant double precision := 1e-10;
  projection constant text := '+proj=tmerc +lon_0=1.5 +datum=WGS84';
  -- Zones err outwards. Arcs round corners have 32 chords a quarter. GEOS rounds their number, so one may span half as
  -- much again. At the edge of a strip and 100 km further out the projection's metre is 0.06 percent short. Edges
  -- that are straight in longitude and latitude lie up to 8 cm off those between their points.
  outwards constant double precision := distance * 1.0006 / cos(1.5 * pi() / 128) + 0.08;
  zone geometry;
begin
  if greatest(abs(st_ymin(area)), abs(st_ymax(area))) + distance / 110500 > 89 then
    raise exception using errcode = 'LA400',
      message = 'The area or one of its outer zones comes too close to a pole (89 degrees north or south): draw a smaller area, or send smaller distances.';
  end if;
  -- The area is buffered in strips of three degrees. ST_Buffer on geography picks projections that are off by more than
  -- one percent for wide or northern areas. One projection serves all strips, which are rotated to its central meridian: PROJ
  -- would wrap longitudes near 180. All pieces of a strip are projected in one call, as each call builds the projection
  -- again, which costs as much as a thousand points.
  select st_union(
      st_translate(
        st_transform(
          st_buffer(st_transform(st_segmentize(st_translate(piece.geom, -3 * strip, 0), 0.025), projection), outwards, 'quad_segs=32'),
          projection, 4326),
        3 * strip, 0), grid)
    into zone
    from generate_series(floor(st_xmin(area) / 3)::integer, floor(st_xmax(area) / 3)::integer) strip
    cross join lateral (
      select st_collectionextract(st_intersection(area, st_makeenvelope(3 * strip, -90, 3 * strip + 3, 90, 4326)), 3) as geom
    ) piece
    where not st_isempty(piece.geom);
  zone := st_union(area, zone, grid);
  if st_xmin(zone) < -180 or st_xmax(zone) > 180 then
    select st_union(piece.geom, grid) into zone from st_dump(app_private.cut_at_180(zone)) piece;
  end if;
  return zone;
end
$$;
comment on function app_private.zone_around(public.geometry, double precision) is
  'Returns the area and so many metres around it, cut at the 180th meridian. It errs outwards, by at most 1.5 m a kilometre and 10 cm. Error LA400 if that would come within a degree of a pole.';
--! EndIncluded alerts/app_private.zone_around.sql
--! Included alerts/app_public.alert_statistics.sql
create or replace function app_public.alert_statistics(months integer default 12) returns app_public.alert_month[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off
as $$
begin
  if (alert_statistics.months between 1 and 60) is not true then
    raise exception using errcode = 'LA400', message = 'months is out of range: send 1 to 60.';
  end if;
  return array(
    with published as (
      select a.id, a.status, a.created_at, date_trunc('month', a.created_at, 'UTC') as began_at,
          v.completed_at, c.completed_at as present_completed_at
        from app_public.alerts a
        left join app_public.alert_versions v on v.alert_id = a.id and v.version = 1
        left join app_private.publications c on c.alert_id = a.id
        where a.created_at >= (date_trunc('month', now() at time zone 'UTC') - make_interval(months => alert_statistics.months - 1)) at time zone 'UTC'
    ), people as (
      select p.began_at, p.status, bool_or(n.seen) as has_seen,
          -- Without late entries, whose time counts from their own notification.
          extract(epoch from min(n.created_at) filter (
            where n.version = 1
              and app_private.rule_when_notified(n.rule, n.taken_at, n.created_at, p.created_at, p.completed_at, p.present_completed_at)
                = 'INSIDE_WHEN_PUBLISHED') - p.created_at)::float8 as told_after
        from published p
        join app_public.notifications n on n.alert_id = p.id and n.kind <> 'ALL_CLEAR'
        group by p.began_at, p.status, p.id, p.created_at, p.completed_at, p.present_completed_at, n.user_id
    ), results as (
      select p.began_at, p.status, count(*)::integer as told, count(*) filter (where p.has_seen)::integer as seen,
          percentile_cont(0.5) within group (order by p.told_after) as told_after_median
        from people p group by 1, 2
    )
    select row(p.began_at, p.status, count(*), coalesce(r.told, 0), coalesce(r.seen, 0), r.told_after_median)::app_public.alert_month
      from published p
      left join results r on r.began_at = p.began_at and r.status = p.status
      group by p.began_at, p.status, r.told, r.seen, r.told_after_median
      order by p.began_at desc, p.status);
end
$$;
comment on function app_public.alert_statistics(integer) is
  E'@itemsNotNull\n@argument months How many months back, this one included: 1 to 60.\nThe number of alerts, how fast people were told and how many saw it, by month and status, the latest month first. For administrators: error FORBIDDEN for others.';
grant execute on function app_public.alert_statistics(integer) to app_admin;
--! EndIncluded alerts/app_public.alert_statistics.sql
--! Included alerts/app_public.alert_versions_area_geo_json.sql
create or replace function app_public.alert_versions_area_geo_json(version app_public.alert_versions) returns app_public.geo_json
language sql immutable parallel safe
as $$
  select public.st_asgeojson(version.zone1, 9, 0)::pg_catalog.json
$$;
comment on function app_public.alert_versions_area_geo_json(app_public.alert_versions) is
  E'@notNull\nThe exact area of this version, with all its holes and pieces: a Polygon or a MultiPolygon of GeoJSON (RFC 7946).';
grant execute on function app_public.alert_versions_area_geo_json(app_public.alert_versions) to app_user;
--! EndIncluded alerts/app_public.alert_versions_area_geo_json.sql
--! Included alerts/app_public.alerts_search.sql
-- A custom plan for each call: conditions on null arguments are folded away.
create or replace function app_public.alerts_search(
  search text default null, state app_public.alert_state default null, status app_public.alert_status default null,
  published_since timestamptz default null, published_before timestamptz default null,
  "limit" integer default 20, "offset" integer default 0
) returns app_public.alert_search
language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off set jit = off
as $$
declare
  words text[];
  ids integer[];
begin
  if alerts_search."limit" < 0 or alerts_search."offset" < 0 then
    raise exception using errcode = 'LA400', message = 'limit and offset must not be negative.';
  end if;
  if char_length(alerts_search.search) > 200 then
    raise exception using errcode = 'LA400', message = 'search has more than 200 characters: send a few words.';
  end if;
  words := array(
    select '%' || regexp_replace(lower(w.word), '([\\%_])', '\\\1', 'g') || '%'
      from regexp_split_to_table(coalesce(alerts_search.search, ''), '\s+') w (word) where w.word <> '');
  ids := array(
    select a.id from app_public.alerts a
      where (alerts_search.published_since is null or a.created_at >= alerts_search.published_since)
        and (alerts_search.published_before is null or a.created_at < alerts_search.published_before)
        and (alerts_search.status is null or a.status = alerts_search.status)
        and (alerts_search.state is null or alerts_search.state = app_public.alerts_state(a))
        and (words = '{}' or lower(concat_ws(' ', a.title, a.event, a.text1, a.text2, a.text3, a.all_clear)) like all (words))
      order by a.created_at desc, a.id desc);
  return row(cardinality(ids), array(
    select row(a.id, coalesce(a.title, (regexp_match(btrim(a.text1, E' \t\r\n'), '^[^\r\n]*'))[1]), app_public.alerts_state(a),
        a.status, a.created_at, a.expires_at, a.cancelled_at, app_public.alerts_reached_users(a))::app_public.alert_overview
      from (
        select i.id, i.place from unnest(ids) with ordinality i (id, place)
          order by i.place limit least(alerts_search."limit", 1000) offset alerts_search."offset"
      ) p
      join app_public.alerts a on a.id = p.id
      order by p.place))::app_public.alert_search;
end
$$;
comment on function app_public.alerts_search(
  text, app_public.alert_state, app_public.alert_status, timestamptz, timestamptz, integer, integer) is
  E'@argument search Only alerts whose title, texts, event or all-clear contain each of these words, whatever their case. At most 200 characters.\n@argument state Only alerts in this state.\n@argument status Only alerts of this status.\n@argument publishedSince Only alerts published at this time or later.\n@argument publishedBefore Only alerts published before this time.\n@argument limit The most alerts to return. More than 1000 is cut to 1000.\n@argument offset The number of alerts to skip.\nThe alerts that meet all conditions, the newest first, and their number. For administrators: error FORBIDDEN for others.';
grant execute on function app_public.alerts_search(
  text, app_public.alert_state, app_public.alert_status, timestamptz, timestamptz, integer, integer) to app_admin;
--! EndIncluded alerts/app_public.alerts_search.sql
--! Included alerts/app_public.alerts_state.sql
create or replace function app_public.alerts_state(alert app_public.alerts) returns app_public.alert_state
language sql stable parallel safe
as $$
  select case
    when alert.cancelled_at is not null then 'CANCELLED'
    when app_private.is_active(alert.active, alert.expires_at) then 'ACTIVE'
    else 'EXPIRED'
  end::app_public.alert_state
$$;
comment on function app_public.alerts_state(app_public.alerts) is
  E'@notNull\nWhether the alert is active, and if not, how it ended.';
grant execute on function app_public.alerts_state(app_public.alerts) to app_user;
--! EndIncluded alerts/app_public.alerts_state.sql
--! Included alerts/app_public.alerts_timeline.sql
create or replace function app_public.alerts_timeline(alert app_public.alerts) returns app_public.timeline_step[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set jit = off
as $$
begin
  return array(
    with people as (
      select min(n.created_at) as told_at, min(n.seen_at) as seen_at
        from app_public.notifications n where n.alert_id = alert.id and n.kind <> 'ALL_CLEAR'
        group by n.user_id
    ), events as materialized (
      select e.at, e.kind, 1 as people
        from people p cross join lateral (values (p.told_at, 'told'), (p.seen_at, 'seen')) e (at, kind)
        where e.at is not null
      union all
      select p.at, 'pushed', p.people from app_private.pushed_people(alert) p
    ), width as (
      -- The shortest step that divides the time into at most 120.
      select min(w.seconds) as seconds
        from unnest(array[60, 300, 900, 3600, 21600, 86400, 604800]) w (seconds)
        where w.seconds * 120 >= (select extract(epoch from max(e.at) - min(alert.created_at)) from events e) or w.seconds = 604800
    )
    select row(s.began_at, w.seconds, coalesce(sum(e.people) filter (where e.kind = 'told'), 0),
        coalesce(sum(e.people) filter (where e.kind = 'pushed'), 0),
        coalesce(sum(e.people) filter (where e.kind = 'seen'), 0))::app_public.timeline_step
      from width w, events e
      cross join lateral (select date_bin(make_interval(secs => w.seconds), e.at, alert.created_at) as began_at) s
      group by s.began_at, w.seconds order by s.began_at);
end
$$;
comment on function app_public.alerts_timeline(app_public.alerts) is
  E'@itemsNotNull\nHow many users were notified, pushed to and saw it, step by step from the publication. Steps in which nothing happened are left out, and all-clears do not count. For administrators: error FORBIDDEN for others.';
grant execute on function app_public.alerts_timeline(app_public.alerts) to app_admin;
--! EndIncluded alerts/app_public.alerts_timeline.sql
--! Included alerts/app_public.alerts_zones.sql
create or replace function app_public.alerts_area(alert app_public.alerts) returns text
language sql immutable parallel safe
as $$
  select public.st_astext(app_private.enclosing_ring(alert.zone1))
$$;
comment on function app_public.alerts_area(app_public.alerts) is
  E'@notNull\nOne ring around the area (the zone of level ONE), as well-known text: POLYGON((longitude latitude,…)), in degrees. Holes are dropped, several pieces become their convex hull, and across the 180th meridian longitudes run on past 180. areaGeoJson is exact.';
grant execute on function app_public.alerts_area(app_public.alerts) to app_user;

create or replace function app_public.alerts_area_level2(alert app_public.alerts) returns text
language sql immutable parallel safe
as $$
  select public.st_astext(app_private.enclosing_ring(alert.zone2))
$$;
comment on function app_public.alerts_area_level2(app_public.alerts) is
  E'@notNull\nOne ring around the zone of level TWO, which includes the area, as well-known text: POLYGON((longitude latitude,…)), in degrees. Holes are dropped, several pieces become their convex hull, and across the 180th meridian longitudes run on past 180. areaLevel2GeoJson is exact.';
grant execute on function app_public.alerts_area_level2(app_public.alerts) to app_user;

create or replace function app_public.alerts_area_level3(alert app_public.alerts) returns text
language sql immutable parallel safe
as $$
  select public.st_astext(app_private.enclosing_ring(alert.zone3))
$$;
comment on function app_public.alerts_area_level3(app_public.alerts) is
  E'@notNull\nOne ring around the zone of level THREE, which includes the two others, as well-known text: POLYGON((longitude latitude,…)), in degrees. Holes are dropped, several pieces become their convex hull, and across the 180th meridian longitudes run on past 180. areaLevel3GeoJson is exact.';
grant execute on function app_public.alerts_area_level3(app_public.alerts) to app_user;

create or replace function app_public.alerts_area_geo_json(alert app_public.alerts) returns app_public.geo_json
language sql immutable parallel safe
as $$
  select public.st_asgeojson(alert.zone1, 9, 0)::pg_catalog.json
$$;
comment on function app_public.alerts_area_geo_json(app_public.alerts) is
  E'@notNull\nThe exact area (the zone of level ONE), with all its holes and pieces: a Polygon or a MultiPolygon of GeoJSON (RFC 7946).';
grant execute on function app_public.alerts_area_geo_json(app_public.alerts) to app_user;

create or replace function app_public.alerts_area_level2_geo_json(alert app_public.alerts) returns app_public.geo_json
language sql immutable parallel safe
as $$
  select public.st_asgeojson(alert.zone2, 9, 0)::pg_catalog.json
$$;
comment on function app_public.alerts_area_level2_geo_json(app_public.alerts) is
  E'@notNull\nThe exact zone of level TWO, which includes the area, with all its holes and pieces: a Polygon or a MultiPolygon of GeoJSON (RFC 7946).';
grant execute on function app_public.alerts_area_level2_geo_json(app_public.alerts) to app_user;

create or replace function app_public.alerts_area_level3_geo_json(alert app_public.alerts) returns app_public.geo_json
language sql immutable parallel safe
as $$
  select public.st_asgeojson(alert.zone3, 9, 0)::pg_catalog.json
$$;
comment on function app_public.alerts_area_level3_geo_json(app_public.alerts) is
  E'@notNull\nThe exact zone of level THREE, which includes the two others, with all its holes and pieces: a Polygon or a MultiPolygon of GeoJSON (RFC 7946).';
grant execute on function app_public.alerts_area_level3_geo_json(app_public.alerts) to app_user;
--! EndIncluded alerts/app_public.alerts_zones.sql
